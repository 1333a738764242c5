"""The Jacobian of the table that is open, from its formulas, which another process works out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array

from ...background.symbolic_job import SymbolicJob
from ...background.symbolic_task import FORMULAS
from ...session.session import Session

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition
    from torseur.sim.analysis.symbolic.values import Formulas

NEAR = 1e-9  # [m | 1] how far the table's tool may be from the frame


class TableFormulas(QObject):
    """Asks once for each table. `changed`: there are formulas now, or a reason why not."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._definition: Definition | None = None  # that formulas were asked of
        self._numbers: Callable[[Array], tuple[Array, Array]] | None = None
        self.formulas: Formulas | None = None  # of the table that was asked of last
        self._reason = ""
        self._job = SymbolicJob(FORMULAS, self)
        self._job.found.connect(self._take)
        self._job.failed.connect(self._fail)

    def jacobian(self, q: Array, pose: Array, *, of_point: bool = False) -> tuple[Array | None, str]:
        """J (6, nv) at q (nq,), world-aligned at `pose` (4, 4); or None, and why there is none.

        of_point : `pose` is at another point than the frame's origin
        """
        document = self._session.document
        table = None if document is None else document.table
        if table is None:
            return None, self.tr("this robot is not a Denavit-Hartenberg table.")
        if of_point:
            return None, self.tr("they are of the origin of the table's tool, and this is another point.")
        self._compute(table)
        if self._numbers is None:
            return None, self._reason
        T, J = self._numbers(q)
        if float(np.abs(T - pose).max()) > NEAR:
            return None, self.tr("they are of the table's tool, and this is another frame.")
        return J, ""

    def stop(self) -> None:
        """End the process, if it is at work."""
        if self._job.running:
            self._job.stop()
            self._definition = None

    def _compute(self, definition: Definition) -> None:
        if definition is self._definition:
            return
        from torseur.robots.dh.dh_reader import table_of
        from torseur.sim.analysis.symbolic.values import request

        self._definition, self._numbers, self.formulas = definition, None, None
        self._reason = self.tr("they are being worked out.")
        self._job.ask(request(table_of(definition), tool=True, names=True))

    def _take(self, found: Formulas) -> None:
        self._numbers, self.formulas = found.numbers(), found
        self.changed.emit()

    def _fail(self, reason: str) -> None:
        self._reason = reason
        self.changed.emit()
