"""A body on one point that is typed: mass, inertia, point, motion, push and ground."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.number_field import NumberField
from ....controls.fields.vector_fields import VectorFields
from ....displays.section_head import column_in
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....text.number_text import number_text
from .values import OwnBody


class BodyEditor(QWidget):
    """`show_body` is for the program; `edited`, with the new body, for the user alone."""

    edited = Signal(object)  # OwnBody

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = OwnBody()
        self.mass = self._number(self.tr("Mass of the body"), "kg", "mass", above=0.0)
        self.body_radius = self._number(self.tr("Radius r of the body around C; 0: a corner"), "m", "body_radius")
        self.ground_radius = self._number(self.tr("Radius R of the ground"), "m", "ground_radius", above=0.0)
        self.ground = SegmentedControl(
            {
                "flat": self.tr("flat"),
                "ball": self.tr("ball"),
                "cylinder": self.tr("cylinder"),
                "hollow": self.tr("hollow"),
            },
            self.tr("The ground: flat, a ball, a cylinder along y, or a hollow ball"),
            height=24,
        )
        self.ground.setToolTip(self.ground.accessibleName())
        self.ground.chosen.connect(lambda key: self._change(ground=key))
        self.vectors = {
            "inertia": self._vector("I", self.tr("Moments of inertia about c"), "kg·m²"),
            "point": self._vector("C−c", self.tr("Point of contact from the centre of mass"), "m"),
            "velocity": self._vector("v", self.tr("Velocity of the centre of mass"), "m/s"),
            "spin": self._vector("ω", self.tr("Angular velocity"), "rad/s"),
            "push": self._vector("F", self.tr("Push at the centre of mass, beside the weight"), "N"),
        }
        self.vectors["inertia"].check = self._reason_against
        for key, fields in self.vectors.items():
            fields.entered.connect(lambda vector, key=key: self._change(**{key: tuple(float(x) for x in vector)}))
        column = column_in(self, bottom=6)
        column.addLayout(_row((self.tr("Mass"), self.mass), (self.tr("Radius r"), self.body_radius)))
        for fields in self.vectors.values():
            column.addWidget(fields)
        self._radius_word = _word(self.tr("R"))
        row = _row((self.tr("Ground"), self.ground))
        row.insertWidget(row.count() - 1, self._radius_word)
        row.insertWidget(row.count() - 1, self.ground_radius)
        column.addLayout(row)

    def show_body(self, body: OwnBody) -> None:
        """Show a body."""
        self._body = body
        for field, value in (
            (self.mass, body.mass), (self.body_radius, body.body_radius), (self.ground_radius, body.ground_radius),
        ):  # fmt: skip
            field.show_text(number_text(value))
        for key, fields in self.vectors.items():
            fields.show_vector(np.array(getattr(body, key)))
        self.ground.show_choice(body.ground)
        round_ground = body.ground != "flat"
        self.ground_radius.setVisible(round_ground)
        self._radius_word.setVisible(round_ground)

    def _change(self, **changes: Any) -> None:
        self.show_body(replace(self._body, **changes))
        self.edited.emit(self._body)

    def _number(self, name: str, unit: str, key: str, above: float | None = None) -> NumberField:
        field = NumberField(name, self, unit=unit)
        field.set_tip(name)
        too_small = self.tr("Above 0.") if above is not None else self.tr("At least 0.")
        field.check = lambda x: too_small if x < 0.0 or (x == 0.0 and above is not None) else ""
        field.entered.connect(lambda x: self._change(**{key: x}))
        return field

    def _vector(self, letter: str, name: str, unit: str) -> VectorFields:
        fields = VectorFields(letter, name, self)
        fields.set_unit(unit)
        return fields

    def _reason_against(self, vector: np.ndarray) -> str:
        return "" if np.all(vector > 0.0) else self.tr("Moments of inertia are above 0.")


def _row(*parts: tuple[str, QWidget]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(EDGE, 3, EDGE, 3)
    row.setSpacing(8)
    for text, control in parts:
        row.addWidget(_word(text))
        row.addWidget(control)
    row.addStretch(1)
    return row


def _word(text: str) -> TextLabel:
    label = TextLabel(role="text_second", px=SMALL)
    label.show_text(text)
    return label
