"""The formulas of the table that is edited: asked for a moment after the last edit, and copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from torseur.ui.panels.dh_table.dh_formulas import DHFormulas
from torseur.ui.text.array_text import FORMS, csv_of_entries

from ...background.symbolic_job import SymbolicJob
from ...background.symbolic_task import FORMULAS
from ...session.session import Session

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition
    from torseur.sim.analysis.symbolic.values import Formulas

PAUSE = 150  # [ms] after an edit, before formulas are asked for


class FormulasBinding(QObject):
    """Between their section and the process that works out formulas; `current_table` gives the table, or None."""

    def __init__(
        self, session: Session, section: DHFormulas, current_table: Callable[[], Definition | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._section, self._current_table = session, section, current_table
        self._form = (False, True)  # with tool, with named lengths
        self._found: Formulas | None = None
        self.job = SymbolicJob(FORMULAS, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._compute)
        section.form_chosen.connect(self._choose_form)
        section.copy_requested.connect(self._copy)
        section.cancel_requested.connect(self.job.cancel)
        self.job.started.connect(section.show_busy)
        self.job.found.connect(self._show)
        self.job.failed.connect(self._show_failure)

    def compute_soon(self) -> None:
        """Ask for the formulas of the table as it is now, unless it is edited again at once."""
        self._timer.start()

    def forget(self) -> None:
        """Show none: another table is open."""
        self._found = None
        self._section.show_failure("")

    def stop(self) -> None:
        """Ask for none any more, and wait until the process has ended."""
        self._timer.stop()
        self.job.stop()

    def _choose_form(self, tool: bool, names: bool) -> None:
        self._form = tool, names
        self._compute()

    def _compute(self) -> None:
        from torseur.robots.dh.dh_reader import table_of
        from torseur.sim.analysis.symbolic.values import request

        table = self._current_table()
        if table is None:
            self.job.stop()
            return
        self.job.ask(request(table_of(table), tool=self._form[0], names=self._form[1]))

    def _show(self, found: Formulas) -> None:
        self._found = found
        self._section.show_formulas(found)

    def _show_failure(self, reason: str) -> None:
        self._found = None
        self._section.show_failure(self.tr("No formulas. {reason}").format(reason=reason))

    def _copy(self, kind: str) -> None:
        if self._found is not None:
            found = self._found
            text = {"latex": found.latex, "numpy": found.numpy}.get(kind) or csv_of_entries((found.T, found.J))
            QGuiApplication.clipboard().setText(text)
            self._session.message.emit(self.tr("Copied T and J as {what}.").format(what=FORMS[kind]), "", "plain")
