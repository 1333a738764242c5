"""The page Compare without a window: what it writes, draws and asks for."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.compare.comparing import ComparisonQuestion, ComparisonState
from torseur.app.compare.page import Compare
from torseur.app.sheet.page import CompareSchemes, LeadTo, PlayRun, Seek
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.inspection.comparing.compare_schemes import swept_runs_in_steps

STEPS = (0.02, 0.01)


@pytest.fixture(scope="module")
def state():
    scene = sim.load_scene("falling_brick")
    made = sim.compare_schemes(scene, STEPS, duration=0.6, theta=1.0)
    question = ComparisonQuestion(scene, STEPS, 0.6, State(0.0, scene.initial.q, scene.initial.v), scene.settings, 1.0)
    return ComparisonState(STEPS, True, made, question, 1, "h=0.01", is_current=True, played=made.run("h=0.01"))


@pytest.fixture
def page(state):
    page = WrittenPage(Compare(), "falling_brick")
    page.see(comparison=state, t=0.5, opened=1)
    return page


def test_each_part_of_the_outline_is_there_once_there_are_runs_and_why_there_are_none_before(page, state):
    assert [block.key for block in page.sheet.blocks] == [heading.key for heading in Compare.outline]
    assert "0.3193" in page.sheet._repr_html_()
    page.see(comparison=replace(state, comparison=None, question=None, notice="Too large."))
    assert [block.key for block in page.sheet.blocks] == ["runs"]
    assert page.block("runs.status").text == "Too large."


def test_an_impact_stands_beside_that_of_the_other_run_and_is_sought(page):
    page.see(comparison=replace(page.seen.comparison, a="h=0.02"))
    page.take("runs.pair.b", "chosen", "exact")
    (row,) = page.block("impacts.table").rows
    assert [cell.text for cell in row] == ["1 brick", "0.3200", "0.3193", "0.7246", "18.84", "18.79"]
    page.take("impacts.told", "chosen", "lost")
    assert page.block("impacts.table").columns[-1].title == "−ΔE_B"
    page.take("impacts.table", "selected", 0)
    assert page.effects == [Seek(pytest.approx(0.32))]


def test_runs_are_compared_anew_played_and_drawn_as_is_asked(page):
    def ghosts():
        drawn = [ghost.color for ghost in page.layer[0].ghosts]
        assert drawn == [row[0].mark for row in page.block("runs.table").rows if row[-1].text == "ghost"]
        return len(drawn)

    assert ghosts() == 2  # the first, and B
    page.take("runs.table", "activated", len(page.block("runs.table").rows) - 1)
    assert ghosts() == 1
    page.take("runs.pair.b", "chosen", "exact")
    assert ghosts() == 2
    for event, effect in (
        (("runs.times.steps", "typed", "5; 20"), CompareSchemes((0.02, 0.005), True)),
        (("runs.theta.lecture", "switched", False), CompareSchemes(STEPS, False)),
        (("runs.pair.a", "chosen", "hybrid"), PlayRun("hybrid")),
        (("limits.exact_time.more.link", "pressed"), LeadTo("impact")),
    ):
        page.take(*event)
        assert page.effects == [effect]


def test_two_runs_of_a_sweep_stand_beside_each_other_with_what_their_scenes_have_and_no_scheme_is_judged():
    start = sim.load_scene("falling_brick")
    scenes = [sim.with_values(start, {"duration": 0.5, "bodies.brick.xyz[2]": z}) for z in (0.4, 0.5)]
    *_, made = swept_runs_in_steps(scenes, (3, 14), ("z = 0.4", "z = 0.5"))
    page = WrittenPage(Compare(), "falling_brick")
    page.see(model=scenes[0].model, scene=scenes[0], t=0.25, opened=1)
    page.see(comparison=ComparisonState(STEPS, True, made, None, 1, "run:3", is_current=True, played=made.run("run:3")))
    assert [block.key for block in page.sheet.blocks] == ["runs", "over_time", "impacts", "summary"]
    assert page.block("runs.pair.a").options == (("run:3", "run 3"),)
    assert page.block("runs.pair.b").chosen == "run:14"
    assert not page.sheet.has("runs.times")
    assert page.block("runs.status").text == "run 3: z = 0.4\nrun 14: z = 0.5"
    (row,) = page.block("impacts.table").rows
    fall = [math.sqrt(2.0 * (z - 0.12) / 9.81) for z in (0.4, 0.5)]  # half of its height is 12 cm
    assert [cell.value for cell in row[1:3]] == pytest.approx(fall, abs=scenes[0].settings.dt)
    (ghost,) = page.layer[0].ghosts
    fallen = made.run("run:14").configuration_at(0.25)
    assert ghost.poses[-1][:3, 3] == pytest.approx(fallen[:3])
