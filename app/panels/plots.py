"""The plots: energies, gaps and forces over the whole recording, thinned where it is long."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.compilation import GAPS, PROBLEMS
from torseur.ui.panels.plots.plots import Plots

from ..documents.body_names import bare_names
from ..session.session import Session

if TYPE_CHECKING:
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording

MOST = 3000  # states that are looked at for gaps and forces
REACH = 10.0  # gaps are followed up to here [m]
PAIRS = 4  # that come nearest
SLOW = 0.05  # of drawing everything anew [s]: what takes longer is done less often


class PlotsBinding(QObject):
    """Between the plots and the session."""

    def __init__(self, session: Session, plots: Plots, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._plots = session, plots
        self._length = -1
        self._rest_until = 0.0  # of the clock: while it plays, a long look is followed by a rest ten times as long
        self._gaps = Gaps()
        session.recording_changed.connect(self._forget)
        session.document_changed.connect(self._forget)
        session.snapshot_changed.connect(lambda: plots.show_time(session.playback.time))
        session.kernels.loaded.connect(self._note_kernel)
        session.playback.playing_changed.connect(self._note_playing)
        plots.seek_requested.connect(session.playback.seek)

    def refresh(self) -> None:
        """Draw what was recorded since, if it can be seen."""
        session, plots = self._session, self._plots
        recording = session.recording
        if not plots.isVisible():
            return
        plots.show_span(0.0, max(session.playback.duration, session.playback.reached))
        plots.show_time(session.playback.time)
        if recording is None or len(recording) == self._length:
            return
        begun = time.perf_counter()
        if session.playback.playing and begun < self._rest_until:
            return
        self._length = n = len(recording)
        t = recording.t[:n]
        plots.show_energy(t, recording.kinetic[:n], recording.potential[:n])
        normal, tangential, impulse = recording.contact_sums(n)
        if recording.problems.is_start(0):
            normal[0], tangential[0] = sums_of(session.start_contacts())
        plots.show_forces(t, normal, tangential)
        struck = impulse > 0.0
        plots.show_impulses(t[struck], impulse[struck])
        if session.kernels.has(GAPS):
            self._gaps.follow(recording, n)
            times, names, values = self._gaps.nearest(PAIRS)
            read = bare_names(recording.scene.model.body_names)
            plots.show_gaps(times, [f"{read[a]} · {read[b]}" for a, b in names], values)
        taken = time.perf_counter() - begun
        self._rest_until = begun + (11.0 * taken if taken > SLOW else 0.0)

    def _note_kernel(self, name: str) -> None:
        if name in (GAPS, PROBLEMS):
            self._length = -1  # draw once more, now with gaps, or the forces of the start

    def _note_playing(self, playing: bool) -> None:
        if not playing:
            self._length = -1  # now with the forces of the start

    def _forget(self) -> None:
        self._length = -1
        self._gaps = Gaps()
        self._plots.clear()
        self._plots.show_span(0.0, max(self._session.playback.duration, self._session.playback.reached))


def sums_of(contacts: Contacts | None) -> tuple[float, float]:
    """Σλ_n and Σ‖λ_t‖ of contacts [N]; nan where they are not known."""
    if contacts is None:
        return np.nan, np.nan
    normal = np.einsum("ck,ck->c", contacts.force, contacts.normal)
    across = contacts.force - normal[:, None] * contacts.normal
    return float(np.sum(normal)), float(np.sum(np.linalg.norm(across, axis=1)))


class Gaps:
    """The smallest gaps of pairs of bodies, computed for new states alone."""

    def __init__(self) -> None:
        self._t: list[float] = []
        self._rows: list[np.ndarray] = []
        self._least = np.zeros(0)  # of each pair, ever
        self._names: tuple[tuple[str, str], ...] = ()
        self._seen = 0
        self._stride = 1

    def follow(self, recording: Recording, n: int) -> None:
        """Look at states up to the n-th; every stride-th, so that there are never more than `MOST`."""
        from torseur.sim.simulation.recording.gaps import body_gaps

        while n // self._stride > MOST:
            self._stride *= 2
            self._t, self._rows = self._t[::2], self._rows[::2]
            self._seen = len(self._rows) * self._stride
        indices = np.arange(self._seen, n, self._stride)
        if len(indices):
            self._names, gaps = body_gaps(recording.scene, recording.q[indices], REACH)
            self._t += [float(t) for t in recording.t[indices]]
            self._rows += list(gaps)
            self._seen = int(indices[-1]) + self._stride
            least = np.fmin.reduce(gaps, axis=0)
            self._least = np.fmin(self._least, least) if len(self._least) else least

    def nearest(self, count: int) -> tuple[np.ndarray, tuple[tuple[str, str], ...], np.ndarray]:
        """Times (n,), names of their bodies and gaps (n, k) [m] of the pairs that came nearest."""
        if not self._rows:
            return np.zeros(0), (), np.zeros((0, 0))
        known = int(np.count_nonzero(~np.isnan(self._least)))
        order = np.argsort(self._least, kind="stable")[: min(count, known)]  # those that are not known come last
        names = tuple(self._names[k] for k in order)
        return np.array(self._t), names, np.array([row[order] for row in self._rows])
