"""The panel of signals and the session: what is ticked is worked out by a thread, as far as was recorded."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.compilation import BATCHES
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.coordinate_names import units
from torseur.ui.panels.signals.signals_panel import MOST, SignalsPanel
from torseur.ui.panels.signals.values import SignalLine, SignalStatistics
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.units import per_unit

from ...background.background_thread import Background
from ...preferences.preferences import Preferences
from ...session.session import Session
from .signal_choices import SignalChoice, signal_choices, tree_entries

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import RecordingDynamics
    from torseur.sim.simulation.recording.recording import Recording

PATIENCE = 0.3  # [s] before progress is shown, with a button to stop it
SLOW = 0.05  # of working it out [s]: what takes longer is done less often while it plays


class SignalsBinding(QObject):
    """Between the panel and the session."""

    save_requested = Signal()

    def __init__(self, session: Session, panel: SignalsPanel, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._panel, self._preferences = session, panel, preferences
        self._model: Model | None = None
        self._choices: dict[str, SignalChoice] = {}
        self._wanted: list[str] = []  # keys, in the order of the tree
        self._lines: list[SignalLine] = []
        self._columns: list[tuple[SignalChoice, Array]] = []  # what is plotted, in SI units
        self._times = np.zeros(0)
        self._asked: object = None  # what the thread was asked last
        self._parts = 0  # of what it was asked
        self._begun = self._rest_until = 0.0
        self._given_up = False
        self._work = Background(self)
        self._work.found.connect(self._on_found)
        self._statistics = Background(self)
        self._statistics.found.connect(self._on_statistics)
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
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return self._work.running

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
        recording = session.recording
        key = (recording, len(recording) if recording is not None else 0, tuple(self._wanted))
        if key == self._asked or self._given_up:
            return
        reason = self._reason(recording)
        if reason or recording is None:
            self._asked = key
            self._work.stop()
            panel.show_progress(0, 0)
            panel.show_status(reason)
            self._show([], np.zeros(0), [])
        elif not (self._work.running or (session.playback.playing and time.perf_counter() < self._rest_until)):
            self._ask(key, recording, key[1])

    def stop(self) -> None:
        """The window closes."""
        self._work.stop()
        self._statistics.stop()

    def _reason(self, recording: Recording | None) -> str:
        """Why nothing can be plotted, or empty."""
        if not self._wanted:
            return ""
        if recording is None or not len(recording):
            return self.tr("Nothing is recorded yet: press Space to simulate.")
        if not self._session.kernels.has(BATCHES):
            return self.tr("The kernels of dynamics are not ready yet.")
        return ""

    def _ask(self, key: object, recording: Recording, n: int) -> None:
        from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import BLOCK, dynamics_blocks

        self._asked, self._begun = key, time.perf_counter()
        if not self._wanted:
            self._show([], np.zeros(0), [])
            self._panel.show_status("")
            return
        blocks, done = dynamics_blocks(recording, n), list[dict[str, Array]]()
        chosen = [self._choices[name] for name in self._wanted]

        def work_on() -> int:
            done.append(next(blocks))
            return len(done)

        self._parts = math.ceil(n / BLOCK)
        self._work.ask(key, [*[work_on] * self._parts, lambda: _finish(recording, done, chosen)])

    def _on_found(self, key: object, found: object) -> None:
        if key != self._asked:
            return
        if isinstance(found, TorseurError):
            self._panel.show_progress(0, 0)
            self._panel.show_status(str(found))
            self._show([], np.zeros(0), [])
            return
        if isinstance(found, Exception):
            raise found
        if isinstance(found, int):
            if time.perf_counter() - self._begun > PATIENCE:
                self._panel.show_progress(found, self._parts)
            return
        assert isinstance(found, tuple)
        chosen, dynamics, columns = found
        self._panel.show_progress(0, 0)
        self._panel.show_status(self._how(dynamics))
        self._show(chosen, dynamics.t, columns)
        taken = time.perf_counter() - self._begun
        self._rest_until = time.perf_counter() + (10.0 * taken if taken > SLOW else 0.0)

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
            self._statistics.stop()
            self._panel.show_statistics([], start, end)
            return
        end = max(start, min(end, float(self._times[-1]))) if len(self._times) else end

        def find() -> list[SignalStatistics]:
            return [
                SignalStatistics(line.key, line.name, line.unit, range_statistics(line.t, line.values, start, end))
                for line in lines
            ]

        self._statistics.ask((lines, start, end), [find])

    def _on_statistics(self, key: tuple[list[SignalLine], float, float], found: object) -> None:
        lines, start, end = key
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, list)
        if lines is self._lines:  # while a range is dragged, the one that was asked for is shown beside its numbers
            self._panel.show_statistics(found, start, end)

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
        self._rest_until = 0.0
        self.refresh()

    def _note_kernel(self, name: str) -> None:
        if name == BATCHES:
            self._asked = None
            self.refresh()

    def _give_up(self) -> None:
        """Leave what is plotted as it is, until something else is ticked or another recording begins."""
        self._given_up = True
        self._work.stop()
        self._asked = None
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
        self._work.stop()
        self._asked, self._given_up, self._rest_until = None, False, 0.0
        self._panel.show_progress(0, 0)
        self._panel.show_status("")
        self._show([], np.zeros(0), [])
        self.refresh()


def _finish(
    recording: Recording, blocks: list[dict[str, Array]], choices: list[SignalChoice]
) -> tuple[list[SignalChoice], RecordingDynamics, list[Array]]:
    """What was chosen, all blocks as one, and what is read of it."""
    from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import mass_matrix_entries, whole_dynamics

    dynamics = whole_dynamics(recording, blocks)
    places = [choice.entry for choice in choices if choice.read is None]
    entries: Iterator[Array] = iter(mass_matrix_entries(recording, dynamics, places).T if places else ())
    return choices, dynamics, [choice.read(recording, dynamics) if choice.read else next(entries) for choice in choices]
