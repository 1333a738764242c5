"""Menus that a right click opens, or the key for it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget


@runtime_checkable
class AddsToMenus(Protocol):
    """What has lines of its own in the menus of the widgets inside it."""

    def add_to_menu(self, menu: QMenu, widget: QWidget) -> None:
        """Add them to the menu of a widget."""


def popup_menu(menu: QMenu, at: QPoint, widget: QWidget) -> None:
    """Open the menu of a widget at a point of the screen, with what those around it add; closed, it is gone."""
    around: QWidget | None = widget
    while around is not None:
        if isinstance(around, AddsToMenus):
            around.add_to_menu(menu, widget)
        around = around.parentWidget()
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)
