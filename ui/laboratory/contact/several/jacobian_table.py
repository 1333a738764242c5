"""A Jacobian of a contact as coloured cells, with its columns of zeros greyed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....displays.heat_table.heat_table import HeatTable
from ....look.style import current_theme

VEIL = 0.72  # opacity over columns of zeros
ZERO = 1e-14


class JacobianTable(HeatTable):
    """Six rows, and one below them of what they give on the normal."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, precise=True)

    @property
    def zero_columns(self) -> Sequence[int]:
        """Those in which all is zero: joints that do not move the point."""
        values = self.values
        return np.flatnonzero(np.abs(values).max(axis=0) <= ZERO).tolist() if values.size else []

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._layout is None:
            return
        painter, veil = QPainter(self), QColor(current_theme().panel)
        veil.setAlphaF(VEIL)
        for j in self.zero_columns:
            cell = self.cell_rect(0, j)
            painter.fillRect(QRectF(cell.left(), 0.0, cell.width() + 1.0, float(self.height())), veil)
