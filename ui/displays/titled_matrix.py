"""A small matrix under its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from .formulas.math_lines import MathLines
from .heat_table.heat_table import HeatTable
from .section_head import column_in


class TitledMatrix(QWidget):
    """A name in the notation of `paint_math` above a coloured matrix without labels."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = MathLines(self)
        self.table = HeatTable(title, self)
        column = column_in(self)
        column.addWidget(self.title)
        column.addWidget(self.table)
        column.addStretch(1)
        self.title.show_lines((title,))

    def show_matrix(self, values: np.ndarray, labels: Sequence[str] = ("x", "y", "z"), unit: str = "") -> None:
        """Show values (n, n)."""
        self.table.show_matrix(values, ("",) * len(values), labels, units=(unit,) if unit else ())
