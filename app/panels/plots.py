"""The plots: energies, gaps and forces over the whole recording, thinned where it is long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.compilation import GAPS, PROBLEMS
from torseur.ui.panels.plots.plots import Plots

from ..drawing.contact.contact_labels import PairNames
from ..session.session import Session
from ..sheet.answering import AnswerThreads, PageQuestions
from .plotted_states import PlottedStates

if TYPE_CHECKING:
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.ui.displays.plot.thinning import PlottedLine

PAIRS = 4  # that come nearest


class PlotsBinding(QObject):
    """Between the plots and the session."""

    def __init__(self, session: Session, plots: Plots, threads: AnswerThreads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._plots = session, plots
        self._states: PlottedStates | None = None
        self._shown: tuple[tuple[PlottedLine, PlottedLine] | None, np.ndarray | None] = (None, None)  # forces and impulses
        self._length = -1  # states whose energy is drawn
        self._drawn = -1  # states whose forces and gaps are
        self._questions = PageQuestions(threads, self)
        session.recording_changed.connect(self._forget)  # another document has another recording, or none
        session.snapshot_changed.connect(lambda: plots.show_time(session.playback.time))
        session.kernels.loaded.connect(self._note_kernel)
        session.playback.playing_changed.connect(self._note_playing)
        plots.seek_requested.connect(session.playback.seek)

    def refresh(self) -> None:
        """Draw what was recorded since, if it can be seen, and have the rest looked at."""
        session, plots = self._session, self._plots
        recording = session.recording
        if not plots.isVisible():
            return
        plots.show_span(0.0, max(session.playback.duration, session.playback.reached))
        plots.show_time(session.playback.time)
        if recording is None:
            return
        if self._states is not None and self._states.recording is not recording:
            self._look_again()  # of another document, which is told in a turn of its own
        if self._states is None:
            self._states = PlottedStates(recording, with_gaps=session.kernels.has(GAPS))
        states = self._states
        if (n := len(recording)) != self._length:
            self._length = n
            plots.show_energy(*states.energies(n))
        if states.count < n and not self._questions.running:
            blocks = states.look(n)
            self._questions.ask_alone("states", n, lambda: blocks, of=states, fold=lambda _, found: states.add(found))
        if states.count != self._drawn:
            self._draw(recording, states)

    def _draw(self, recording: Recording, states: PlottedStates) -> None:
        plots = self._plots
        self._drawn = states.count
        if states.count and recording.problems.is_start(0):
            states.correct_start(*sums_of(self._session.start_contacts()))
        forces, impulses = states.forces(), states.impulses()
        if forces is not self._shown[0]:  # painting millions of states takes longer than anything else here
            plots.show_forces(*forces)
        if impulses is not self._shown[1]:
            plots.show_impulses(*impulses)
        self._shown = forces, impulses
        times, names, values = states.nearest(PAIRS)
        model = recording.scene.model
        pairs, number = PairNames.of_model(model), {name: k for k, name in enumerate(model.body_names)}
        plots.show_gaps(times, pairs.of_all([(number[a], number[b]) for a, b in names]), values)

    def _note_kernel(self, name: str) -> None:
        if name == GAPS:
            self._look_again()
        elif name == PROBLEMS:
            self._drawn = -1  # now with the forces of the start

    def _note_playing(self, playing: bool) -> None:
        if not playing:
            self._drawn = -1  # now with the forces of the start

    def _look_again(self) -> None:
        self._questions.forget()
        self._states, self._length, self._drawn = None, -1, -1
        self._shown = None, None

    def _forget(self) -> None:
        self._look_again()
        self._plots.clear()
        self._plots.show_span(0.0, max(self._session.playback.duration, self._session.playback.reached))


def sums_of(contacts: Contacts | None) -> tuple[float, float]:
    """Σλ_n and Σ‖λ_t‖ of contacts [N]; nan where they are not known."""
    if contacts is None:
        return np.nan, np.nan
    normal = np.einsum("ck,ck->c", contacts.force, contacts.normal)
    across = contacts.force - normal[:, None] * contacts.normal
    return float(np.sum(normal)), float(np.sum(np.linalg.norm(across, axis=1)))
