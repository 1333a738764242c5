"""A bar that says how far something is, painted with all else."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar
from typing_extensions import override


class ProgressBar(QProgressBar):
    """Without a text. Qt's own paints itself the moment it is set, and the whole window waits for each step: 20 to 50 ms."""

    @override
    def setValue(self, value: int) -> None:
        self.setUpdatesEnabled(False)
        super().setValue(value)
        self.setUpdatesEnabled(True)  # which asks to be painted
