"""Importing what the window is first used with: half a second, in which it would hear nobody, goes to a thread."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from PySide6.QtCore import QObject, Signal

from torseur.sim.interruption import checkpoint

from .background_thread import Background

PACKAGES = ("app.laboratory", "app.compare", "app.panels", "sim.contact.analysis", "sim.simulation", "ui")
"""Whose modules are imported by functions, for the sake of an early first picture."""

LIBRARIES = ("scipy.integrate", "scipy.spatial")  # that functions of these import, for what is first drawn: 0.1 s

PLOTTING = ("ui.displays.plot", "ui.panels.plots")  # with pyqtgraph: 0.14 s


class LateImports(QObject):
    """Imports all modules of some packages of ours, one after the other, and then libraries."""

    finished = Signal()

    def __init__(
        self, packages: Sequence[str] = PACKAGES, libraries: Sequence[str] = LIBRARIES, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._packages, self._libraries = packages, libraries
        self._thread = Background(self)
        self._thread.found.connect(self._on_imported)

    def begin(self) -> None:
        """Import them."""
        self._thread.ask(self._packages, [self._import])

    def _import(self) -> None:
        for name in (*modules_of(self._packages), *self._libraries):
            import_module(name)
            checkpoint()

    def _on_imported(self, _: object, found: Exception | None) -> None:
        if found is not None:
            raise found
        self.finished.emit()


def modules_of(packages: Sequence[str]) -> Iterator[str]:
    """The names of all modules in some packages of ours, but of those that are programs."""
    for package in packages:
        name = f"torseur.{package}"
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith(".__main__"):
                yield module.name
