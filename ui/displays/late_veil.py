"""What lies over numbers that are of another instant than the one shown: they are grey, and it says of which."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.paint_box import paint_box, tinted
from ..look.paint_text import CENTER, elided, paint_text, text_width
from ..look.style import SMALL, current_theme

OPACITY = 0.62  # of the page's background over the numbers: they are still read, and seen not to be of now
HEIGHT, EDGE = 28, 8  # of the sentence [px]


class LateVeil(QWidget):
    """Covers its parent while there is something to say.

    deaf : what is under it is not pressed, as where a press means a thing of now; else it is pressed and scrolled as before
    """

    def __init__(self, parent: QWidget, *, deaf: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not deaf)
        self._text, self._parent = "", parent
        parent.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return self._text

    def show_text(self, text: str) -> None:
        """Cover the page and say something; empty: uncover it."""
        if text == self._text:
            return
        self._text = text
        self.setVisible(bool(text))
        if text:
            self.setGeometry(self._parent.rect())
            self.raise_()
            self.update(self._sentence().toAlignedRect())

    def accessible(self) -> Accessible:
        """For screen readers: a text."""
        return Accessible(Role.StaticText, self._text)

    def _sentence(self) -> QRectF:
        """Where it stands: the whole width, so that a shorter one covers a longer."""
        return QRectF(EDGE, EDGE, self.width() - 2 * EDGE, HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(event.rect(), tinted(theme.panel, OPACITY))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = self._sentence()
        text = elided(self._text, room.width() - 24, SMALL, 600)
        box = QRectF(0, room.y(), min(room.width(), text_width(text, SMALL, 600) + 26), HEIGHT)
        box.moveCenter(room.center())
        paint_box(painter, box, theme.raised, theme.border)
        paint_text(painter, box, text, theme.text, SMALL, 600, CENTER)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._text:
            self.setGeometry(self._parent.rect())
        return super().eventFilter(watched, event)
