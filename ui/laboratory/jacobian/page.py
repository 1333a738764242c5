"""A page of the laboratory: the Jacobian by several routes, a column of it written out, small displacements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.jacobian.values import JacobianRoutes, JointAxis, SmallDisplacement
from torseur.sim.analysis.symbolic.values import Formulas

from ...controls.buttons.copy_button import Source
from ...controls.fields.amount import Amount
from ...displays.panel_column import PanelColumn
from ...displays.prose import Prose
from ...displays.section_head import Divider, column_in, inset
from ...text.units import AngleUnit
from .column_section import ColumnSection
from .displacement_formulas import DisplacementFormulasSection
from .displacement_section import DisplacementSection
from .point_section import PointSection
from .routes_section import RoutesSection


class JacobianPage(PanelColumn):
    """`show_*` and `set_*` are silent; the sections' signals are for the user alone."""

    def __init__(self, formulas: Source = lambda: None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: AngleUnit = "deg"
        self.routes = RoutesSection(self)
        self.point = PointSection(self)
        self.column = ColumnSection(self)
        self.displacement = DisplacementSection(self)
        self.displacement_formulas = DisplacementFormulasSection(formulas, self)
        self.line = Prose(self, role="text_second")
        self.line.setContentsMargins(0, 12, 0, 0)
        self._below = QWidget(self)
        layout = column_in(self)
        layout.addWidget(self.routes)
        layout.addLayout(inset(self.line))
        below = column_in(self._below)
        for section in (self.point, self.column, self.displacement, self.displacement_formulas):
            below.addWidget(Divider(self._below))
            below.addWidget(section)
        layout.addWidget(self._below)
        layout.addStretch(1)

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to show; empty brings the sections back."""
        self.line.show_text(reason)
        self.routes.setVisible(not reason)
        self._below.setVisible(not reason)

    def show_routes(
        self, routes: JacobianRoutes, amounts: Sequence[Amount], axes: Sequence[JointAxis], column: int, chosen: int,
        missing_reason: str, formulas: Formulas | None = None,
    ) -> None:  # fmt: skip
        """Show J by each route, and one of the axes that add up to a column of v."""
        self.routes.show_routes(routes, amounts, missing_reason, formulas)
        self.routes.show_selected(column)
        amount = next((amount for amount in amounts if amount.column == column), None)
        if amount is None or not axes:
            self.column.show_none(self.tr("No joint moves this frame."))
        else:
            self.column.show_column(routes, amount, axes, chosen)
        for section in (self.displacement, self.displacement_formulas):
            section.setVisible(bool(amounts))

    def show_displacement(
        self, amounts: Sequence[Amount], dq: np.ndarray, found: SmallDisplacement | None, half: SmallDisplacement | None
    ) -> None:
        """Show what small displacements dq (nv,) [rad | m] do."""
        self.displacement.show_amounts(amounts, dq)
        self.displacement.show_displacement(found, half)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        if unit == self._unit:
            return
        self._unit = unit
        self.displacement.set_unit(unit)
