"""The measures of singularity along the recording: found by a thread, drawn with the page on singularities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.ui.text.array_text import ArrayText

from ...background.background_thread import Background, Step
from ...session.session import Session

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singular_task import SingularTask
    from torseur.sim.analysis.singularities.singularity_measures import MeasuresAlong
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.recording.recording import Recording

MOST = 4000  # states of a recording that are looked at
MOST_ON_DISK = 300  # of one that stays in its file: each is read with those about it
BLOCK = 10  # of these that are read in one go


@dataclass(frozen=True, eq=False, slots=True)
class _Motion:
    """Times and configurations of a recording as they were."""

    t: Array
    q: Array


class AlongRecording(QObject):
    """What is known of the recording so far; `known` tells that this is more, or less."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.found: MeasuresAlong | None = None
        self.reason = ""  # there are no measures of this recording
        self._key: tuple[object, ...] = ()
        self._work = Background(self)
        self._work.found.connect(self._on_found)

    def follow(self, task: SingularTask) -> None:
        """Find the measures of a task where the recording is another one, or has become longer and rests."""
        session, recording = self._session, self._session.recording
        if recording is None or len(recording) < 2:
            known = self.found is not None or bool(self.reason)
            self.found, self.reason, self._key = None, "", ()
            if known:
                self.changed.emit()
            return
        count = len(recording)
        key = (task, id(recording), count)
        if key == self._key or (session.playback.playing and self._key):
            return
        self._key = key
        most = MOST_ON_DISK if recording.on_disk else MOST
        states = np.arange(0, count, max(1, count // most))
        if recording.on_disk:
            self._show_progress(0, len(states))
        self._work.ask(key, _steps(session.model, recording, states, task))

    def stop(self) -> None:
        """What is still being found is not heard, and is asked anew when it is wanted."""
        self._work.stop()
        self._key = ()

    def text(self) -> ArrayText | None:
        """All measures, to be copied."""
        if self.found is None:
            return None
        measures = self.found.measures
        values = np.column_stack((self.found.t, measures.w, measures.sigma_min, measures.inverse_condition))
        return ArrayText(values, (), ("t (s)", "w", "σ_{min}", "1/κ"))

    def _on_found(self, key: object, found: MeasuresAlong | tuple[int, int] | Exception) -> None:
        if key != self._key:
            return
        if isinstance(found, tuple):
            self._show_progress(*found)
            return
        if isinstance(found, Exception):
            self.found, self.reason = None, str(found)
        else:
            self.found, self.reason = found, ""
        self.changed.emit()

    def _show_progress(self, n: int, of: int) -> None:
        self.found = None
        self.reason = self.tr("Reading the recording: {n} of {of} states.").format(n=n, of=of)
        self.changed.emit()


def _steps(model: Model, recording: Recording, states: np.ndarray, task: SingularTask) -> Sequence[Step]:
    """What finds the measures at some states of a recording; the steps before the last read it, and say how far they are."""
    t, blocks = np.array(recording.t[states]), np.array_split(states, max(1, len(states) // BLOCK))
    read: list[Array] = []

    def read_block(block: np.ndarray) -> tuple[int, int]:
        read.append(recording.q[block])
        return sum(map(len, read)), len(states)

    def measures() -> MeasuresAlong:
        from torseur.sim.analysis.singularities.singularity_measures import measures_along

        if not read:
            read.append(recording.q[states])
        motion = _Motion(t, np.concatenate(read))
        return measures_along(model, motion, task.frame, rows=task.rows, length=task.length)

    return [*(partial(read_block, block) for block in blocks if recording.on_disk), measures]
