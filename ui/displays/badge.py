"""A word on how things are: good, or to be looked at."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.icons import SIDE, paint_icon
from ..look.math_notation import plain_math
from ..look.paint_box import paint_box
from ..look.paint_text import math_width, paint_math
from ..look.style import SMALL, current_theme
from ..look.theme import Theme

TONES = ("good", "warning", "plain")


class Badge(QWidget):
    """A short text on a coloured background, with a mark that says the same without colour. Empty, it is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._text, self._tone = "", "plain"
        self.hide()

    @property
    def text(self) -> str:
        """The word in the badge; empty while it is hidden."""
        return self._text

    @property
    def tone(self) -> str:
        """Its colour, one of `TONES`."""
        return self._tone

    def show_text(self, text: str, tone: str = "plain", reason: str = "") -> None:
        """Say something, in one of `TONES`; the reason is read on hover."""
        if (text, tone) != (self._text, self._tone):
            self._text, self._tone = text, tone
            self.setVisible(bool(text))
            self.updateGeometry()
            parent = self.parentWidget()
            layout = parent.layout() if parent is not None else None
            if layout is not None:
                layout.activate()  # now: where much is painted, the text would stand in the old one's room for a while
            self.update()
        if reason != self.toolTip():
            self.setToolTip(reason)

    def accessible(self) -> Accessible:
        """For screen readers: a text."""
        return Accessible(Role.StaticText, plain_math(self._text))

    @override
    def sizeHint(self) -> QSize:
        mark = 0 if self._tone == "plain" else SIDE + 2
        return QSize(round(math_width(self._text, SMALL, 600)) + mark + 18, 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        color, background, mark = _colors(theme, self._tone)
        paint_box(painter, rect, background, None, 12 if mark else 6)
        x = 9.0
        if mark:
            paint_icon(painter, mark, color, x - 1, (self.height() - SIDE) / 2)
            x += SIDE + 2
        paint_math(painter, rect.adjusted(x, 0, 0, 0), self._text, color, SMALL, 600 if mark else 500)


def _colors(theme: Theme, tone: str) -> tuple[str, str, str]:
    return {
        "good": (theme.good, theme.good_fill, "check"),
        "warning": (theme.warning, theme.warning_fill, "warning"),
        "plain": (theme.text_second, theme.hover, ""),
    }[tone]
