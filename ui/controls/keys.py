"""Keys that a control needs for itself although the window has shortcuts on them."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent


def claims_key(event: QEvent, keys: Container[int]) -> bool:
    """Whether the window was about to take one of these keys: accepted here, it comes to the control as a press.

    For `event` of a widget, which returns True where this does.
    """
    if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys:
        event.accept()
        return True
    return False
