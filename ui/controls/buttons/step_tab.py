"""One tab of a row of tabs: pressed, or gone on from to the one beside it by the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from .key_click import KeyClick

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class StepTab(KeyClick, QAbstractButton):
    """Painted by whoever makes it."""

    stepped = Signal(int)  # by an arrow key: -1 or 1

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.prepare(text)
        self.setCheckable(True)

    def accessible(self) -> Accessible:
        """For screen readers: a tab."""
        return Accessible(Role.PageTab)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in STEPS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()), 0)
        if by:
            self.stepped.emit(by)
        else:
            super().keyPressEvent(event)
