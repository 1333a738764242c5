"""A label in whose text dots stand above letters: q̇, ζ̇, for which most fonts have no good place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QLabel
from typing_extensions import override

from ..look.math_notation import DDOT, DOT, literal, with_dots
from ..look.paint_text import PaintedText, note_text, notes_texts, paint_dots


class DottedLabel(QLabel):
    """Plain text at the left and the top, or in the middle of its height where it does not wrap."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        text = with_dots(self.text())
        if DOT not in text and DDOT not in text and not (self.wordWrap() and notes_texts()):
            super().paintEvent(event)
            return
        bare, dots = _parted(text)
        box = self.contentsRect()
        wraps = QTextOption.WrapMode.WordWrap if self.wordWrap() else QTextOption.WrapMode.NoWrap
        layout, y = laid_out(bare, self.font(), box.width(), wraps)
        middle = bool(self.alignment() & Qt.AlignmentFlag.AlignVCenter)
        corner = QPointF(box.left(), box.top() + (max(0.0, box.height() - y) / 2 if middle else 0.0))
        color = self.palette().color(QPalette.ColorRole.WindowText)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(color)
        layout.draw(painter, corner)
        marks = dict(dots)
        for k in range(layout.lineCount() if self.wordWrap() else 0):
            line, first = layout.lineAt(k), layout.lineAt(k).textStart()
            written = "".join(bare[i] + marks.get(i, "") for i in range(first, first + line.textLength()))
            left, before = corner + QPointF(0.0, line.y() + line.height() / 2), sum(place < first for place in marks)
            px, weight = self.font().pixelSize(), self.font().weight()
            note_text(painter, PaintedText(literal(written), left, px, weight, literal(text), first + before))
        for place, kind in dots:
            line = layout.lineForTextPosition(place)
            x = 0.5 * (_x_of(line, place) + _x_of(line, place + 1))
            baseline = corner + QPointF(x, line.y() + line.ascent())
            paint_dots(painter, baseline, bare[place], kind, color, self.font().pixelSize())


def laid_out(text: str, font: QFont, width: float, wraps: QTextOption.WrapMode) -> tuple[QTextLayout, float]:
    """A text in lines, and how high they are together."""
    layout, y = QTextLayout(text, font), 0.0
    option = QTextOption()
    option.setWrapMode(wraps)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0.0, y))
        y += QFontMetricsF(font).lineSpacing()
    layout.endLayout()
    return layout, y


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
