"""Every command of the program, once: menus, shortcuts, the palette and the sheet of keys are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from torseur.sim.texts import in_all_languages, marked, tr
from torseur.ui.window.entry_search import PaletteEntry

WINDOW = marked("Window")  # the group of keys that are in no menu


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """Something the user can ask for. `menu` is where it is listed: "File", "View/Look from"; empty: in the palette alone.

    Titles, menus and groups are in English: they are translated where they are shown.
    """

    key: str
    title: str
    run: Callable[[], object]
    menu: str = ""
    shortcut: str = ""
    checked: Callable[[], bool] | None = None  # whether it is on, for what is switched
    gap: bool = False  # a line before it in the menu
    listed: bool = True  # in the palette
    group: str = ""  # what the palette has before the title; empty: the menu
    words: str = ""  # other names that it is found by, between commas
    names: tuple[str, ...] = ()  # its title in all languages, where the catalogue has it in parts
    counts: float = 1.0  # among what is found; less: after what is found as well
    lacks: Callable[[], bool] | None = None  # whether what is open has nothing that it shows; None: it is not of that
    sets_up: Callable[[], str] | None = None  # name of what it opens first, empty if that is open; None: it does not


class Commands(QObject):
    """Makes actions of commands, fills menus with them, and knows them by key."""

    def __init__(self, window: QWidget, commands: Iterable[MenuCommand]) -> None:
        super().__init__(window)
        self._window = window
        self._commands = {command.key: command for command in commands}
        self.actions = {key: self._action(command) for key, command in self._commands.items()}

    def add(self, commands: Iterable[MenuCommand]) -> None:
        """Have more of them, that are in no menu."""
        for command in commands:
            self._commands[command.key] = command
            self.actions[command.key] = self._action(command)

    def fill(self, bar: QMenuBar, order: Iterable[str]) -> dict[str, QMenu]:
        """Make the menus; returns them by path."""
        menus = {title: bar.addMenu(tr(title)) for title in order}
        for command in self._commands.values():
            if command.menu:
                menu = self._menu(menus, command.menu)
                if command.gap:
                    menu.addSeparator()
                menu.addAction(self.actions[command.key])
        for title in {command.menu.split("/")[0] for command in self._commands.values() if command.menu}:
            menus[title].aboutToShow.connect(self.refresh)
        return menus

    def refresh(self) -> None:
        """Show what is on."""
        for key, command in self._commands.items():
            if command.checked is not None:
                self.actions[key].setChecked(command.checked())

    def run(self, key: str) -> None:
        """Do what was asked for."""
        self._commands[key].run()
        self.refresh()

    def entries(self) -> list[PaletteEntry]:
        """All that the palette offers."""
        return [
            PaletteEntry(
                c.key,
                _whole_title(c),
                tr(c.group or c.menu.split("/")[0]),
                _readable(c.shortcut),
                c.words,
                c.names or in_all_languages(c.title),
                c.counts,
                c.lacks() if c.lacks is not None else None,
                c.sets_up() if c.sets_up is not None else None,
            )
            for c in self._commands.values()
            if c.listed
        ]

    def keys(self) -> dict[str, list[tuple[str, str]]]:
        """Shortcuts and what they do, by menu."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in self._commands.values():
            if command.shortcut:
                groups.setdefault(tr(command.menu.split("/")[0] or WINDOW), []).append(
                    (_readable(command.shortcut), tr(command.title).rstrip("…"))
                )
        return groups

    def _menu(self, menus: dict[str, QMenu], path: str) -> QMenu:
        if path not in menus:
            parent, _, title = path.rpartition("/")
            menus[path] = self._menu(menus, parent).addMenu(tr(title))
        return menus[path]

    def _action(self, command: MenuCommand) -> QAction:
        action = QAction(tr(command.title), self._window)
        action.setObjectName(command.key)
        if command.shortcut:
            # To Qt Enter is on the keypad, and the other of that name is Return.
            both = dict.fromkeys((command.shortcut, command.shortcut.replace("Enter", "Return")))
            action.setShortcuts([QKeySequence(keys) for keys in both])
        action.setCheckable(command.checked is not None)
        action.triggered.connect(lambda: self.run(command.key))
        self._window.addAction(action)
        return action


def _whole_title(command: MenuCommand) -> str:
    """With the submenu it is in: "Open scene: Falling brick"."""
    submenu = command.menu.partition("/")[2].split("/")[0]
    title = tr(command.title).rstrip("…")
    return below(tr(submenu), title) if submenu else title


def below(head: str, title: str) -> str:
    """A title with what it is a part of: "Jacobian: A column"."""
    return tr("{head}: {title}", head=head, title=title)


def _readable(shortcut: str) -> str:
    names = {"Left": "←", "Right": "→", "Meta": "Super"}
    named = (names.get(part) or QCoreApplication.translate("QShortcut", part) for part in shortcut.split("+"))
    return "+".join(named) if shortcut not in ("+",) else shortcut
