"""The command palette and the sheet of keys: what the program can do, found by its words or its keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from torseur.sim.texts import tr
from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.keys_sheet import KeysSheet

from .command_table import Commands, MenuCommand
from .exercise_search import ExerciseSearch
from .help_commands import MOUSE


class CommandSearch(QObject):
    """Lists the commands of now, and those that open exercises once they are found."""

    def __init__(
        self,
        palette: CommandPalette,
        keys_sheet: KeysSheet,
        commands: Callable[[], Commands],
        exercises: ExerciseSearch,
        parent: QObject | None = None,
    ) -> None:
        """`commands` gives the table, which has these two among its commands."""
        super().__init__(parent)
        self._palette, self._keys_sheet, self._commands, self._exercises = palette, keys_sheet, commands, exercises
        palette.chosen.connect(lambda key: commands().run(key))
        exercises.found.connect(self._add)

    def open_palette(self) -> None:
        """Search all commands."""
        self._exercises.want()
        self._palette.open(self._commands().entries())

    def open_keys(self) -> None:
        """Show all keys, and what the mouse does in the view."""
        mouse = [(tr(key), tr(text)) for key, text in MOUSE]
        self._keys_sheet.open({**self._commands().keys(), self.tr("Mouse, in the view"): mouse})

    def _add(self, commands: Sequence[MenuCommand]) -> None:
        self._commands().add(commands)
        if self._palette.isVisible():
            self._palette.show_entries(self._commands().entries())
