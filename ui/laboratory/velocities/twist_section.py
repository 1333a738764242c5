"""The twist of each joint at one point, and their sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from torseur.sim.analysis.velocities.values import JointTwists
from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.buttons.switch import Switch
from ...controls.fields.choice import Choice
from ...controls.fields.vector_fields import VectorFields
from ...displays.equations.equation_list import EquationList
from ...displays.equations.values import EquationView
from ...displays.formulas.math_lines import MathLines
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...displays.text_label import TextLabel
from ...look.math_notation import DOT
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText
from ...text.jacobian_text import ROWS
from ...text.number_text import residual_text

UNITS = ("m/s",) * 3 + ("rad/s",) * 3


class TwistSection(QWidget):
    """A row a joint, the sum below them, and one of them written out. Signals are for the user alone."""

    basis_chosen = Signal(str)
    place_chosen = Signal(str)  # of C: "frame", "world" or "typed"
    point_entered = Signal(object)  # (3,) C along the axes of the frame [m]
    joint_chosen = Signal(int)  # from the base on
    drawn_switched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: JointTwists | None = None
        self.head = SectionHead(self.tr("Twists at C"), self)
        self.head.show_caption(self.tr("torsors"))
        self.basis = Choice(self.tr("Axes in which twists are written"), widest=112)
        self.copy = CopyButton(self._copied, name=self.tr("Copy the twists"))
        self.drawn = Switch(self.tr("Draw the twists in the view"), self.head)
        self.drawn.show_on(True)
        for control in (self.basis, self.copy, self.drawn):
            self.head.add_control(control)
        self.place = SegmentedControl(
            {"frame": self.tr("frame"), "world": "O", "typed": self.tr("typed")},
            self.tr("The point C: the frame's origin, the world's, or one that is typed"),
            height=24,
        )
        self.place.setToolTip(self.place.accessibleName())
        self.point = VectorFields("C", self.tr("Point C along the axes of the frame"), self)
        self.point.set_unit("m")
        self.lines = MathLines(self)
        each = tr("each [v_C; ω] of body i against the one before")
        self.lines.show_lines((f"{{v_{{n/0}}}}_C = Σ {{v_{{i/i−1}}}}_C,  {each}",))
        self.table = HeatTable(self.tr("Twists of joints at C"), self)
        self.line = Prose(self, role="text_hint")
        self.joint = EquationList(self, keeps_mark=True)
        self._arrange()
        self.basis.chosen.connect(self.basis_chosen)
        self.place.chosen.connect(self.place_chosen)
        self.point.entered.connect(self.point_entered)
        self.drawn.switched.connect(self.drawn_switched)
        self.table.cell_clicked.connect(lambda i, _: self._click(i))

    def set_bases(self, options: Mapping[str, str]) -> None:
        """Offer these axes."""
        self.basis.set_options(options, self.basis.choice if self.basis.choice in options else "")

    def show_point(self, place: str, point: np.ndarray) -> None:
        """Show where C is, (3,) along the axes of the frame [m]."""
        self.place.show_choice(place)
        self.point.show_vector(point)

    def show_twists(self, found: JointTwists, key: str, selected: int, joint: Sequence[EquationView]) -> None:
        """Show them in the axes of a key of `reference_options`, and the one that is selected as an equation."""
        self._found = found
        if self.basis.choice != key:
            self.basis.show_choice(key)
        rows = [*(one.twist for one in found.joints), found.total, found.expected]
        self.table.show_matrix(
            np.array(rows), self._labels(), ROWS, units=UNITS * len(rows), split=len(found.joints)
        )  # fmt: skip
        self.table.show_selected(selected if found.joints else None, None)
        off = residual_text(float(np.abs(found.difference).max()))
        text = self.tr(
            "v in m/s, ω in rad/s. σ is 0 for a joint that turns, 1 for one that slides. Σ less J q̇ at C: {x}."
        )
        self.line.show_text(text.format(x=off))
        self.joint.setVisible(bool(joint))
        if joint:
            self.joint.show_equations(joint, 0, "done")

    def _labels(self) -> list[str]:
        """v_{i/i-1} and σ of each joint, and of the sum."""
        assert self._found is not None
        labels, last = [], 0
        for one in self._found.joints:
            sigma, last = "" if one.sigma is None else f"  σ {one.sigma:.0f}", one.number
            labels.append(f"v_{{{last}/{one.before}}}{sigma}")
        return [*labels, f"Σ, v_{{{last}/0}}", f"J q{DOT}"]

    def _click(self, row: int) -> None:
        if self._found is not None and row < len(self._found.joints):
            self.joint_chosen.emit(row)

    def _copied(self) -> ArrayText | None:
        if not self.table.values.size or self._found is None:
            return None
        names = [*(one.joint for one in self._found.joints), "sum", "J q̇"]
        return ArrayText(self.table.values, names, ROWS)

    def _arrange(self) -> None:
        column = column_in(self)
        column.addWidget(self.head)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(8)
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(self.tr("Point C at"))
        row.addWidget(word)
        row.addWidget(self.place)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.point)
        body = inset(self.lines)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setContentsMargins(EDGE, 4, EDGE, 8)
        body.setSpacing(6)
        body.addWidget(self.table)
        body.addWidget(self.line)
        column.addLayout(body)
        column.addWidget(self.joint)
