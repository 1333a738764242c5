"""A line to search by: what is typed counts at once, Escape closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.style import TEXT, current_theme, ui_font
from ..keys import claims_key, leaves_undo


class SearchLine(QLineEdit):
    """Words to look for; `hint` gives examples. `textEdited` is what the user types; `cancelled` is Escape, `accepted` Enter."""

    cancelled = Signal()
    accepted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, *, hint: str = "", height: int = 28) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint or name)
        self.setFont(ui_font(TEXT))
        self.setFixedHeight(height)
        self.setTextMargins(SIDE + 4, 0, 0, 0)

    @override
    def event(self, event: QEvent) -> bool:
        return (
            leaves_undo(event, self)
            or claims_key(event, (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter))
            or super().event(event)
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.accepted.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_icon(QPainter(self), "search", current_theme().text_hint, 8, (self.height() - SIDE) / 2)
