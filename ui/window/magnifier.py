"""A widget seen larger: all of it, type, lines and gaps alike, and used as before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsProxyWidget, QGraphicsScene, QGraphicsView, QWidget
from typing_extensions import override

PAGING = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class Magnifier(QGraphicsView):
    """Shows a widget `factor` times as large. Page Up and Page Down are left to the window, whatever in it has the keyboard."""

    def __init__(self, body: QWidget, factor: float) -> None:
        super().__init__()
        self._body, self._factor = body, factor
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        body.setParent(None)
        # Not `addWidget`: shiboken would hold the body for that proxy, and with it declare dead all parts of it that Qt made.
        self._proxy = QGraphicsProxyWidget()
        self._proxy.setWidget(body)
        self.scene().addItem(self._proxy)
        body.setUpdatesEnabled(True)  # it was in a window that may be held just now
        self.scale(factor, factor)

    def give_back(self) -> QWidget:
        """The widget, which is nowhere then."""
        self.setScene(None)  # first: else Qt asks where the mouse was last, though it never was (6.11)
        self._proxy.setWidget(None)  # type: ignore[arg-type]  # the way to take it out
        return self._body

    @override
    def sizeHint(self) -> QSize:
        return self._body.sizeHint() * self._factor

    @override
    def minimumSizeHint(self) -> QSize:
        return self._body.minimumSizeHint() * self._factor

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = QRectF(0.0, 0.0, self.width() / self._factor, self.height() / self._factor)
        self.setSceneRect(room)
        self._proxy.setGeometry(room)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in PAGING:
            event.ignore()
            return True
        return super().event(event)
