"""The page One body: the forces on a link and its motion, at its centre of mass and at any point."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.choice import Choice
from ....controls.fields.vector_fields import VectorFields
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ..equations_page import EquationsPage


class OneBodyPage(EquationsPage):
    """`show_*` and `set_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    body_chosen = Signal(str)
    place_chosen = Signal(str)  # of the point: "world", "body", "center" or "typed"
    point_entered = Signal(object)  # (3,) in the world [m]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.head.show_title(self.tr("One body"))
        self.body = Choice(self.tr("Link that is looked at"), widest=210)
        self.body.chosen.connect(self.body_chosen)
        self.head.add_control(self.body)
        self.place = SegmentedControl(
            {"world": "O", "body": self.tr("origin"), "center": "c", "typed": self.tr("typed")},
            self.tr("The point P: the world's origin, the link's, its centre of mass, or what is typed"),
            height=24,
        )
        self.place.setToolTip(self.place.accessibleName())
        self.place.chosen.connect(self.place_chosen)
        self.point = VectorFields("P", self.tr("Point P in the world"), self)
        self.point.set_unit("m")
        self.point.entered.connect(self.point_entered)
        self.equations.note.setContentsMargins(0, 0, 0, 0)
        self.arrange([self._place_row(), self.point])

    def set_bodies(self, names: Mapping[str, str]) -> None:
        """Offer these, by their names, as they are read."""
        self.body.set_options(names)

    def show_body(self, body: str, place: str, point: np.ndarray) -> None:
        """Show which link it is, and where the point (3,) is in the world [m]."""
        self.body.show_choice(body)
        self.place.show_choice(place)
        self.point.show_vector(point)

    def _place_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(8)
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(self.tr("Point P at"))
        row.addWidget(word)
        row.addWidget(self.place)
        row.addStretch(1)
        return row
