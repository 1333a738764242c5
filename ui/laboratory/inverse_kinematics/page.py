"""The page of inverse kinematics: a target and the way to it, and joint speeds for a velocity."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ...displays.section_head import Divider, column_in
from ...text.units import AngleUnit
from .iterations_section import IKIterationsSection
from .method_section import IKMethodSection
from .speeds_section import IKSpeedsSection
from .target_section import IKTargetSection


class IKPage(QWidget):
    """Sections, one below the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.target = IKTargetSection(self)
        self.method = IKMethodSection(self)
        self.iterations = IKIterationsSection(self)
        self.speeds = IKSpeedsSection(self)
        column = column_in(self)
        for k, section in enumerate((self.target, self.method, self.iterations, self.speeds)):
            if k:
                column.addWidget(Divider(self))
            column.addWidget(section)
        column.addStretch()

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self.target.set_unit(unit)
        self.speeds.set_unit(unit)
