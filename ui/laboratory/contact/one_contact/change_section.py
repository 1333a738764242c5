"""The last contact of the recording that began or ended: forces and accelerations that jump there."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....displays.fact_list import Fact, FactList
from ....displays.plot.plot_header import LineStyle
from ....displays.plot.plot_pane import PlotPane
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset
from ....look.math_notation import DOT
from ....look.style import SMALL
from ....look.theme import ACCELERATION, FORCE

PANE = 138  # height of a plot [px]


class ChangeSection(QWidget):
    """`show_*` are for the program; `seek_requested`, a time [s] pressed in a plot, is for the user alone."""

    seek_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._times = (0.0, 0.0)  # that the plots are of [s]
        self.head = SectionHead(self.tr("Where it begins or ends"), self)
        self.sentence = Prose(self, px=SMALL, role="text_second")
        self.facts = FactList(self)
        self.force = PlotPane(self.tr("Force"), "N", self)
        self.force.set_lines((LineStyle("Σλ_n", FORCE, width=2.0),))
        self.separation = PlotPane(self.tr("Separation"), "m/s²", self)
        self.separation.set_lines((LineStyle(f"ζ{DOT}", ACCELERATION, width=2.0),))
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.sentence, bottom=4))
        column.addLayout(inset(self.facts, bottom=4))
        for pane in (self.force, self.separation):
            pane.setFixedHeight(PANE)
            pane.show_low(last=pane is self.separation)
            pane.seek_requested.connect(self.seek_requested)
            pane.reset_requested.connect(pane.reset_view)
            column.addWidget(pane)

    def show_none(self, reason: str) -> None:
        """Say why there is no such place; empty: it is said elsewhere, and the section is empty."""
        self.head.setVisible(bool(reason))
        self.sentence.show_text(reason)
        self.facts.show_facts(())
        self.force.hide()
        self.separation.hide()

    def show_change(self, sentence: str, facts: Sequence[Fact]) -> None:
        """Say what happened, and its numbers."""
        self.head.show()
        self.sentence.show_text(sentence)
        self.facts.show_facts(facts)

    def show_course(self, t: np.ndarray, force: np.ndarray, separation: np.ndarray, now: float) -> None:
        """Plot both over the times around it; `now`: the instant shown."""
        for pane, values in ((self.force, force), (self.separation, separation)):
            pane.show()
            pane.show_span(float(t[0]), float(t[-1]))
            pane.show_data(t, values)
        self._times = float(t[0]), float(t[-1])
        self.show_time(now)

    def show_time(self, now: float) -> None:
        """Another instant is shown: the cursors go there; there are none where the plots do not go."""
        start, end = self._times
        for pane in (self.force, self.separation):
            pane.show_time(now if start <= now <= end else math.nan)
