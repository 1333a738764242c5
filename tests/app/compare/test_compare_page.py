"""The page Compare without a window: what it writes, draws and asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.compare.comparing import ComparisonQuestion, ComparisonState
from torseur.app.compare.page import Compare
from torseur.app.sheet.page import CompareSchemes, LeadTo, PlayRun, Seek
from torseur.sim.multibody.model.state import State

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
