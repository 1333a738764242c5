"""What an idea of the course says, along the upper edge of a view: for who sees no panel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..displays.prose import Prose
from ..look.style import EDGE


class Sentence(Prose):
    """As wide as the view that is its parent; without a text it is hidden."""

    def __init__(self, view: QWidget, px: int) -> None:
        super().__init__(view, px=px)
        self.setContentsMargins(EDGE, 10, EDGE, 10)
        self.setBackgroundRole(QPalette.ColorRole.Button)
        self.setAutoFillBackground(True)
        view.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QWidget) and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            width = watched.width()
            self.setGeometry(0, 0, width, self.heightForWidth(width))
        return False
