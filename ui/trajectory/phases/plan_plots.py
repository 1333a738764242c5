"""Two plots of a plan below each other, what each shows chosen from a list; phases end at lines across them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.trajectory.values import Plan

from ...controls.fields.choice import Choice
from ...look.paint_text import CENTER, paint_text
from ...look.style import SMALL, current_theme
from .plan_series import Series, series_of

if TYPE_CHECKING:  # they bring pyqtgraph with them, a sixth of the time to the window's first picture
    from ...displays.plot.plot_pane import PlotPane
    from .phase_lines import PhaseLines

ROOM = 108  # of a plot [px]; where there is less, the lower one is left out
REPLAY = "replay"  # the key of what a replay strays by
FIRST = ("force", "inputs")  # what each shows at first


class PlanPlots(QWidget):
    """`show_*` is silent, signals are for the user alone. The panes are made when there is first a plan."""

    seek_requested = Signal(float)  # [s]
    range_changed = Signal(float, float)  # the times in sight [s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = (Choice(self.tr("Upper plot"), self, widest=176), Choice(self.tr("Lower plot"), self, widest=176))
        self.panes: list[PlotPane] = []
        self._lines: list[PhaseLines] = []
        self._series: Mapping[str, Series] = {}
        self._of_replay: dict[str, Series] = {}
        self._keys = ["", ""]
        self._beside_run = False
        self._ends: tuple[float, ...] = ()
        self._span, self._time = (0.0, 1.0), 0.0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 1, 0, 0)
        self._column.setSpacing(1)
        self.setMinimumHeight(100)
        for row, choice in enumerate(self.choices):
            choice.chosen.connect(lambda key, row=row: self._choose(row, key))
            choice.hide()

    def show_plan(self, plan: Plan | None, normals: Mapping[int, np.ndarray] | None = None) -> None:
        """Plot a plan, None: there is none; `normals` as of `series_of`."""
        self._series = {} if plan is None else series_of(plan, normals)
        self._of_replay = {}
        self._ends = () if plan is None else tuple(phase.start + phase.duration for phase in plan.phases[:-1])
        if plan is not None:
            self._make()
        self._offer()
        self._fit()
        self._draw()

    def show_replay(self, one: Series | None) -> None:
        """Offer what a replay strays by, too; None: nothing was replayed."""
        self._of_replay = {} if one is None else {REPLAY: one}
        self._offer()
        if one is not None:
            self._choose(1, REPLAY)
            self.choices[1].show_choice(REPLAY)
        self._draw()

    def show_beside_run(self, running: bool) -> None:
        """Whether something else than the plan runs in the view: the plots say then that they are of the plan."""
        if running != self._beside_run:
            self._beside_run = running
            self._draw()

    def _offer(self) -> None:
        titles = {key: one.title for key, one in (*self._series.items(), *self._of_replay.items())}
        for row, choice in enumerate(self.choices):
            choice.set_options(titles)
            choice.setVisible(bool(titles))
            if self._keys[row] not in titles:
                self._keys[row] = next((key for key in titles if key.startswith(FIRST[row])), next(iter(titles), ""))
            choice.show_choice(self._keys[row])

    def show_span(self, end: float) -> None:
        """Show times up to here [s], unless the user looks closer."""
        self._span = (0.0, max(end, 1e-3))
        for pane in self.panes:
            pane.show_span(*self._span)
        if not self.panes:
            self.range_changed.emit(*self._span)

    def show_time(self, t: float) -> None:
        """Put the cursor here [s]."""
        self._time = t
        for pane in self.panes:
            pane.show_time(t)

    def copy_data(self) -> None:
        """What the upper plot shows, onto the clipboard."""
        if self.panes:
            self.panes[0].copy_data()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_lines"):
            for lines in self._lines:
                lines.dress()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.divider if self._series else theme.panel))
        if not self._series:
            hint = self.tr("Its forces, inputs and states are plotted here once it is planned.")
            box = QRectF(self.rect()).adjusted(12, 0, -12, 0)
            paint_text(painter, box, hint, theme.text_hint, SMALL, 400, CENTER | int(Qt.TextFlag.TextWordWrap))

    def _make(self) -> None:
        if self.panes:
            return
        from ...displays.plot.plot_pane import PlotPane
        from .phase_lines import PhaseLines

        for _ in self.choices:
            pane = PlotPane("", "", self, zero=1e-12)
            pane.setMinimumSize(200, 100)
            pane.seek_requested.connect(self.seek_requested)
            pane.reset_requested.connect(self._reset)
            pane.show_span(*self._span)
            pane.show_time(self._time)
            self._column.addWidget(pane, 1)
            self.panes.append(pane)
            self._lines.append(PhaseLines(pane))
        self.panes[1].plot.setXLink(self.panes[0].plot)
        self.panes[0].plot.getViewBox().sigXRangeChanged.connect(
            lambda _, ends: self.range_changed.emit(float(ends[0]), float(ends[1]))
        )
        self._fit()

    def _draw(self) -> None:
        for pane, lines, key in zip(self.panes, self._lines, self._keys, strict=False):
            one = self._series.get(key) or self._of_replay.get(key)
            lines.show_ends(self._ends)
            if one is None:
                pane.set_lines(())
                pane.show_data(np.zeros(0))
                continue
            planned = self._beside_run and key in self._series
            title = self.tr("{title}, planned").format(title=one.title) if planned else one.title
            if self._beside_run and not planned:  # what runs is another, which may have been pushed
                title = self.tr("{title}, in the replay before").format(title=one.title)
            pane.show_title(title, one.unit)
            pane.set_lines(one.lines)
            pane.show_data(one.t, *one.values)
        self.update()

    def _choose(self, row: int, key: str) -> None:
        self._keys[row] = key
        self._draw()

    def _reset(self) -> None:
        for pane in self.panes:
            pane.reset_view()

    def _fit(self) -> None:
        """Have the lower one where there is room for it; the time is written below the lowest."""
        both = self.height() >= 2 * ROOM
        if self.panes:
            self.panes[0].setVisible(bool(self._series))
            self.panes[1].setVisible(both and bool(self._series))
            for pane, last in zip(self.panes, (not both, True), strict=True):
                pane.show_low(last=last)
        self.choices[1].setVisible(both and bool(self._series))
