"""Importing what the window is first used with: a second, in which it would hear nobody, is done in turns and by a thread.

Qt's bindings make a type of Qt when it is first asked for, and two threads that ask at once end the program: what has anything
of Qt is imported by the window's thread, a module in each turn of its event loop. A thread imports the rest.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.interruption import checkpoint

from .background_thread import Background

PACKAGES = ("app.laboratory", "app.compare", "app.panels", "ui")
"""Whose modules are imported by functions, for the sake of an early first picture."""

BESIDE = ("sim.analysis", "sim.contact.analysis", "sim.simulation", "robots.urdf")
"""The same, without anything of Qt; and what most robots are read with, so that the first opens as soon as the next."""

LIBRARIES = ("scipy.spatial",)  # that functions of these import, for what is first drawn

PLOTTING = ("ui.displays.plot", "ui.panels.plots")  # with pyqtgraph, which asks for all types of Qt: 0.2 s

_QT = ("QtCore", "QtGui", "QtWidgets")  # most types of Qt: 40 ms each


class LateImports(QObject):
    """Imports all modules of some packages of ours, one after the other; before them, by a thread, what has nothing of Qt."""

    finished = Signal()

    def __init__(
        self,
        packages: Sequence[str] = PACKAGES,
        beside: Sequence[str] = BESIDE,
        libraries: Sequence[str] = LIBRARIES,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._packages, self._beside, self._libraries = packages, beside, libraries
        self._thread = Background(self)
        self._thread.found.connect(self._on_imported)
        self._pieces: Iterator[Callable[[], object]] = iter(())
        self._turns = QTimer(self, interval=1)
        self._turns.timeout.connect(self._turn)

    def begin(self) -> None:
        """Import them."""
        self._thread.ask(self._beside, [self._import])

    def _import(self) -> None:
        for name in (*modules_of(self._beside), *self._libraries):
            import_module(name)
            checkpoint()

    def _on_imported(self, _: object, found: Exception | None) -> None:
        if found is not None:
            raise found
        modules = (name for name in modules_of(self._packages) if name not in sys.modules)
        self._pieces = iter((*(partial(_make_types, name) for name in _QT), *(partial(import_module, m) for m in modules)))
        self._turns.start()

    def _turn(self) -> None:
        piece = next(self._pieces, None)
        if piece is None:
            self._turns.stop()
            self.finished.emit()
        else:
            piece()


def modules_of(packages: Sequence[str]) -> Iterator[str]:
    """The names of all modules in some packages of ours, but of those that are programs."""
    for package in packages:
        name = f"torseur.{package}"
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith(".__main__"):
                yield module.name


def _make_types(name: str) -> None:
    """Have Qt's bindings make all types of a module, which they do when each is first asked for."""
    module = import_module(f"PySide6.{name}")
    for each in dir(module):
        getattr(module, each)
