"""A formula of a few lines, in the notation of `paint_math`."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box
from ...look.paint_text import math_width, paint_math
from ...look.style import TEXT, current_theme

LINE = 24
PAD = 8
SMALLEST = 10  # [px] of type, where a line has little room


class FormulaLines(QWidget):
    """Lines on a background of their own; the type shrinks where they are too long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The formulas as plain text, a line each."""
        return "\n".join(map(plain_math, self._lines))

    def show_text(self, text: str) -> None:
        """Show formulas in the notation of `paint_math`, a line each."""
        lines = tuple(text.split("\n"))
        if lines != self._lines:
            self._lines = lines
            self.setFixedHeight(LINE * len(lines) + 2 * PAD)
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: the formula as text."""
        return Accessible(Role.StaticText, self.text)

    @override
    def sizeHint(self) -> QSize:
        longest = max((math_width(line, TEXT) for line in self._lines), default=0.0)
        return QSize(round(longest) + 4 * PAD, LINE * len(self._lines) + 2 * PAD)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, LINE * len(self._lines) + 2 * PAD)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        paint_box(painter, QRectF(self.rect()), theme.raised, theme.divider, 8)
        room = self.width() - 3 * PAD
        px = TEXT
        while px > SMALLEST and any(math_width(line, px) > room for line in self._lines):
            px -= 1
        for k, line in enumerate(self._lines):
            paint_math(painter, QRectF(1.5 * PAD, PAD + k * LINE, room, LINE), line, theme.text, px)
