"""Text painted by hand: in a box, or with indices below the line and dots above a letter."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from string import ascii_letters
from typing import NamedTuple
from unicodedata import normalize

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from torseur.sim.superscripts import subscript

from .style import ui_font

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
CENTER = int(Qt.AlignmentFlag.AlignCenter)
DOT = "\u0307"  # after a letter: a dot above it, for which most fonts have no good place
DDOT = "\u0308"  # two of them
_DOTTED = {ord(normalize("NFC", c + DOT)): c + DOT for c in ascii_letters if len(normalize("NFC", c + DOT)) == 1}
LITERAL = "\\_"  # an underscore that makes no index
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*$")
BETWEEN = " · "  # two names of a pair
LEAST_PAIR = 48  # room for a pair from which each of its names is cut by itself [px]


class Glyph(NamedTuple):
    """A character of a text in the notation of `paint_math`, and whether it stands below the line."""

    character: str
    below: bool


class PaintedText(NamedTuple):
    """What `paint_math` wrote, and where its line begins in its widget."""

    text: str
    left: QPointF
    px: int
    weight: int


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


def paint_text(
    painter: QPainter, box: QRectF, text: str, color: str, px: int, weight: int = 400, flags: int = LEFT
) -> None:
    """A line of text in a box."""
    painter.setFont(ui_font(px, weight))
    painter.setPen(QColor(color))
    painter.drawText(box, flags, text)


def paint_quantity(painter: QPainter, box: QRectF, number: str, unit: str, colors: tuple[str, str], px: int) -> None:
    """A number and, paler, its unit, at the right of a box."""
    if unit:
        paint_text(painter, box, unit, colors[1], px, 400, RIGHT)
        box = box.adjusted(0, 0, -text_width(unit, px) - 4, 0)
    paint_text(painter, box, number, colors[0], px, 400, RIGHT)


@lru_cache(maxsize=1024)
def _runs(text: str) -> tuple[tuple[str, bool, str], ...]:
    """(characters, below the line, dots) of a text: `_x` or `_{xy}` is an index, DOT or DDOT follows a letter.

    In names, as base_link or FL_HAA, and in LITERAL an underscore is one.
    """
    runs: list[tuple[str, bool, str]] = []
    plain, i, text = "", 0, with_dots(text)
    while i < len(text):
        if text[i : i + 2] == LITERAL:
            plain, i = plain + "_", i + 2
        elif text[i] == "_" and _is_index(text, i):
            end = text.index("}", i) if text[i + 1] == "{" else i + 1
            runs += [(plain, False, ""), (text[i + 2 : end] if text[i + 1] == "{" else text[end], True, "")]
            plain, i = "", end + 1
        elif text[i + 1 : i + 2] in (DOT, DDOT):
            runs += [(plain, False, ""), (text[i], False, text[i + 1])]
            plain, i = "", i + 2
        else:
            plain, i = plain + text[i], i + 1
    return tuple(run for run in (*runs, (plain, False, "")) if run[0])


def with_dots(text: str) -> str:
    """The same with each dot above a letter as a sign of its own, as in Ḣ."""
    return text.translate(_DOTTED)


def _is_index(text: str, i: int) -> bool:
    """Whether the underscore text[i] makes an index: of one letter, and of one character or in braces, as in q_1 and v_{max}."""
    if text[i + 1 : i + 2] in ("", "_", "{"):
        return text[i + 1 : i + 2] == "{"
    of = _NAME.search(text, 0, i)
    more = text[i + 2 : i + 3]
    is_long = text[i + 1].isalpha() and more.isascii() and more.isalnum()
    return not is_long and more != "_" and text[i - 1 : i] != "_" and (of is None or len(of.group()) == 1)


def glyphs(text: str) -> tuple[Glyph, ...]:
    """Its characters without marks; dots follow their letter."""
    return tuple(Glyph(one, below) for characters, below, dots in _runs(text) for one in characters + dots)


def glyph_at(text: str, px: int, weight: int, x: float) -> int:
    """Which of its glyphs is at a distance from where the line begins, without dots of theirs; -1: none."""
    at, first = 0, 0.0
    for characters, below, dots in _runs(text):
        size = _index_px(px) if below else px
        for k in range(1, len(characters) + 1):
            if first <= x < first + text_width(characters[:k], size, weight):
                return at + k - 1
        first += text_width(characters, size, weight)
        at += len(characters + dots)
    return -1


def painted_texts(widget: QWidget) -> list[PaintedText]:
    """What `paint_math` writes in a widget now: it is painted once more, where nobody sees it."""
    global _painted
    found: list[PaintedText] = []
    _painted = found
    try:
        QWidget.render(widget, QPixmap(1, 1), QPointF().toPoint(), QRegion(), QWidget.RenderFlag(0))
    finally:
        _painted = None
    return found


def literal(name: str) -> str:
    """A name as `paint_math` writes it as it is: its underscores make no indices."""
    return name.replace("_", LITERAL)


def index(n: int) -> str:
    """A number below a letter, after `_`: 3 or {12}."""
    return str(n) if n < 10 else f"{{{n}}}"


def plain_math(text: str) -> str:
    """The same without marks, for tooltips and screen readers."""
    return "".join(characters + dots for characters, _, dots in _runs(text))


def typed(text: str) -> str:
    """The same as one types it, for tables that are copied: names keep their underscores, and so do indices."""
    return "".join("_" * below + characters + dots for characters, below, dots in _runs(text))


def html_math(text: str) -> str:
    """The same as rich text, for tool tips."""
    return "".join(
        f"<sub>{escape(characters)}</sub>" if below else escape(characters) + dots
        for characters, below, dots in _runs(text)
    )


def written(text: str) -> str:
    """The same where only plain characters can be written, the digits of an index below the line: λ₁ of λ_1, b₁t of b_{1t}."""
    return "".join((subscript(characters) if below else characters) + dots for characters, below, dots in _runs(text))


@lru_cache(maxsize=1024)
def math_width(text: str, px: int, weight: int = 400) -> float:
    """Width of a text painted by `paint_math`."""
    return sum(text_width(characters, _index_px(px) if below else px, weight) for characters, below, _ in _runs(text))


def paint_math(
    painter: QPainter, box: QRectF, text: str, color: str, px: int, weight: int = 400, flags: int = LEFT
) -> float:
    """A line in which `_x` or `_{xy}` is an index and DOT puts a dot on the letter before it, DDOT two; returns where it ends."""
    width = math_width(text, px, weight)
    x = box.left()
    if flags & Qt.AlignmentFlag.AlignRight.value:
        x = box.right() - width
    elif flags & Qt.AlignmentFlag.AlignHCenter.value:
        x = box.center().x() - width / 2
    baseline = box.center().y() + 0.36 * px
    if _painted is not None:
        left = painter.combinedTransform().map(QPointF(x, box.center().y()))
        _painted.append(PaintedText(text, left, px, weight))
    painter.setPen(QColor(color))
    for characters, below, dots in _runs(text):
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
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for aside in {"": (), DOT: (0.04,), DDOT: (-0.11, 0.19)}[dots]:
        painter.drawEllipse(middle + QPointF(aside * px, -_dot_height(letter) * px), 0.085 * px, 0.085 * px)
    painter.restore()


def _dot_height(letter: str) -> float:
    return 0.90 if letter.isupper() or letter in "ζξβδθλ" else 0.72


def _index_px(px: int) -> int:
    return max(8, round(0.74 * px))
