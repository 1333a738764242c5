"""Formulas, a line each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...look.math_notation import plain_math
from ...look.paint_text import elided, math_width, paint_math
from ...look.style import CAPTION, SMALL, current_theme
from ...look.wide_widget import WideWidget
from .letter_tip import shows_letter

PITCH = 20


class MathLines(WideWidget):
    """Lines in the notation of `paint_math`: in smaller type where they are too long, cut where that does not do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=0, wide=300, narrow=120)
        self._lines: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as plain text, without the marks of `paint_math`."""
        return tuple(map(plain_math, self._lines))

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show lines in the notation of `paint_math`; none hides the widget."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self.setFixedHeight(PITCH * len(self._lines))
            self.setVisible(bool(self._lines))
            self.setToolTip("\n".join(self.texts))
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: a text."""
        return Accessible(Role.StaticText, "\n".join(self.texts))

    @override
    def event(self, event: QEvent) -> bool:
        return shows_letter(event, self) or super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        color = current_theme().text_second
        painter = QPainter(self)
        for k, line in enumerate(self._lines):
            px = SMALL if math_width(line, SMALL) <= self.width() else CAPTION
            text = line if math_width(line, px) <= self.width() else elided(plain_math(line), self.width(), px)
            paint_math(painter, QRectF(0, k * PITCH, self.width(), PITCH), text, color, px)
