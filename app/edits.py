"""What can be undone: poses, new starts, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QUndoCommand

from sim.multibody.arrays import Array
from sim.simulation.settings import Settings

if TYPE_CHECKING:
    from .session import Session


class Pose(QUndoCommand):
    """Joints put elsewhere, before anything is simulated. Moves of one joint in one gesture are one edit."""

    def __init__(self, session: Session, q: Array, text: str, joint: str) -> None:
        super().__init__(text)
        self._session, self._before, self._after = session, np.array(session.start), np.array(q)
        self._key = (joint, session.gesture)

    def id(self) -> int:
        """All poses may merge."""
        return 1 if self._key[0] else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Be one edit with the next move of the same drag."""
        if not isinstance(other, Pose) or other._key != self._key:
            return False
        self._after = other._after
        return True

    def undo(self) -> None:
        """Back."""
        self._session.put(self._before)

    def redo(self) -> None:
        """Do it."""
        self._session.put(self._after)


class NewStart(QUndoCommand):
    """A recording given up for a new start; undone, it is there again."""

    def __init__(self, session: Session, q: Array, text: str) -> None:
        super().__init__(text)
        self._session, self._after = session, np.array(q)
        self._before = (np.array(session.start), session.simulation, session.index)

    def undo(self) -> None:
        """The recording is back."""
        self._session.pause()
        self._session.put(*self._before)

    def redo(self) -> None:
        """Stand at the new start."""
        self._session.pause()
        self._session.put(self._after)


class Configure(QUndoCommand):
    """Other settings: what was recorded with the old ones goes, and comes back with them."""

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session.tr("Change settings"))
        self._session, self._after = session, settings
        self._before = (session.settings, np.array(session.start), session.simulation, session.index)

    def undo(self) -> None:
        """Settings and recording are back."""
        self._session.pause()
        settings, q, simulation, index = self._before
        self._session.use(settings)
        self._session.put(q, simulation, index)

    def redo(self) -> None:
        """Take the settings, and start anew."""
        self._session.pause()
        self._session.use(self._after)
        self._session.put(self._before[1])
