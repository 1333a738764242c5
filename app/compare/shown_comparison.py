"""What is shown of a comparison: A, which the window plays, B, the signal, and the other runs as ghosts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from torseur.sim.texts import tr, translated_anew
from torseur.ui.compare.compare_panel import ComparePanel
from torseur.ui.compare.comparison_plots import ComparisonPlots

from ..background.background_thread import Background
from ..session.session import Session
from ..session.session_state import SessionState
from .compare_layer import CompareLayer
from .comparing_job import ComparisonQuestion
from .comparison_answers import ComparisonAnswers, comparison_answers
from .comparison_display import ComparisonDisplay
from .played_run import is_compared, play_run, played_run
from .run_looks import run_looks

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun


class ShownComparison(QObject):
    """Between one comparison, the panel, the plots and the view; what is worked out of it is found by a thread."""

    answered = Signal()  # all numbers of the runs chosen are shown

    def __init__(
        self, session: Session, panel: ComparePanel, plots: ComparisonPlots, layer: CompareLayer, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._panel, self._plots, self._layer = session, panel, plots, layer
        self.view = ComparisonDisplay(panel, plots, self)
        self.comparison: Comparison | None = None
        self.question: ComparisonQuestion | None = None  # what was compared
        self.a = self.b = self.signal = ""
        self.ghosts: set[str] = set()
        self._awaits = False  # answers are still to come
        self._before: SessionState | None = None  # what the window played before runs were played here
        self._played: object = None  # the simulation that was put in its place
        self._work = Background(self)
        self._work.found.connect(self._show_answers)
        runs = panel.runs
        runs.a_chosen.connect(lambda key: self.choose(key, self.b))
        runs.b_chosen.connect(lambda key: self.choose(self.a, key))
        runs.ghost_switched.connect(self._switch_ghost)
        plots.signal_chosen.connect(self._use_signal)
        plots.mode_chosen.connect(self._use_mode)

    @property
    def busy(self) -> bool:
        """Whether answers are being worked out."""
        return self._awaits or self._work.running

    @property
    def awaits(self) -> bool:
        """Whether answers of the runs chosen are still to come."""
        return self._awaits

    @property
    def is_of_what_is_open(self) -> bool:
        """Whether the scene that is open, its start and its settings are those that were compared."""
        return is_compared(self._session, self.question, self.comparison)

    def clear(self) -> None:
        """There is none any more."""
        self._work.stop()
        self.comparison = self.question = None
        self.a = self.b = self.signal = ""
        self.ghosts, self._awaits = set(), False
        self.view.show_empty("")
        self.draw()

    def stop(self) -> None:
        """Work nothing out; what is still wanted is asked again by `resume`."""
        self._work.stop()
        self._awaits = False

    def resume(self) -> None:
        """It has come into sight: A is played again, and what was left undone is asked again."""
        if self.comparison is not None and self._played is None and self.is_of_what_is_open:
            self._play(self.comparison)
        if self.comparison is not None and not self._awaits and not self._is_answered:
            self._ask()

    def take(self, comparison: Comparison, question: ComparisonQuestion | None) -> None:
        """Show another comparison, with A, B and the signal as they were where it has them."""
        is_first = self.comparison is None
        self._list(comparison, question)
        keys = [run.key for run in comparison.runs]
        playable = [run.key for run in comparison.runs if run.simulation is not None]
        a = self.a if self.a in playable else playable[min(1, len(playable) - 1)]
        b = self.b if self.b in keys else comparison.reference.key
        self.ghosts = {key for key in self.ghosts if key in keys} or {b, playable[0]}
        self.a = ""
        self.choose(a, b)
        if is_first and self._panel.isVisible():
            self._layer.frame(comparison)

    def take_over(self, other: ShownComparison) -> None:
        """Show what another shows, once it comes into sight."""
        found = other.comparison
        if found is not None:
            no_exact, no_hybrid = translated_anew(found.no_exact), translated_anew(found.no_hybrid)
            found = replace(found, no_exact=no_exact, no_hybrid=no_hybrid)
            self.a, self.b, self.signal, self.ghosts = other.a, other.b, other.signal, other.ghosts
            self._before, self._played = other._before, other._played
            self._list(found, other.question)
            self.view.show_choices(found, self.a, self.b)

    def _list(self, comparison: Comparison, question: ComparisonQuestion | None) -> None:
        """Offer the signals of another comparison, of which nothing is worked out yet."""
        from torseur.sim.simulation.inspection.comparing.compared_signals import compared_signals

        view = self.view
        self.comparison, self.question, view.answers, view.measured = comparison, question, None, []
        view.looks = run_looks(comparison)
        view.signals = {one.key: one for one in compared_signals(comparison.scene)}
        view.show_measured(busy=False)
        if self.signal not in view.signals:
            self.signal = comparison.first_signal
        self._plots.show_signals({key: one.name for key, one in view.signals.items()}, self.signal)
        self._plots.show_span(comparison.duration)

    def take_added(self, added: SchemeRun | None) -> None:
        """Compare a run by an integrator with the others, in the place of the one before; None: there is none."""
        comparison = self.comparison
        if comparison is None:
            return
        others = tuple(run for run in comparison.runs if run.scheme != "by_integrator")
        self.comparison = replace(comparison, runs=others if added is None else (*others, added))
        self.view.looks = run_looks(self.comparison)
        keys = [run.key for run in self.comparison.runs]
        self.ghosts &= set(keys)
        b = added.key if added is not None else self.b if self.b in keys else self.comparison.reference.key
        self.choose(self.a, b)

    def choose(self, a: str, b: str) -> None:
        """Compare these two; A is what the window plays."""
        comparison = self.comparison
        if comparison is None:
            return
        before, self.a, self.b = self.a, a, b
        self.view.show_choices(comparison, a, b)
        if a != before:
            self._play(comparison)
        self.ghosts.add(b)
        self._ask()

    def give_back(self) -> None:
        """The workspace is left: the recording and the settings that were there before are there again."""
        session, before, self._before = self._session, self._before, None
        played, self._played = self._played, None
        if before is not None and played is not None and session.state.run.simulation is played:
            if before.document is session.document:
                session.change(before, tr("Play what was there before"), ("compare", session.opened))

    def show_runs(self) -> None:
        """A row a run, at the instant."""
        comparison = self.comparison
        if comparison is not None:
            played, t = played_run(self._session, comparison), self._session.playback.time
            self.view.show_runs(comparison, t, (self.a, self.b), self.ghosts, played)

    def draw(self) -> None:
        """Draw ghosts, while the panel is in sight and shows what is open."""
        comparison = self.comparison
        if comparison is None or not self._panel.isVisible() or not self.is_of_what_is_open:
            self._layer.clear()
        else:
            self._layer.draw(comparison, self.view.looks, self.ghosts)

    def _play(self, comparison: Comparison) -> None:
        """Have the window play run A, and remember what it played before that was not put here."""
        session, run = self._session, comparison.run(self.a)
        if self._played is None or session.state.run.simulation is not self._played:
            self._before = session.state
        play_run(session, run, self.view.looks[self.a].name)
        self._played = session.state.run.simulation

    def _ask(self) -> None:
        comparison, a, b, signal = self.comparison, self.a, self.b, self.signal
        if comparison is not None:
            self._awaits = True
            self._work.ask((comparison, a, b, signal), [lambda: comparison_answers(comparison, a, b, signal)])
        self.draw()

    @property
    def _is_answered(self) -> bool:
        """Whether the answers that are shown are of the runs and the signal that are chosen."""
        found = self.view.answers
        asked = self.comparison, self.a, self.b, self.signal
        return found is not None and (found.comparison, found.a.key, found.b.key, found.signal) == asked

    def _show_answers(self, key: object, found: object) -> None:
        if key != (self.comparison, self.a, self.b, self.signal):
            return
        self._awaits = False
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, ComparisonAnswers)
        self.view.show_answers(found)
        self.answered.emit()

    def _use_signal(self, key: str) -> None:
        self.signal = key
        self._ask()

    def _use_mode(self, mode: str) -> None:
        self.view.both = mode == "both"
        self.view.plot()

    def _switch_ghost(self, key: str) -> None:
        self.ghosts ^= {key}
        self.show_runs()
        self.draw()
