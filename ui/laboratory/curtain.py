"""What lies over a page that opens, and uncovers it from the top down: all of a long one would take 0.1 s to paint."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

UNCOVERED_AFTER = 4  # [ms] in which keys and mouse have their turn
STEP = 160  # [px] that are uncovered, and so painted, in one turn


class Curtain(QWidget):
    """Covers its parent, once it was painted less of it each turn, and then nothing; what is under it is pressed as ever.

    It is opaque, so that nothing under it is painted, and goes on when it was painted itself: not while its window is held.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setBackgroundRole(QPalette.ColorRole.Button)
        self.setAutoFillBackground(True)
        self._parent = parent
        parent.installEventFilter(self)
        self._next = QTimer(self, interval=UNCOVERED_AFTER, singleShot=True)
        self._next.timeout.connect(self._uncover)
        self.hide()

    def cover(self) -> None:
        """Cover all of the parent, and begin again."""
        self._next.stop()
        self._cover_from(0)
        self.raise_()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self._next.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover_from(self.y())
        return super().eventFilter(watched, event)

    def _uncover(self) -> None:
        self._cover_from(self.y() + STEP)

    def _cover_from(self, top: int) -> None:
        rest = self._parent.rect().adjusted(0, top, 0, 0)
        self.setVisible(not rest.isEmpty())
        if not rest.isEmpty():
            self.setGeometry(rest)
