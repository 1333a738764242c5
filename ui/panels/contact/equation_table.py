"""ζ̇ = M λ + d written out, a row a contact, with a mark for its complementarity."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_text import CENTER, DOT, LEFT, RIGHT, paint_math, paint_text
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...look.theme import Theme
from ...text.number_text import number_text
from .values import ProblemView

HEADER, ROW = 22, 24
NAME, WORDS, MARK = 30, 92, 18  # widths of the outer columns
TOLERANCE = 1e-8  # of a force or a rate, as a share of the largest


class EquationTable(QWidget):
    """The rows of one problem. `clicked` is for the user alone: which of its contacts."""

    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._numbers: list[tuple[str, str, str]] = []
        self._states: list[tuple[str, bool]] = []
        self._product = "M λ"
        self._selected = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def numbers(self) -> list[tuple[str, str, str]]:
        """ζ̇, M λ and d of each row as shown [m/s²]."""
        return self._numbers

    @property
    def states(self) -> list[tuple[str, bool]]:
        """What is said of each row, and whether that is complementary."""
        return self._states

    def show_problem(self, view: ProblemView) -> None:
        """Show the rows of a problem; with friction its forces are part of the product."""
        zero = 1e-9 * max(1.0, float(np.max(np.abs(view.d), initial=0.0)))
        columns = (view.rate, view.rate - view.d, view.d)
        self._names = view.names
        self._product = "W λ" if view.frictional else "M λ"
        self._numbers = [tuple(number_text(float(x), zero=zero) for x in row) for row in zip(*columns, strict=True)]
        self._states = complementary_states(view)
        self.setFixedHeight(HEADER + len(self._names) * ROW)
        self.update()

    def show_selected(self, name: str) -> None:
        """Let the row of a contact stand out."""
        if name != self._selected:
            self._selected = name
            self.update()

    def row_rect(self, i: int) -> QRect:
        """Where a row is."""
        return QRect(0, HEADER + i * ROW, self.width(), ROW)

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, self.height())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        i = int((event.position().y() - HEADER) // ROW)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= i < len(self._names):
            self.clicked.emit(i)
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        pitch = (self.width() - 2 * EDGE - NAME - WORDS - MARK) / 3
        rights = [EDGE + NAME + (k + 1) * pitch - 16 for k in range(3)]
        for right, text in zip(rights, (f"ζ{DOT}", self._product, "d"), strict=True):
            paint_math(painter, QRectF(right - 60, 0, 60, HEADER), text, theme.text_hint, CAPTION, 400, RIGHT)
        words = self.width() - EDGE - MARK - WORDS
        paint_text(
            painter, QRectF(words, 0, WORDS + MARK, HEADER), self.tr("complementarity"), theme.text_hint, CAPTION
        )
        for i in range(len(self._names)):
            box = QRectF(self.row_rect(i))
            if self._names[i] == self._selected:
                painter.fillRect(box, QColor(theme.accent_fill))
            painter.fillRect(QRectF(EDGE, box.top(), self.width() - 2 * EDGE, 1), QColor(theme.divider))
            self._paint_row(painter, theme, box, i, rights, pitch)

    def _paint_row(
        self, painter: QPainter, theme: Theme, box: QRectF, i: int, rights: list[float], pitch: float
    ) -> None:
        paint_math(painter, box.adjusted(EDGE + 6, 0, 0, 0), self._names[i], theme.text_second, SMALL)
        for k, (right, text) in enumerate(zip(rights, self._numbers[i], strict=True)):
            number = QRectF(right - pitch, box.top(), pitch, ROW)
            paint_text(painter, number, text, theme.text, SMALL, 600 if k == 0 else 400, RIGHT)
            if k < 2:
                operator = QRectF(right, box.top(), 20, ROW)
                paint_text(painter, operator, "=+"[k], theme.text_hint, SMALL, 400, CENTER)
        words, holds = self._states[i]
        left = QPointF(self.width() - EDGE - MARK - WORDS, box.top())
        color = theme.text_second if holds else theme.warning
        paint_math(painter, QRectF(left.x(), left.y(), WORDS, ROW), words, color, SMALL, 400, LEFT)
        mark, ink = ("check", theme.good) if holds else ("warning", theme.warning)
        paint_icon(painter, mark, ink, self.width() - EDGE - SIDE, box.top() + (ROW - SIDE) / 2)


def complementary_states(view: ProblemView) -> list[tuple[str, bool]]:
    """λ and ζ̇ of each contact against zero, and whether one of them is zero and none negative."""
    no_force = TOLERANCE * max(1.0, float(np.max(np.abs(view.lam), initial=0.0)))
    no_rate = TOLERANCE * max(1.0, float(np.max(np.abs(view.d), initial=0.0)))
    states = []
    for force, rate in zip(view.lam.tolist(), view.rate.tolist(), strict=True):
        a, b = _sign(force, no_force), _sign(rate, no_rate)
        states.append((f"λ {a} 0, ζ{DOT} {b} 0", "<" not in (a, b) and "=" in (a, b)))
    return states


def _sign(x: float, zero: float) -> str:
    return "=" if abs(x) <= zero else ">" if x > 0 else "<"
