"""The tool tip of a place in a painted widget."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget


def shows_tip(event: QEvent, widget: QWidget, text_at: Callable[[QPointF], str]) -> bool:
    """Whether the event asked for a tip, which is shown then: what `text_at` says of the place; nothing where that is empty."""
    if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
        return False
    text = text_at(QPointF(event.pos()))
    QToolTip.showText(event.globalPos(), text, widget) if text else QToolTip.hideText()
    return True
