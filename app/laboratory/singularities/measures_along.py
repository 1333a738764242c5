"""The measures of singularity along the recording: found by a thread, drawn with the page on singularities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.ui.text.array_text import ArrayText

from ...background.background_thread import Background
from ...session.session import Session

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singular_task import SingularTask
    from torseur.sim.analysis.singularities.singularity_measures import MeasuresAlong

MOST = 4000  # states of a recording that are looked at


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
        from torseur.sim.analysis.singularities.singularity_measures import measures_along

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
        step = max(1, count // MOST)
        motion = _Motion(np.array(recording.t[:count:step]), np.array(recording.q[:count:step]))
        model, frame, rows, length = session.model, task.frame, task.rows, task.length
        self._work.ask(key, [lambda: measures_along(model, motion, frame, rows=rows, length=length)])

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

    def _on_found(self, key: object, found: MeasuresAlong | Exception) -> None:
        if key != self._key:
            return
        if isinstance(found, Exception):
            self.found, self.reason = None, str(found)
        else:
            self.found, self.reason = found, ""
        self.changed.emit()
