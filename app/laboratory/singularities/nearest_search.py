"""The nearest singular configuration: looked for by a thread, as soon as the robot rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.arrays import Array

from ...background.background_thread import Background

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.nearest_singular import NearestSingular
    from torseur.sim.analysis.singularities.singular_task import SingularTask

REST = 300  # [ms] without a move, before it is looked for


class NearestSearch(QObject):
    """What is known of where the robot is; `changed`: it was found, or cannot be, or is looked for anew."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: NearestSingular | None = None
        self.reason = ""  # nothing was found
        self._task: SingularTask | None = None
        self._q: Array = np.zeros(0)
        self._work = Background(self)
        self._work.found.connect(self._on_found)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._search)

    @property
    def waiting(self) -> bool:
        """Whether it waits for the robot to rest."""
        return self._rest.isActive()

    def follow(self, task: SingularTask, q: Array) -> None:
        """Look from another configuration, or for another task."""
        if task is self._task and np.array_equal(q, self._q):
            return
        self._task, self._q, self.found = task, np.array(q), None
        self.reason = self.tr("Looked for as soon as the robot rests.")
        self._rest.start()
        self.changed.emit()

    def stop(self) -> None:
        """What is still being found is not heard, and is asked anew when it is wanted."""
        self._rest.stop()
        self._work.stop()
        self._task = None

    def _search(self) -> None:
        from torseur.sim.analysis.singularities.nearest_singular import nearest_singular_configuration

        task, q = self._task, self._q
        if task is not None:
            length = task.length
            self._work.ask(
                (task, q.tobytes()),
                [lambda: nearest_singular_configuration(task.model, q, task.frame, rows=task.rows, length=length)],
            )

    def _on_found(self, key: object, found: NearestSingular | Exception) -> None:
        if key != (self._task, self._q.tobytes()):
            return
        if isinstance(found, Exception):
            self.found, self.reason = None, str(found)
        else:
            self.found, self.reason = found, ""
        self.changed.emit()
