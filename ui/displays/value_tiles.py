"""A few key values side by side, each in a tile with its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.math_notation import plain_math
from ..look.paint_box import paint_box
from ..look.paint_text import figures_width, paint_math, paint_text
from ..look.style import CAPTION, SMALL, current_theme
from ..look.wide_widget import WideWidget

HEIGHT, GAP = 54, 8
KEY = 16  # [px] of a value


class ValueTiles(WideWidget):
    """Tiles with names in the notation of `paint_math`; `shares` are those of the width."""

    def __init__(self, names: Sequence[str], shares: Sequence[float], parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=340, narrow=200)
        self._names, self._shares = tuple(names), tuple(shares)
        self._values: tuple[tuple[str, str], ...] = (("", ""),) * len(self._names)

    @property
    def texts(self) -> tuple[str, ...]:
        """The values shown, with their units."""
        return tuple(f"{number} {unit}".strip() for number, unit in self._values)

    def set_names(self, names: Sequence[str]) -> None:
        """Name the tiles, from the left."""
        if tuple(names) != self._names:
            self._names = tuple(names)
            self.update()

    def show_values(self, values: Sequence[tuple[str, str]]) -> None:
        """Show a number and a unit in each tile."""
        values = tuple(values)
        for box, new, old in zip(self._boxes(), values, self._values, strict=True):
            if new != old:
                self.update(_inside(box))
        self._values = values

    def accessible(self) -> Accessible:
        """For screen readers: names with their values."""
        return Accessible(
            Role.StaticText,
            "; ".join(f"{plain_math(name)}: {text}" for name, text in zip(self._names, self.texts, strict=True)),
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for box, name, (number, unit) in zip(self._boxes(), self._names, self._values, strict=True):
            inside = _inside(box)
            # Also where a strip of it is scrolled in.
            if event.region().intersects(QRegion(box) - QRegion(inside)):
                paint_box(painter, QRectF(box), theme.raised, theme.divider, 8)
                paint_math(painter, QRectF(box).adjusted(11, 5, -4, 23 - HEIGHT), name, theme.text_hint, CAPTION)
            if event.region().intersects(inside):
                painter.fillRect(inside, QColor(theme.raised))
                value = QRectF(inside)
                paint_text(painter, value, number, theme.text, KEY, 600)
                beside = value.adjusted(figures_width(number, KEY, 600) + 4, 1, 0, 1)
                paint_text(painter, beside, unit, theme.text_hint, SMALL)

    def _boxes(self) -> list[QRect]:
        room = self.width() - GAP * (len(self._names) - 1)
        boxes, x = [], 0
        for k, share in enumerate(self._shares):
            width = round(room * share) if k + 1 < len(self._shares) else self.width() - x
            boxes.append(QRect(x, 0, width, HEIGHT))
            x += width + GAP
        return boxes


def _inside(box: QRect) -> QRect:
    """Where the value stands."""
    return box.adjusted(11, 23, -8, -6)
