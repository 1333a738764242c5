"""Bringing a widget into sight, in whatever scrolls around it."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QWidget


def scroll_to(widget: QWidget, margin: int = 16) -> None:
    """Scroll the nearest scroll area around a widget, if there is one, until the widget is in sight."""
    around = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None:
        around.ensureWidgetVisible(widget, 0, margin)
