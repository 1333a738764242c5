"""The menu bar: the commands, what was opened last, and what can be undone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from .commands import MENUS

if TYPE_CHECKING:
    from .window import Window


def make_menus(window: Window) -> dict[str, QMenu]:
    """Fill the window's menu bar from its commands; the menus by path."""
    menus = window.commands.fill(window.top_bar.menu_bar, MENUS)
    recent = QMenu(window.tr("Open recent"), window)
    menus["File"].insertMenu(window.commands.actions["reload"], recent)
    recent.aboutToShow.connect(lambda: _fill_recent(window, recent))
    _name_the_edits(window)
    _give_to_viewport(window, "docks")
    return menus


def _fill_recent(window: Window, menu: QMenu) -> None:
    menu.clear()
    for reference in window.preferences.recent:
        action = menu.addAction(Path(reference).name)
        action.setToolTip(reference)
        action.triggered.connect(lambda _, reference=reference: window.files.begin(reference))


def _name_the_edits(window: Window) -> None:
    """Undo and redo say what, and are pale when there is nothing."""
    stack = window.session.undo_stack
    for key, named, can in (
        ("undo", stack.undoTextChanged, stack.canUndoChanged),
        ("redo", stack.redoTextChanged, stack.canRedoChanged),
    ):
        action = window.commands.actions[key]
        title = action.text()
        action.setEnabled(False)
        can.connect(action.setEnabled)
        named.connect(lambda text, action=action, title=title: action.setText(f"{title} “{text}”" if text else title))


def _give_to_viewport(window: Window, key: str) -> None:
    """Tab is a shortcut in the viewport alone: everywhere else it moves the keyboard."""
    action = window.commands.actions[key]
    window.removeAction(action)
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    window.viewport.addAction(action)
