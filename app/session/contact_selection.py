"""Which contact is selected: one for the inspector, the pages of contact and the view."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from .session import Session


class ContactSelection(QObject):
    """A row of the table of contacts; -1: none. `changed`: it is another."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.row = -1
        session.document_changed.connect(lambda: self.select(-1))

    def select(self, row: int) -> None:
        """Select a row; -1: none."""
        if row != self.row:
            self.row = row
            self.changed.emit()

    def select_arrow(self, key: str) -> None:
        """Select the contact whose arrow has this key: its row."""
        if key.isdigit():
            self.select(int(key))
