"""A name that is typed, with a sentence for what cannot be taken."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget
from typing_extensions import override

from ...look.style import TEXT, ui_font
from ..keys import claims_key, give_keyboard_back, leaves_undo


class TextField(QLineEdit):
    """A line for a word. What is typed is taken on Enter or when the field is left; Escape gives it up.

    Enter goes on to the `next_field`, or without one gives the keyboard back to the window.

    Set `check` to refuse texts: it returns a sentence, empty if the text will do.
    """

    entered = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check: Callable[[str], str] = lambda _: ""
        self.next_field: QWidget | None = None
        self._last_text = ""
        self.setAccessibleName(name)
        self.setFont(ui_font(TEXT))
        self.setFixedHeight(24)
        self.textEdited.connect(lambda _: self._mark(""))

    @property
    def refused(self) -> bool:
        """Whether what was typed could not be taken."""
        return bool(self.property("refused"))

    def show_text(self, text: str) -> None:
        """Show a text; not while the user is writing another."""
        self._last_text = text
        if not (self.isModified() and self.hasFocus()):
            self._mark("")
            self.setText(text)
            self.setCursorPosition(0)

    @override
    def event(self, event: QEvent) -> bool:
        return leaves_undo(event, self) or claims_key(event, (Qt.Key.Key_Escape,)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
            if not self.refused:
                self._leave()
        elif event.key() == Qt.Key.Key_Escape:
            if not (self.isModified() or self.refused):
                give_keyboard_back(self)
            self._mark("")
            self.setText(self._last_text)
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._take()
            if self.refused:
                self._mark("")
                self.setText(self._last_text)
        super().focusOutEvent(event)

    def _leave(self) -> None:
        if self.next_field is None:
            give_keyboard_back(self)
        else:
            self.next_field.setFocus(Qt.FocusReason.TabFocusReason)

    def _take(self) -> None:
        text = self.text().strip()
        if not self.isModified() or text == self._last_text:
            self.setModified(False)
            return
        reason = self.check(text)
        self._mark(reason)
        if not reason:
            self.setModified(False)
            self.entered.emit(text)

    def _mark(self, reason: str) -> None:
        self.setToolTip(reason)
        if reason and self.isVisible():
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height() - 8)), reason, self)
        if bool(reason) != self.refused:
            self.setProperty("refused", bool(reason))
            self.style().unpolish(self)
            self.style().polish(self)
