"""A widget seen larger: all of it, type, lines and gaps alike, and used as before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsProxyWidget, QGraphicsScene, QGraphicsView, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..displays.section_head import column_in

PAGING = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


def magnified(shown: QWidget, factor: float) -> QWidget:
    """What shows a widget, or that which is in a magnifier now, so many times as large; 1: the widget itself."""
    body = shown.give_back() if isinstance(shown, Magnifier) else shown
    return body if factor == 1.0 else Magnifier(body, factor)


class _Host(QWidget):
    """What stands in the scene, and to screen readers in the magnifier."""

    def __init__(self, magnifier: QWidget) -> None:
        super().__init__()
        self._magnifier = magnifier

    def accessible(self) -> Accessible:
        """For screen readers: where it is."""
        return Accessible(Role.Client, parent=self._magnifier)


class Magnifier(QGraphicsView):
    """Shows a widget `factor` times as large. Page Up and Page Down are left to the window, whatever in it has the keyboard."""

    def __init__(self, body: QWidget, factor: float) -> None:
        super().__init__()
        self._body, self._factor = body, factor
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(body.sizePolicy())
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # Not the body itself: below what has this flag, popups are windows, which end at no edge of this one.
        self._host = _Host(self)
        column_in(self._host).addWidget(body)
        body.overrideWindowFlags(body.windowFlags() | Qt.WindowType.BypassGraphicsProxyWidget)
        # Not `addWidget`: shiboken would hold the body for that proxy, and with it declare dead all parts of it that Qt made.
        self._proxy = QGraphicsProxyWidget()
        self._proxy.setWidget(self._host)
        self.scene().addItem(self._proxy)
        self.scale(factor, factor)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        # What Qt has for screen readers beside the windows is all that has the flag of one, and not that of a popup.
        self._host.winId()
        self._host.windowHandle().setFlags(Qt.WindowType.Popup)

    def accessible(self) -> Accessible:
        """For screen readers: the widget is in it, not a window of its own."""
        return Accessible(Role.Client, child=self._host)

    def give_back(self) -> QWidget:
        """The widget, which is nowhere then; the magnifier goes."""
        self.setScene(None)  # first: else Qt asks where the mouse was last, though it never was (6.11)
        self._body.overrideWindowFlags(self._body.windowFlags() & ~Qt.WindowType.BypassGraphicsProxyWidget)
        self._body.setParent(None)
        self.hide()
        self.deleteLater()
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
