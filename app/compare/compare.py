"""The workspace Compare and the session: what is compared, when, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from torseur.sim.compilation import DYNAMICS
from torseur.sim.multibody.model.state import State
from torseur.ui.compare.compare_panel import ComparePanel
from torseur.ui.compare.comparison_plots import ComparisonPlots
from torseur.ui.compare.values import IntegratorRow

from ..session.session import Session
from .compare_layer import CompareLayer
from .comparing_job import ComparingJob, ComparisonQuestion
from .comparison_texts import source_text
from .integrator_runs import IntegratorRuns
from .played_run import shared_settings
from .shown_comparison import ShownComparison

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison, ComparisonProgress
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun

    from ..documents.document import Document

STEPS = (0.015, 0.006, 0.003, 0.001)  # [s], at first: a brick that falls 0.5 m strikes at other ends of each
SMALL = 60  # numbers of v up to which a scene is compared unasked


class CompareBinding(QObject):
    """Between the panel, the plots, the view and the session."""

    def __init__(
        self,
        session: Session,
        panels: tuple[ComparePanel, ComparisonPlots],
        layer: CompareLayer,
        follow: Callable[[str], object],
        parent: QObject | None = None,
    ) -> None:
        """`follow` is told the key of a limit whose button leads elsewhere."""
        super().__init__(parent)
        self._session = session
        self._panel, self._plots = panel, plots = panels
        self._shown = ShownComparison(session, panel, plots, layer, self)
        self._view = self._shown.view
        self._steps: tuple[float, ...] = STEPS
        self._lecture = True  # else positions in free fall are exact, and nothing of them is to be seen but rounding
        self._asked: ComparisonQuestion | None = None  # what is being compared
        self._tried: object = None  # the document that was compared unasked
        self._notice = ""  # why the last comparison was not made
        self._shown_at: object = None  # what numbers of the instant were last shown for
        self.job = ComparingJob(self)
        self.job.progressed.connect(self._show_progress)
        self.job.compared.connect(self._take)
        self.job.failed.connect(self._end_with)
        self._shown.answered.connect(self.refresh)
        self._integrators = IntegratorRuns(self)
        self._integrators.measured.connect(self._show_measured)
        self._integrators.made.connect(self._take_added)
        self._integrators.refused.connect(self._refuse_added)
        self._connect_panel(panel, plots, follow)
        session.document_changed.connect(self._forget)
        session.snapshot_changed.connect(self._follow_time)
        session.kernels.loaded.connect(lambda group: self._come_into_sight() if group == DYNAMICS else None)
        panel.runs.show_steps(self._steps)
        panel.runs.show_lecture(self._lecture)
        self._view.show_empty("")

    @property
    def busy(self) -> bool:
        """Whether something is being simulated or worked out."""
        return self.job.running or self._shown.busy or self._integrators.running

    @property
    def comparison(self) -> Comparison | None:
        """What was compared; None: nothing yet."""
        return self._shown.comparison

    def take_over(self, other: CompareBinding) -> None:
        """Show what another compared, which compares nothing just now."""
        self._steps, self._lecture, self._tried = other._steps, other._lecture, other._tried
        self._panel.runs.show_steps(self._steps)
        self._panel.runs.show_lecture(self._lecture)
        self._shown.take_over(other._shown)

    def compare(self) -> None:
        """Simulate what is open by every scheme, from its start."""
        session, document, reason = self._session, self._session.document, self._reason()
        if document is None or reason:
            self._panel.runs.show_status(reason)
            return
        session.playback.pause()
        start = State(0.0, session.state.q, document.scene.initial.v)
        settings = shared_settings(session, self._shown.question, self._shown.comparison)
        theta = 1.0 if self._lecture else None
        self._asked = ComparisonQuestion(document.scene, self._steps, session.playback.duration, start, settings, theta)
        self._notice = ""
        self._panel.runs.show_progress(self.tr("begins"))
        self.job.start(self._asked)

    def measure(self) -> None:
        """Measure the integrators on the scene that was compared."""
        comparison, question = self._shown.comparison, self._shown.question
        if comparison is not None and question is not None and not self._integrators.measuring:
            self._view.measured = []
            self._view.show_measured(busy=True)
            self._integrators.measure(comparison, question)

    def refresh(self) -> None:
        """Show the numbers of the instant, if they can be seen."""
        if self._shown.comparison is None or self._shown.awaits or not self._panel.isVisible():
            return
        t = self._session.playback.time
        key = (
            self._view.answers,
            t,
            self._panel.limits.shown,
            len(self._view.measured),
            self._session.recording,
            self._session.settings,
            self._session.document,
            frozenset(self._shown.ghosts),
        )
        if key == self._shown_at:
            return
        self._shown_at = key
        self._panel.runs.show_status(self._status(self._shown.comparison))
        self._shown.show_runs()
        self._view.show_instant(t)

    def look(self) -> None:
        """A dock has come into sight or gone: ghosts are drawn, and anything worked out, in this workspace alone."""
        if not self._panel.isVisible() and not self._plots.isVisible():
            self._rest()
        self._shown.draw()

    def close(self) -> None:
        """The window closes."""
        self.job.stop()
        self._shown.stop()
        self._integrators.stop()

    def _connect_panel(self, panel: ComparePanel, plots: ComparisonPlots, follow: Callable[[str], object]) -> None:
        runs = panel.runs
        runs.compare_requested.connect(self.compare)
        runs.cancelled.connect(self._give_up)
        runs.steps_entered.connect(self._use_steps)
        runs.lecture_switched.connect(self._use_lecture)
        runs.integrator_chosen.connect(self._add_run)
        panel.impacts.seek_requested.connect(self._session.playback.seek)
        panel.order.measure_requested.connect(self.measure)
        panel.limits.switched.connect(self.refresh)
        panel.limits.link_requested.connect(lambda key: self.measure() if key == "higher_order" else follow(key))
        panel.shown.connect(self._come_into_sight)
        plots.seek_requested.connect(self._session.playback.seek)

    # What is compared

    def _reason(self) -> str:
        """Why nothing can be compared, a sentence; empty: it can."""
        if self._session.document is None:
            return self.tr("Open a scene to compare schemes on it.")
        if self._session.is_replay:
            return self.tr("A recording or a plan is not simulated anew: open its scene to compare schemes on it.")
        if not self._session.kernels.has(DYNAMICS):
            return self.tr("The kernels of the simulation are still being compiled.")
        return ""

    def _come_into_sight(self) -> None:
        """Compare a small scene unasked, once."""
        document = self._session.document
        if not self._panel.isVisible() or document is None:
            return
        if self._shown.comparison is None and not self.job.running:
            reason = self._reason()
            is_small = document.kind == "scene" and document.scene.model.nv <= SMALL
            self._panel.runs.show_status(reason or ("" if is_small else self._why_not_unasked(document)))
            if not reason and is_small and self._tried is not document:
                self._tried = document
                self.compare()
        self._shown.resume()
        self.refresh()
        self._shown.draw()

    def _why_not_unasked(self, document: Document) -> str:
        if document.kind != "scene":
            return self.tr("A robot alone is compared when you press Compare: it moves from the pose shown, as Space lets it.")
        told = self.tr("A scene of {n} degrees of freedom is compared when you press Compare: it may take minutes.")
        return told.format(n=document.scene.model.nv)

    def _rest(self) -> None:
        """Work nothing out while nobody looks; what is still wanted is asked again on coming back."""
        if self.job.running:
            self._tried = None
            self.job.cancel()
            self._end_with(self.tr("Stopped when the workspace was left. What was compared before stays."))
        if self._integrators.running:
            self._integrators.stop()
            self._view.show_measured(busy=False)
        self._shown.stop()

    def _forget(self) -> None:
        """Another scene is compared anew; what was only edited is told to have changed."""
        document, compared = self._session.document, self._shown.question
        if self._session.rebuilding or document is None or (compared is not None and document.scene is compared.scene):
            return
        self.job.cancel()
        self._integrators.stop()
        self._notice, self._shown_at = "", None  # which has the runs of before
        self._shown.clear()
        self._come_into_sight()

    def _use_steps(self, steps: Sequence[float]) -> None:
        self._steps = tuple(steps)
        self._panel.runs.show_steps(self._steps)
        self.compare()

    def _use_lecture(self, on: bool) -> None:
        self._lecture = on
        self._panel.runs.show_lecture(on)
        self.compare()

    def _add_run(self, integrator: str) -> None:
        """One more run, whose smooth part is by this integrator; empty: none."""
        comparison, question = self._shown.comparison, self._shown.question
        if comparison is None or question is None:
            return
        if not integrator:
            self._take_added(None)
            return
        a = comparison.run(self._shown.a)
        self._say(self.tr("The run by this integrator is being made…"))
        dt = a.dt if a.scheme == "time_stepping" else min(0.01, max(self._steps))
        self._integrators.make(comparison, question, integrator, dt)

    def _take_added(self, added: SchemeRun | None) -> None:
        self._notice = ""
        self._shown.take_added(added)

    def _refuse_added(self, reason: str) -> None:
        self._take_added(None)
        self._say(reason)

    def _say(self, notice: str) -> None:
        """A sentence above where the exact motion is from."""
        self._notice, self._shown_at = notice, None
        self._panel.runs.show_status(notice)
        self.refresh()

    def _give_up(self) -> None:
        self.job.cancel()
        self._end_with(self.tr("Stopped. What was compared before stays."))

    def _show_progress(self, progress: ComparisonProgress) -> None:
        text = self.tr("run {k} of {n}, {percent} %").format(
            k=min(progress.done + 1, progress.total), n=progress.total, percent=round(100 * progress.share)
        )
        self._panel.runs.show_progress(text)

    def _end_with(self, reason: str) -> None:
        self._panel.runs.show_progress("")
        self._say(reason)

    def _take(self, comparison: Comparison) -> None:
        self._panel.runs.show_progress("")
        self._integrators.stop()
        self._shown.take(comparison, self._asked)

    def give_back(self) -> None:
        """The workspace is left: the recording and the settings that were there before are there again."""
        self._shown.give_back()

    def _status(self, comparison: Comparison) -> str:
        """Whether all this is of what is open, and where the exact motion is from."""
        told = [self._notice, source_text(comparison, self._view.looks)]
        if not self._shown.is_of_what_is_open:
            told.insert(0, self.tr("The scene, its start or its settings have changed since: compare again."))
        return "\n".join(filter(None, told))

    def _show_measured(self, row: IntegratorRow) -> None:
        self._view.measured.append(row)
        self._view.show_measured(busy=self._integrators.measuring)
        self.refresh()

    # On the clock

    def _follow_time(self) -> None:
        if self._panel.isVisible() or self._plots.isVisible():
            self._plots.show_time(self._session.playback.time)
            self._shown.draw()
