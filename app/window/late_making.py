"""What of a window is made once its first picture is seen, while nobody waits for it."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ..background.garbage import GarbageCollection
from ..background.late_imports import PLOTTING, LateImports

if TYPE_CHECKING:
    from .window import Window


class LateMaking(QObject):
    """Plots, kernels, modules that are imported by functions, and pages that nobody opened yet; `finished` tells of all."""

    finished = Signal()

    def __init__(self, window: Window, garbage: GarbageCollection) -> None:
        super().__init__(window)
        self._window, self._garbage = window, garbage
        self._plotting = LateImports(PLOTTING, (), (), self)
        self._plotting.finished.connect(self._make_plots)
        self._rest = LateImports(parent=self)
        window.kernels.finished.connect(self._end_imports)
        window.kernels.finished.connect(self._rest.begin)
        self._rest.finished.connect(garbage.end_imports)
        self._rest.finished.connect(window.pages.preparation.begin)
        window.pages.preparation.finished.connect(self.finished)

    def begin(self) -> None:
        """Make them, from the next turn of the event loop on."""
        self._window.kernels.start()
        QTimer.singleShot(0, self._plotting, self._plotting.begin)  # not of a window that is gone by then

    def _make_plots(self) -> None:
        if self._window.panels.plots.make_piece():
            QTimer.singleShot(1, self, self._make_plots)  # others have their turn

    def _end_imports(self) -> None:
        """Look no more through most of what is imported, 0.1 s: until a second document opens no garbage is of anything else."""
        if self._window.session.opened > 1:
            self._garbage.end_imports()
        else:
            gc.freeze()
