"""How far a motion that is played back strays from its plan: found by a thread, once it rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.errors import TorseurError

from ....background.background_thread import Background

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask
    from torseur.sim.simulation.recording.recording import Recording


class PlaybackStrays(QObject):
    """Compares a plan with its recording."""

    found = Signal(object)  # (nv,) the largest of each number of v [rad | m]; None: it is not known

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._compared: tuple[object, ...] = ()  # what was asked last
        self._work = Background(self)
        self._work.found.connect(self._on_found)

    @property
    def busy(self) -> bool:
        """Whether the thread is at work."""
        return self._work.running

    def follow(self, task: MotionTask | None, recording: Recording | None) -> None:
        """Compare these, unless they were already."""
        from torseur.sim.simulation.motion_playback import strays

        compared = (task, recording, 0 if recording is None else len(recording))
        if compared == self._compared:
            return
        self._compared = compared
        self.found.emit(None)
        if task is None or recording is None or len(recording) < 2:
            self._work.stop()
        else:
            self._work.ask(compared, [lambda: strays(task, recording)])

    def stop(self) -> None:
        """What is still being found is not heard, and is asked anew when it is wanted."""
        self._work.stop()
        self._compared = ()

    def _on_found(self, compared: object, found: object) -> None:
        if compared != self._compared or isinstance(found, TorseurError):  # of other steps: it says nothing of the plan
            return
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, np.ndarray)
        self.found.emit(found)
