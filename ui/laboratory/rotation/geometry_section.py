"""The geometry of Rodrigues' formula: what a vector is made of, and what becomes of each part."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ...displays.equations.equation_list import EquationList
from ...displays.equations.values import EquationView, Term
from ...displays.fact_list import FactList
from ...displays.prose import Prose
from ...look.theme import FRICTION, JOINT, VELOCITY, WARNING
from ...text.array_text import ArrayText
from ...text.number_text import residual_text
from ...text.vector_text import vector_text
from .rotation_sections import AXES, RotationSection
from .values import RotationView

ALONG, ACROSS, CROSS = JOINT, WARNING, FRICTION
"""Colours of v_z, v_x and v_y, here and in the view."""


class GeometrySection(RotationSection):
    """v_z along the axis, v_x perpendicular to it, v_y = u × v, and w = R v as their sum, in two ways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Rodrigues by vectors"), self.tr("the parts of v"), parent)
        self.head.show_caption("w = R v")
        self.about = Prose(self, role="text_second")
        self.about.show_text(
            self.tr(
                "What of v lies along the axis stays. What is perpendicular to it turns towards u × v, which is as long and "
                "perpendicular to both: the tip goes round a circle about the axis."
            )
        )
        self.facts = FactList(self)
        self.equations = EquationList(self, keeps_mark=True)
        self.note = Prose(self, role="text_hint")
        self._at = 0
        self._add(self.about, self.facts)
        self.column.addWidget(self.equations)
        self._add(self.note)
        self.equations.chosen.connect(self._choose)

    @override
    def write(self, view: RotationView) -> None:
        self.facts.show_facts(
            [
                ("v_z = (u·v) u", vector_text(view.along), ""),
                ("v_x = v − v_z", vector_text(view.across), ""),
                ("v_y = u × v", vector_text(view.cross), ""),
            ]
        )
        self.equations.show_equations(_equations(view), self._at, "done")
        self.note.show_text(self.tr("The sum less R v: {x}.").format(x=residual_text(view.off)))

    @override
    def copied(self) -> ArrayText | None:
        view = self._view
        if view is None:
            return None
        rows = [view.along, view.across, view.cross, *view.parts, view.turned]
        names = ("v_z", "v_x", "v_y", "v_x cos θ", "v_y sin θ", "v_z", "w")
        return ArrayText(np.array(rows), names, AXES)

    def _choose(self, key: str) -> None:
        self._at = ("parts", "terms").index(key)
        if self._view is not None:
            self.write(self._view)


def _equations(view: RotationView) -> tuple[EquationView, EquationView]:
    result = Term("w", view.turned, "", "=", VELOCITY)
    x, y, z = view.parts
    same, along, across = view.three
    return (
        EquationView(
            "parts",
            tr("By its parts, as they are drawn"),
            (("w = ", ""), ("v_x cos θ", ACROSS), (" + ", ""), ("v_y sin θ", CROSS), (" + ", ""), ("v_z", ALONG)),
            (
                Term("v_x cos θ", x, "", "", ACROSS),
                Term("v_y sin θ", y, "", "+", CROSS),
                Term("v_z", z, "", "+", ALONG),
                result,
            ),
        ),
        EquationView(
            "terms",
            tr("By the three terms of R, each times v"),
            (("w = ", ""), ("v cos θ", ACROSS), (" + ", ""), ("(1 − cos θ)(u·v) u", ALONG), (" + ", ""),
             ("sin θ u × v", CROSS)),
            (
                Term("v cos θ", same, "", "", ACROSS),
                Term("(1−cos θ)(u·v) u", along, "", "+", ALONG),
                Term("sin θ u × v", across, "", "+", CROSS),
                result,
            ),
        ),
    )  # fmt: skip
