"""Dragging a self-motion: the joints move along a direction of the null space, what the rows hold stays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr

from ...controls.fields.choice import Choice
from ...controls.fields.fill_slider import FillSlider
from ...displays.fact_list import FactRow
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...look.style import EDGE
from ...text.number_text import number_text, residual_text

REACH = math.pi  # of the slider, to either side [rad | m]
STAYS = {
    "position": marked("its point stays"),
    "orientation": marked("its orientation stays"),
    "both": marked("the tool stays"),
}
"""What does not move in a self-motion, by the rows that are held."""


@dataclass(frozen=True, slots=True)
class MotionView:
    """How far a self-motion has gone, and how still the tool is."""

    travelled: float = 0.0
    unit: str = "rad"
    position: float = 0.0  # [m]
    rotation: float = 0.0  # [rad]
    rows: str = "both"  # which of these are held
    sentence: str = ""  # why it ended, or why it is not along the direction itself
    is_possible: bool = True  # whether there is anything to drag


class SelfMotionSection(QWidget):
    """`moved` and `released` are the user's drag, `chosen` the direction taken, by its number from 0."""

    moved = Signal(float)
    released = Signal()
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = MotionView()
        self._along = ""
        self.head = SectionHead(self.tr("Self-motion"), self)
        self.which = Choice(self.tr("Direction of the self-motion"), widest=80)
        self.head.add_control(self.which)
        self.slider = FillSlider(self.tr("Self-motion"), self)
        self.slider.set_range(-REACH, REACH)
        self.facts = FactRow((0.34, 0.33, 0.33), self)
        self.line = Prose(self, role="text_second")
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.slider, bottom=6))
        column.addLayout(inset(self.facts, bottom=4))
        self.line.setContentsMargins(EDGE, 0, EDGE, 12)
        column.addWidget(self.line)
        self.slider.moved.connect(self.moved)
        self.slider.stepped.connect(lambda by: self.moved.emit(min(max(self._view.travelled + by, -REACH), REACH)))
        self.slider.released.connect(self.released)
        self.slider.reset.connect(lambda: self.moved.emit(0.0))
        self.slider.reset.connect(self.released)
        self.which.chosen.connect(lambda key: self.chosen.emit(int(key)))

    def show_directions(self, numbers: Sequence[int], current: int, rows: str, reason: str) -> None:
        """Offer the directions of these numbers, from 0, in which these rows are held; without any, say why."""
        there = bool(numbers)
        if not there:
            self._show_slider(False)
        self.which.setVisible(len(numbers) > 1)
        self.which.set_options({str(k): subscript(f"v{k + 1}") for k in numbers}, str(current) if there else "")
        self._along = tr("along {direction}", direction="v_{" + str(current + 1) + "}") if there else ""
        self.head.show_caption(f"{self._along}, {tr(STAYS[rows])}" if there else "")
        if not there:
            self.line.show_text(reason)

    def show_motion(self, view: MotionView) -> None:
        """Show how far it has gone."""
        self._view = view
        self._show_slider(view.is_possible)
        if not view.is_possible:
            self.head.show_caption(self.tr("{v}, to first order").format(v=self._along))
        self.slider.show_value(view.travelled)
        shift, turn = self.tr("Tool moved"), self.tr("Tool turned")
        if view.rows == "position":
            turn = self.tr("Tool turned, free")
        elif view.rows == "orientation":
            shift = self.tr("Tool moved, free")
        self.facts.show_facts([
            (self.tr("Joints moved"), number_text(view.travelled), view.unit),
            (shift, _still(view.position), "m"),
            (turn, _still(view.rotation), "rad"),
        ])  # fmt: skip
        self.line.show_text(view.sentence)

    def _show_slider(self, visible: bool) -> None:
        for part in (self.slider, self.facts):
            part.setVisible(visible)


def _still(x: float) -> str:
    return residual_text(x) if x < 1e-6 else number_text(x)
