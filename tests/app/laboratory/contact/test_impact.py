"""The page Impact without a window: which impact it tells of, and what it has of it at once, and later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.contact.impact.page import ImpactPage
from torseur.app.sheet.page import PageSettings, Seek
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.sim.simulation.inspection.jumps.jump_map import impact_states
from torseur.ui.sheet.blocks import UserEvent

NEXT, BEFORE = UserEvent("impact.go.next", "pressed"), UserEvent("impact.go.previous", "pressed")


@pytest.fixture(scope="module")
def bounces():
    """The ball that bounces ever lower."""
    scene = sim.load_scene("zeno_ball")
    return sim.simulate(scene, 1.2, settings=replace(scene.settings, scheme="hybrid"))


def written(seen, questions=None):
    return ImpactPage().sheet(seen, PageSettings(), questions or ImmediateQuestions())


def test_the_last_impact_is_told_and_buttons_go_to_those_beside(bounces):
    first, second, third = impact_states(bounces)[:3].tolist()
    seen, questions = seen_at(bounces, second), ImmediateQuestions()
    sheet = written(seen, questions)
    assert sheet.block("instant").text.startswith(f"At t = {bounces.t[second]:.12f} s")
    assert sheet.block("impact").caption == "ground · ball"
    for event, index in ((NEXT, third), (BEFORE, first)):
        assert ImpactPage().reduce(PageSettings(), event, seen, questions)[1] == Seek(bounces.t[index])
    assert ImpactPage().reduce(PageSettings(), BEFORE, seen_at(bounces, third), questions)[1] == Seek(bounces.t[second])
    problem = ImpactPage().problem(seen_at(bounces, second + 3), PageSettings(), questions)
    assert (problem.index, problem.which) == (second, "solved")
    sheet = written(seen_at(bounces, first - 1))
    assert sheet.block("absent").text == "Nothing has struck up to this instant."
    assert [sheet.block(key).enabled for key in ("previous", "next")] == [False, True]
    posed = replace(seen, recording=None)
    assert written(posed).block("absent").text.startswith("Press Space")
    assert ImpactPage().reduce(PageSettings(), NEXT, posed, questions) == PageSettings()


def test_other_laws_and_the_guard_come_when_nothing_plays(bounces):
    seen, questions = seen_at(bounces), ImmediateQuestions()
    sheet = written(replace(seen, playing=True), questions)
    assert [sheet.block(f"{key}.note").text for key in ("laws", "steps")] == ["Comes when nothing plays."] * 2
    sheet = written(seen, questions)
    times = [row[1].value for row in sheet.block("bisections").rows]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(bounces.t[impact_states(bounces)[-1]])
    assert "K⁻ = ½ v⁻ᵀ H v⁻" in str(sheet)
