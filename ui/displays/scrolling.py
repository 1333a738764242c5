"""Bringing a part of a scrolled panel into sight."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QScrollArea, QWidget

MARGIN = 16  # below and above what is brought into sight [px]


def scroll_to(widget: QWidget) -> None:
    """Scroll the nearest scroll area around a widget, if there is one, until the widget is in sight."""
    around = area_around(widget)
    if around is not None:
        around.ensureWidgetVisible(widget, 0, MARGIN)
        if widget.height() > around.viewport().height() - 2 * MARGIN:
            scroll_to_top(widget)


def scroll_to_top(widget: QWidget) -> None:
    """Scroll the nearest scroll area around a widget, if there is one, until the widget begins at its top."""
    around = area_around(widget)
    inside = None if around is None else around.widget()
    if around is not None and inside is not None:
        around.verticalScrollBar().setValue(widget.mapTo(inside, QPoint(0, 0)).y() - MARGIN)


def is_in_sight(widget: QWidget, lower: int = 0) -> bool:
    """Whether some of a widget in a scroll area is in sight, or would be if it were so much lower [px]."""
    around = area_around(widget)
    if around is None:
        return True
    top = widget.mapTo(around.viewport(), QPoint(0, lower)).y()
    return -widget.height() < top < around.viewport().height()


def area_around(widget: QWidget) -> QScrollArea | None:
    """The nearest scroll area around a widget."""
    around = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    return around
