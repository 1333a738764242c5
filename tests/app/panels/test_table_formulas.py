"""Formulas of a table that are asked for soon, and not any more once the window closes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.app.panels.dh_table.table_formulas import FormulasBinding


class Section(QObject):
    """Tells nothing."""

    form_chosen = Signal(bool, bool)
    copy_requested = Signal(str)
    cancel_requested = Signal()

    def show_busy(self):
        pass

    def show_formulas(self, found):
        pass

    def show_failure(self, reason):
        pass


def test_nothing_is_asked_once_it_is_stopped(session):
    section, parent = Section(), QObject()
    formulas = FormulasBinding(session, section, lambda: None, parent)
    timer = formulas.findChild(QTimer)
    formulas.compute_soon()
    assert timer.isActive()
    formulas.stop()
    assert not timer.isActive()
    assert not formulas.job.running
