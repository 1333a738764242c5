"""How phases and the errors of their intervals are painted."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from ...look.icons import paint_icon
from ...look.paint_box import paint_box, tinted
from ...look.paint_contact_state import paint_contact_state
from ...look.paint_text import CENTER, RIGHT, elided, paint_text, text_width
from ...look.style import CAPTION, SMALL
from ...look.theme import WARNING, Theme
from ...text.number_text import quantity_text
from ..values import IntervalErrors
from .strip_scale import LEFT, LOCK, StripScale

GLYPHS_AT = 9
BLOCKS_AT, BLOCK = 17, 30
BARS_AT, BARS = 53, 20
HEIGHT = 76
WORDS = LEFT - 10  # room of the words at the left [px]
LEAST_NAME = 4  # letters of a mode that still say which it is, the ellipsis among them
LOWEST, HIGHEST = -12.0, 0.0  # decades that bars show


def paint_words(painter: QPainter, theme: Theme, modes: str, error: str) -> None:
    """What the two lines are, at their left."""
    for text, top, height in ((modes, BLOCKS_AT, BLOCK), (error, BARS_AT, BARS)):
        paint_text(painter, QRectF(0, top, WORDS, height), text, theme.text_hint, CAPTION, 400, RIGHT)


def paint_blocks(
    painter: QPainter, theme: Theme, scale: StripScale, durations: Sequence[float], selected: int, gripped: int
) -> None:
    """The phases, lasting so long [s]; the end of the one that is gripped stands out."""
    begin = 0.0
    for k, (one, duration) in enumerate(zip(scale.phases, durations, strict=True)):
        left, right = scale.x_of(begin), scale.x_of(begin + duration)
        begin += duration
        box = QRectF(max(left, LEFT), BLOCKS_AT, 0, BLOCK)
        box.setRight(min(right, scale.width - 2))
        if box.width() <= 1.0:
            continue
        box = box.adjusted(1, 0, -1, 0)
        chosen = k == selected
        paint_box(painter, box, theme.accent_fill if one.touching else theme.raised, None, 5)
        if not one.touching:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(tinted(theme.text_hint, 0.16), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(box, 5, 5)
        paint_box(painter, box, None, theme.accent if chosen else theme.border, 5, 1.4 if chosen else 1.0)
        _write(painter, theme, box, (one.mode, str(k + 1)), duration, one.fixed)
        if k + 1 < len(scale.phases):
            _paint_jump(painter, scale, right, one.touching, scale.phases[k + 1].touching)
        _paint_grip(painter, theme, right, k == gripped)


def _write(painter: QPainter, theme: Theme, box: QRectF, names: tuple[str, str], duration: float, fixed: bool) -> None:
    """Mode, duration and lock; where there is no room for the mode, the number of the phase."""
    mode, which = names
    inside = box.adjusted(8, 0, -LOCK - 4, 0)
    number = quantity_text(duration, "s", 3)
    wide = text_width(number, SMALL, 500)
    if inside.width() > 10:
        paint_icon(
            painter,
            "lock" if fixed else "unlock",
            theme.accent_text if fixed else theme.text_hint,
            box.right() - LOCK - 3,
            box.center().y() - 8,
        )
    words = text_width(mode, SMALL, 600)
    if inside.width() >= wide + words + 8:
        paint_text(painter, inside, number, theme.text_second, SMALL, 500, RIGHT)
        paint_text(painter, inside, mode, theme.text, SMALL, 600)
        return
    left = box.adjusted(4, 0, -LOCK - 4 if inside.width() > 10 else -2, 0)
    name = elided(mode, left.width(), CAPTION, 500)
    name = which if name != mode and len(name) < LEAST_NAME else name
    if left.width() >= text_width(name, CAPTION, 500):
        paint_text(painter, left, name, theme.text, CAPTION, 500, CENTER)


def _paint_jump(painter: QPainter, scale: StripScale, x: float, before: bool, after: bool) -> None:
    if before != after and LEFT <= x <= scale.width:
        paint_contact_state(painter, "impact" if after else "lift-off", QPointF(x, GLYPHS_AT), 4.5)


def _paint_grip(painter: QPainter, theme: Theme, x: float, gripped: bool) -> None:
    painter.setPen(QPen(QColor(theme.accent if gripped else theme.text_second), 2.0 if gripped else 1.4))
    for away in (-1.6, 1.6):
        painter.drawLine(QLineF(x + away, BLOCKS_AT + 9, x + away, BLOCKS_AT + BLOCK - 9))


def paint_bars(painter: QPainter, theme: Theme, scale: StripScale, errors: IntervalErrors, room: QRectF) -> None:
    """A bar an interval, by the logarithm of its error; a line in it stands as high as its defect."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    low = room.bottom()
    for k in range(len(errors.error)):
        left, right = max(scale.x_of(float(errors.edges[k])), LEFT), scale.x_of(float(errors.edges[k + 1]))
        right = min(right, scale.width - 2)
        if right - left < 0.5:
            continue
        gap = 0.5 if right - left > 3 else 0.0
        high = bar_share(float(errors.error[k])) * room.height()
        large = bool(errors.error[k] > errors.large)
        fill = QColor(WARNING) if large else tinted(theme.text_hint, 0.55)
        painter.fillRect(QRectF(left + gap, low - high, right - left - 2 * gap, high), fill)
        at = low - bar_share(float(errors.defect[k])) * room.height()
        painter.fillRect(QRectF(left + gap, at - 1, right - left - 2 * gap, 1.5), QColor(theme.accent))


def bar_share(value: float) -> float:
    """How high a bar is, 0 to 1, by the logarithm; what is not known is as high as can be."""
    if not math.isfinite(value):
        return 1.0
    power = math.log10(max(value, 10.0**LOWEST))
    return min(max((power - LOWEST) / (HIGHEST - LOWEST), 0.04), 1.0)


def paint_cursor(painter: QPainter, theme: Theme, x: float, seen: bool) -> None:
    """Where time stands."""
    if seen:
        painter.setPen(QPen(QColor(theme.accent), 1.5))
        painter.drawLine(QLineF(x, BLOCKS_AT - 3, x, HEIGHT))
