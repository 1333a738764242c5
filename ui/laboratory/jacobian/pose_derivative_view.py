"""∂T/∂q of one column: what the route by derivatives takes it from."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import PoseDerivative

from ...controls.fields.amount_rows import Amount
from ...displays.fact_list import FactList
from ...displays.titled_matrix import TitledMatrix
from ...look.paint_text import DOT
from ...text.number_text import residual_text
from ...text.vector_text import vector_text


class PoseDerivativeView(QWidget):
    """∂R/∂q, ∂R/∂q Rᵀ which is S(ω), and ∂P/∂q."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rate, self.matrix = TitledMatrix("∂R/∂q", self), TitledMatrix("∂R/∂q Rᵀ = S(ω)", self)
        self.facts = FactList(self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(12)
        row.addWidget(self.rate, 1)
        row.addWidget(self.matrix, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.facts)

    def show_derivative(self, found: PoseDerivative, amount: Amount) -> None:
        """Show it, for the column of an amount."""
        name, slides = amount.letter.replace(DOT, ""), not amount.is_angle
        per, turn = ("m", "rad/m") if slides else ("rad", "1")
        self.rate.title.show_lines((f"∂R/∂{name}",))
        self.matrix.title.show_lines((f"∂R/∂{name} Rᵀ = S(ω)",))
        self.rate.show_matrix(found.R_rate, unit=f"1/{per}")
        self.matrix.show_matrix(found.matrix, unit=f"1/{per}")
        self.facts.show_facts(
            [
                (f"∂P/∂{name}, rows 1 to 3", vector_text(found.P_rate), f"m/{per}"),
                ("S_{32}, S_{13}, S_{21}, " + self.tr("rows 4 to 6"), vector_text(found.omega), turn),
                (self.tr("not skew by"), residual_text(found.residual), ""),
            ]
        )
