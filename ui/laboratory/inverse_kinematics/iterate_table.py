"""The iterations of a search, a row each: errors, damping, and which joints their limits hold."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.analysis.inverse_kinematics.values import PoseIterates

from ...look.paint_text import RIGHT, elided, paint_text
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text

HEADER, ROW = 22, 22
MOST = 9  # rows in sight; those about the chosen one
RIGHTS = (0.09, 0.33, 0.55, 0.75)  # of the columns, as shares of the width


class IterateTable(QWidget):
    """`step_chosen` is for the user alone."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, str, str, str, str]] = []
        self._iterates: PoseIterates | None = None
        self._step = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """All rows as they are written: k, distance [mm], angle [°], μ, joints held."""
        return self._rows

    def show_iterates(self, iterates: PoseIterates | None, names: tuple[str, ...]) -> None:
        """Show a search; names (n,) are those of the columns of its bounds."""
        self._iterates, self._rows = iterates, []
        if iterates is not None:
            for k in range(len(iterates)):
                held = [
                    f"{name}{'↓' if side < 0 else '↑'}"
                    for name, side in zip(names, iterates.bounds[k], strict=True)
                    if side
                ]
                self._rows.append((
                    str(k), number_text(1e3 * float(np.linalg.norm(iterates.error[k, :3])), zero=0.0),
                    number_text(math.degrees(float(np.linalg.norm(iterates.error[k, 3:]))), zero=0.0),
                    number_text(float(iterates.mu[k]), 2, zero=0.0) if k else ABSENT, " ".join(held),
                ))  # fmt: skip
        self.setFixedHeight(HEADER + ROW * min(len(self._rows), MOST) if self._rows else 0)
        self.update()

    def show_step(self, step: int) -> None:
        """Accent one row, and bring it into sight."""
        if step != self._step:
            self._step = step
            self.update()

    def to_copy(self) -> ArrayText | None:
        """All of it as numbers."""
        found = self._iterates
        if found is None:
            return None
        columns = ["distance [m]", "angle [rad]", "error [m]", "mu", *(f"q{k}" for k in range(found.q.shape[1]))]
        distance, angle = (np.linalg.norm(part, axis=1) for part in (found.error[:, :3], found.error[:, 3:]))
        return ArrayText(np.column_stack([distance, angle, found.size, found.mu, found.q]), (), columns)

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, self.height())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = int((event.position().y() - HEADER) // ROW)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= row < min(MOST, len(self._rows)):
            self.step_chosen.emit(self._first() + row)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        inner = self.width() - 2 * EDGE
        rights = [EDGE + share * inner for share in RIGHTS]
        heads = ("k", self.tr("distance"), self.tr("angle"), "μ")
        if not self._rows:
            return
        for right, text in zip(rights, heads, strict=True):
            paint_text(painter, QRectF(right - 90, 0, 90, HEADER), text, theme.text_hint, CAPTION, 400, RIGHT)
        last = QRectF(rights[-1] + 10, 0, self.width() - EDGE - rights[-1] - 10, HEADER)
        paint_text(painter, last, self.tr("at limits"), theme.text_hint, CAPTION)
        for place, k in enumerate(range(self._first(), min(self._first() + MOST, len(self._rows)))):
            y = HEADER + place * ROW
            if k == self._step:
                painter.fillRect(QRectF(0, y, self.width(), ROW), QColor(theme.accent_fill))
            painter.fillRect(QRectF(EDGE, y, inner, 1), QColor(theme.divider))
            for column, (right, unit) in enumerate(zip(rights, ("", " mm", "°", ""), strict=True)):
                ink = theme.text if column else theme.text_second
                paint_text(
                    painter, QRectF(right - 110, y, 110, ROW), self._rows[k][column] + unit, ink, SMALL, 400, RIGHT
                )
            held = elided(self._rows[k][4], last.width(), SMALL)
            paint_text(painter, last.translated(0, y), held, theme.warning, SMALL)

    def _first(self) -> int:
        return min(max(self._step - MOST // 2, 0), max(len(self._rows) - MOST, 0))
