"""Where the columns of the table of contacts stand, and how one row is painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ...look.paint_text import LEFT, RIGHT, elided, paint_math, paint_text, text_width
from ...look.style import CAPTION, EDGE, SMALL
from ...look.theme import FRICTION, IMPULSE, Theme
from ...text.number_text import number_text
from .values import ContactRow

HEADER, ROW = 34, 24
MODE = 76  # width of the last column
HEADINGS = (("gap", "mm"), ("ζ⁺", "mm/s"), ("λ_n", ""), ("|λ_t|", ""))
# From the right edge of each number to the left edge of the modes: forces alone, and where impulses say their unit.
PLACES = {False: (168.0, 120.0, 64.0, 10.0), True: (186.0, 136.0, 71.0, 8.0)}
LENGTH_ZERO = 1e-6  # shown as 0 [mm], and [mm/s]: what the arithmetic leaves of a contact that rests
LOAD_ZERO = 1e-9  # [N], [N s]
RELATIVE_ZERO = 1e-7  # friction, to the normal load: what the solver's tolerance leaves
ROOM = 46.0  # of a number [px]


def paint_headings(
    painter: QPainter, theme: Theme, width: int, words: tuple[str, str], load_unit: str, unit_beside: bool
) -> None:
    """Two lines: letters and units; `words` stand above pairs and modes."""
    modes = width - EDGE - MODE
    for place, (name, unit) in zip(PLACES[unit_beside], HEADINGS, strict=True):
        box = QRectF(modes - place - 70, 0, 70, 16)
        paint_math(painter, box, name, theme.text_hint, CAPTION, 400, RIGHT)
        paint_text(painter, box.translated(0, 15), unit or load_unit, theme.text_hint, CAPTION, 400, RIGHT)
    paint_text(painter, QRectF(EDGE, 15, 100, 16), words[0], theme.text_hint, CAPTION)
    paint_text(painter, QRectF(modes, 15, MODE, 16), words[1], theme.text_hint, CAPTION)
    painter.fillRect(QRectF(EDGE - 6, HEADER - 1, width - 2 * EDGE + 12, 1), QColor(theme.divider))


def paint_row(painter: QPainter, theme: Theme, box: QRectF, row: ContactRow, mode: str, unit_beside: bool) -> None:
    """One contact in a box as wide as the panel; `unit_beside`: impulses say their unit beside the number."""
    modes = box.right() - EDGE - MODE
    gap_at, speed_at, normal_at, tangent_at = PLACES[unit_beside]
    lengths = [(place, brief(1e3 * x, LENGTH_ZERO)) for place, x in ((gap_at, row.gap), (speed_at, row.speed))]
    room = modes - gap_at - max(28.0, text_width(lengths[0][1], SMALL)) - 8
    end = paint_math(painter, box.adjusted(EDGE, 0, 0, 0), row.name, theme.text, SMALL, 600) + 7
    pair = elided(row.pair, max(0.0, room - end), SMALL)
    paint_text(painter, QRectF(end, box.top(), room - end + 6, ROW), pair, theme.text, SMALL)
    for place, text in lengths:
        paint_text(painter, _before(modes - place, box), text, _pale_zero(theme, text), SMALL, 400, RIGHT)
    beside = "N·s" if row.impact and unit_beside else ""
    for place, value, ink in (
        (normal_at, row.normal, theme.force_text),
        (tangent_at, row.tangential, theme.friction_text),
    ):
        text = brief(value, max(LOAD_ZERO, RELATIVE_ZERO * abs(row.normal)))
        color = theme.impulse_text if row.impact else ink
        number = _before(modes - place, box)
        if text == "0":
            paint_text(painter, number, text, theme.text_hint, SMALL, 400, RIGHT)
            continue
        if beside:
            paint_text(painter, number, beside, theme.text_hint, CAPTION, 400, RIGHT)
            number = number.adjusted(0, 0, -text_width(beside, CAPTION) - 2, 0)
        paint_text(painter, number, text, color, SMALL, 600, RIGHT)
    _paint_mode(painter, theme, QRectF(modes, box.top(), MODE, ROW), row, mode)


def _paint_mode(painter: QPainter, theme: Theme, box: QRectF, row: ContactRow, mode: str) -> None:
    kind = "impact" if row.impact else row.mode
    paint_mode_glyph(painter, theme, kind, box.left() + 5, box.center().y())
    ink = {"impact": theme.impulse_text, "sticking": theme.friction_text, "sliding": theme.friction_text}
    weight = 600 if kind in ink else 400
    paint_text(painter, box.adjusted(15, 0, 0, 0), mode, ink.get(kind, theme.text_second), SMALL, weight, LEFT)


def paint_mode_glyph(painter: QPainter, theme: Theme, kind: str, x: float, y: float) -> None:
    """● sticking, ◆ sliding, ○ open, ▼ impact, about x, y."""
    color = QColor({"impact": IMPULSE, "open": theme.text_hint}.get(kind, FRICTION))
    painter.setPen(QPen(color, 1.4) if kind == "open" else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if kind == "open" else color)
    corners = {"sliding": ((0, -5), (5, 0), (0, 5), (-5, 0)), "impact": ((-5, -4), (5, -4), (0, 5))}.get(kind)
    if corners:
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
    else:
        painter.drawEllipse(QPointF(x, y), 4.4 if kind == "open" else 5, 4.4 if kind == "open" else 5)


def total_text(rows: tuple[ContactRow, ...]) -> tuple[str, str]:
    """Σ of the normal forces, and of the impulses, in the notation of `paint_math`; empty where there are none."""
    impulses = [row.normal for row in rows if row.impact]
    force = sum(row.normal for row in rows if not row.impact)
    return (
        f"Σλ_n {number_text(force, zero=LOAD_ZERO)} N" if rows and (abs(force) > LOAD_ZERO or not impulses) else "",
        f"Σλ_n {number_text(sum(impulses), zero=LOAD_ZERO)} N·s" if impulses else "",
    )


def brief(x: float, zero: float) -> str:
    """A number with four significant digits, or as many as there is room for; the tooltip has them all."""
    texts = (number_text(x, digits, zero) for digits in (4, 3, 2))
    return next((text for text in texts if text_width(text, SMALL) <= ROOM), number_text(x, 1, zero))


def _before(right: float, box: QRectF) -> QRectF:
    return QRectF(right - 90, box.top(), 90, ROW)


def _pale_zero(theme: Theme, text: str) -> str:
    return theme.text_hint if text == "0" else theme.text
