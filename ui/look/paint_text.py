"""Text painted by hand: in a box, or with indices below the line and dots above a letter."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from .math_notation import DDOT, DOT, has_dots, literal, runs
from .style import ui_font

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
CENTER = int(Qt.AlignmentFlag.AlignCenter)
BETWEEN = " · "  # two names of a pair
LEAST_PAIR = 48  # room for a pair from which each of its names is cut by itself [px]


class PaintedText(NamedTuple):
    """What `paint_math` wrote, and where its line begins in its widget."""

    text: str
    left: QPointF
    px: int
    weight: int
    whole: str = ""  # prose that the line is of; empty: it is a formula
    first: int = 0  # which glyph of it is the line's first


_painted: list[PaintedText] | None = None  # while a widget is asked what it paints


@lru_cache(maxsize=4096)
def text_width(text: str, px: int, weight: int = 400) -> float:
    """Width of a line of text."""
    return QFontMetricsF(ui_font(px, weight)).horizontalAdvance(text)


def figures_width(text: str, px: int, weight: int = 400) -> float:
    """Width of a number, by its characters: there are too many numbers to remember the width of each."""
    return sum(text_width(character, px, weight) for character in text)


@lru_cache(maxsize=1024)
def elided(text: str, width: float, px: int, weight: int = 400) -> str:
    """A sentence, cut with an ellipsis at its end where it is wider than this."""
    return QFontMetricsF(ui_font(px, weight)).elidedText(text, Qt.TextElideMode.ElideRight, width)


@lru_cache(maxsize=1024)
def elided_words(text: str, width: float, px: int) -> str:
    """Words, cut at their end: behind a whole one, if two are left; names alone as `elided_name` cuts them."""
    if " " not in text.replace(BETWEEN, ""):
        return elided_name(text, width, px)
    cut = elided(text, width, px)
    kept = cut.rpartition(" ")[0].rstrip(",;:·| ")
    return f"{kept}…" if cut != text and " " in kept else cut


@lru_cache(maxsize=1024)
def elided_name(text: str, width: float, px: int, weight: int = 400) -> str:
    """A name, cut in its middle: names begin alike, and what tells left from right is at the end. Of a pair "a · b" each is."""
    metrics, middle = QFontMetricsF(ui_font(px, weight)), Qt.TextElideMode.ElideMiddle
    pair = text.split(BETWEEN)
    room = width - text_width(BETWEEN, px, weight)
    if len(pair) != 2 or room < LEAST_PAIR or text_width(text, px, weight) <= width:
        return metrics.elidedText(text, middle, width)
    wide = [text_width(name, px, weight) for name in pair]
    rooms = [min(own, max(room / 2, room - other)) for own, other in zip(wide, reversed(wide), strict=True)]
    return BETWEEN.join(metrics.elidedText(name, middle, own) for name, own in zip(pair, rooms, strict=True))


def paint_text(painter: QPainter, box: QRectF, text: str, color: str, px: int, weight: int = 400, flags: int = LEFT) -> None:
    """A line of text in a box, its dots above letters as `paint_math` has them."""
    if has_dots(text):
        paint_math(painter, box, literal(text), color, px, weight, flags)
        return
    painter.setFont(ui_font(px, weight))
    painter.setPen(QColor(color))
    painter.drawText(box, flags, text)


def paint_quantity(painter: QPainter, box: QRectF, number: str, unit: str, colors: tuple[str, str], px: int) -> None:
    """A number and, paler, its unit, at the right of a box."""
    if unit:
        paint_text(painter, box, unit, colors[1], px, 400, RIGHT)
        box = box.adjusted(0, 0, -text_width(unit, px) - 4, 0)
    paint_text(painter, box, number, colors[0], px, 400, RIGHT)


def glyph_at(text: str, px: int, weight: int, x: float) -> int:
    """Which of its glyphs is at a distance from where the line begins, without dots of theirs; -1: none."""
    at, first = 0, 0.0
    for characters, below, dots in runs(text):
        size = _index_px(px) if below else px
        for k in range(1, len(characters) + 1):
            if first <= x < first + text_width(characters[:k], size, weight):
                return at + k - 1
        first += text_width(characters, size, weight)
        at += len(characters + dots)
    return -1


def notes_texts() -> bool:
    """Whether a widget is asked what it paints."""
    return _painted is not None


def note_text(painter: QPainter, line: PaintedText) -> None:
    """Tell of a line that is written, where a widget is asked what it paints."""
    if _painted is not None:
        _painted.append(line._replace(left=painter.combinedTransform().map(line.left)))


def painted_texts(widget: QWidget) -> list[PaintedText]:
    """What `paint_math` and `note_text` write in a widget now: it is painted once more, where nobody sees it."""
    global _painted
    found: list[PaintedText] = []
    _painted = found
    try:
        QWidget.render(widget, QPixmap(1, 1), QPointF().toPoint(), QRegion(), QWidget.RenderFlag(0))
    finally:
        _painted = None
    return found


@lru_cache(maxsize=1024)
def math_width(text: str, px: int, weight: int = 400) -> float:
    """Width of a text painted by `paint_math`."""
    return sum(text_width(characters, _index_px(px) if below else px, weight) for characters, below, _ in runs(text))


def paint_math(painter: QPainter, box: QRectF, text: str, color: str, px: int, weight: int = 400, flags: int = LEFT) -> float:
    """A line in which `_x` or `_{xy}` is an index and DOT puts a dot on the letter before it, DDOT two; returns where it ends."""
    width = math_width(text, px, weight)
    x = box.left()
    if flags & Qt.AlignmentFlag.AlignRight.value:
        x = box.right() - width
    elif flags & Qt.AlignmentFlag.AlignHCenter.value:
        x = box.center().x() - width / 2
    baseline = box.center().y() + 0.36 * px
    if notes_texts():
        note_text(painter, PaintedText(text, QPointF(x, box.center().y()), px, weight))
    painter.setPen(QColor(color))
    for characters, below, dots in runs(text):
        size = _index_px(px) if below else px
        painter.setFont(ui_font(size, weight))
        painter.drawText(QPointF(x, baseline + (0.18 * px if below else 0.0)), characters)
        advance = text_width(characters, size, weight)
        if dots:
            paint_dots(painter, QPointF(x + advance / 2, baseline), characters, dots, QColor(color), px)
        x += advance
    return x


def paint_dots(painter: QPainter, middle: QPointF, letter: str, dots: str, color: QColor, px: int) -> None:
    """What DOT or DDOT puts on a letter, whose middle on the line is given."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)  # else it is a few pixels aslant, as an accent is
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for aside in {"": (), DOT: (0.04,), DDOT: (-0.11, 0.19)}[dots]:
        painter.drawEllipse(middle + QPointF(aside * px, -_dot_height(letter) * px), 0.085 * px, 0.085 * px)
    painter.restore()


def _dot_height(letter: str) -> float:
    return 0.90 if letter.isupper() or letter in "bdfhklζξβδθλ" else 0.72


def _index_px(px: int) -> int:
    return max(8, round(0.74 * px))
