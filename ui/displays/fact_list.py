"""Names with their values: one below the other, or side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..look.paint_text import RIGHT, elided, math_width, paint_math, paint_text, plain_math
from ..look.style import CAPTION, SMALL, TEXT, current_theme

Fact = tuple[str, str, str]  # name and value in the notation of `paint_math`, unit
PITCH = 24
ROW_HEIGHT = 40


class FactList(QWidget):
    """One fact a line: its name at the left, its value at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

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
    def sizeHint(self) -> QSize:
        return QSize(150, len(self._facts) * PITCH)

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


class FactRow(QWidget):
    """Facts side by side, names above values; `shares` are those of the width."""

    def __init__(self, shares: Sequence[float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares = tuple(shares)
        self._facts: tuple[Fact, ...] = ()
        self.setFixedHeight(ROW_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

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
    def sizeHint(self) -> QSize:
        return QSize(340, ROW_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        x = 0.0
        for share, (name, value, unit) in zip(self._shares, self._facts, strict=False):
            width = share * self.width()
            paint_math(painter, QRectF(x, 0, width, 18), name, theme.text_hint, CAPTION)
            box = QRectF(x, 18, width, 20)
            end = paint_math(painter, box, value, theme.text, TEXT, 500)
            paint_text(painter, box.adjusted(end - x + 4, 0, 20, 0), unit, theme.text_hint, SMALL)
            x += width
