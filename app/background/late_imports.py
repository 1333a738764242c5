"""Importing what the window is first used with: half a second, in which it would hear nobody, goes to a thread."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import partial
from importlib import import_module

from PySide6.QtCore import QObject, Signal

from .background_thread import Background

PACKAGES = ("app.laboratory", "app.compare", "app.panels", "sim.contact.analysis", "sim.simulation", "ui")
"""Whose modules are imported by functions, for the sake of an early first picture."""


class LateImports(QObject):
    """Imports all modules of `PACKAGES`, one after the other."""

    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = Background(self)
        self._thread.found.connect(self._on_import)

    def begin(self) -> None:
        """Import them."""
        names = list(modules_of(PACKAGES))
        self._thread.ask(names[-1], [partial(_imported, name) for name in names])

    def _on_import(self, last: str, found: str | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if found == last:
            self.finished.emit()


def modules_of(packages: tuple[str, ...]) -> Iterator[str]:
    """The names of all modules in some packages of ours, but of those that are programs."""
    for package in packages:
        name = f"torseur.{package}"
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith(".__main__"):
                yield module.name


def _imported(name: str) -> str:
    import_module(name)
    return name
