"""A label in whose text dots stand above letters: q̇, ζ̇, for which most fonts have no good place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QLabel
from typing_extensions import override

from ..look.math_notation import DDOT, DOT, with_dots
from ..look.paint_text import paint_dots


class DottedLabel(QLabel):
    """Plain text at the left and the top, or in the middle of its height where it does not wrap."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        text = with_dots(self.text())
        if DOT not in text and DDOT not in text:
            super().paintEvent(event)
            return
        bare, dots = _parted(text)
        box, metrics = self.contentsRect(), QFontMetricsF(self.font())
        layout = QTextLayout(bare, self.font())
        wraps = QTextOption.WrapMode.WordWrap if self.wordWrap() else QTextOption.WrapMode.NoWrap
        option = QTextOption()
        option.setWrapMode(wraps)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(box.width())
            line.setPosition(QPointF(0.0, y))
            y += metrics.lineSpacing()
        layout.endLayout()
        middle = bool(self.alignment() & Qt.AlignmentFlag.AlignVCenter)
        corner = QPointF(box.left(), box.top() + (max(0.0, box.height() - y) / 2 if middle else 0.0))
        color = self.palette().color(QPalette.ColorRole.WindowText)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(color)
        layout.draw(painter, corner)
        for place, kind in dots:
            line = layout.lineForTextPosition(place)
            x = 0.5 * (_x_of(line, place) + _x_of(line, place + 1))
            baseline = corner + QPointF(x, line.y() + line.ascent())
            paint_dots(painter, baseline, bare[place], kind, color, self.font().pixelSize())


def _x_of(line: QTextLine, place: int) -> float:
    found: Any = line.cursorToX(place)  # and the place, which may be another
    return float(found[0])


def _parted(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without dots; and the place in it of each letter that has some, with which."""
    bare, dots = "", []
    for character in text:
        if character in (DOT, DDOT):
            if bare:
                dots.append((len(bare) - 1, character))
        else:
            bare += character
    return bare, dots
