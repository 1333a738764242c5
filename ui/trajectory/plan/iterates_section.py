"""The way the optimiser went: told while it goes, stepped through and played afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.trajectory.values import PlanIterate

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.icon_button import IconButton
from ...controls.fields.fill_slider import FillSlider
from ...displays.fact_list import FactRow
from ...displays.section_head import SectionHead, column_in, inset
from ...look.style import EDGE
from ...text.array_text import ArrayText
from ...text.number_text import number_text

if TYPE_CHECKING:  # it brings pyqtgraph with it
    from .iteration_plot import IterationPlot


class IteratesSection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    step_chosen = Signal(int)
    play_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._iterates: tuple[PlanIterate, ...] = ()
        self._at = 0
        self.head = SectionHead(self.tr("Iterations"), self)
        self.copy = CopyButton(self._to_copy, name=self.tr("Copy the iterations"))
        self.head.add_control(self.copy)
        self.back = IconButton("step_back", self.tr("One iteration back"), self, side=24)
        self.play = IconButton("play", self.tr("Play the iterations"), self, side=24)
        self.forward = IconButton("step_forward", self.tr("One iteration on"), self, side=24)
        self.slider = FillSlider(self.tr("Iteration of the optimiser"), self)
        self.facts = FactRow((0.32, 0.34, 0.34), self)
        self.plot: IterationPlot | None = None
        row = QHBoxLayout()
        row.setContentsMargins(EDGE - 4, 0, EDGE, 4)
        row.setSpacing(2)
        for button in (self.back, self.play, self.forward):
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.slider, 1)
        self._plot_row = QHBoxLayout()
        self._plot_row.setContentsMargins(EDGE, 0, EDGE - 10, 4)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(row)
        column.addLayout(self._plot_row)
        column.addLayout(inset(self.facts, bottom=8))
        self.slider.moved.connect(lambda x: self._choose(round(x)))
        self.slider.stepped.connect(lambda by: self._choose(self._at + (1 if by > 0 else -1)))
        self.back.clicked.connect(lambda: self._choose(self._at - 1))
        self.forward.clicked.connect(lambda: self._choose(self._at + 1))
        self.play.clicked.connect(self.play_requested)
        self.hide()

    def show_iterates(self, iterates: Sequence[PlanIterate], whose: str = "") -> None:
        """Show these, the last one in view; none hides all. `whose` they are, where not the plan's that is shown."""
        self._iterates = tuple(iterates)
        self.head.show_title(self.tr("Iterations of {whose}").format(whose=whose) if whose else self.tr("Iterations"))
        self.setVisible(bool(iterates))
        if not iterates:
            return
        if self.plot is None:
            from .iteration_plot import IterationPlot

            self.plot = IterationPlot(self)
            self.plot.pressed.connect(self._choose_near)
            self._plot_row.addWidget(self.plot)
        self.slider.set_range(0.0, float(max(len(iterates) - 1, 1)))
        self.plot.show_iterates(iterates)
        self.show_step(len(iterates) - 1)

    def show_step(self, step: int) -> None:
        """Show one as the one in view."""
        if not 0 <= step < len(self._iterates):
            return
        self._at = step
        one = self._iterates[step]
        self.slider.show_value(float(step))
        if self.plot is not None:
            self.plot.show_step(step)
        self.head.show_caption(self.tr("{k} of {n}").format(k=one.iteration, n=self._iterates[-1].iteration))
        self.back.setEnabled(step > 0)
        self.forward.setEnabled(step < len(self._iterates) - 1)
        self.facts.show_facts(
            [
                (self.tr("cost"), number_text(one.objective), ""),
                (self.tr("infeasible by (line)"), number_text(one.infeasibility, 3, 0.0), ""),
                (self.tr("optimality (dashed)"), number_text(one.optimality, 3, 0.0), ""),
            ]
        )

    def show_playing(self, playing: bool) -> None:
        """Be played, or stand."""
        name = self.tr("Pause") if playing else self.tr("Play the iterations")
        self.play.show_icon("pause" if playing else "play", name)

    def _choose(self, step: int) -> None:
        step = min(max(step, 0), len(self._iterates) - 1)
        if step != self._at and step >= 0:
            self.step_chosen.emit(step)

    def _choose_near(self, iteration: float) -> None:
        self._choose(min(range(len(self._iterates)), key=lambda k: abs(self._iterates[k].iteration - iteration)))

    def _to_copy(self) -> ArrayText | None:
        if not self._iterates:
            return None
        import numpy as np

        names = ("iteration", "objective", "infeasibility", "optimality", "barrier", "step")
        return ArrayText(np.array([[getattr(one, name) for name in names] for one in self._iterates]), (), names)
