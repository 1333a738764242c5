"""How exactly the frame comes back: a step of each joint's encoder, typed, and the error that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from torseur.sim.analysis.svd.values import Repeatability
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.switch import Switch
from ...controls.fields.number_field import NumberField
from ...displays.fact_list import FactList
from ...displays.folded_section import FoldedSection
from ...displays.prose import Prose
from ...displays.section_head import inset
from ...displays.text_label import TextLabel
from ...displays.value_tiles import ValueTiles
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from ...text.units import AngleUnit, to_display_unit, to_si, unit_text
from ...text.vector_text import vector_text

LARGEST = {True: np.radians(10.0), False: 0.1}  # of a step that may be typed, of a joint that turns or slides [rad, m]
NUDGE = 1.2  # of an arrow key: by this factor


@dataclass(frozen=True, slots=True)
class StepName:
    """One joint whose encoder counts."""

    name: str
    is_angle: bool


class RepeatabilitySection(FoldedSection):
    """`show_*` and `set_*` are silent; signals are for the user alone. Steps of slides are written in mm."""

    entered = Signal(int, float)  # which joint, from 0; its step [rad | m]
    drawn_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Repeatability"), parent)
        self._unit: AngleUnit = "deg"
        self._joints: tuple[StepName, ...] = ()
        self._steps: tuple[float, ...] = ()
        self._found: Repeatability | None = None
        self.fields: list[NumberField] = []
        self.copy = CopyButton(self._copied, self.head, name=self.tr("Copy deviations and axes"))
        self.drawn = Switch(self.tr("Draw the error in the view"), self.head)
        self.drawn.show_on(True)
        self.head.add_control(self.copy)
        self.head.add_control(self.drawn)
        self.about = Prose(self, role="text_second", px=SMALL)
        self.about.show_text(
            self.tr(
                "One step of each joint's encoder. No file tells them: 0.01° and 0.01 mm until you type others. "
                "A reading is off by up to half a step, δP = J δq."
            )
        )
        self._grid_part = QWidget(self)
        self._grid = QGridLayout(self._grid_part)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self.tiles = ValueTiles((self.tr("rms of |δP|"), self.tr("worst case"), "σ_1"), (0.34, 0.36, 0.3), self)
        self.facts = FactList(self)
        self.line = Prose(self, role="text_hint", px=SMALL)
        self.line.show_text(
            self.tr(
                "σ of J·diag(s)/√12: standard deviations of readings rounded to steps s, independent of each other. "
                "Gears, bearings and links that bend are not in it."
            )
        )
        self.column.addLayout(inset(self.about, bottom=6))
        self.column.addLayout(inset(self._grid_part, bottom=8))
        for widget, bottom in ((self.tiles, 8), (self.facts, 4), (self.line, 12)):
            self.column.addLayout(inset(widget, bottom=bottom))
        self.drawn.switched.connect(self.drawn_switched)

    def set_joints(self, joints: Sequence[StepName], unit: AngleUnit) -> None:
        """Have a field for each joint, two side by side."""
        if (tuple(joints), unit) == (self._joints, self._unit) and self.fields:
            return
        self._joints, self._unit, self._steps = tuple(joints), unit, ()
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = []
        for k, joint in enumerate(self._joints):
            label = TextLabel(self._grid_part, role="text_second", px=SMALL)
            label.show_text(joint.name)
            field = NumberField(self.tr("Step of {joint}").format(joint=joint.name), self._grid_part, px=SMALL)
            field.set_unit(unit_text(True, unit) if joint.is_angle else "mm")
            field.check = partial(self._reason_against, joint)
            field.entered.connect(lambda value, k=k: self.entered.emit(k, self._si(k, value)))
            field.stepped.connect(lambda by, k=k: self._nudge(k, by))
            row, side = divmod(k, 2)
            self._grid.addWidget(label, row, 2 * side)
            self._grid.addWidget(field, row, 2 * side + 1)
            self._grid.setColumnStretch(2 * side, 1)
            label.show()
            field.show()
            self.fields.append(field)

    def show_steps(self, steps: Sequence[float]) -> None:
        """Show the steps (n,) [rad | m]."""
        self._steps = tuple(steps)
        for joint, field, step in zip(self._joints, self.fields, self._steps, strict=True):
            shown = to_display_unit(step, True, self._unit) if joint.is_angle else 1000.0 * step
            field.show_text(number_text(shown))

    def show_error(self, found: Repeatability) -> None:
        """Show what the steps leave of exactness."""
        self._found = found
        self.tiles.show_values((_small(found.rms), _small(found.worst), _small(float(found.deviations[0]))))
        facts = [
            (tr("{sigma} along {axis} {numbers}", sigma="σ_" + str(k + 1), axis="u" + subscript(k + 1),
                numbers=vector_text(np.round(found.axes[:, k], 9))),
             *_small(float(found.deviations[k])))
            for k in range(3)
        ]  # fmt: skip
        if len(found.joints) and np.any(found.shares):
            most = int(np.argmax(found.shares))
            share = 100.0 * float(found.shares[most] / found.rms) ** 2
            facts.append(
                (self.tr("Most of it by {joint}").format(joint=self._joints[most].name), number_text(share, 3), "%")
            )
        self.facts.show_facts(facts)

    def _si(self, k: int, value: float) -> float:
        return to_si(value, True, self._unit) if self._joints[k].is_angle else 0.001 * value

    def _nudge(self, k: int, by: int) -> None:
        step = self._steps[k] * NUDGE**by
        if 0.0 < step <= LARGEST[self._joints[k].is_angle]:
            self.entered.emit(k, float(f"{step:.3g}"))

    def _reason_against(self, joint: StepName, number: float) -> str:
        most = LARGEST[joint.is_angle]
        shown = to_display_unit(most, True, self._unit) if joint.is_angle else 1000.0 * most
        unit = unit_text(True, self._unit) if joint.is_angle else " mm"
        if 0.0 <= number <= shown * (1.0 + 1e-9):
            return ""
        return self.tr("A step from 0 to {most}{unit}.").format(most=number_text(shown), unit=unit)

    def _copied(self) -> ArrayText | None:
        found = self._found
        if found is None:
            return None
        return ArrayText(np.vstack([found.axes, found.deviations]), ("u_x", "u_y", "u_z", "σ"), ("1", "2", "3"))


def _small(length: float) -> tuple[str, str]:
    """A length [m] that is small, in mm or µm."""
    if length >= 1e-4:
        return number_text(1e3 * length, 3), "mm"
    return number_text(1e6 * length, 3, zero=1e-9), "µm"
