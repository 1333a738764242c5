"""The Jacobian of a frame, as a coloured matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from torseur.sim.analysis.ellipsoids.values import FrameReport

from ...controls.buttons.copy_button import CopyButton
from ...controls.fields.choice import Choice
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...look.math_notation import DOT, index
from ...text.jacobian_text import ROWS, reference_options
from ...text.units import JACOBIAN_UNITS, per_unit


class JacobianSection(QWidget):
    """J at a point, in axes that are chosen. Signals are for the user alone."""

    reference_chosen = Signal(str)
    joint_chosen = Signal(str)  # whose column was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._joints: tuple[str, ...] = ()
        self._selected = ""
        self.head = SectionHead(self.tr("Jacobian J"), self)
        self.reference = Choice(self.tr("Point and axes in which J is written"), widest=124)
        self.reference.set_options(reference_options(()))
        self.head.add_control(self.reference)
        self.table = HeatTable(self.tr("Jacobian"), self)
        self.copy = CopyButton(self.table.array_text, self, name=self.tr("Copy the Jacobian"))
        self.head.add_control(self.copy)
        self.line = Prose(self, role="text_second")
        column = column_in(self)
        column.addWidget(self.head)
        body = inset(self.table)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.addWidget(self.line)
        column.addLayout(body)
        self.reference.chosen.connect(self.reference_chosen)
        self.table.cell_clicked.connect(lambda _, j: self.joint_chosen.emit(self._joints[j]))

    def set_bases(self, names: Sequence[str]) -> None:
        """Offer the axes of these frames too."""
        options = reference_options(names)
        self.reference.set_options(options, self.reference.choice if self.reference.choice in options else "")

    def show_jacobian(self, report: FrameReport, J: np.ndarray, reference: str, numbers: Sequence[int]) -> None:
        """Show J (6, n) of a report's frame by a key of `reference_options`; `numbers` are the panel's of the joints."""
        if self.reference.choice != reference:
            self.reference.show_choice(reference)
        unit = per_unit(report.prismatic, "rad/s", "m/s")
        place = self.tr("at the world's origin") if reference == "world" else self.tr("at {frame}")
        caption = self.tr("{place}, per {unit}") if report.joints else self.tr("{place}")
        self.head.show_caption(caption.format(place=place.format(frame=report.frame.rpartition("/")[2]), unit=unit))
        self.line.show_text("" if report.joints else self.tr("No joint moves this frame."))
        columns = [f"q{DOT}_{index(k)}" for k in numbers]
        self.table.show_matrix(J, ROWS, columns, units=JACOBIAN_UNITS, names=report.joints, split=3)
        self._joints = report.joints
        self._accent()

    def show_selected_joint(self, name: str) -> None:
        """Accent the column of a joint, if it has one."""
        self._selected = name
        self._accent()

    def _accent(self) -> None:
        self.table.show_selected(None, self._joints.index(self._selected) if self._selected in self._joints else None)
