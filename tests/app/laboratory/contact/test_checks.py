"""The page Checks without a window: of the state shown, of the recording, and why there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from tests.sim.simulation.parts import euler_disc
from torseur import sim
from torseur.app.laboratory.contact.checks.checked_states import LISTED, CheckedStates
from torseur.app.laboratory.contact.checks.page import Checks, ChecksSettings
from torseur.app.sheet.page import ShowState
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.checking import frame_check
from torseur.sim.simulation.inspection.checking.frame_check import joined_checks
from torseur.sim.simulation.inspection.checking.values import CHECKS, STEP_ERROR, VERDICTS, Check, FrameCheck, RecordingCheck
from torseur.ui.sheet.blocks import UserEvent

UNKNOWN, GOOD, BAD = float("nan"), 0.0, 3.0


@pytest.fixture
def questions():
    return ImmediateQuestions()


def written(seen, questions, settings=None):
    return Checks().sheet(seen, settings or ChecksSettings(), questions)


@pytest.fixture(scope="module")
def loose():
    """A run of a solver that stops early."""
    scene = sim.load_scene("incline_30")
    return sim.simulate(scene, 0.1, settings=replace(scene.settings, solver="gauss_seidel", sweeps=2, tolerance=1e-2))


def test_a_press_at_a_bad_state_goes_there_and_its_check_is_explained(loose, questions):
    seen = seen_at(loose)
    sheet, whole = written(seen, questions), sim.check_recording(loose)
    assert [cells[0].value for cells in sheet.block("worst").rows] == [loose.t[index] for index, _ in whole.worst(40)]
    index, key = whole.worst(1)[0]
    settings, effect = Checks().reduce(ChecksSettings(), UserEvent("whole.worst", "activated", 0), seen, questions)
    assert (effect, settings.chosen) == (ShowState(index), key)
    sheet = written(seen_at(loose, index), questions, settings)
    expected = sim.check_frame(loose, index)
    assert [cells[1].value for cells in sheet.block("checks").rows] == [check.value for check in expected.checks]
    assert (sheet.of, sheet.block("state").badge[0]) == ((loose, index), "fails")
    assert "Complementarity: fails" in sheet.block("title").text
    assert "0.01" in sheet.block("cause").text
    assert "tolerance" in sheet.block("change").text


def test_what_no_single_state_shows_is_said_below_them(questions):
    sheet = written(seen_at(sim.simulate(euler_disc(restitution=1.0), 0.3, dt=1e-3)), questions)
    assert "mpacts of body on ground in 300 steps" in sheet.block("faults").text


def test_checking_that_cannot_go_on_says_why_and_goes_on_as_it_is_asked(loose, questions, monkeypatch):
    def refused(recording, n, first, block):
        raise ArgumentError("this state cannot be checked")
        yield

    seen, go = seen_at(loose), UserEvent("whole.go", "pressed")
    with monkeypatch.context() as patch:
        patch.setattr(frame_check, "checked_blocks", refused)
        sheet = written(seen, questions)
        assert (sheet.block("stopped").text, sheet.block("go").text) == ("This state cannot be checked.", "Go on")
        settings = Checks().reduce(ChecksSettings(), go, seen, questions)
    sheet = written(seen, questions, settings)
    assert (sheet.block("stopped").text, sheet.has("go")) == ("", False)
    assert sheet.block("whole").caption == f"all {len(loose)} states"


@pytest.mark.parametrize(
    ("values", "text", "tone"),
    [
        ([GOOD] * 6, "passes", "good"),
        ([GOOD] * 5 + [UNKNOWN], "passes: 5 / 6", "good"),
        ([UNKNOWN] * 2 + [GOOD] + [UNKNOWN] * 3, "passes: 1 / 6", "plain"),  # where a run begins
        ([UNKNOWN] * 5 + [BAD], "fails", "warning"),
        ([UNKNOWN] * 6, "not known", "plain"),
    ],
)
def test_few_numbers_that_pass_are_no_good_state(loose, questions, monkeypatch, values, text, tone):
    checks = tuple(Check(key, x, 1.0, 2.0, "m/s", "", "") for key, x in zip(CHECKS, values, strict=True))
    monkeypatch.setattr(frame_check, "check_frame", lambda *_, **__: FrameCheck(1, 0.0, checks))
    assert written(seen_at(loose, 1), questions).block("state").badge == (text, tone, "")


def test_the_error_of_a_step_is_estimated_once_nothing_plays(questions):
    scene = sim.load_scene("brick_on_corner")
    seen = seen_at(sim.simulate(scene, 0.1, settings=replace(scene.settings, error_every=0)), 60)
    error = CHECKS.index(STEP_ERROR)
    assert np.isnan(written(replace(seen, playing=True), questions).block("checks").rows[error][1].value)
    assert written(seen, questions).block("checks").rows[error][1].value > 0.0


def blocks_of(states, size=128):
    value = np.random.default_rng(0).random((states, len(CHECKS))) ** 20 * 3.0
    value[::7, 2] = np.nan
    ones = np.ones((size, len(CHECKS)))
    return [
        RecordingCheck(k, np.arange(k, k + size) * 1e-3, value[k : k + size], ones, 2.0 * ones) for k in range(0, states, size)
    ]


def test_blocks_one_after_another_are_what_they_are_together():
    states, blocks = CheckedStates(), blocks_of(1280)
    assert states.whole is None
    for block in blocks:
        states.append(block)
    whole = joined_checks(blocks)
    for name in ("t", "value", "levels"):
        np.testing.assert_array_equal(getattr(states.whole, name), getattr(whole, name))
    levels = whole.levels.max(axis=1)
    assert states.counts == [int(np.sum(levels == VERDICTS.index(verdict))) for verdict in VERDICTS[1:]]
    assert [(row.index, row.key) for row in states.worst] == list(whole.worst(LISTED))
    assert len(states.worst) == LISTED


def test_a_block_is_appended_without_copying_those_before():
    states, moved, before = CheckedStates(), 0, None
    for block in blocks_of(128 * 100):
        states.append(block)
        moved += before is not None and not np.shares_memory(before.levels, states.whole.levels)
        before = states.whole
    assert moved <= 7  # a column grows to twice its room at least: log2 of 100 blocks
