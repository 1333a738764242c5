"""What is planned, with a job that plans when the test says so: edits, undo, stopping, other jobs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Signal

from tests.plan_by_hand import hop, iterates
from torseur.app.session.session import Session
from torseur.app.trajectory.planning import Planning
from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningSoFar, PlanningStage
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase
from torseur.sim.trajectory.values import PlanStatus

TASK = PlanTask("hop", (TaskPhase("stance"), TaskPhase("flight"), TaskPhase("stance")))


class JobInHand(QObject):
    """Asked as the planning process is, answered by the test."""

    progressed = Signal(object)
    finished = Signal(object)
    failed = Signal(str)

    def __init__(self):
        super().__init__()
        self.asked = []
        self.running = False

    def prepare(self):
        pass

    def ask(self, job, task, **options):
        self.asked.append((job, task, options))
        self.running = True

    def cancel(self):
        self.running = False

    def stop(self):
        self.running = False

    def answer(self, result, sentence=""):
        """Come to an end."""
        self.running = False
        self.finished.emit(PlanningEnd(result, sentence))


@pytest.fixture
def job():
    return JobInHand()


@pytest.fixture
def planning(kernels, job):
    planning = Planning(Session(kernels), job=job)
    planning.open(TASK)
    return planning


def test_an_edit_is_planned_warm_and_undo_brings_its_plan_back_without_planning(planning, job, kernels):
    planning.ask()
    first, second = hop(), hop()
    job.answer(first)
    assert planning.plan is first
    edited = replace(TASK, friction=0.4)
    planning.edit(edited, "friction")
    assert planning.plan is None  # of this task there is none yet
    assert planning.shown is first  # which is shown meanwhile
    job.answer(second)
    assert [(name, task, options["warm"]) for name, task, options in job.asked] == [
        ("plan", TASK, False),
        ("plan", edited, True),
    ]
    stack = planning.undo_stack
    stack.undo()
    assert (planning.task, planning.plan) == (TASK, first)
    stack.redo()
    assert (planning.task, planning.plan) == (edited, second)
    assert len(job.asked) == 2


def test_before_there_is_a_plan_edits_wait_for_the_user_to_ask(planning, job):
    planning.edit(replace(TASK, friction=0.4), "friction")
    assert job.asked == []


def test_with_planning_of_each_change_off_several_numbers_are_typed_before_one_plan(planning, job):
    planning.ask()
    first, second = hop(), hop()
    job.answer(first)
    planning.each_change = False
    told = []
    planning.plan_changed.connect(lambda: told.append(planning.outdated))
    planning.edit(replace(TASK, friction=0.4), "friction")
    planning.edit(replace(TASK, friction=0.4, goal={"body_x": 1.0}), "goal")
    assert len(job.asked) == 1
    assert told == [True, True]  # and what is shown is told to be of before
    planning.ask()
    job.answer(second)
    assert planning.plan is planning.shown is second


def test_a_plan_that_comes_after_its_task_was_left_is_kept_for_that_task(planning, job):
    planning.ask()
    job.answer(hop())
    planning.edit(replace(TASK, friction=0.4), "friction")
    planning.undo_stack.undo()  # while it is being planned
    late = hop()
    job.answer(late)
    assert planning.plan is not late
    assert planning.task is TASK


def test_what_was_stopped_is_shown_as_that_and_what_is_done_meanwhile_is_told(planning, job):
    told = []
    planning.progressed.connect(told.append)
    planning.ask()
    job.progressed.emit(PlanningStage("building the equations", 0.1))
    for one in iterates(3):
        job.progressed.emit(one)
    assert len(planning.iterates) == 3
    planning.stop()
    job.answer(hop(PlanStatus.STOPPED), "Stopped after 0.1 s.")
    assert planning.plan.status is PlanStatus.STOPPED
    assert told == ["starting", "building the equations", ""]


def test_iterates_are_those_of_the_solve_at_hand_where_a_job_makes_several(planning, job):
    planning.ask_for("explain")
    for one in (*iterates(5), *iterates(3)):
        job.progressed.emit(one)
    assert [one.iteration for one in planning.iterates] == [0, 1, 2]


def test_what_another_job_finds_is_told_by_its_name_and_the_plan_stays(planning, job):
    planning.ask()
    plan = hop()
    job.answer(plan)
    told = []
    planning.found.connect(lambda *what: told.append(what))
    planning.ask_for("explain")
    job.answer("an explanation")
    assert told == [("explain", "an explanation")]
    assert planning.plan is plan
    assert planning.iterates == list(plan.iterates)


def test_an_edit_while_the_first_plan_is_made_asks_for_the_edited_task(planning, job):
    planning.ask_for("explain")
    edited = replace(TASK, friction=0.4)
    planning.edit(edited, "friction")
    assert job.asked[-1][:2] == ("plan", edited)
    plan = hop()
    job.answer(plan)
    assert planning.plan is planning.shown is plan


def test_the_plan_of_before_an_edit_is_told_as_such_where_the_edited_task_has_none(planning, job):
    planning.ask()
    job.answer(hop())
    assert not planning.outdated
    planning.edit(replace(TASK, friction=0.4), "friction")
    job.running = False
    job.failed.emit("There is none.")
    assert planning.outdated
    assert planning.shown is not None
    assert planning.plan is None


def test_from_what_was_explored_there_is_a_way_back_to_the_plan(planning, job):
    planning.ask()
    plan, explored = hop(), hop()
    job.answer(plan)
    planning.show_other(explored)
    assert planning.explored
    assert not planning.outdated
    planning.show_again()
    assert planning.shown is plan
    assert not planning.explored


def test_what_is_found_so_far_is_told_before_a_search_ends(planning, job):
    planning.ask_for("explain")
    assert planning.job == "explain"
    heard = []
    planning.found_so_far.connect(lambda name, found: heard.append((name, found)))
    job.progressed.emit(PlanningSoFar("Impossible: as far as is known."))
    job.progressed.emit(PlanningSoFar(hop()))  # the best plan of a search is no answer to it
    assert heard == [("explain", "Impossible: as far as is known.")]


def test_what_is_in_no_file_is_known_until_it_is_saved(planning, job):
    assert not planning.unsaved
    planning.ask()
    job.answer(hop())
    assert planning.unsaved
    planning.note_saved(planning.task, planning.plan)
    assert not planning.unsaved
    planning.show_other(hop())  # what was explored is no work that is lost
    assert not planning.unsaved
    planning.show_again()
    planning.edit(replace(TASK, friction=0.4), "friction")
    assert planning.unsaved
