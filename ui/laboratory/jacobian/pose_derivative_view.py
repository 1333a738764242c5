"""∂T/∂q of one column: what the route by derivatives takes it from."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import PoseDerivative

from ...controls.fields.amount import Amount
from ...displays.fact_list import FactList
from ...displays.prose import Prose
from ...displays.section_head import column_in
from ...displays.titled_matrix import TitledMatrix
from ...look.math_notation import DOT
from ...look.style import SMALL
from ...text.number_text import residual_text
from ...text.vector_text import vector_text


class PoseDerivativeView(QWidget):
    """∂R/∂q, ∂R/∂q Rᵀ which is S(ω), and ∂P/∂q; where q̇ is no rate of coordinates, Ṙ, Ṙ Rᵀ and v(P) at a unit of speed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rate, self.matrix = TitledMatrix("∂R/∂q", self), TitledMatrix("∂R/∂q Rᵀ = S(ω)", self)
        self.facts = FactList(self)
        self.line = Prose(self, role="text_hint", px=SMALL)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(12)
        row.addWidget(self.rate, 1)
        row.addWidget(self.matrix, 1)
        column = column_in(self)
        column.addLayout(row)
        column.addWidget(self.facts)
        column.addWidget(self.line)

    def show_derivative(self, found: PoseDerivative, amount: Amount, in_world: bool = True) -> None:
        """Show it, for the column of an amount; `in_world`: J beside it is in world axes at P too."""
        rate, point, where = f"R{DOT}", "v(P)", ""
        per, linear, turn = "1/s", "m/s", "rad/s"
        if DOT in amount.letter:
            name = amount.letter.replace(DOT, "")
            rate, point = f"∂R/∂{name}", f"∂P/∂{name}"
            of = "rad" if amount.is_angle else "m"
            per = f"1/{of}"
            linear, turn = f"m/{of}", "1" if amount.is_angle else "rad/m"
        else:
            unit = "rad/s" if amount.is_angle else "m/s"
            where = self.tr(" where {speed} = 1 {unit} alone").format(speed=amount.letter, unit=unit)
        self.rate.title.show_lines((rate,))
        self.matrix.title.show_lines((f"{rate} Rᵀ = S(ω)",))
        self.rate.show_matrix(found.R_rate, unit=per)
        self.matrix.show_matrix(found.matrix, unit=per)
        self.facts.show_facts(
            [
                (point + where + self.tr(", rows 1 to 3"), vector_text(found.P_rate), linear),
                ("S_{32}, S_{13}, S_{21}, " + self.tr("rows 4 to 6"), vector_text(found.omega), turn),
                (self.tr("not skew by"), residual_text(found.residual), ""),
            ]
        )
        other = "" if in_world else self.tr(" The table above has J as it is chosen there, with other rows.")
        self.line.show_text(self.tr("World axes, at P.") + other)
