"""One column of the Jacobian, written out with its numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import JacobianRoutes, JointAxis
from torseur.sim.superscripts import subscript

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.switch import Switch
from ...controls.fields.amount import Amount
from ...controls.fields.choice import Choice
from ...displays.fact_list import FactList
from ...displays.formulas.math_lines import MathLines
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...text.array_text import ArrayText
from ...text.number_text import number_text, quantity_text
from ...text.vector_text import cross_lines, vector_text


class ColumnSection(QWidget):
    """z, P − o and their product. Signals are for the user alone."""

    drawn_switched = Signal(bool)
    axis_chosen = Signal(int)  # which of the axes that add up to the column

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vectors: dict[str, np.ndarray] = {}
        self.head = SectionHead(self.tr("Column"), self)
        self.part = Choice(self.tr("Which joint's share of the column"), widest=110)
        self.copy = CopyButton(self._copied, name=self.tr("Copy the vectors"))
        self.drawn = Switch(self.tr("Draw the column in the view"), self.head)
        self.drawn.show_on(True)
        for control in (self.part, self.copy, self.drawn):
            self.head.add_control(control)
        self.facts = FactList(self)
        self.lines = MathLines(self)
        self.note = Prose(self, role="text_second")
        column = column_in(self)
        column.addWidget(self.head)
        body = inset(self.facts)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setSpacing(4)
        body.addWidget(self.lines)
        body.addWidget(self.note)
        column.addLayout(body)
        self.drawn.switched.connect(self.drawn_switched)
        self.part.chosen.connect(lambda key: self.axis_chosen.emit(int(key)))

    def show_none(self, reason: str) -> None:
        """Say why there is no column."""
        self._vectors = {}
        self.head.show_title(self.tr("Column"))
        self.head.show_caption("")
        self.part.hide()
        self.facts.show_facts(())
        self.lines.show_lines(())
        self.note.show_text(reason)

    def show_column(self, routes: JacobianRoutes, amount: Amount, axes: Sequence[JointAxis], chosen: int) -> None:
        """Show one of the axes that add up to a column, world axes at the frame's origin P."""
        axis, point = axes[chosen], routes.pose[:3, 3]
        self.head.show_title(self.tr("Column {letter}").format(letter=amount.letter))
        self.head.show_caption(amount.name)
        self.part.setVisible(len(axes) > 1)
        self.part.set_options({str(k): a.joint.rsplit("/", 1)[-1] for k, a in enumerate(axes)}, str(chosen))
        arm, linear = axis.lever(point), axis.linear(point)
        self._vectors = {"z": axis.z, "o": axis.o, "P": point, "P − o": arm, "v": linear, "ω": axis.angular()}
        self.facts.show_facts(
            [
                ("z", vector_text(axis.z), ""),
                ("o", vector_text(axis.o), "m"),
                ("P", vector_text(point), "m"),
                ("P − o", vector_text(arm), "m"),
                (f"v = {_linear(axis)}", vector_text(linear), "m/s"),
                (f"ω = {_angular(axis)}", vector_text(axis.angular()), "rad/s"),
            ]
        )
        self.lines.show_lines(cross_lines(axis.z, arm, ("v", "z", "r")) if axis.turn == 1.0 and not axis.slide else ())
        self.note.show_text(self._note(axis, len(axes), amount.letter.rpartition("_")[2].strip("{}")))

    def _note(self, axis: JointAxis, count: int, number: str) -> str:
        notes = []
        if number.isdigit():
            names = tuple(subscript(f"{letter}{int(number) - 1}") for letter in "zo")
            text = self.tr(
                "z and o are of the axis of joint {k}: {z}, {o} where frames are numbered as in a standard table."
            )
            notes.append(text.format(k=number, z=names[0], o=names[1]))
        if axis.turn == 1.0 and not axis.slide:
            notes.append(self.tr("Here r is P − o."))
        if axis.turn and axis.slide:
            pitch = quantity_text(axis.slide / axis.turn, "m/rad")
            notes.append(self.tr("A screw: it slides {pitch} along its axis.").format(pitch=pitch))
        if count > 1:
            notes.append(self.tr("{n} joints follow this number; the column is the sum of theirs.").format(n=count))
        return " ".join(notes)

    def _copied(self) -> ArrayText | None:
        if not self._vectors:
            return None
        return ArrayText(np.array(list(self._vectors.values())), list(self._vectors), ("x", "y", "z"))


def _linear(axis: JointAxis) -> str:
    """Formula of the velocity of P for one unit of the column."""
    turning = f"{_times(axis.turn)}z × (P − o)" if axis.turn else ""
    sliding = f"{_times(axis.slide)}z" if axis.slide else ""
    return " + ".join(filter(None, (turning, sliding))) or "0"


def _angular(axis: JointAxis) -> str:
    return f"{_times(axis.turn)}z" if axis.turn else "0"


def _times(factor: float) -> str:
    return "" if factor == 1.0 else f"{number_text(factor)} "
