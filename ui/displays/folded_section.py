"""A section that is folded until it is wanted: what it shows need not be computed before."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from .section_head import SectionHead


class FoldedSection(QWidget):
    """A head, and a body below it while it is open. `switched` is for the user alone."""

    switched = Signal(bool)  # whether it is open now

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(title, self, foldable=True)
        self.body = QWidget(self)
        self.column = QVBoxLayout(self.body)  # what is in the body
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.head.fold_switched.connect(self._switch)
        self.show_open(False)

    @property
    def is_open(self) -> bool:
        """Whether its body is in sight."""
        return self.head.is_open

    def show_open(self, is_open: bool) -> None:
        """Fold or unfold it."""
        self.head.show_open(is_open)
        self.body.setVisible(is_open)

    def _switch(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self.switched.emit(is_open)
