"""A label in whose text dots stand above letters, for which most fonts have no good place, and indices below: q̇, ω_z."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QLabel
from typing_extensions import override

from ..look.math_notation import DDOT, DOT, Glyph, glyphs, literal, plain_math
from ..look.paint_text import PaintedText, note_text, notes_texts, paint_dots


class DottedLabel(QLabel):
    """Plain text at the left and the top, or in mid-height where it does not wrap, as names, whose underscores are no indices."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.text() if self.wordWrap() else literal(self.text())
        shown, is_rich = plain_math(text), self.textFormat() == Qt.TextFormat.RichText
        has_marks = shown != self.text() or DOT in shown or DDOT in shown
        if is_rich or not has_marks and not (self.wordWrap() and notes_texts()):
            super().paintEvent(event)
            return
        bare, dots = _parted(glyphs(text))
        box = self.contentsRect()
        wraps = QTextOption.WrapMode.WordWrap if self.wordWrap() else QTextOption.WrapMode.NoWrap
        layout, y = laid_out("".join(sign.character for sign in bare), self.font(), box.width(), wraps, _lowered(bare))
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
            written = "".join(_written(bare[i]) + marks.get(i, "") for i in range(first, first + line.textLength()))
            left, before = corner + QPointF(0.0, line.y() + line.height() / 2), sum(place < first for place in marks)
            px, weight = self.font().pixelSize(), self.font().weight()
            note_text(painter, PaintedText(written, left, px, weight, text, first + before))
        for place, kind in dots:
            line = layout.lineForTextPosition(place)
            x = 0.5 * (_x_of(line, place) + _x_of(line, place + 1))
            baseline = corner + QPointF(x, line.y() + line.ascent())
            paint_dots(painter, baseline, bare[place].character, kind, color, self.font().pixelSize())


def laid_out(
    text: str, font: QFont, width: float, wraps: QTextOption.WrapMode, formats: Sequence[QTextLayout.FormatRange] = ()
) -> tuple[QTextLayout, float]:
    """A text in lines, and how high they are together."""
    layout, y = QTextLayout(text, font), 0.0
    layout.setFormats(formats)
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


def _lowered(signs: Sequence[Glyph]) -> list[QTextLayout.FormatRange]:
    """How indices are set."""
    found = []
    for place, sign in enumerate(signs):
        if sign.below:
            one = QTextLayout.FormatRange()
            one.start, one.length = place, 1
            one.format.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSubScript)
            found.append(one)
    return found


def _written(sign: Glyph) -> str:
    return f"_{{{sign.character}}}" if sign.below else literal(sign.character)


def _parted(signs: Sequence[Glyph]) -> tuple[list[Glyph], list[tuple[int, str]]]:
    """The signs without dots; and the place among them of each letter that has some, with which."""
    bare: list[Glyph] = []
    dots = []
    for sign in signs:
        if sign.character in (DOT, DDOT):
            if bare:
                dots.append((len(bare) - 1, sign.character))
        else:
            bare.append(sign)
    return bare, dots
