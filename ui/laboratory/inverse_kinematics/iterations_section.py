"""The way a search went: played, stepped through, plotted and listed."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.analysis.inverse_kinematics.values import PoseIterates

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.icon_button import IconButton
from ...controls.fields.fill_slider import FillSlider
from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text
from .convergence_plot import BESIDE, ConvergencePlot

ROW = 22
MOST = 9  # iterations in sight


class IKIterationsSection(QWidget):
    """`show_*` is silent; signals are for the user alone."""

    step_chosen = Signal(int)
    play_requested = Signal()
    released = Signal()  # the slider, or a click: what is chosen next is another edit

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.head = SectionHead(self.tr("Iterations"), self)
        self.table = IterateTable(self)
        self.copy = CopyButton(self.table.to_copy, name=self.tr("Copy the iterations"))
        self.head.add_control(self.copy)
        self.back = IconButton("step_back", self.tr("One iteration back"), self, side=24)
        self.play = IconButton("play", self.tr("Play the iterations"), self, side=24)
        self.forward = IconButton("step_forward", self.tr("One iteration on"), self, side=24)
        self.slider = FillSlider(self.tr("Iteration"), self)
        self.plot = ConvergencePlot(self)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE - 4, 0, EDGE, 4)
        row.setSpacing(2)
        for button in (self.back, self.play, self.forward):
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.slider, 1)
        plot = QHBoxLayout()
        plot.setContentsMargins(EDGE, 0, EDGE - BESIDE, 0)
        plot.addWidget(self.plot)
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        column.addLayout(row)
        column.addLayout(plot)
        column.addWidget(self.table)
        self.slider.moved.connect(lambda x: self._choose(round(x)))
        self.slider.stepped.connect(lambda by: self._step(1 if by > 0 else -1))
        self.slider.released.connect(self.released)
        self.back.clicked.connect(lambda: self._step(-1))
        self.forward.clicked.connect(lambda: self._step(1))
        self.play.clicked.connect(self.play_requested)
        self.plot.step_chosen.connect(self._choose)
        self.table.row_selected.connect(self._choose)
        self.hide()

    def show_iterates(self, iterates: PoseIterates | None, names: tuple[str, ...], tolerance: float, step: int) -> None:
        """Show a search and one of its iterations; None hides all."""
        self.setVisible(iterates is not None)
        if iterates is None:
            return
        self._count = len(iterates)
        self.slider.set_range(0.0, float(max(self._count - 1, 1)))
        self.plot.show_errors(iterates.size, tolerance)
        self.table.show_iterates(iterates, names)
        self.show_step(step)

    def show_step(self, step: int) -> None:
        """Show one iteration as the one in view."""
        self._at = step
        self.slider.show_value(float(step))
        self.plot.show_step(step)
        self.table.show_selected(step)
        self.head.show_caption(self.tr("{k} of {n}").format(k=step, n=self._count - 1))
        self.back.setEnabled(step > 0)
        self.forward.setEnabled(step < self._count - 1)

    def show_playing(self, playing: bool) -> None:
        """Be played, or stand."""
        self.play.show_icon(
            "pause" if playing else "play", self.tr("Pause") if playing else self.tr("Play the iterations")
        )

    _at = 0

    def _step(self, by: int) -> None:
        self._choose(self._at + by)

    def _choose(self, step: int) -> None:
        if 0 <= step < self._count and step != self._at:
            self.step_chosen.emit(step)


class IterateRow(NamedTuple):
    """One iteration as a row of the table."""

    k: int
    distance: float  # [mm]
    angle: float  # [deg]
    mu: float
    at_limits: str  # joints at a limit, and which


class IterateTable(RowTable):
    """The iterations, a row each: errors, damping, and which joints their limits hold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Iterations"),
            [
                Column("k", lambda row: Cell(str(row.k), "text_second"), width=18, right=True),
                Column(self.tr("distance"), lambda row: number_text(row.distance, zero=0.0), 68, 1, "mm", right=True),
                Column(self.tr("angle"), lambda row: number_text(row.angle, zero=0.0), 68, 1, "°", right=True),
                Column("μ", lambda row: number_text(row.mu, 2, zero=0.0) if row.k else ABSENT, 54, 1, right=True),
                Column(self.tr("at limits"), lambda row: Cell(row.at_limits, "warning"), width=60, share=2),
            ],
            parent,
            row_height=ROW,
            most=MOST,
            source=self.to_copy,
        )
        self._iterates: PoseIterates | None = None

    def show_iterates(self, iterates: PoseIterates | None, names: tuple[str, ...]) -> None:
        """Show a search; names (n,) are those of the columns of its bounds."""
        self._iterates = iterates
        self.show_rows([] if iterates is None else _rows(iterates, names))

    def to_copy(self) -> ArrayText | None:
        """All of it as numbers."""
        found = self._iterates
        if found is None:
            return None
        columns = ["distance [m]", "angle [rad]", "error [m]", "mu", *(f"q{k}" for k in range(found.q.shape[1]))]
        distance, angle = (np.linalg.norm(part, axis=1) for part in (found.error[:, :3], found.error[:, 3:]))
        return ArrayText(np.column_stack([distance, angle, found.size, found.mu, found.q]), (), columns)


def _rows(iterates: PoseIterates, names: tuple[str, ...]) -> list[IterateRow]:
    rows = []
    for k, (error, bounds) in enumerate(zip(iterates.error, iterates.bounds, strict=True)):
        at_limits = " ".join(
            f"{name}{'↓' if side < 0 else '↑'}" for name, side in zip(names, bounds, strict=True) if side
        )
        distance, angle = (float(np.linalg.norm(part)) for part in np.split(error, 2))
        rows.append(IterateRow(k, 1e3 * distance, math.degrees(angle), float(iterates.mu[k]), at_limits))
    return rows
