"""What an exercise asks about, a robot, a scene or a plan: whether it is open, where it stands, and how it gets there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING

from ...session.session import Session
from .expressions.case import Case, frame_of
from .question import Exercise
from .reckoned import Reckoned
from .shipped_case import shipped_bodies

PLAN_FILES = (".mcap", ".npz")
NEAR = 1e-9  # [rad | m] joints this near to a pose are in it


class ExerciseRobot(QObject):
    """Between an exercise and the session."""

    def __init__(
        self, session: Session, open_robot: Callable[[str], object], plan: Callable[[], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._open_robot, self._plan = session, open_robot, plan
        self.exercise: Exercise | None = None
        self._requested: Exercise | None = None  # whose robot is being opened

    @property
    def is_there(self) -> bool:
        """Whether it is what is open, with the joints or bodies that are asked about."""
        document, exercise = self._session.document, self.exercise
        if document is None or exercise is None or document.reference != exercise.opens:
            return False
        if document.kind != exercise.kind:
            return False
        if exercise.scene:
            return self._session.model.body_names == shipped_bodies(exercise.scene)
        return self._session.model.nq == len(Reckoned(exercise, None).of("q")) and bool(self.frame)

    @property
    def frame(self) -> str:
        """The frame that the exercise asks about, in what is open; "" if there is none."""
        return frame_of(self._session.model, self.exercise.said.frame) if self.exercise is not None else ""

    @property
    def is_computable(self) -> bool:
        """Whether what is computed of a robot is compiled."""
        needs = (POSING,) if self.exercise is None else self.exercise.needs
        return all(self._session.kernels.has(group) for group in needs)

    @property
    def would_lose(self) -> str:
        """What was made here that opening something else would give up: "recording", "plan"; empty: nothing."""
        session, document = self._session, self._session.document
        if document is not None and document.task is not None:
            kept = document.plan is None or Path(document.reference).suffix in PLAN_FILES
            return "" if kept and not session.undo_stack.canUndo() else "plan"
        return "recording" if session.recording is not None and not session.is_replay else ""

    def is_at(self, q: Array) -> bool:
        """Whether it stands at q (nq,); of a plan, whether there is one. A scene is asked about as it starts."""
        document = self._session.document
        if self.exercise is not None and self.exercise.scene:
            return True
        if self.exercise is not None and self.exercise.task:
            return document is not None and document.plan is not None
        snapshot = self._session.snapshot
        return snapshot is not None and np.shape(snapshot.q) == q.shape and bool(np.all(np.abs(snapshot.q - q) <= NEAR))

    def line(self, q: Array, texts: Mapping[str, str]) -> tuple[str, str]:
        """A sentence on how it stands to the question asked at q (nq,), and what a button does about that; empty: nothing."""
        exercise, document = self.exercise, self._session.document
        assert exercise is not None
        name = exercise.subject
        if not self.is_there:
            open_name = document.name if document is not None else ""
            same = document is not None and document.reference == exercise.opens
            why = (
                "absent_plan"
                if exercise.task
                else "changed_scene"
                if same and exercise.scene
                else "absent_scene"
                if exercise.scene
                else "changed"
                if same
                else "absent"
            )
            text = texts[why].format(robot=name, name=open_name)
            lost = " " + texts[self.would_lose] if self.would_lose else ""
            return text + lost, texts["open"].format(robot=name)
        if not self.is_computable:
            return texts["compiling"], ""
        if self.is_at(q):
            there = "planned_there" if exercise.task else "scene_there" if exercise.scene else "in_place"
            return texts[there].format(robot=name), ""
        if exercise.task:
            return texts["unplanned"].format(robot=name), texts["make_plan"]
        return texts["elsewhere"].format(robot=name), texts["pose"]

    def case(self) -> Case | None:
        """The open robot as it stands, if it is the right one and can be computed."""
        snapshot = self._session.snapshot
        if snapshot is None or not self.is_there or not self.is_computable:
            return None
        document, exercise = self._session.document, self.exercise
        if document is not None and exercise is not None and exercise.scene:
            return Case(self._session.model, document.scene.initial.q, "", document.scene)
        return Case(self._session.model, np.asarray(snapshot.q), self.frame)

    def open(self) -> None:
        """Open it, behind the window."""
        assert self.exercise is not None
        self._requested = self.exercise
        self._open_robot(self.exercise.opens)

    def arrived(self) -> bool:
        """Whether what was opened just now is what was asked for; asked once."""
        requested, self._requested = self._requested, None
        return requested is not None and requested is self.exercise and self.is_there

    def pose(self, q: Array, text: str) -> None:
        """Bring it to q (nq,), as an edit that is called `text`; have it planned, where a plan is asked about."""
        if not self.is_there or self.exercise is None:
            return
        if self.exercise.scene:
            return
        if not self.exercise.task:
            self._session.pose(q, text)
        elif not self.is_at(q):
            self._plan()
