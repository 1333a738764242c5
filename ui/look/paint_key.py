"""Keys as they are drawn beside what they do: "Ctrl K" in a small box."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from .paint_box import paint_box
from .paint_text import CENTER, paint_text, text_width
from .style import CAPTION
from .theme import Theme

HEIGHT = 20
GAP = 4
_BETWEEN = re.compile(r"\s*(?:, | / )\s*")  # between keys that do the same
_JOINING = re.compile(r"(?<=[^\s+])\+(?=\S)")  # the plus of Ctrl+K, but not that of Ctrl++ or + itself


@lru_cache(maxsize=512)
def caps_of(keys: str) -> tuple[str, ...]:
    """The texts of the boxes: "Ctrl+K" is one, "Ctrl K"; "F, Home" are two."""
    return tuple(_JOINING.sub(" ", cap) for cap in _BETWEEN.split(keys.strip()) if cap)


def caps_width(keys: str) -> float:
    """Width of all boxes."""
    caps = caps_of(keys)
    return sum(_width(cap) for cap in caps) + GAP * max(0, len(caps) - 1)


def paint_caps(painter: QPainter, right: float, middle: float, keys: str, theme: Theme) -> None:
    """Paint the boxes, their right end and the height of their middle given."""
    x = right - caps_width(keys)
    for cap in caps_of(keys):
        box = QRectF(x, middle - HEIGHT / 2, _width(cap), HEIGHT)
        paint_box(painter, box, theme.raised, theme.border, 4)
        paint_text(painter, box, cap, theme.text_second, CAPTION, 500, CENTER)
        x += box.width() + GAP


def _width(cap: str) -> float:
    return max(HEIGHT, round(text_width(cap, CAPTION, 500)) + 12)
