"""The menu bar: the commands, what was opened last, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QMenu, QMenuBar

from torseur.sim.texts import marked, tr

from ...preferences.preferences import Preferences
from .command_table import Commands

MENUS = (marked("File"), marked("Edit"), marked("View"), marked("Robot"), marked("Simulate"), marked("Plan"), marked("Help"))
SUBMENUS = (  # of all of them, by which the paths of commands go on
    marked("Add to the scene"),
    marked("Gallery"),
    marked("Language"),
    marked("Look from"),
    marked("Open robot"),
    marked("Open scene"),
    marked("Others"),
    marked("Panels"),
    marked("Planning scenes"),
    marked("Quality"),
    marked("Scheme"),
    marked("Shapes of the frame"),
    marked("Shipped"),
    marked("Solving"),
    marked("Speed"),
)


def fill_menus(
    bar: QMenuBar, commands: Commands, undo_stack: QUndoStack, preferences: Preferences, open_file: Callable[[str], object]
) -> dict[str, QMenu]:
    """Fill a menu bar with all commands; the menus by path."""
    menus = commands.fill(bar, MENUS)
    recent = QMenu(tr("Open recent"), bar)
    menus["File"].insertMenu(commands.actions["reload"], recent)
    recent.aboutToShow.connect(lambda: _fill_recent(recent, preferences, open_file))
    _name_the_edits(commands, undo_stack)
    return menus


def _fill_recent(menu: QMenu, preferences: Preferences, open_file: Callable[[str], object]) -> None:
    menu.clear()
    for reference in preferences.recent:
        action = menu.addAction(Path(reference).name)
        action.setToolTip(reference)
        action.triggered.connect(lambda _, reference=reference: open_file(reference))


def _name_the_edits(commands: Commands, stack: QUndoStack) -> None:
    """Undo and redo say what, and are pale when there is nothing."""
    for key, named, can in (
        ("undo", stack.undoTextChanged, stack.canUndoChanged),
        ("redo", stack.redoTextChanged, stack.canRedoChanged),
    ):
        action = commands.actions[key]
        title = action.text()
        action.setEnabled(False)
        can.connect(action.setEnabled)
        named.connect(
            lambda text, action=action, title=title: action.setText(
                tr("{command} “{edit}”", command=title, edit=text) if text else title
            )
        )
