"""A comparison as the panel and the plots show it: what two runs make of a signal, and the numbers of the instant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.texts import tr
from torseur.ui.compare.compare_panel import ComparePanel
from torseur.ui.compare.comparison_plots import ComparisonPlots
from torseur.ui.compare.values import IntegratorRow, RunLook, RunRow
from torseur.ui.displays.plot.plot_header import LineStyle
from torseur.ui.text.number_text import quantity_text

from .comparison_answers import ComparisonAnswers
from .comparison_texts import impact_text, order_text
from .formulation_texts import hybrid_text, time_stepping_text
from .limit_texts import corner_points, limit_views
from .run_looks import INTEGRATOR_NAMES

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison
    from torseur.sim.simulation.inspection.comparing.compared_signals import ComparedSignal
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun

DASHED = (4.0, 2.2)


class ComparisonDisplay(QObject):
    """Shows; what it shows is chosen elsewhere."""

    def __init__(self, panel: ComparePanel, plots: ComparisonPlots, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel, self._plots = panel, plots
        self.looks: dict[str, RunLook] = {}
        self.signals: dict[str, ComparedSignal] = {}
        self.answers: ComparisonAnswers | None = None
        self.measured: list[IntegratorRow] = []
        self.both = False  # whether A and B are plotted, and not their difference

    def show_empty(self, reason: str) -> None:
        """There is nothing to be shown, and why."""
        self.looks, self.signals, self.answers, self.measured = {}, {}, None, []
        runs = self._panel.runs
        runs.show_progress("")
        runs.show_runs([], "")
        runs.show_choices({}, {}, "", "")
        runs.show_integrators({}, "")
        runs.show_status(reason)
        self._panel.show_compared(False)
        self._plots.show_signals({}, "")
        self._plots.order.show_order(None, "", "", math.nan)
        if self._plots.pane is not None:
            self._plots.show_lines("A − B", "", (), np.zeros(0), ())

    def show_choices(self, comparison: Comparison, a: str, b: str) -> None:
        """Which runs are compared."""
        names = {run.key: self.looks[run.key].short for run in comparison.runs}
        playable = {run.key: names[run.key] for run in comparison.runs if run.simulation is not None}
        self._panel.runs.show_choices(playable, names, a, b)
        added = next((run.key.partition(":")[0] for run in comparison.runs if run.scheme == "by_integrator"), "")
        self._panel.runs.show_integrators(
            {"": self.tr("no other run"), **{key: tr(name) for key, name in INTEGRATOR_NAMES.items()}}, added
        )

    def show_answers(self, found: ComparisonAnswers) -> None:
        """What was worked out of two runs."""
        self.answers = found
        panel, comparison, signal = self._panel, found.comparison, self.signals[found.signal]
        panel.show_compared(True)
        panel.impacts.show_pairs(found.pairs, impact_text(found))
        panel.summary.show_figures(*found.figures)
        what = self.tr("|Δ| from {reference}").format(reference=self.looks[comparison.reference.key].short)
        panel.order.show_order(found.order, comparison.duration, signal.unit, what, order_text(found))
        chosen = found.a.dt if found.a.scheme == "time_stepping" else math.nan
        self._plots.order.show_order(found.order, what, signal.unit, chosen, found.lecture_order)
        self.plot()

    def plot(self) -> None:
        """The signal of both runs over time, or its difference."""
        found = self.answers
        if found is None:
            return
        signal, a, b = self.signals[found.signal], self.looks[found.a.key], self.looks[found.b.key]
        values: list[np.ndarray]
        if self.both:
            title, values = signal.name, [found.difference.a, found.difference.b]
            styles = [LineStyle(f"A: {a.short}", a.color), LineStyle(f"B: {b.short}", b.color, DASHED)]
        else:
            title, values = self.tr("{signal}: A − B").format(signal=signal.name), [found.difference.values]
            if float(np.max(np.abs(values[0]), initial=0.0)) <= found.order.floor:
                title = self.tr("{title} (rounding)").format(title=title)
            styles = [LineStyle(tr("{a} less {b}", a=a.short, b=b.short), "text", short="A − B")]
        self._plots.show_lines(title, signal.unit, styles, found.difference.t, values)

    def show_runs(
        self, comparison: Comparison, t: float, chosen: tuple[str, str], ghosts: set[str], played: SchemeRun | None
    ) -> None:
        """A row for each run at the instant t [s]."""
        rows = []
        for run in comparison.runs:
            role = " ".join(letter for letter, key in zip("AB", chosen, strict=True) if key == run.key)
            apart = math.nan if self.answers is None else _value_at(self.answers, run.key, t)
            tip = self.tr("{states} states in {time}").format(
                states=len(run.t), time=quantity_text(1e3 * run.compute_time, "ms")
            )
            tip += f"\n{run.stopped}" if run.stopped else ""
            rows.append(RunRow(self.looks[run.key], role, apart, run.key in ghosts, run is played, tip))
        unit = self.signals[self.answers.signal].unit if self.answers is not None else ""
        self._panel.runs.show_runs(rows, unit)

    def show_instant(self, t: float) -> None:
        """The numbers of the instant t [s] in limits and equations."""
        answers = self.answers
        if answers is None:
            return
        self._panel.limits.show_limits(limit_views(answers, self.looks, t, self.measured))
        self._panel.limits.show_corner(corner_points(answers, self.looks, t))
        stepping, hybrid = time_stepping_text(answers, t), hybrid_text(answers, t)
        for section, text in ((self._panel.time_stepping, stepping), (self._panel.hybrid, hybrid)):
            section.show_equations(text.equations, text.numbers, text.note, text.caption)

    def show_measured(self, *, busy: bool) -> None:
        """What was measured of the integrators so far."""
        note = (
            self.tr("Slopes over h = 20 to 2.5 ms; the errors are in the tip of each row.")
            if self.measured or busy
            else self.tr("They are measured when asked for: it takes some seconds.")
        )
        self._panel.order.show_integrators(self.measured, note, busy=busy)


def _value_at(found: ComparisonAnswers, key: str, t: float) -> float:
    """By how much the signal of a run is off that of the reference, at its last instant not after t."""
    one = found.from_reference.get(key)
    if one is None or not len(one.t):
        return math.nan
    return float(one.values[max(0, int(np.searchsorted(one.t, t + 1e-9, side="right")) - 1)])
