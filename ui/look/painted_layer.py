"""A picture that is painted once and shown often."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class PaintedLayer:
    """What `draw` paints over a widget, kept until the widget's size, its screen or `reason` is another."""

    def __init__(self, widget: QWidget, draw: Callable[[QPainter], None]) -> None:
        self._widget, self._draw = widget, draw
        self._pixmap = QPixmap()
        self._key: Hashable = None

    def show(self, painter: QPainter, reason: Hashable) -> None:
        """Show it; `reason` is all that it depends on besides."""
        scale = self._widget.devicePixelRatioF()
        key = (reason, self._widget.size().toTuple(), scale)
        if key != self._key:
            self._key = key
            self._paint(scale)
        painter.drawPixmap(0, 0, self._pixmap)

    def _paint(self, scale: float) -> None:
        size = self._widget.size()
        self._pixmap = QPixmap(math.ceil(size.width() * scale), math.ceil(size.height() * scale))
        self._pixmap.setDevicePixelRatio(scale)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._pixmap)
        self._draw(painter)
        painter.end()
