"""The page Quadratic programme without a window: conditions in numbers, steps, and what the user chooses."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.contact.programme.active_set_blocks import steps_section
from torseur.app.laboratory.contact.programme.condition_blocks import conditions_section
from torseur.app.laboratory.contact.programme.page import ProgrammePage, ProgrammeSettings
from torseur.app.laboratory.contact.programme.programme_analysis import solved_programme
from torseur.app.sheet.page import SelectContact
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet import Sheet

PAGE = ProgrammePage()


@pytest.fixture(scope="module")
def brick():
    return seen_at(sim.simulate(sim.load_scene("falling_brick"), 0.46), 460)


@pytest.fixture(scope="module")
def looked():
    """Two contacts, the first of which enters first and would then pull: λ = (-0.4, 1.2) on both, (0, 0.72) at the least."""
    problem = sim.frictionless_problem_from([[4.0, 3.0], [3.0, 2.5]], [-2.0, -1.8])
    return solved_programme(problem, "frictionless", 0, ("c_1", "c_2"))


def test_conditions_are_written_with_the_numbers_of_the_contact_that_is_selected(looked):
    lines = Sheet((conditions_section(looked, -1),)).block("why").lines
    assert lines[0].startswith("L = ½ λᵀ M λ + λᵀ d − νᵀ λ")
    assert lines[2] == "(M λ)_{1} = 4.00·0 + 3.00·0.720 = 2.160"
    assert Sheet((conditions_section(looked, 1),)).block("why").lines[3].startswith("ν_{2} = ")


def test_the_steps_say_who_enters_and_leaves(looked):
    steps = [Sheet((steps_section(looked, looked.run, k, -1),)) for k in range(len(looked.run.steps))]
    told = [step.block("text").text for step in steps]
    assert "The list is empty" in told[0]
    assert "c₁ has the most negative ζ̇" in told[0]
    assert not steps[0].block("step_back").enabled
    assert any("would pull" in text and "It leaves the list" in text for text in told)
    assert told[-1].endswith("None pulls, and no ζ̇ is negative: solved.")
    assert not steps[-1].block("step_forward").enabled


def test_what_is_chosen_is_shown_and_what_has_the_same_axis_moves_away(brick):
    settings, questions = ProgrammeSettings(), ImmediateQuestions()

    def after(path, kind, value=None):
        found = PAGE.reduce(settings, UserEvent(path, kind, value), brick, questions)
        return found, PAGE.sheet(brick, found, questions)

    first = PAGE.sheet(brick, settings, questions)
    assert first.block("drawing").value.marked == 1  # from 0, then the first step
    settings, sheet = after("steps.go.buttons.step_forward", "pressed")
    assert sheet.block("drawing").value.marked == 2
    assert sheet.block("count").text == "step 2 of 6"
    settings, sheet = after("map.choices.first", "chosen", "5")
    assert (sheet.block("first").chosen, sheet.block("second").chosen) == ("5", "2")
    settings, sheet = after("map.choices.others", "chosen", "minimised")
    assert sheet.block("drawing").value.section.others == "minimised"
    assert PAGE.reduce(settings, UserEvent("conditions.table", "selected", 2), brick, questions)[1] == SelectContact(2)
    settings, sheet = after("of.which", "chosen", "solved")
    assert sheet.block("conditions.table").columns[1].unit == "N·s"
    problem = PAGE.problem(brick, settings, questions)
    assert (problem.which, problem.law) == ("solved", "frictionless")
    assert not np.any(problem.force[:, :2])


def test_of_many_contacts_one_that_is_shown_may_be_selected_and_all_stay(monkeypatch):
    monkeypatch.setattr("torseur.app.laboratory.contact.programme.page.MOST_WHOLE", 20)
    monkeypatch.setattr("torseur.app.laboratory.contact.programme.programme_analysis.MOST_WHOLE", 20)
    monkeypatch.setattr("torseur.app.laboratory.contact.programme.programme_analysis.MOST_SHOWN", 30)
    recording, questions = sim.simulate(sim.load_scene("box_stack"), 0.3), ImmediateQuestions()

    def names(row):
        sheet = PAGE.sheet(seen_at(recording, 300, contact=row), ProgrammeSettings(which="solved"), questions)
        return [cells[0].text for cells in sheet.block("conditions.table").rows]

    shown = names(7)
    assert (shown[0], shown[5]) == ("c_8", "c_7")
    assert names(6) == shown
    assert "c_{31}" not in shown
    assert names(30)[0] == "c_{31}"


def test_why_there_is_nothing_is_said_below_what_can_be_chosen(brick):
    sheet = PAGE.sheet(seen_at(brick.recording, 5), ProgrammeSettings(), ImmediateQuestions())
    assert sheet.has("which")
    assert "“As solved” may show more" in sheet.block("absent").text
