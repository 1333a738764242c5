"""The background of a row in a list: chosen, under the pointer, with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from .paint_box import paint_box
from .theme import Theme


def paint_row_background(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> tuple[bool, bool]:
    """Paint it; whether the row is chosen, and whether the pointer is over it."""
    rect = QRectF(option.rect)
    chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
    if chosen or hovered:
        painter.fillRect(rect, QColor(theme.accent_fill if chosen else theme.hover))
    if option.state & QStyle.StateFlag.State_HasFocus:
        paint_box(painter, rect.adjusted(1, 1, -1, -1), None, theme.accent, 4, 2.0)
    return chosen, hovered
