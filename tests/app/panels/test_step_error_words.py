"""The status line judges the error of a step as the page Checks does."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sim.simulation.inspection.checking.overlapping_pair import PAIR
from torseur import sim
from torseur.app.panels.status import penetration_words, step_error_words
from torseur.sim.simulation.inspection.checking.frame_check import check_frame
from torseur.sim.simulation.inspection.checking.values import PASS, STEP_ERROR


@pytest.fixture(scope="module")
def cradle():
    return sim.simulate(sim.load_scene("newtons_cradle"), 0.42, scheme="time_stepping", dt=1e-3)


def test_an_error_that_checks_would_not_pass_is_marked_and_one_that_passes_is_not(cradle):
    verdicts = set()
    for i in np.flatnonzero(np.isfinite(cradle.step_error)):
        check = check_frame(cradle, int(i)).check(STEP_ERROR)
        text, passes, _ = step_error_words(cradle, int(i))
        assert passes == (check.verdict == PASS)
        assert text.startswith(", step error ")
        assert (", above 0.01" in text) == (not passes)
        verdicts.add(passes)
    assert verdicts == {True, False}


def test_the_error_of_a_step_before_is_judged_by_the_bound_of_that_step(cradle):
    struck = int(np.nanargmax(cradle.step_error))
    after = next(i for i in range(struck + 1, len(cradle)) if np.isnan(cradle.step_error[i]))
    text, passes, detail = step_error_words(cradle, after)
    assert not passes
    then = f"{cradle.last_step_error(after)[0]:.3f} s"
    assert text.startswith(", last step error ")  # the page Checks has another number, that of the step to the state shown
    assert f" at {then}" in text
    assert f"estimated last at {then}, before the state shown" in detail
    assert step_error_words(cradle, struck)[2] == ""


def test_a_hybrid_run_has_no_such_error():
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 0.1)
    text, passes, detail = step_error_words(recording, len(recording) - 1)
    assert text == ", events located to 1e-12 s"
    assert "integration error held below 1e-10" in detail
    assert passes


def test_a_penetration_that_is_seen_is_told_and_named(cradle):
    names = cradle.scene.model.body_names
    text, which = penetration_words(cradle.snapshot(0), names)
    assert (text, which) == ("", "")
    pair = sim.scene_from_text(PAIR, "pair.toml")
    recording = sim.simulate(pair, 0.01)
    text, which = penetration_words(recording.snapshot(1), pair.model.body_names)
    assert text == "penetration 0.1995 m, "
    assert which == "ball and box are 0.1995 m inside each other in the state shown."
