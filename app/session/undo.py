"""What can be undone: anything that puts the session to another start. What was simulated goes and comes back with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.simulation.scene.settings import Settings

if TYPE_CHECKING:
    from torseur.sim.simulation.simulation import Simulation

    from ..documents.document import Document
    from .session import Session


@dataclass(frozen=True, eq=False, slots=True)
class Standing:
    """Where a session stands: its start, how and of what materials it simulates, and what it simulated from there."""

    q: Array  # (nq,) the start
    target: Array | None  # (nq,) of the controllers; None: what the scene says
    settings: Settings
    document: Document | None  # what is open, with the materials that it has
    simulation: Simulation | None = None
    index: int = -1  # of the state shown


class Edit(QUndoCommand):
    """From one standing to another. Edits with the same key, one after the other, are one: the moves of one drag."""

    def __init__(self, session: Session, after: Standing, text: str, key: tuple[str, int] | None = None) -> None:
        super().__init__(text)
        self._session, self.key = session, key
        self._before, self._after = session.standing(), after

    @override
    def id(self) -> int:
        return 1 if self.key is not None else -1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, Edit) or other.key != self.key:
            return False
        self._after = other._after
        return True

    @override
    def undo(self) -> None:
        self._session.pause()
        self._after = self._session.standing()
        self._session.stand(self._before)

    @override
    def redo(self) -> None:
        self._session.pause()
        self._session.stand(self._after)
