"""What `torseur doctor` says of this installation, on a card in the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from torseur.ui.window.report_card import ReportCard

from ..background.helper_process import HelperProcess


class InstallationReport(QObject):
    """Asks it of a process of its own, which takes seconds, and shows the answer, unless the card was closed."""

    def __init__(
        self, card: ReportCard, drawn: Callable[[], str], copy: Callable[[str], object], parent: QObject | None = None
    ) -> None:
        """Prepare; `drawn` says what draws the view, or why nothing does, and `copy` puts a text on the clipboard."""
        super().__init__(parent)
        card.copied.connect(copy)
        self._card, self._drawn = card, drawn
        self._lines: list[str] = []
        self._process = HelperProcess("torseur.app.__main__", self)
        self._process.line.connect(lambda line: self._lines.append(line))
        self._process.ended.connect(self._show)

    def open(self) -> None:
        """Ask, and show the card."""
        view = self.tr("view")
        self._lines = [f"{view:<14}{self._drawn()}"]
        self._open(self.tr("The installation is being looked at …"))
        self._process.start("doctor")

    def _show(self, _: int, errors: str) -> None:
        if self._card.isVisible():
            self._open("\n".join(filter(None, [*self._lines, errors])))

    def _open(self, text: str) -> None:
        self._card.open(self.tr("This installation"), text, self.tr("The same is said by: torseur doctor"))
