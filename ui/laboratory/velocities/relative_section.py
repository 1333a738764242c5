"""A point of the frame's body, seen from any other frame: the three terms of its velocity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.switch import Switch
from ...controls.fields.choice import Choice
from ...controls.fields.vector_fields import VectorFields
from ...displays.equations.equation_list import EquationList
from ...displays.equations.values import EquationView
from ...displays.folded_section import FoldedSection
from ...displays.prose import Prose
from ...displays.section_head import inset
from ...displays.text_label import TextLabel
from ...look.math_notation import DOT
from ...look.style import EDGE, SMALL
from ...text.number_text import residual_text


class RelativeSection(FoldedSection):
    """ⁱp, ⁱṗ, and the equations. Signals are for the user alone."""

    observer_chosen = Signal(str)  # frame k; "": the world
    point_entered = Signal(object)  # (3,) ⁱp [m]
    rate_entered = Signal(object)  # (3,) ⁱṗ [m/s]
    drawn_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("A point seen from any frame"), parent)
        self.equations = EquationList(self, keeps_mark=True)
        self.copy = CopyButton(self.equations.to_copy, name=self.tr("Copy the terms at hand"))
        self.drawn = Switch(self.tr("Draw the terms in the view"), self.head)
        self.drawn.show_on(True)
        self.head.add_control(self.copy)
        self.head.add_control(self.drawn)
        self.observer = Choice(self.tr("Frame k, from which the point is seen"), widest=140)
        self.about = TextLabel(self, role="text_second", px=SMALL)
        self.point = VectorFields("ⁱp", self.tr("Coordinates of P in i"), self)
        self.point.set_unit("m")
        self.rate = VectorFields("ⁱp" + DOT, self.tr("Velocity of P in i"), self)
        self.rate.set_unit("m/s")
        self.line = Prose(self, role="text_hint")
        self._arrange()
        self.observer.chosen.connect(self.observer_chosen)
        self.point.entered.connect(self.point_entered)
        self.rate.entered.connect(self.rate_entered)
        self.drawn.switched.connect(self.drawn_switched)

    def set_observers(self, names: Mapping[str, str]) -> None:
        """Offer these frames, by their names, as they are read."""
        self.observer.set_options(names)

    def show_point(self, body: str, observer: str, point: np.ndarray, rate: np.ndarray) -> None:
        """Show whose point it is, as it is read, seen from which frame, ⁱp (3,) [m] and ⁱṗ (3,) [m/s]."""
        self.about.show_text(self.tr("P is of i = {body}, seen from k =").format(body=body))
        if self.observer.choice != observer:
            self.observer.show_choice(observer)
        self.point.show_vector(point)
        self.rate.show_vector(rate)

    def show_equations(self, equations: Sequence[EquationView], at: int, difference: float) -> None:
        """Show the equations, the one at hand by its place, and how far the sum is from the derivative [m/s]."""
        self.equations.show_equations(equations, at, "done")
        text = self.tr("The sum less d(ᵏP)/dt of the coordinates themselves, by a complex step: {x}.")
        self.line.show_text(text.format(x=residual_text(difference)))

    def _arrange(self) -> None:
        column = self.column
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(8)
        row.addWidget(self.about, 1)
        row.addWidget(self.observer)
        column.addLayout(row)
        column.addWidget(self.point)
        column.addWidget(self.rate)
        column.addWidget(self.equations)
        column.addLayout(inset(self.line))
