"""What is planned: a profile, how far each joint goes in which time, a payload, and whether there is gravity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.outline_button import OutlineButton
from ....controls.buttons.segmented import SegmentedControl
from ....controls.buttons.switch import Switch
from ....controls.fields.amount import Amount
from ....controls.fields.amount_rows import AmountRows
from ....controls.fields.choice import Choice
from ....controls.fields.number_field import NumberField
from ....controls.fields.vector_fields import VectorFields
from ....displays.section_head import Divider, SectionHead, column_in, inset_row
from ....displays.text_label import TextLabel
from ....look.style import SMALL
from ....text.number_text import as_shown, number_text
from ....text.units import AngleUnit
from .values import MotionPlan

LONGEST, FASTEST, HEAVIEST, FARTHEST = 30.0, 50.0, 1e4, 100.0  # s, Hz, kg, m
SLOWEST = 1e-3  # Hz


class PlanSection(QWidget):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    profile_chosen = Signal(str)
    number_entered = Signal(str, float)  # "duration" [s], "frequency" [Hz] or "mass" [kg]
    change_entered = Signal(int, float)  # which number of v, and how far it goes [rad | m]
    body_chosen = Signal(str)
    point_entered = Signal(object)  # (3,) [m]
    gravity_switched = Signal(bool)
    still_requested = Signal()
    random_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.profile = SegmentedControl(
            {"quintic": self.tr("quintic"), "cubic": self.tr("cubic"), "sine": self.tr("sine")},
            self.tr("Profile"),
            height=24,
        )
        self.profile.chosen.connect(self.profile_chosen)
        self.duration = self._field("duration", self.tr("Duration"), "s", LONGEST)
        self.frequency = self._field("frequency", self.tr("Frequency"), "Hz", FASTEST)
        self.changes = AmountRows(self.tr("How far each joint goes"), self)
        self.changes.changed.connect(self.change_entered)
        self.still_button = OutlineButton(self.tr("Still"), parent=self)
        self.still_button.setToolTip(self.tr("No joint moves"))
        self.still_button.clicked.connect(self.still_requested)
        self.random_button = OutlineButton(self.tr("Random"), parent=self)
        self.random_button.setToolTip(
            self.tr("To a random configuration within the limits, as slowly as limits of speed ask")
        )
        self.random_button.clicked.connect(self.random_requested)
        self.body = Choice(self.tr("Body that carries the payload"), widest=150)
        self.body.chosen.connect(self.body_chosen)
        self.mass = self._field("mass", self.tr("Mass of the payload"), "kg", HEAVIEST, least=0.0)
        self.point = VectorFields("p", self.tr("Point of the payload, in the body's frame"), self)
        self.point.set_unit("m")
        self.point.check = lambda p: "" if np.all(np.abs(p) <= FARTHEST) else self.tr("At most 100 m, either way.")
        self.point.entered.connect(self.point_entered)
        self.gravity = Switch(self.tr("Gravity"), self)
        self.gravity.switched.connect(self.gravity_switched)
        self._frequency_label = self._word(self.tr("frequency"))
        self._arrange()

    def set_joints(self, amounts: Sequence[Amount], bodies: Sequence[str], unit: AngleUnit) -> None:
        """Have a row for each joint, angles in a unit, and offer these bodies."""
        self.changes.set_amounts(amounts)
        self.changes.set_unit(unit)
        self.body.set_options(bodies)

    def show_plan(self, plan: MotionPlan) -> None:
        """Show what is planned."""
        self.profile.show_choice(plan.profile)
        self.duration.show_text(number_text(plan.duration))
        self.frequency.show_text(number_text(plan.frequency))
        for widget in (self.frequency, self._frequency_label):
            widget.setVisible(plan.profile == "sine")
        self.changes.show_values(plan.change)
        self.body.show_choice(plan.body)
        self.mass.show_text(number_text(plan.mass))
        self.point.show_vector(np.array(plan.point))
        self.gravity.show_on(plan.has_gravity)

    def _field(self, key: str, name: str, unit: str, most: float, least: float = 1e-3) -> NumberField:
        field = NumberField(name, self, unit=unit, px=SMALL)
        field.setFixedWidth(84)
        sentence = self.tr("From {least} to {most} {unit}.").format(
            least=as_shown(f"{least:g}"), most=as_shown(f"{most:g}"), unit=unit
        )
        field.check = lambda x: "" if least <= x <= most else sentence
        field.entered.connect(lambda value: self.number_entered.emit(key, value))
        return field

    def _arrange(self) -> None:
        head, load = SectionHead(self.tr("Trajectory"), self), SectionHead(self.tr("Payload and gravity"), self)
        head.add_control(self.profile)
        load.add_control(self._word(self.tr("gravity")))
        load.add_control(self.gravity)
        column = column_in(self)
        column.addWidget(head)
        duration = self._word(self.tr("duration"))
        column.addLayout(inset_row(duration, self.duration, self._frequency_label, self.frequency, bottom=6, spacing=8))
        column.addWidget(self.changes)
        column.addLayout(inset_row(self.still_button, self.random_button))
        column.addWidget(Divider(self))
        column.addWidget(load)
        column.addLayout(inset_row(self.mass, self._word(self.tr("on")), self.body, bottom=6, spacing=8))
        column.addWidget(self.point)
        column.addSpacing(10)

    def _word(self, text: str) -> TextLabel:
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(text)
        word.setMinimumWidth(word.sizeHint().width())
        return word
