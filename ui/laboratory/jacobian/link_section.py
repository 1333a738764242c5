"""How fast each link moves, in its own axes, for speeds of the joints that are typed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import LinkVelocity

from ...controls.buttons.copy_button import CopyButton
from ...controls.fields.amount_rows import Amount, AmountRows
from ...displays.heat_table.heat_table import HeatTable
from ...displays.math_lines import MathLines
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, inset
from ...text.array_text import ArrayText
from ...text.jacobian_text import ROWS
from ...text.number_text import residual_text
from ...text.short_names import short_names


class LinkSection(QWidget):
    """Speeds of joints, and a row a link. `rate_changed` is for the user alone."""

    rate_changed = Signal(int, float)  # which number of v [rad/s | m/s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self.head = SectionHead(self.tr("Velocities of links"), self)
        self.head.show_caption(self.tr("in their own axes"))
        self.copy = CopyButton(self._copied, name=self.tr("Copy the velocities"))
        self.head.add_control(self.copy)
        self.rates = AmountRows(self.tr("Speeds of joints"), self, per="/s")
        self.lines = MathLines(self)
        self.lines.show_lines(("ω_i = R (ω_{i−1} + (1 − σ) q̇ z)", "v_i = R (v_{i−1} + ω_{i−1} × p_i + q̇ ∂p_i/∂q)"))
        self.table = HeatTable(self.tr("Velocities of links in their own axes"), self)
        self.line = Prose(self, role="text_hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.rates)
        body = inset(self.lines)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setContentsMargins(16, 4, 16, 12)
        body.setSpacing(6)
        body.addWidget(self.table)
        body.addWidget(self.line)
        column.addLayout(body)
        self.rates.changed.connect(self.rate_changed)

    def show_amounts(self, amounts: Sequence[Amount], rates: np.ndarray) -> None:
        """Offer the speeds of these joints; rates (nv,) [rad/s | m/s]."""
        self.rates.set_amounts(amounts)
        self.rates.show_values(rates.tolist())

    def show_links(self, links: Sequence[LinkVelocity], difference: float) -> None:
        """Show the links on the way to the frame; `difference` of their velocities to J q̇, turned [m/s, rad/s]."""
        self._names = short_names([link.body.rsplit("/", 1)[-1].replace("_", " ") for link in links])
        twists = np.array([link.twist for link in links]).reshape(-1, 6)
        self.table.show_matrix(twists, self._names, ROWS, names=("m/s",) * 3 + ("rad/s",) * 3)
        self.line.show_text(
            self.tr("v in m/s, ω in rad/s. Largest difference to J q̇ of each link, turned into its axes: {x}.").format(
                x=residual_text(difference)
            )
        )

    def _copied(self) -> ArrayText | None:
        if not self.table.values.size:
            return None
        return ArrayText(self.table.values, self._names, ROWS)
