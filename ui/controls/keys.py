"""Keys that a control needs for itself although the window has shortcuts on them, and the keyboard given back."""

from __future__ import annotations

from collections.abc import Container

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget


def claims_key(event: QEvent, keys: Container[int]) -> bool:
    """Whether the window was about to take one of these keys: accepted here, it comes to the control as a press.

    For `event` of a widget, which returns True where this does.
    """
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in keys:
        event.accept()
        return True
    return False


def leaves_undo(event: QEvent, field: QLineEdit) -> bool:
    """Whether Ctrl+Z, or its reverse, is for the window, as nothing was edited in the field since it was last taken or shown.

    For `event` of the field, which returns True where this does. An edit that is not finished is the field's own.
    """
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride or field.isModified():
        return False
    if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
        event.ignore()
        return True
    return False


def give_keyboard_back(control: QWidget) -> None:
    """After Enter: the keyboard goes to the middle of the window, whose keys work again; beside a window, to nothing."""
    window = control.window()
    middle = window.centralWidget() if isinstance(window, QMainWindow) else None
    if middle is not None:
        middle.setFocus(Qt.FocusReason.OtherFocusReason)
    else:
        control.clearFocus()
