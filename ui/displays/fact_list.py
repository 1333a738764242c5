"""Names with their values: one below the other, or side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.math_notation import plain_math
from ..look.paint_text import RIGHT, elided, math_width, paint_math, paint_text, text_width
from ..look.style import CAPTION, SMALL, TEXT, current_theme
from ..look.wide_widget import WideWidget

Fact = tuple[str, str, str]  # name and value in the notation of `paint_math`, unit
PITCH = 24
ROW_HEIGHT = 40
UNIT_GAP, FACT_GAP = 4, 10  # between a value and its unit, and between facts side by side


class FactList(WideWidget):
    """One fact a line: its name at the left, its value at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=0, wide=150)
        self._facts: tuple[Fact, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Each fact as plain text: name and value."""
        return tuple(" ".join(map(plain_math, fact)).strip() for fact in self._facts)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show facts, a line each."""
        if tuple(facts) != self._facts:
            self._facts = tuple(facts)
            self.setFixedHeight(len(self._facts) * PITCH)
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: names with their values."""
        return Accessible(Role.StaticText, "; ".join(self.texts))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for k, (name, value, unit) in enumerate(self._facts):
            box = QRectF(0, k * PITCH, self.width(), PITCH)
            paint_math(painter, box, name, theme.text_second, SMALL)
            if unit:
                paint_text(painter, box, unit, theme.text_hint, SMALL, 400, RIGHT)
                box = box.adjusted(0, 0, -math_width(unit, SMALL) - 4, 0)
            room = box.width() - math_width(name, SMALL) - 8
            if math_width(value, SMALL, 500) > room:
                value = elided(plain_math(value), room, SMALL, 500)
            paint_math(painter, box, value, theme.text, SMALL, 500, RIGHT)


class FactRow(WideWidget):
    """Facts side by side, names above values; `shares` are those of the width, but none is written into the next."""

    def __init__(self, shares: Sequence[float], parent: QWidget | None = None) -> None:
        super().__init__(parent, height=ROW_HEIGHT, wide=340)
        self._shares = tuple(shares)
        self._facts: tuple[Fact, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Each fact as plain text: name and value."""
        return tuple(" ".join(map(plain_math, fact)).strip() for fact in self._facts)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show facts beside each other."""
        if tuple(facts) != self._facts:
            self._facts = tuple(facts)
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: names with their values."""
        return Accessible(Role.StaticText, "; ".join(self.texts))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for (left, right), (name, value, unit) in zip(self.places(), self._facts, strict=True):
            width = right - left
            paint_math(painter, QRectF(left, 0, width, 18), name, theme.text_hint, CAPTION)
            box = QRectF(left, 18, width, 20)
            end = paint_math(painter, box, value, theme.text, TEXT, 500)
            paint_text(painter, box.adjusted(end - left + UNIT_GAP, 0, 20, 0), unit, theme.text_hint, SMALL)

    def places(self) -> list[tuple[float, float]]:
        """From where to where each fact is written [px]: where its share begins, unless it or its neighbours need more."""
        begins = np.cumsum([0.0, *self._shares])[: len(self._facts)] * self.width()
        wide = [
            max(math_width(name, CAPTION), math_width(value, TEXT, 500) + UNIT_GAP + text_width(unit, SMALL))
            for name, value, unit in self._facts
        ]
        for k in range(1, len(wide)):
            begins[k] = max(begins[k], begins[k - 1] + wide[k - 1] + FACT_GAP)
        room = float(self.width())
        for k in reversed(range(len(wide))):
            begins[k] = max(0.0, min(begins[k], room - wide[k]))
            room = begins[k] - FACT_GAP
        return [(float(x), float(x) + width) for x, width in zip(begins, wide, strict=True)]
