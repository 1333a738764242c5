"""The sections of the page of rotations."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.switch import Switch
from ...controls.fields.amount import Amount
from ...controls.fields.amount_rows import AmountRows
from ...controls.fields.vector_fields import VectorFields
from ...displays.fact_list import FactList
from ...displays.formulas.math_lines import MathLines
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...displays.titled_matrix import TitledMatrix
from ...look.math_notation import DOT
from ...look.style import EDGE
from ...text.array_text import ArrayText
from ...text.number_text import as_shown, number_text, quantity_text, residual_text
from ...text.units import AngleUnit, to_display_unit, unit_text, value_text
from ...text.vector_text import vector_text
from .values import RotationView

AXES = ("x", "y", "z")
LARGEST = 1000.0  # number of a vector that may be typed


class RotationSection(QWidget):
    """A head and a column below it."""

    drawn_switched = Signal(bool)

    def __init__(self, title: str, what: str, parent: QWidget | None = None, *, drawn: bool = True) -> None:
        super().__init__(parent)
        self._view: RotationView | None = None
        self._unit: AngleUnit = "deg"
        self.head = SectionHead(title, self)
        self.copy = CopyButton(self.copied, name=self.tr("Copy {what}").format(what=what))
        self.drawn = Switch(self.tr("Draw {what} in the view").format(what=what), self.head)
        self.drawn.show_on(drawn)
        self.head.add_control(self.copy)
        self.head.add_control(self.drawn)
        self.column = column_in(self)
        self.column.addWidget(self.head)
        self.drawn.switched.connect(self.drawn_switched)

    def show_view(self, view: RotationView, unit: AngleUnit) -> None:
        """Show all of it, angles in degrees or radians."""
        self._view, self._unit = view, unit
        self.write(view)

    def write(self, view: RotationView) -> None:
        """Write the numbers of a view: each section its own."""

    def copied(self) -> ArrayText | None:
        """What the button copies."""
        return None

    def _angle(self, angle: float) -> str:
        return value_text(angle, True, self._unit)

    def _add(self, *widgets: QWidget) -> None:
        """Widgets one below the other, off the edges."""
        body = inset(widgets[0])
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setSpacing(6)
        for widget in widgets[1:]:
            body.addWidget(widget)
        self.column.addLayout(body)

    def _side_by_side(self, *widgets: QWidget) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 4, EDGE, 8)
        row.setSpacing(12)
        for widget in widgets:
            row.addWidget(widget, 1)
        self.column.addLayout(row)


class RodriguesSection(RotationSection):
    """Axis and angle, R and the three terms of Rodrigues' formula."""

    axis_entered = Signal(object)  # (3,) as typed
    angle_changed = Signal(float)  # [rad]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("R(u, θ)", "R", parent)
        self.head.show_caption(self.tr("by Rodrigues' formula"))
        self.axis = VectorFields("u", self.tr("axis"), self)
        self.axis.check = self._reason_against
        self.angle = AmountRows(self.tr("angle"), self)
        self.angle.set_amounts([Amount(0, "θ", self.tr("angle"), True, np.pi, 2 * np.pi)])
        self.word = Prose(self, role="text_second")
        self.R, self.S = TitledMatrix("R", self), TitledMatrix("S(u)", self)
        self.terms = [TitledMatrix(name, self) for name in ("u uᵀ (1 − cos θ)", "1 cos θ", "S(u) sin θ")]
        self.facts = FactList(self)
        self.column.addWidget(self.axis)
        self.column.addWidget(self.angle)
        self._add(self.word)
        self._side_by_side(self.R, self.S)
        self._side_by_side(*self.terms[:2])
        sum_line = MathLines(self)
        sum_line.show_lines(("R = u uᵀ (1 − cos θ)", "     + 1 cos θ", "     + S(u) sin θ"))
        self._side_by_side(self.terms[2], sum_line)
        self._add(self.facts)
        self.axis.entered.connect(self.axis_entered)
        self.angle.changed.connect(lambda _, value: self.angle_changed.emit(value))

    def write(self, view: RotationView) -> None:
        """Write axis, angle, R and the three terms of its sum."""
        self.axis.show_vector(view.typed)
        self.angle.set_unit(self._unit)
        self.angle.show_values([view.angle])
        norm = float(np.linalg.norm(view.typed))
        word = self.tr("Normalised: u was divided by its length {norm}, to {u}.")
        self.word.show_text(
            "" if abs(norm - 1.0) < 1e-9 else word.format(norm=number_text(norm), u=vector_text(view.u))
        )
        self.R.show_matrix(view.R)
        self.S.show_matrix(view.S)
        for table, term in zip(self.terms, view.terms, strict=True):
            table.show_matrix(term)
        axis, angle = view.back
        self.facts.show_facts(
            [
                (self.tr("axis that R gives back"), vector_text(axis), ""),
                (self.tr("angle, 0 to half a turn"), self._angle(angle), unit_text(True, self._unit)),
                (self.tr("R less its three terms"), residual_text(float(np.abs(view.R - sum(view.terms)).max())), ""),
            ]
        )

    def copied(self) -> ArrayText | None:
        """R (3, 3), for copying."""
        return None if self._view is None else ArrayText(self._view.R)

    def _reason_against(self, vector: np.ndarray) -> str:
        if not float(np.linalg.norm(vector)) > 1e-9:
            return self.tr("An axis of no length has no direction.")
        return _too_large(vector)


class RateSection(RotationSection):
    """ω from Ṙ Rᵀ."""

    rate_changed = Signal(float)  # [rad/s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("S(ω) = R" + DOT + " Rᵀ", "ω", parent, drawn=False)
        self.rate = AmountRows(self.tr("speed"), self, per="/s")
        self.rate.set_amounts([Amount(0, "θ" + DOT, self.tr("speed"), True, np.pi, LARGEST)])
        self.matrix = TitledMatrix("R" + DOT + " Rᵀ  1/s", self)
        self.facts = FactList(self)
        self.column.addWidget(self.rate)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 4, EDGE, 12)
        row.setSpacing(12)
        row.addWidget(self.matrix, 2)
        row.addWidget(self.facts, 3)
        self.column.addLayout(row)
        self.rate.changed.connect(lambda _, value: self.rate_changed.emit(value))

    def write(self, view: RotationView) -> None:
        """Write the rate, the matrix that it makes, and ω."""
        self.rate.set_unit(self._unit)
        self.rate.show_values([view.rate])
        self.matrix.show_matrix(view.rate_matrix, unit="1/s")
        facts = [
            (f"ω_{x} = S_{{{s}}}", number_text(w), "rad/s")
            for x, s, w in zip(AXES, ("32", "13", "21"), view.omega.tolist(), strict=True)
        ]
        self.facts.show_facts([*facts, (self.tr("not skew by"), residual_text(view.residual), "1/s")])

    def copied(self) -> ArrayText | None:
        """ω (3,) [rad/s], for copying."""
        return None if self._view is None else ArrayText(self._view.omega, AXES)


class TurnedSection(RotationSection):
    """A vector turned, and turned a little."""

    vector_entered = Signal(object)  # (3,)
    step_changed = Signal(float)  # [rad]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("A vector turned"), self.tr("the vector"), parent)
        self.vector = VectorFields("v", self.tr("vector"), self)
        self.vector.check = _too_large
        self.step = AmountRows(self.tr("small angle"), self)
        self.step.set_amounts([Amount(0, "δθ", self.tr("small angle"), True, np.radians(30.0), np.pi)])
        self.facts = FactList(self)
        self.column.addWidget(self.vector)
        self.column.addWidget(self.step)
        self._add(self.facts)
        self.vector.entered.connect(self.vector_entered)
        self.step.changed.connect(lambda _, value: self.step_changed.emit(value))

    def write(self, view: RotationView) -> None:
        """Write the vector, turned by R and by a small angle."""
        self.vector.show_vector(view.v)
        self.step.set_unit(self._unit)
        self.step.show_values([view.step])
        size = float(np.linalg.norm(view.exact))
        share = as_shown(f"  {100 * view.gap / size:.2g} %") if size > 1e-12 else ""
        self.facts.show_facts(
            [
                ("R v", vector_text(view.turned), ""),
                ("δv = δθ u × v", vector_text(view.linear), ""),
                ("R(u, δθ) v − v", vector_text(view.exact), ""),
                (self.tr("gap, of second order in δθ"), number_text(view.gap) + share, ""),
            ]
        )

    def copied(self) -> ArrayText | None:
        """All four vectors, a row each, for copying."""
        view = self._view
        if view is None:
            return None
        return ArrayText(
            np.array([view.v, view.turned, view.linear, view.exact]), ("v", "R v", "δθ u × v", "exact δv"), AXES
        )


class SumSection(RotationSection):
    """ω(i/k) = ω(i/p) + ω(p/k)."""

    relative_entered = Signal(object)  # (3,) ω(i/p) in the axes of p [rad/s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Angular velocities add"), self.tr("the sum"), parent, drawn=False)
        self.line = Prose(self, role="text_second")
        self.relative = VectorFields("ω_{i/p}", self.tr("ω(i/p) in the axes of p"), self)
        self.relative.check = _too_large
        self.facts = FactList(self)
        self._add(self.line)
        self.column.addWidget(self.relative)
        self._add(self.facts)
        self.line.show_text(
            self.tr("Frame p turns in k as above, with the ω above; frame i turns in p as typed, along the axes of p.")
        )
        self.relative.entered.connect(
            lambda vector: self.relative_entered.emit(vector / to_display_unit(1.0, True, self._unit))
        )

    def write(self, view: RotationView) -> None:
        """Write the terms of the sum of angular velocities."""
        factor, unit = to_display_unit(1.0, True, self._unit), unit_text(True, self._unit) + "/s"
        self.relative.set_unit(unit)
        self.relative.show_vector(np.round(factor * view.typed_relative, 12))
        vectors = [
            ("ω_{p/k}", view.carrier), (self.tr("ω_{i/p} along k"), view.relative), (tr("ω_{i/k}, the sum"), view.total),
            (self.tr("ω of R_{p} R_{i}"), view.product),
        ]  # fmt: skip
        rows = [(name, vector_text(factor * vector), unit) for name, vector in vectors]
        self.facts.show_facts([*rows, (self.tr("sum and product differ by"), residual_text(view.apart), "rad/s")])

    def copied(self) -> ArrayText | None:
        """The three vectors, in rad/s."""
        view = self._view
        if view is None:
            return None
        return ArrayText(np.array([view.carrier, view.relative, view.total]), ("ω(p/k)", "ω(i/p)", "ω(i/k)"), AXES)


def _too_large(vector: np.ndarray) -> str:
    if float(np.abs(vector).max()) <= LARGEST:
        return ""
    return tr("At most {limit}.", limit=quantity_text(LARGEST, ""))
