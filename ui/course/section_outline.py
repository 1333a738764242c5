"""A line around a section that somebody was led to: the page is kept at it while it is laid out."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..displays.section_head import scroll_to_head
from ..look.paint_box import paint_box
from ..look.style import current_theme

ROOM = 6  # around the section [px]
LAID_OUT = 10.0  # [s] after which a page has its place, and scrolls for the user alone


class SectionOutline(QWidget):
    """Lies over the section and follows it; the mouse passes through."""

    def __init__(self, section: QWidget) -> None:
        super().__init__(section.parentWidget())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.section = section
        self._until = time.monotonic() + LAID_OUT
        section.installEventFilter(self)
        self._follow()
        self.show()

    def end(self) -> None:
        """Take the line away."""
        self.section.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def _follow(self) -> None:
        around, page = self.section.geometry().adjusted(-ROOM, -ROOM, ROOM, ROOM), self.parentWidget()
        self.setGeometry(around if page is None else around & page.rect())
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_box(painter, QRectF(self.rect()).adjusted(2, 2, -2, -2), None, current_theme().accent, 6.0, 2.0)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
            self._follow()
            if time.monotonic() < self._until:
                QTimer.singleShot(0, self, lambda: scroll_to_head(self.section))  # once the page has its height
        return super().eventFilter(watched, event)
