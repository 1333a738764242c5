"""What the lines below the time line and the marks above it mean, in a line of small letters."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from torseur.sim.texts import tr

from ..look.contact_states import STATES
from ..look.paint_box import tinted
from ..look.paint_contact_state import paint_contact_state
from ..look.paint_text import LEFT, paint_text, text_width
from ..look.style import CAPTION
from ..look.theme import WARNING, Theme
from .event_mark import KINDS, STATE_OF
from .residual_strip import BAD

SAMPLE, BEHIND, APART = 10.0, 5.0, 16.0  # width of a sample, and what is free behind it and between entries [px]
GLYPH = 3.6  # radius
RESIDUAL, BAD_RESIDUAL, STEP_ERROR = "residual", "bad residual", "step error"


def key_entries(kinds: Iterable[str], residuals: bool, errors: bool) -> list[tuple[str, str]]:
    """What is explained, by what is painted before it: of lines and kinds of events only those that there are."""
    entries = []
    if residuals:
        entries.append((RESIDUAL, tr("residual of each solve")))
        entries.append((BAD_RESIDUAL, tr("above {bad:.0e}").format(bad=BAD).replace("e-0", "e-")))
    if errors:
        entries.append((STEP_ERROR, tr("step error")))
    there = set(kinds)
    words = {"impact": tr("impact"), "lift-off": tr("lift-off"), "slip": tr("begins to slide"), "stick": tr("begins to stick")}
    return entries + [(kind, words[kind]) for kind in reversed(KINDS) if kind in there]


def paint_time_key(painter: QPainter, theme: Theme, box: QRectF, entries: Iterable[tuple[str, str]]) -> None:
    """Paint as many of these as there is room for in a box."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    x, middle = box.left(), box.center().y()
    for sign, text in entries:
        width = SAMPLE + BEHIND + text_width(text, CAPTION)
        if x + width > box.right():
            return
        _paint_sample(painter, theme, sign, x, middle)
        words = QRectF(x + SAMPLE + BEHIND, box.top(), width, box.height())
        paint_text(painter, words, text, theme.text_hint, CAPTION, 400, LEFT)
        x += width + APART


def _paint_sample(painter: QPainter, theme: Theme, sign: str, x: float, middle: float) -> None:
    state = STATE_OF.get(sign, sign)
    if state in STATES:
        paint_contact_state(painter, state, QPointF(x + SAMPLE / 2, middle), GLYPH)
    elif sign == STEP_ERROR:
        painter.fillRect(QRectF(x, middle - 0.5, SAMPLE, 1.0), QColor(theme.accent))
    else:
        color = QColor(WARNING) if sign == BAD_RESIDUAL else tinted(theme.text_hint, 0.55)
        for k, height in enumerate((3.0, 7.0, 5.0)):
            painter.fillRect(QRectF(x + 3.4 * k, middle + 3.5 - height, 2.6, height), color)
