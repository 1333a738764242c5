"""The differential model: what small displacements of joints do, to first order and truly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import SmallDisplacement
from torseur.sim.texts import marked, tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.switch import Switch
from ...controls.fields.amount import Amount
from ...controls.fields.amount_rows import AmountRows
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...displays.value_tiles import ValueTiles
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text
from ...text.units import AngleUnit, to_display_unit, unit_text, value_text

ROWS = ("δx", "δy", "δz", "δu_x", "δu_y", "δu_z")
COLUMNS = ("J δq", marked("exact"), marked("gap"))


class DisplacementSection(QWidget):
    """δq, and δX three ways. Signals are for the user alone."""

    displacement_changed = Signal(int, float)  # which number of v [rad | m]
    scaled = Signal(float)  # all of δq by this
    drawn_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: AngleUnit = "deg"
        self._found: tuple[SmallDisplacement, SmallDisplacement] | None = None
        self.head = SectionHead(self.tr("Small displacements δX = J δq"), self)
        self.copy = CopyButton(self._copied, name=self.tr("Copy the displacements"))
        self.drawn = Switch(self.tr("Draw the displacement in the view"), self.head)
        self.head.add_control(self.copy)
        self.head.add_control(self.drawn)
        self.amounts = AmountRows(self.tr("Small displacements of joints"), self)
        self.halve = OutlineButton(self.tr("Halve δq"), "", self)
        self.clear = OutlineButton(self.tr("δq = 0"), "", self)
        self.table = HeatTable(self.tr("Displacement of the frame"), self)
        self.tiles = ValueTiles(
            (self.tr("Gap of P"), self.tr("Gap of u"), self.tr("Gap / at δq/2")), (0.36, 0.36, 0.28), self
        )
        self.beyond = Prose(self, role="warning", px=SMALL, icon="warning", icon_role="warning")
        self.line = Prose(self, role="text_hint")
        self._arrange()
        self.amounts.changed.connect(self.displacement_changed)
        self.halve.clicked.connect(lambda: self.scaled.emit(0.5))
        self.clear.clicked.connect(lambda: self.scaled.emit(0.0))
        self.drawn.switched.connect(self.drawn_switched)

    def show_amounts(self, amounts: Sequence[Amount], dq: np.ndarray) -> None:
        """Offer the displacements of these joints; dq (nv,) [rad | m]."""
        self.amounts.set_amounts(amounts)
        self.amounts.show_values(dq.tolist())

    def show_displacement(self, found: SmallDisplacement | None, half: SmallDisplacement | None) -> None:
        """Show what δq does, and what half of it does; None while it cannot be known."""
        self._found = None if found is None or half is None else (found, half)
        self._write()

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self._unit = unit
        self.amounts.set_unit(unit)
        self._write()

    def _arrange(self) -> None:
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.amounts)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(16, 6, 16, 8)
        buttons.setSpacing(8)
        buttons.addWidget(self.halve)
        buttons.addWidget(self.clear)
        buttons.addStretch(1)
        column.addLayout(buttons)
        body = inset(self.table)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setSpacing(8)
        body.addWidget(self.tiles)
        body.addWidget(self.beyond)
        body.addWidget(self.line)
        column.addLayout(body)

    def _write(self) -> None:
        if self._found is None:
            self.table.show_matrix(None, (), ())
            self.tiles.show_values(((ABSENT, ""),) * 3)
            self.beyond.show_text("")
            return
        found, half = self._found
        angle = unit_text(True, self._unit)
        factors = np.array([1.0, 1.0, 1.0, *[to_display_unit(1.0, True, self._unit)] * 3])
        values = _three(found) * factors[:, None]
        self.table.show_matrix(values, ROWS, tuple(map(tr, COLUMNS)), units=("m",) * 3 + (angle,) * 3, split=3)
        self.beyond.show_text(self._beyond_text(found))
        gap, smaller = (np.linalg.norm(one.gap[:3]) for one in self._found)
        turn = to_display_unit(float(np.linalg.norm(found.gap[3:])), True, self._unit)
        ratio = number_text(float(gap / smaller), 3) if smaller > 1e-12 else ABSENT
        self.tiles.show_values(((number_text(float(gap)), "m"), (number_text(turn), angle), (ratio, "")))
        self.line.show_text(
            self.tr(
                "δ of P in m, δu in {unit}, world axes. The gap is of second order: δq halved, about a quarter of it."
            ).format(unit=angle)
        )

    def _beyond_text(self, found: SmallDisplacement) -> str:
        """Which of the joints that are offered leave their limits, and by what."""
        told = []
        for amount in (row.amount for row in self.amounts.rows):
            if amount.column in found.beyond:
                value, limit = found.beyond[amount.column]
                unit = unit_text(amount.is_angle, self._unit)
                space = "" if unit == "°" else " "
                reached, at_most = (value_text(x, amount.is_angle, self._unit) + space + unit for x in (value, limit))
                told.append(tr("{joint} {reached}, limit {limit}", joint=amount.name, reached=reached, limit=at_most))
        return (
            self.tr("q + δq is out of limits, the robot cannot go there: {joints}.").format(joints="; ".join(told))
            if told
            else ""
        )

    def _copied(self) -> ArrayText | None:
        if self._found is None:
            return None
        return ArrayText(_three(self._found[0]), ROWS, COLUMNS)


def _three(found: SmallDisplacement) -> np.ndarray:
    """Linear, exact, and their gap as columns (6, 3) [m, rad]."""
    return np.column_stack([found.linear, found.exact, found.gap])
