"""The phase board: phases on their time line over plots of the plan, and beside them footholds from the side."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.trajectory.values import Plan

from ...controls.buttons.icon_button import IconButton
from ...displays.section_head import column_in
from ...look.style import current_theme
from .foothold_view import FootholdView
from .phase_strip import PhaseStrip
from .plan_plots import PlanPlots

SIDE = 300  # of the footholds, at first [px]


class PhaseBoard(QWidget):
    """The body of the dock "Phases". Its parts have the signals; `choices` and `buttons` are for the dock's title."""

    add_requested = Signal(int)  # after which phase
    remove_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = PhaseStrip(self)
        self.plots = PlanPlots(self)
        self.footholds = FootholdView(self)
        self.add = IconButton("plus", self.tr("Add a phase after the chosen one"), self, side=24)
        self.remove = IconButton("minus", self.tr("Take the chosen phase away"), self, side=24)
        self.add.clicked.connect(lambda: self.add_requested.emit(self.strip.selected))
        self.remove.clicked.connect(lambda: self.remove_requested.emit(self.strip.selected))
        self.strip.add_requested.connect(self.add_requested)
        self.strip.remove_requested.connect(self.remove_requested)
        self.plots.range_changed.connect(self.strip.show_range)
        left = QWidget(self)
        column = column_in(left)
        column.addWidget(self.strip)
        column.addWidget(self.plots, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.footholds)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self._splitter.setSizes([700, SIDE])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._splitter)

    @property
    def tools(self) -> tuple[QWidget, ...]:
        """What stands in the title of its dock."""
        return (*self.plots.choices, self.add, self.remove)

    def show_plan(self, plan: Plan | None, normals: Mapping[int, np.ndarray] | None = None) -> None:
        """Plot a plan, None: there is none; `normals` as of `series_of`."""
        self.plots.show_plan(plan, normals)

    def show_span(self, end: float) -> None:
        """Show times up to here [s]."""
        self.plots.show_span(end)

    def show_time(self, t: float) -> None:
        """Put all cursors here [s]."""
        self.strip.show_time(t)
        self.plots.show_time(t)

    def show_editable(self, addable: bool, removable: bool) -> None:
        """Whether phases can be added, and taken away."""
        self.add.setEnabled(addable)
        self.remove.setEnabled(removable)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1000, 320)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(current_theme().divider))
