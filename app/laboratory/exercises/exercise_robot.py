"""The robot of an exercise: whether it is what is open, where it stands, and how it gets there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING

from ...session.session import Session
from .case import Case, frame_of
from .question import Exercise

NEAR = 1e-9  # [rad | m] joints this near to a pose are in it


class ExerciseRobot(QObject):
    """Between an exercise and the session."""

    def __init__(self, session: Session, open_robot: Callable[[str], object], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._open_robot = session, open_robot
        self.exercise: Exercise | None = None
        self._requested: Exercise | None = None  # whose robot is being opened

    @property
    def is_there(self) -> bool:
        """Whether it is what is open, with the joints that it is asked about."""
        document, exercise = self._session.document, self.exercise
        if document is None or exercise is None or document.kind != "robot" or document.reference != exercise.reference:
            return False
        return self._session.model.nq == len(exercise.q) and bool(self.frame)

    @property
    def frame(self) -> str:
        """The frame that the exercise asks about, in what is open; "" if there is none."""
        return frame_of(self._session.model, self.exercise.frame) if self.exercise is not None else ""

    @property
    def is_computable(self) -> bool:
        """Whether what is computed of a robot is compiled."""
        needs = (POSING,) if self.exercise is None else self.exercise.needs
        return all(self._session.kernels.has(group) for group in needs)

    @property
    def would_lose_recording(self) -> bool:
        """Whether opening something else would give up a recording that was made here."""
        return self._session.recording is not None and not self._session.is_replay

    def is_at(self, q: Array) -> bool:
        """Whether it stands at q (nq,)."""
        snapshot = self._session.snapshot
        return snapshot is not None and np.shape(snapshot.q) == q.shape and bool(np.all(np.abs(snapshot.q - q) <= NEAR))

    def line(self, q: Array, texts: Mapping[str, str]) -> tuple[str, str]:
        """A sentence on how it stands to the question asked at q (nq,), and what a button does about that; empty: nothing."""
        exercise, document = self.exercise, self._session.document
        assert exercise is not None
        name = exercise.robot
        if not self.is_there:
            open_name = document.name if document is not None else ""
            same = document is not None and document.reference == exercise.reference
            text = texts["changed" if same else "absent"].format(robot=name, name=open_name)
            lost = " " + texts["recording"] if self.would_lose_recording else ""
            return text + lost, texts["open"].format(robot=name)
        if not self.is_computable:
            return texts["compiling"], ""
        if self.is_at(q):
            return texts["in_place"].format(robot=name), ""
        return texts["elsewhere"].format(robot=name), texts["pose"]

    def case(self) -> Case | None:
        """The open robot as it stands, if it is the right one and can be computed."""
        snapshot = self._session.snapshot
        if snapshot is None or not self.is_there or not self.is_computable:
            return None
        return Case(self._session.model, np.asarray(snapshot.q), self.frame)

    def open(self) -> None:
        """Open it, behind the window."""
        assert self.exercise is not None
        self._requested = self.exercise
        self._open_robot(self.exercise.reference)

    def arrived(self) -> bool:
        """Whether what was opened just now is what was asked for; asked once."""
        requested, self._requested = self._requested, None
        return requested is not None and requested is self.exercise and self.is_there

    def pose(self, q: Array, text: str) -> None:
        """Bring it to q (nq,), as an edit that is called `text`."""
        if self.is_there:
            self._session.pose(q, text)
