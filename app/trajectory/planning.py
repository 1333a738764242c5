"""What is planned: the task that is open with all that the user did to it, and the plans that there are of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningSoFar, PlanningStage
from torseur.sim.trajectory.task.plan_task import PlanTask
from torseur.sim.trajectory.values import Plan, PlanIterate

from ..background.planning_job import PlanningJob
from ..documents.document import Document
from ..session.session import Session
from ..session.undo import Change, push


@dataclass(eq=False, slots=True)
class PlanState:
    """A task, and its plan once it was made. Mutable: the plan comes later."""

    task: PlanTask
    plan: Plan | None = None


@dataclass(frozen=True, eq=False, slots=True)
class UnsavedPlan:
    """What is planned and is in no file as it is."""

    document: Document
    task: PlanTask
    plan: Plan | None
    is_older: bool  # the plan is of the task before its last edits


class Planning(QObject):
    """Edits of the task can be undone, and bring their plan back with them; once there is a plan, each is planned from it."""

    task_changed = Signal()
    plan_changed = Signal()
    iterated = Signal()  # one more of `iterates`
    progressed = Signal(str)  # what is being done; empty: nothing
    found = Signal(str, object)  # a job other than "plan", and what it gave
    found_so_far = Signal(str, object)  # the same before its end

    def __init__(self, session: Session, parent: QObject | None = None, job: PlanningJob | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job = job or PlanningJob(self)
        self._job.progressed.connect(self._hear)
        self._job.finished.connect(self._finish)
        self._job.failed.connect(self._fail)
        self._state: PlanState | None = None
        self._asked: tuple[str, PlanState] | None = None  # which job, for what
        self.opened: PlanTask | None = None  # as its file has it
        self._saved: tuple[PlanTask | None, Plan | None] = None, None
        self.shown: Plan | None = None  # the newest plan, perhaps of the task before the last edit; or what was explored
        self._explored: Plan | None = None
        self.iterates: list[PlanIterate] = []
        self.stage = ""
        self.each_change = True  # whether edits are planned at once; else they wait to be asked for

    @property
    def task(self) -> PlanTask | None:
        """What is asked for; None: no planning scene is open."""
        return None if self._state is None else self._state.task

    @property
    def plan(self) -> Plan | None:
        """The plan of the task as it is now; None: there is none yet."""
        return None if self._state is None else self._state.plan

    @property
    def job(self) -> str:
        """Which job is being done, as "plan" or "explain"; empty: none."""
        return "" if self._asked is None else self._asked[0]

    @property
    def outdated(self) -> bool:
        """Whether what is shown is of the task before the last edit: of this one there is no plan."""
        return self.shown is not None and self.shown is not self.plan and not self.explored

    @property
    def explored(self) -> bool:
        """Whether what is shown was explored: a motion, which is no plan of the task."""
        return self.shown is not None and self.shown is self._explored

    @property
    def unsaved(self) -> bool:
        """Whether the task, or the newest plan, is in no file."""
        plan = self.plan if self.explored else self.shown
        return self.task is not None and (self.task is not self._saved[0] or plan is not self._saved[1])

    @property
    def undo_stack(self) -> QUndoStack:
        """Where its edits are undone."""
        return self._session.undo_stack

    @property
    def running(self) -> bool:
        """Whether something is being planned."""
        return self._job.running

    def open(self, task: PlanTask | None, plan: Plan | None = None) -> None:
        """Plan something else from now on; None: nothing."""
        if self._job.running:
            self._job.stop()
        self._asked = None
        self._state = None if task is None else PlanState(task, plan)
        self.opened, self.shown, self._saved = task, plan, (task, plan)
        self.iterates = [] if plan is None else list(plan.iterates)
        if task is not None:
            self._job.prepare()
        self._say("")
        self.task_changed.emit()
        self.plan_changed.emit()

    def take_recovered(self, opened: PlanTask, *, is_older: bool) -> None:
        """What is open came from no file: `opened` is what its file says; its plan may be of the task before its last edits."""
        self.opened, self._saved = opened, (None, None)
        if is_older and self._state is not None:
            self._state.plan = None
            self.plan_changed.emit()

    def take_over(self, other: Planning) -> None:
        """Be at what another is at, which does nothing."""
        self._state, self.opened, self._saved = other._state, other.opened, other._saved
        self.shown, self._explored, self.iterates = other.shown, other._explored, other.iterates
        self.each_change = other.each_change
        self.task_changed.emit()
        self.plan_changed.emit()

    def note_saved(self, task: PlanTask, plan: Plan) -> None:
        """These two are in a file now, whole."""
        self._saved = task, plan

    def edit(self, task: PlanTask, text: str, plan: Plan | None = None) -> None:
        """Ask for something else, of which there may be a plan already; can be undone."""
        if self._state is not None and task is not self._state.task:
            push(self.undo_stack, Change(self._state, PlanState(task, plan), self._apply, text))

    def ask(self) -> None:
        """Plan the task as it is: warm, where there is a plan, then from a fresh start, which may lead to a cheaper one."""
        warm = self.shown is not None
        self.ask_for("plan", warm=warm, fresh=warm)

    def ask_for(self, job: str, subject: Any = None, **options: Any) -> None:
        """Have a job of the planning process done with the task, or with another subject."""
        if self._state is None:
            return
        self._asked = job, self._state
        self.iterates = []
        self._job.ask(job, self._state.task if subject is None else subject, **options)
        self._say(self.tr("starting"))

    def stop(self) -> None:
        """Give up what is being planned; its best iterate is kept."""
        if self._job.running:
            self._job.cancel()

    def close(self) -> None:
        """End the process."""
        self._job.stop()

    def show(self, plan: Plan) -> None:
        """Take another plan of the task, such as one of several that were found."""
        if self._state is not None:
            self._take(self._state, plan)

    def show_other(self, plan: Plan) -> None:
        """Show what was explored, which is not of the phases that the task gives."""
        self.shown = self._explored = plan
        self.iterates = list(plan.iterates)
        self.plan_changed.emit()

    def not_a_plan(self) -> tuple[str, str, str]:
        """What is told of an exploration where a plan is wanted: sentence, detail, kind."""
        return (
            self.tr("What is shown was explored, and is no plan."),
            self.tr("Plan with this sequence, or go back to the plan."),
            "plain",
        )

    def show_again(self) -> None:
        """From what was explored back to the plan of the task."""
        if self._state is not None and self.explored:
            self.shown = self._state.plan
            self._show_again()

    def _apply(self, state: PlanState) -> None:
        """What an edit, undo and redo do: the plan that there was of it comes back, or a new one is asked for."""
        self._state = state
        self.task_changed.emit()
        if state.plan is not None:
            self._take(state, state.plan)
        elif self.each_change and (self.shown is not None or self._asked is not None):
            self.ask()
        elif self.shown is not None:
            self.plan_changed.emit()  # which is of another task now

    def _hear(self, heard: object) -> None:
        if isinstance(heard, PlanningStage):
            self._say(heard.text)
        elif isinstance(heard, PlanIterate):
            if heard.iteration == 0:  # of another solve
                self.iterates = []
            self.iterates.append(heard)
            self.iterated.emit()
        elif isinstance(heard, PlanningSoFar) and not isinstance(heard.result, Plan):
            self.found_so_far.emit(self.job, heard.result)
        elif isinstance(heard, PlanningSoFar) and self.job == "plan" and heard.result.status.is_solution:
            self._show_so_far(heard.result)

    def _show_so_far(self, plan: Plan) -> None:
        """A plan, in case no cheaper one is found."""
        if self._asked is not None and self._asked[1] is self._state and self._state is not None:
            self._state.plan = self.shown = plan
            self.plan_changed.emit()

    def _finish(self, end: PlanningEnd) -> None:
        asked, self._asked = self._asked, None
        self._say("")
        if asked is None:
            return
        job, state = asked
        if job == "plan" and isinstance(end.result, Plan):
            self._take(state, end.result)
        else:
            self._show_again()
            self.found.emit(job, end.result)
        if end.sentence:
            self._session.message.emit(self.tr("Planning was stopped."), end.sentence, "plain")

    def _show_again(self) -> None:
        """What there was, after something else was looked for."""
        self.iterates = [] if self.shown is None else list(self.shown.iterates)
        self.plan_changed.emit()

    def _fail(self, sentence: str) -> None:
        asked, self._asked = self._asked, None
        self._say("")
        if asked is None:
            return
        title = self.tr("There is no plan.") if asked[0] == "plan" else self.tr("Nothing was found.")
        self._session.message.emit(title, sentence, "warning")
        self._show_again()

    def _take(self, state: PlanState, plan: Plan) -> None:
        state.plan = plan
        if state is self._state:
            if self._job.running:
                self._asked = None
                self._job.cancel()
            self.shown = plan
            self.iterates = list(plan.iterates)
            self.plan_changed.emit()
        else:  # edited meanwhile, and not asked for anew
            self._show_again()

    def _say(self, stage: str) -> None:
        self.stage = stage
        self.progressed.emit(stage)
