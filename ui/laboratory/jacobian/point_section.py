"""A point P of a link, picked or typed, and how J at it comes from J at the origin O of the link's frame."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.jacobian.values import PointTransport

from ...controls.buttons.chip import Chip
from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.icon_button import IconButton
from ...controls.fields.vector_fields import VectorFields
from ...displays.fact_list import FactList
from ...displays.folded_section import FoldedSection
from ...displays.formulas.math_lines import MathLines
from ...displays.prose import Prose
from ...displays.section_head import inset
from ...look.style import SMALL
from ...text.array_text import ArrayText
from ...text.number_text import residual_text
from ...text.vector_text import cross_lines, vector_text

FARTHEST = 100.0  # [m] from the origin of the link that a point may be typed


class PointSection(FoldedSection):
    """`show_*` is silent; signals are for the user alone."""

    pick_switched = Signal(bool)  # the next press in the view picks a point
    entered = Signal(object)  # (3,) along the axes of the frame, from its origin [m]
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Point P of a link"), parent)
        self._transport: PointTransport | None = None
        self.pick = Chip("pick", self.tr("Pick"), self.head)
        self.pick.setToolTip(self.tr("Press on a body in the view: J is shown at that point of it"))
        self.clear = IconButton("close", self.tr("Back to the origin of the frame"), self.head, side=24)
        self.copy = CopyButton(self._copied, name=self.tr("Copy J at P and the matrix that moves it there"))
        for control in (self.pick, self.clear):
            self.head.add_control(control, always=True)
        self.head.add_control(self.copy)
        self.hint = Prose(self, role="text_second", px=SMALL)
        self.fields = VectorFields("P", self.tr("Point along the axes of the frame"), self)
        self.fields.set_unit("m")
        self.fields.check = self._reason_against
        self.facts = FactList(self)
        self.law = MathLines(self)
        self.lines = MathLines(self)
        self.line = Prose(self, role="text_hint", px=SMALL)
        self.column.addLayout(inset(self.hint, bottom=4))
        self.column.addWidget(self.fields)
        for widget, bottom in ((self.facts, 4), (self.law, 4), (self.lines, 4), (self.line, 12)):
            self.column.addLayout(inset(widget, bottom=bottom))
        self.pick.switched.connect(self.pick_switched)
        self.clear.clicked.connect(self.clear_requested)
        self.fields.entered.connect(self.entered)

    def show_picking(self, armed: bool) -> None:
        """Show whether the next press picks a point."""
        self.pick.setChecked(armed)

    def show_point(self, frame: str, point: np.ndarray | None) -> None:
        """Show P (3,) along the axes of a frame [m]; None: it is the origin of the frame."""
        self.clear.setVisible(point is not None)
        self.head.show_caption(self.tr("on {name}").format(name=frame) if point is not None else "")
        self.fields.show_vector(np.zeros(3) if point is None else point)
        hint = self.tr("J is shown at the origin of {frame}. Press Pick and then on a body, or type P along its axes.")
        along = self.tr("P along the axes of {frame}, from its origin.")
        self.hint.show_text((hint if point is None else along).format(frame=frame))
        if point is None:
            self.show_transport(None, -1, "", 0.0)

    def show_transport(self, found: PointTransport | None, column: int, letter: str, difference: float) -> None:
        """Show how one column of J moves from O to P; `difference` of all of J(P) to that by columns; None: P is O."""
        self._transport = found
        self.copy.setEnabled(found is not None)
        self.facts.setVisible(found is not None)
        if found is None:
            self.facts.show_facts(())
            self.law.show_lines(())
            self.lines.show_lines(())
            self.line.show_text("")
            return
        facts = [("O", vector_text(found.origin), "m"), ("P", vector_text(found.point), "m"),
                 ("OP = P − O", vector_text(found.r), "m")]  # fmt: skip
        lines: list[str] = []
        if column >= 0:
            at, moved = found.J_origin[:, column], found.J_point[:, column]
            facts += [
                (self.tr("v(O) of {letter}").format(letter=letter), vector_text(at[:3]), "m/s"),
                ("ω", vector_text(at[3:]), "rad/s"),
                ("ω × OP", vector_text(moved[:3] - at[:3]), "m/s"),
                ("v(P) = v(O) + ω × OP", vector_text(moved[:3]), "m/s"),
            ]
            lines = cross_lines(at[3:], found.r, ("c", "ω", "r")) if np.any(at[3:]) else []
        self.facts.show_facts(facts)
        self.law.show_lines(("J(P) = [1, −S(OP); 0, 1] J(O)", *((self.tr("c = ω × r, r = OP:"),) if lines else ())))
        self.lines.show_lines(lines)
        text = self.tr("Largest difference of J(P) moved from O to J(P) by columns: {x}. World axes.")
        self.line.show_text(text.format(x=residual_text(difference)))

    def _reason_against(self, point: np.ndarray) -> str:
        most = self.tr("A point up to {most:g} m from the origin of the link.")
        return "" if float(np.linalg.norm(point)) <= FARTHEST else most.format(most=FARTHEST)

    def _copied(self) -> ArrayText | None:
        found = self._transport
        return None if found is None else ArrayText(np.hstack([found.matrix, found.J_origin, found.J_point]))
