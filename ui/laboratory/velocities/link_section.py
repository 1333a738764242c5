"""How fast each link moves, in its own axes, and one step of the recursion written out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import LinkVelocity

from ...controls.buttons.copy_button import CopyButton
from ...displays.equations.equation_list import EquationList
from ...displays.equations.values import EquationView
from ...displays.folded_section import FoldedSection
from ...displays.formulas.math_lines import MathLines
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import inset
from ...text.array_text import ArrayText
from ...text.jacobian_text import ROWS
from ...text.number_text import residual_text
from ...text.short_names import short_names


class LinkSection(FoldedSection):
    """A row a link. Signals are for the user alone."""

    link_chosen = Signal(int)  # from the base on

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Velocities of links"), parent)
        self._names: list[str] = []
        self.head.show_caption(self.tr("in their own axes"))
        self.copy = CopyButton(self._copied, name=self.tr("Copy the velocities"))
        self.head.add_control(self.copy)
        self.lines = MathLines(self)
        self.lines.show_lines(("ω_i = R (ω_{i−1} + (1 − σ) q̇ z)", "v_i = R (v_{i−1} + ω_{i−1} × p_i + q̇ ∂p_i/∂q)"))
        self.table = HeatTable(self.tr("Velocities of links in their own axes"), self)
        self.line = Prose(self, role="text_hint")
        self.step = EquationList(self, keeps_mark=True)
        body = inset(self.lines)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setContentsMargins(16, 4, 16, 12)
        body.setSpacing(6)
        body.addWidget(self.table)
        body.addWidget(self.line)
        self.column.addLayout(body)
        self.column.addWidget(self.step)
        self.table.cell_clicked.connect(lambda i, _: self.link_chosen.emit(i))

    def show_links(
        self, links: Sequence[LinkVelocity], difference: float, selected: int, step: Sequence[EquationView], at: int
    ) -> None:
        """Show the links on the way to the frame, and the step to the selected one, its equation `at` at hand.

        difference : of their velocities to J q̇, turned [m/s, rad/s]
        """
        self._names = short_names([link.body.rsplit("/", 1)[-1] for link in links])
        twists = np.array([link.twist for link in links]).reshape(-1, 6)
        units = (("m/s",) * 3 + ("rad/s",) * 3) * len(links)
        self.table.show_matrix(twists, self._names, ROWS, units=units)
        self.table.show_selected(selected if links else None, None)
        self.line.show_text(
            self.tr("v in m/s, ω in rad/s. Largest difference to J q̇ of each link, turned into its axes: {x}.").format(
                x=residual_text(difference)
            )
        )
        self.step.setVisible(bool(step))
        if step:
            self.step.show_equations(step, at, "done")

    def _copied(self) -> ArrayText | None:
        if not self.table.values.size:
            return None
        return ArrayText(self.table.values, self._names, ROWS)
