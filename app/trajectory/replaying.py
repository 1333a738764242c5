"""The plan given to the simulation: compared with it behind the window, or let run in it under the user's hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from torseur.sim.compilation import DYNAMICS, HYBRID
from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.task.plan_task import PlanTask
from torseur.sim.trajectory.values import Plan
from torseur.ui.displays.fact_list import Fact
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.trajectory.plan.replay_section import ReplaySection

from ..documents.document import Document
from ..documents.planned_scene import planned_scene
from ..session.session import Session
from ..sheet.answering import AnswerThreads, PageQuestions
from .plan_motion import same_motion
from .planning import Planning

if TYPE_CHECKING:
    from torseur.sim.trajectory.replay.values import Replay

WARM_UP = (HYBRID, DYNAMICS)  # groups of kernels that it needs
EVENTS = (marked("touch-down"), marked("lift-off"), marked("slip"), marked("stick"))  # kinds of `ReplayEvent`


class Replaying(QObject):
    """Between the section Replay, what is planned, and the session."""

    replayed = Signal(object)  # Replay; None: what there was is of another plan
    made = Signal(object)  # Document: the scene that plays the plan

    def __init__(
        self,
        session: Session,
        planning: Planning,
        section: ReplaySection,
        threads: AnswerThreads,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._planning, self._section = session, planning, section
        self._of: Plan | None = None  # what was replayed
        self._waiting: Callable[[], None] | None = None  # what is wanted of the plan once it is settled
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(self._look)
        self._asked: tuple[Plan, Callable[[], Replay | Document]]  # of which plan, and what finds it
        section.replay_requested.connect(self.replay)
        section.simulate_requested.connect(self.simulate)
        planning.plan_changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether it is being replayed."""
        return self._questions.running

    def replay(self, kind: str) -> None:
        """Have the plan replayed: "open" by its inputs alone, or with "feedback"."""
        found = self._ready(lambda: self.replay(kind))
        if found is not None:
            plan, task = found
            self._of = plan
            self._section.show_begun(kind)
            self._section.show_outcome((), self.tr("Replaying…"))
            self._ask(plan, partial(replayed, plan, task, kind))

    def simulate(self, kind: str) -> None:
        """Have the scene made that plays the plan in the window."""
        found = self._ready(lambda: self.simulate(kind))
        if found is not None:
            plan, task = found
            self._ask(plan, partial(replay_document, plan, task, kind))

    def stop(self) -> None:
        """What is being replayed is not wanted."""
        self._questions.forget()

    def _ready(self, again: Callable[[], None]) -> tuple[Plan, PlanTask] | None:
        """The plan and its task; None: it is said why not, or that it is waited for, and then done."""
        plan, task = self._planning.plan, self._planning.task
        if self._planning.explored:
            self._session.message.emit(*self._planning.not_a_plan())
            return None
        if self._planning.running and self._planning.job == "plan":
            self._waiting = again
            self._section.show_outcome((), self.tr("As soon as the plan is settled…"))
            return None
        if plan is None or task is None:
            self._session.message.emit(self.tr("There is no plan of this task yet."), "", "plain")
            return None
        if not all(map(self._session.kernels.has, WARM_UP)):
            self._session.message.emit(self.tr("The kernels of the simulation are still being compiled."), "", "plain")
            return None
        return plan, task

    def _ask(self, plan: Plan, find: Callable[[], Replay | Document]) -> None:
        self._asked = plan, find
        self._look()

    def _look(self) -> None:
        plan, find = self._asked
        answer = self._questions.ask_alone("replay", find, find)
        if answer.late:
            return
        self._questions.forget()
        now, found = self._planning.plan, answer.value
        if now is None or not same_motion(plan, now):
            return
        if answer.error:
            self._section.show_outcome((), answer.error)
        elif isinstance(found, Document):
            self.made.emit(found)
        else:
            self._section.show_outcome(*outcome_of(self, found))
            self.replayed.emit(found)

    def _follow(self) -> None:
        self._forget()
        waiting = self._waiting
        if waiting is not None and not self._planning.running:
            self._waiting = None
            waiting()

    def _forget(self) -> None:
        shown = self._planning.shown
        if shown is self._of or (shown is not None and self._of is not None and same_motion(shown, self._of)):
            return
        self._of = None
        self._questions.forget()
        self._section.show_outcome((), "")
        self.replayed.emit(None)


def replayed(plan: Plan, task: PlanTask, kind: str) -> Replay:
    """The plan played by the simulation, and compared."""
    from torseur.sim.trajectory.replay.replay import replay

    return replay(plan, task, feedback=kind == "feedback")


def replay_document(plan: Plan, task: PlanTask, kind: str) -> Document:
    """The scene that plays the plan; its recordings are saved with the scene of the task, so that they open again."""
    from torseur.sim.trajectory.replay.planned_robot import planned_robot
    from torseur.sim.trajectory.replay.replay_scene import prepared_replay

    prepared = prepared_replay(plan, task, feedback=kind == "feedback")
    source = planned_scene(task, planned_robot(plan, task), plan).source
    return Document("scene", tr("{task}, replayed", task=task.name), "", replace(prepared.scene, source=source))


def outcome_of(owner: QObject, replay: Replay) -> tuple[list[Fact], str]:
    """What a replay came to, in numbers and in sentences."""
    facts = [
        (owner.tr("Farthest off on the way"), number_text(float(replay.position_error.max()), 3, 0.0), "m"),
        (
            owner.tr("At the end"),
            f"{number_text(float(replay.position_error[-1]), 3, 0.0)} m, "
            f"{number_text(float(replay.velocity_error[-1]), 3, 0.0)}",
            "m/s",
        ),
    ]
    for event in replay.events:
        if event.planned is not None:
            found = owner.tr("not found")
            if event.difference is not None:
                found = quantity_text(event.difference, "s", 2)
            name = owner.tr("{event}, planned at {t}").format(event=tr(event.kind), t=quantity_text(event.planned, "s"))
            facts.append((name.capitalize(), found, ""))
    for one in replay.growth:
        name = owner.tr("Left alone, an error grows by the end of phase {k}").format(k=one.phase + 1)
        facts.append((name, f"{number_text(one.growth, 3)} ×", ""))
    return facts, " ".join(replay.sentences)
