"""A Jacobian as coloured cells, with its columns of zeros greyed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from typing_extensions import override

from ...look.style import current_theme
from .heat_table import HeatTable

VEIL = 0.72  # opacity over columns of zeros
ZERO = 1e-14


class JacobianTable(HeatTable):
    """A column of zeros is of a joint that moves nothing."""

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
