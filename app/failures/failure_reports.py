"""How the window tells of a failure: a message with its last line, and all of it on a card or the clipboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from torseur.ui.window.report_card import ReportCard
from torseur.ui.window.toast import Toast

from .crash_log import about_this_program, crash_log_path


class FailureReports(QObject):
    """Between what fails, and the message and the card."""

    def __init__(self, toast: Toast, card: ReportCard, drawn_by: Callable[[], str], parent: QObject | None = None) -> None:
        """Prepare; `drawn_by` says what draws the view, as far as it is known."""
        super().__init__(parent)
        self._toast, self._card, self._drawn_by = toast, card, drawn_by
        self._told = ""
        card.copied.connect(self.copy)

    def tell(self, line: str, trace: str) -> None:
        """Something failed that nobody caught."""
        self.tell_of(self.tr("Something in Torseur failed; what is open stays."), line, trace)

    def tell_of(self, title: str, line: str, trace: str) -> None:
        """Something failed that has a name; the same traceback, heard of in another way too, is told once."""
        if trace == self._told and self._toast.isVisible():
            return
        self._told = trace
        text = f"{about_this_program()}\n{self._drawn_by()}\n\n{trace}"
        self._toast.show_message(
            title,
            line,
            "error",
            self.tr("Details"),
            lambda: self._open(title, text),
            other=self.tr("Copy"),
            run_other=lambda: self.copy(text),
        )

    def copy(self, text: str) -> None:
        """Put a report on the clipboard, and say so."""
        QGuiApplication.clipboard().setText(text)
        self._toast.show_message(self.tr("Copied."), "", "plain")

    def _open(self, title: str, text: str) -> None:
        self._card.open(title, text, self.tr("Kept in {file}; nothing is sent.").format(file=crash_log_path()))
