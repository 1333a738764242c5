"""What a switch is about, beside it: a click on the words switches, as on any check box."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..controls.buttons.switch import Switch
from ..look.style import SMALL
from .text_label import TextLabel


class SwitchText(TextLabel):
    """Belongs to one switch."""

    def __init__(self, switch: Switch, text: str, parent: QWidget, *, role: str = "text_second", weight: int = 400) -> None:
        super().__init__(parent, role=role, px=SMALL, weight=weight)
        self._switch = switch
        self.show_text(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._switch.click()
