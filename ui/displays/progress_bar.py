"""A bar that says how far something is, painted with all else."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QWidget
from typing_extensions import override


class ProgressBar(QProgressBar):
    """Without a text. Qt's own paints itself the moment it is set, and the whole window waits for each step: 20 to 50 ms."""

    @override
    def setValue(self, value: int) -> None:
        self.setUpdatesEnabled(False)
        super().setValue(value)
        self.setUpdatesEnabled(True)  # which asks to be painted


class ShareBar(ProgressBar):
    """A thin bar of how much is done, there while something runs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setRange(0, 1000)
        self.setTextVisible(False)
        self.setFixedHeight(6)
        self.setAccessibleName(self.tr("Progress"))
        self.hide()

    def show_share(self, share: float | None) -> None:
        """How much is done, 0 to 1; None: nothing runs."""
        self.setVisible(share is not None)
        self.setValue(round(1000 * (share or 0.0)))
