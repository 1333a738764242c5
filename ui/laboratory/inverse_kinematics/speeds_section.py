"""A wanted velocity of a frame, and the joint speeds that each method gives for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from torseur.sim.analysis.inverse_kinematics.values import VelocitySolution
from torseur.sim.texts import marked, tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...look.style import EDGE
from ...text.number_text import number_text
from ...text.units import AngleUnit, to_display_unit, to_si
from .speed_table import SpeedTable
from .target_section import Letter

LETTERS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
TITLES = {
    "pseudo_inverse": "J⁺",
    "truncated": marked("truncated"),
    "damped": marked("damped"),
    "transpose": marked("transpose"),
}


class IKSpeedsSection(QWidget):
    """`show_*` is silent; signals are for the user alone."""

    entered = Signal(int, float)  # which of the six numbers, in m/s or rad/s
    rows_chosen = Signal(str)
    threshold_entered = Signal(float)
    damping_entered = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: AngleUnit = "deg"
        self._twist: tuple[float, ...] = (0.0,) * 6
        self.head = SectionHead(self.tr("Velocity"), self)
        self.rows = SegmentedControl(
            {"both": self.tr("Twist"), "position": self.tr("v"), "orientation": self.tr("ω")}, self.tr("What counts"), height=24
        )  # fmt: skip
        self.table = SpeedTable(self)
        self.head.add_control(self.rows)
        self.head.add_control(CopyButton(self.table.to_copy, name=self.tr("Copy the joint speeds")))
        grid = QGridLayout()
        grid.setContentsMargins(EDGE, 0, EDGE, 8)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(6)
        self.fields = [NumberField(self.tr("Wanted {letter}").format(letter=letter), self) for letter in LETTERS]
        for k, field in enumerate(self.fields):
            field.entered.connect(lambda x, k=k: self.entered.emit(k, to_si(x, k >= 3, self._unit)))
            field.set_tip(self.tr("Of the frame's origin, along the axes of the world"))
            grid.addWidget(Letter(LETTERS[k], self, width=20), k // 3, 2 * (k % 3))
            grid.addWidget(field, k // 3, 2 * (k % 3) + 1)
        self.threshold = NumberField(self.tr("σ left out"), self)
        self.damping = NumberField(self.tr("Damping μ"), self)
        self.threshold.set_tip(self.tr("Truncated: singular values up to this are left out"))
        self.damping.set_tip(self.tr("Damped: μ of Jᵀ(JJᵀ + μ²1)⁻¹"))
        for place, (name, field, signal) in enumerate(
            (("σ ≤", self.threshold, self.threshold_entered), ("μ", self.damping, self.damping_entered))
        ):
            field.check = lambda x: "" if x > 0 else self.tr("A number above 0.")
            field.entered.connect(signal)
            grid.addWidget(Letter(name, self, width=20), 2, 2 * place)
            grid.addWidget(field, 2, 2 * place + 1)
        self.line = Prose(self, role="text_second")
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        column.addLayout(grid)
        column.addLayout(inset(self.line, bottom=4))
        column.addWidget(self.table)
        self.rows.chosen.connect(self.rows_chosen)
        self._write()

    def show_twist(self, twist: Sequence[float], rows: str, threshold: float, damping: float) -> None:
        """Show the wanted twist (6,) [m/s, rad/s] and the settings of two methods."""
        self._twist = tuple(twist)
        self.rows.show_choice(rows)
        for k, field in enumerate(self.fields):
            field.setEnabled(rows == "both" or (k < 3) == (rows == "position"))
        self.threshold.show_text(number_text(threshold))
        self.damping.show_text(number_text(damping))
        self._write()

    def show_solutions(
        self, solutions: Sequence[VelocitySolution], numbers: Sequence[int], turning: Sequence[bool], line: str
    ) -> None:
        """Show the joint speeds of each method, and a sentence; numbers (n,) are the joint panel's, from 1."""
        self.table.show_solutions(solutions, [tr(TITLES[s.method]) for s in solutions], numbers, turning, self._unit)
        self.line.show_text(line)

    def set_unit(self, unit: AngleUnit) -> None:
        """Write angular velocities in degrees or radians."""
        self._unit = unit
        self._write()

    def _write(self) -> None:
        for k, (field, value) in enumerate(zip(self.fields, self._twist, strict=True)):
            field.set_unit("m/s" if k < 3 else "°/s" if self._unit == "deg" else "rad/s")
            field.show_text(number_text(to_display_unit(value, k >= 3, self._unit), zero=1e-9))
