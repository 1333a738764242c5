"""Making the pages that nobody opened yet while the window has nothing else to do, so that the first visit of one is short."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from typing_extensions import override

from .laboratory import LaboratoryBinding

REST = 1.0  # [s] without keys, wheel and mouse, until whoever used them is taken to do nothing
_INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.KeyRelease,
        QEvent.Type.Wheel,
        QEvent.Type.MouseMove,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
    }
)


class PagePreparation(QObject):
    """Makes all pages, a piece of one in each turn that it takes; a turn is not taken while there is something to do.

    That is while `is_busy` says so or a button of the mouse is down, and until
    `REST` after the last key, wheel or move of the mouse.
    """

    finished = Signal()
    LOOK = 60  # [ms] between two looks whether there is nothing to do

    def __init__(
        self, laboratories: Sequence[LaboratoryBinding], is_busy: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.is_busy = is_busy
        self._pieces = _pieces(laboratories)
        self._heard_at = float("-inf")  # of the clock, when the last input came
        self._clock = QTimer(self, interval=self.LOOK)
        self._clock.timeout.connect(self._look)

    def begin(self) -> None:
        """Make them."""
        self._listen(True)
        self._clock.start()

    def stop(self) -> None:
        """Make no more: the window closes."""
        self._listen(False)
        self._clock.stop()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT:
            self._heard_at = time.perf_counter()
        return False

    def _listen(self, on: bool) -> None:
        app = QCoreApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
            if on:
                app.installEventFilter(self)

    def _look(self) -> None:
        pressed = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if self.is_busy() or pressed or time.perf_counter() - self._heard_at < REST:
            return
        piece = next(self._pieces, None)
        if piece is None:
            self.stop()
            self.finished.emit()
        else:
            piece()


def _pieces(laboratories: Sequence[LaboratoryBinding]) -> Iterator[Callable[[], object]]:
    for laboratory in laboratories:
        yield from laboratory.pieces()
