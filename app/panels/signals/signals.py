"""The panel of signals and the session: what is ticked is worked out by a thread, as far as was recorded."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.compilation import BATCHES
from torseur.sim.multibody.model.coordinate_names import units
from torseur.ui.panels.signals.signals_panel import MOST, SignalsPanel
from torseur.ui.panels.signals.values import SignalLine, SignalStatistics
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.units import per_unit

from ...preferences.preferences import Preferences
from ...session.session import Session
from ...sheet.answering import AnswerThreads, PageQuestions
from ...sheet.questions import Cost
from .signal_choices import SignalChoice, signal_choices, tree_entries

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import RecordingDynamics
    from torseur.sim.simulation.recording.recording import Recording

PATIENCE = 0.3  # [s] before progress is shown, with a button to stop it
SLOW = 0.05  # of working it out [s]: what takes longer is done less often while it plays


@dataclass(frozen=True, eq=False, slots=True)
class _Plotted:
    """What was worked out."""

    choices: list[SignalChoice]
    dynamics: RecordingDynamics
    columns: list[Array]  # of each choice, in SI units
    rests_until: float  # when it is worked out next while it plays, by the clock of `perf_counter` [s]


class SignalsBinding(QObject):
    """Between the panel and the session."""

    save_requested = Signal()

    def __init__(
        self,
        session: Session,
        panel: SignalsPanel,
        preferences: Preferences,
        threads: AnswerThreads,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._panel, self._preferences = session, panel, preferences
        self._model: Model | None = None
        self._choices: dict[str, SignalChoice] = {}
        self._wanted: list[str] = []  # keys, in the order of the tree
        self._lines: list[SignalLine] = []
        self._columns: list[tuple[SignalChoice, Array]] = []  # what is plotted, in SI units
        self._times = np.zeros(0)
        self._shown: object = None  # of what was worked out, or why nothing is
        self._given_up = False
        self._dynamics, self._statistics = PageQuestions(threads, self), PageQuestions(threads, self)
        self._dynamics.answered.connect(self.refresh)
        self._statistics.answered.connect(self._show_statistics)
        panel.chosen.connect(self._choose)
        panel.range_changed.connect(self._find_statistics)
        panel.seek_requested.connect(session.playback.seek)
        panel.save_requested.connect(self.save_requested)
        panel.cancelled.connect(self._give_up)
        panel.shown.connect(self.refresh)
        preferences.angle_unit_changed.connect(lambda _: self._show_units())
        session.document_changed.connect(self._forget)
        session.recording_changed.connect(self._forget)
        session.snapshot_changed.connect(lambda: panel.show_time(session.playback.time))
        session.kernels.loaded.connect(self._note_kernel)

    @property
    def plotted(self) -> tuple[list[str], list[Array]]:
        """Headers "name [unit]" and columns (n,) of what is plotted, time first, in SI units; empty where nothing is."""
        if not self._columns:
            return [], []
        headers = ["t [s]", *(f"{choice.full_name} [{choice.unit}]" for choice, _ in self._columns)]
        return headers, [self._times, *(values for _, values in self._columns)]

    def refresh(self) -> None:
        """Plot what was recorded since, if it can be seen."""
        session, panel = self._session, self._panel
        if not panel.isVisible() or session.document is None:
            return
        self._follow_model()
        panel.show_span(0.0, max(session.playback.duration, session.playback.reached))
        panel.show_time(session.playback.time)
        found = None if self._given_up else self._found(session.recording)
        if found is not None and found != self._shown:
            self._shown = found
            self._show_found(found)

    def _found(self, recording: Recording | None) -> str | tuple[int, int] | _Plotted | None:
        """What is worked out by now, how much of it is, or why it cannot be; None: nothing yet."""
        if not self._wanted:
            return ""
        if recording is None or not len(recording):
            return self.tr("Nothing is recorded yet: press Space to simulate.")
        if not self._session.kernels.has(BATCHES):
            return self.tr("The kernels of dynamics are not ready yet.")
        n, chosen = len(recording), [self._choices[name] for name in self._wanted]
        before = self._dynamics.known("dynamics")
        rests = isinstance(before, _Plotted) and time.perf_counter() < before.rests_until
        answer = self._dynamics.ask_alone(
            "dynamics",
            (n, tuple(self._wanted)),
            lambda _: _work_out(recording, n, chosen),
            of=recording,
            chained=True,
            fold=lambda _, found: found,
            when=not (rests and self._session.playback.playing),
            finishes=True,
        )
        return answer.error or answer.value

    def _show_found(self, found: str | tuple[int, int] | _Plotted) -> None:
        """Show what is worked out; of what is on its way how much is."""
        if isinstance(found, tuple):
            self._panel.show_progress(*found)
            return
        self._panel.show_progress(0, 0)
        if isinstance(found, str):
            self._panel.show_status(found)
            self._show([], np.zeros(0), [])
        else:
            self._panel.show_status(self._how(found.dynamics))
            self._show(found.choices, found.dynamics.t, found.columns)

    def _how(self, dynamics: RecordingDynamics) -> str:
        """What the numbers are of."""
        left = np.abs(dynamics.residual)
        largest = float(np.nanmax(left)) if np.isfinite(left).any() else 0.0
        if self._session.settings.scheme == "hybrid":
            text = self.tr("At instants; largest residual {left} {unit}")
        else:
            text = self.tr("Means over steps; largest residual {left} {unit}")
        unit = per_unit([unit == "N" for unit in units(self._session.model, "tau")], "N·m", "N")
        return text.format(left=residual_text(largest), unit=unit)

    def _show(self, choices: list[SignalChoice], t: Array, values: list[Array]) -> None:
        self._times, self._columns = t, list(zip(choices, values, strict=True))
        self._lines = []
        for choice, one in self._columns:
            unit, factor = self._to_display(choice.unit)
            self._lines.append(SignalLine(choice.key, choice.full_name, unit, choice.pane, t, factor * one))
        self._panel.show_lines(self._lines)
        self._find_statistics(*self._panel.range)

    def _find_statistics(self, start: float, end: float) -> None:
        from torseur.sim.simulation.inspection.recorded_dynamics.range_statistics import range_statistics

        lines = self._lines
        if not lines:
            self._statistics.forget()
            self._panel.show_statistics([], start, end)
            return
        end = max(start, min(end, float(self._times[-1]))) if len(self._times) else end

        def find() -> tuple[list[SignalLine], list[SignalStatistics], float, float]:
            found = (range_statistics(line.t, line.values, start, end) for line in lines)
            rows = [SignalStatistics(line.key, line.name, line.unit, one) for line, one in zip(lines, found, strict=True)]
            return lines, rows, start, end

        self._statistics.ask_alone("statistics", (lines, start, end), find, Cost.QUICK)

    def _show_statistics(self) -> None:
        lines, rows, start, end = self._statistics.known("statistics")
        if lines is self._lines:  # while a range is dragged, the one that was asked for is shown beside its numbers
            self._panel.show_statistics(rows, start, end)

    def _to_display(self, unit: str) -> tuple[str, float]:
        """The unit that one of SI is shown in, and what a number is multiplied by."""
        if unit.startswith("rad") and self._preferences.angle_unit == "deg":
            return "°" + unit[3:], 180.0 / math.pi
        return ("" if unit == "1" else unit.replace("N m", "N·m").replace("m s", "m·s").replace("N s", "N·s")), 1.0

    def keep(self) -> list[str]:
        """Keys of what is plotted; it stays when a file is read again."""
        return self._wanted

    def bring_back(self, keys: list[str]) -> None:
        """Plot these again, as far as there are such."""
        self._follow_model()
        self._panel.tree.show_ticked([key for key in keys if key in self._choices])
        self._choose(self._panel.tree.ticked)

    def _choose(self, keys: list[str]) -> None:
        self._wanted = keys[:MOST]
        if len(keys) > MOST:
            self._panel.tree.show_ticked(self._wanted)
            text = self.tr("At most {most} quantities can be told apart in plots.").format(most=MOST)
            self._session.message.emit(text, "", "plain")
        self._given_up = False
        self._dynamics.forget()
        self.refresh()

    def _note_kernel(self, name: str) -> None:
        if name == BATCHES:
            self.refresh()

    def _give_up(self) -> None:
        """Leave what is plotted as it is, until something else is ticked or another recording begins."""
        self._given_up = True
        self._dynamics.stop()
        self._shown = None
        self._panel.show_progress(0, 0)
        self._panel.show_status(self.tr("Cancelled."))

    def _show_units(self) -> None:
        if self._choices:
            self._panel.show_entries(tree_entries(list(self._choices.values()), self._to_display))
            self._show([choice for choice, _ in self._columns], self._times, [values for _, values in self._columns])

    def _follow_model(self) -> None:
        if self._session.model is self._model:
            return
        self._model = self._session.model
        choices = signal_choices(self._model)
        self._choices = {choice.key: choice for choice in choices}
        self._panel.show_entries(tree_entries(choices, self._to_display))
        self._wanted = self._panel.tree.ticked

    def _forget(self) -> None:
        self._dynamics.forget()
        self._shown, self._given_up = None, False
        self._panel.show_progress(0, 0)
        self._panel.show_status("")
        self._show([], np.zeros(0), [])
        self.refresh()


def _work_out(recording: Recording, n: int, choices: list[SignalChoice]) -> Iterator[tuple[int, int] | _Plotted]:
    """How many blocks of how many are done, where that takes longer; then what was chosen of the first n states."""
    from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import (
        BLOCK,
        dynamics_blocks,
        mass_matrix_entries,
        whole_dynamics,
    )

    begun, blocks = time.perf_counter(), []
    for block in dynamics_blocks(recording, n):
        blocks.append(block)
        yield (len(blocks), math.ceil(n / BLOCK)) if time.perf_counter() - begun > PATIENCE else (0, 0)
    dynamics = whole_dynamics(recording, blocks)
    places = [choice.entry for choice in choices if choice.read is None]
    entries: Iterator[Array] = iter(mass_matrix_entries(recording, dynamics, places).T if places else ())
    columns = [choice.read(recording, dynamics) if choice.read else next(entries) for choice in choices]
    now = time.perf_counter()
    yield _Plotted(choices, dynamics, columns, now + (10.0 * (now - begun) if now - begun > SLOW else 0.0))
