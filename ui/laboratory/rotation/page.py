"""A page of the laboratory: one rotation, its angular velocity, a vector that it turns, part by part, and a sum of rates."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ...displays.panel_column import PanelColumn
from ...displays.section_head import Divider, column_in
from ...text.units import AngleUnit
from .geometry_section import GeometrySection
from .rotation_sections import RateSection, RodriguesSection, SumSection, TurnedSection
from .values import RotationView


class RotationPage(PanelColumn):
    """`show_view` is silent; the sections' signals are for the user alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formula = RodriguesSection(self)
        self.rate = RateSection(self)
        self.turned = TurnedSection(self)
        self.parts = GeometrySection(self)
        self.sum = SumSection(self)
        self.sections = (self.formula, self.rate, self.turned, self.parts, self.sum)
        column = column_in(self)
        for k, section in enumerate(self.sections):
            if k:
                column.addWidget(Divider(self))
            column.addWidget(section)
        column.addStretch(1)

    def show_view(self, view: RotationView, unit: AngleUnit) -> None:
        """Show it, angles in degrees or radians."""
        for section in self.sections:
            section.show_view(view, unit)
