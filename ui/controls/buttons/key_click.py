"""What our buttons share: Space and Enter press the one that has the keyboard, even where the window uses these keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KeyClick:
    """Put before the class of a button. Only Tab gives it the keyboard: a click leaves that where it was."""

    def prepare(self, name: str) -> None:
        """Set what screen readers say, the tooltip, and how it is focused."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)

    def event(self, event: QEvent) -> bool:
        """Claim the pressing keys before a shortcut of the window takes them."""
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in PRESSING:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does what Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)
