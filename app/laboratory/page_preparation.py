"""Making the pages that nobody opened yet while the window has nothing else to do, so that the first visit of one is short."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QGuiApplication

from .laboratory import LaboratoryBinding


class PagePreparation(QObject):
    """Makes all pages, a piece of one in each turn that it takes; a turn is not taken while there is something to do.

    That is while `is_busy` says so, a button of the mouse is down, or the mouse moves.
    """

    finished = Signal()
    LOOK = 60  # [ms] between two looks whether there is nothing to do

    def __init__(
        self, laboratories: Sequence[LaboratoryBinding], is_busy: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._pieces = _pieces(laboratories)
        self._mouse = QCursor.pos()
        self._clock = QTimer(self, interval=self.LOOK)
        self._clock.timeout.connect(self._look)

    def begin(self) -> None:
        """Make them."""
        self._clock.start()

    def stop(self) -> None:
        """Make no more: the window closes."""
        self._clock.stop()

    def _look(self) -> None:
        before, self._mouse = self._mouse, QCursor.pos()
        pressed = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if self._is_busy() or pressed or self._mouse != before:
            return
        piece = next(self._pieces, None)
        if piece is None:
            self._clock.stop()
            self.finished.emit()
        else:
            piece()


def _pieces(laboratories: Sequence[LaboratoryBinding]) -> Iterator[Callable[[], object]]:
    for laboratory in laboratories:
        yield from laboratory.pieces()
