"""The page One body: the forces on a link and its motion, at its centre of mass and at any point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.choice import Choice
from ....controls.fields.vector_fields import VectorFields
from ....displays.fact_list import Fact, FactList
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, inset
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ..equation_list import EquationList
from ..values import EquationView


class OneBodyPage(QWidget):
    """`show_*` and `set_*` are for the program and silent; signals, here and of the parts, are for the user alone."""

    body_chosen = Signal(str)
    place_chosen = Signal(str)  # of the point: "world", "body", "center" or "typed"
    point_entered = Signal(object)  # (3,) in the world [m]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self._shown = QWidget(self)
        self.body = Choice(self.tr("Link that is looked at"), widest=210)
        self.body.chosen.connect(self.body_chosen)
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
        self.equations = EquationList(self)
        self.equations.note.setContentsMargins(0, 0, 0, 0)
        self.checks = FactList(self)
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._shown.setVisible(not reason)

    def set_bodies(self, names: Mapping[str, str]) -> None:
        """Offer these, by their names, as they are read."""
        self.body.set_options(names)

    def show_body(self, body: str, place: str, point: np.ndarray) -> None:
        """Show which link it is, and where the point (3,) is in the world [m]."""
        self.body.show_choice(body)
        self.place.show_choice(place)
        self.point.show_vector(point)

    def show_equations(self, equations: Sequence[EquationView], at: int) -> None:
        """Show all equations, and which of them is at hand."""
        self.equations.show_equations(equations, at, "done")

    def show_checks(self, facts: Sequence[Fact]) -> None:
        """Show what must hold."""
        self.checks.show_facts(facts)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, self._column.sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(340, self._column.minimumSize().height())

    def _arrange(self) -> None:
        inside = QVBoxLayout(self._shown)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        head = SectionHead(self.tr("One body"), self)
        head.add_control(self.body)
        head.add_control(CopyButton(self.equations.to_copy, self, name=self.tr("Copy the numbers at hand")))
        inside.addWidget(head)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(8)
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(self.tr("Point P at"))
        row.addWidget(word)
        row.addWidget(self.place)
        row.addStretch(1)
        inside.addLayout(row)
        inside.addWidget(self.point)
        inside.addWidget(self.equations)
        inside.addWidget(Divider(self))
        inside.addWidget(SectionHead(self.tr("What must hold"), self))
        inside.addLayout(inset(self.checks))
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.absent)
        column.addWidget(self._shown)
        column.addStretch(1)
