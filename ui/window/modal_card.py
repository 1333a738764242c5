"""What the cards that come up over the window share: they take the keyboard, and go with Escape or a click beside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from ..controls.keys import claims_key
from ..look.paint_box import paint_box, tinted
from ..look.style import current_theme

VEIL = {"light": ("#1A2330", 0.14), "dark": ("#000000", 0.40)}
RADIUS = 8


class ModalCard(QWidget):
    """Covers its parent with a thin veil and holds one `card`, which the class that is built on it lays out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._before: QWidget | None = None  # what had the keyboard
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        self.card = _Card(self)
        parent.installEventFilter(self)

    def open_card(self, focus: QWidget) -> None:
        """Come up before everything and give this the keyboard."""
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self._cover()
        self.show()
        self.raise_()
        focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Go, and give the keyboard back."""
        if self.isHidden():
            return
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():  # a page may have gone with it
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._parent.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def arrange(self) -> None:
        """Place the card; for the class that is built on this."""

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.isHidden() and watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._cover()
        return False

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, (Qt.Key.Key_Escape,)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.leave()

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        color, opacity = VEIL[current_theme().name]
        QPainter(self).fillRect(self.rect(), tinted(color, opacity))

    def _cover(self) -> None:
        self.setGeometry(self._parent.rect())
        self.arrange()


class _Card(QWidget):
    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_box(QPainter(self), QRectF(self.rect()), QColor(theme.panel), theme.border, RADIUS)
