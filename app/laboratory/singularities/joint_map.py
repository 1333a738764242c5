"""The map of a measure over two joints: found by a thread, coarse at once and fine a moment later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.ui.displays.plot.map_view import MapData

from ...background.background_thread import Background, Step
from ...documents.joint_names import readable
from ...session.session import Session

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singular_task import SingularTask
    from torseur.sim.analysis.singularities.singularity_map import SingularityMap

COARSE, FINE = 25, 121  # positions of each joint


class JointMap(QObject):
    """What is known of the map so far; `changed` tells that this is more, or why there is none."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.joints = ("", "")
        self.found: SingularityMap | None = None
        self.reason = ""  # there is no map
        self.question: tuple[object, ...] = ()  # that was asked last
        self._work = Background(self)
        self._work.found.connect(self.on_found)

    def choose_among(self, names: list[str]) -> None:
        """Keep the two joints if they are among these; else begin with the second and the third."""
        if self.joints[0] not in names or self.joints[1] not in names:
            many = len(names) > 2
            self.joints = (names[1], names[2]) if many else (names[0], names[-1])

    def follow(self, task: SingularTask, q: Array) -> None:
        """Find the map of a task where the joints that are not on it are elsewhere, or it is another one's."""
        from torseur.sim.analysis.singularities.singularity_map import singularity_map

        a, b = self.joints
        if a == b:
            self.found, self.question = None, ()
            self.reason = self.tr("A map is over two joints; choose another one for one of its sides.")
            self.changed.emit()
            return
        key = (task, a, b, np.delete(q, self.places(self._session.model)).tobytes())
        if key == self.question:
            return
        self.question, self.reason = key, ""
        model, frame, rows, length, start = self._session.model, task.frame, task.rows, task.length, np.array(q)

        def step(size: int) -> Step:
            return lambda: singularity_map(model, start, frame, a, b, rows=rows, resolution=size, length=length)

        self._work.ask(key, [step(size) for size in (COARSE, FINE)])

    def places(self, model: Model) -> list[int]:
        """Where the two joints are in q."""
        slices = model.joint_slices()
        return [slices[name][0].start for name in self.joints]

    def data(self, model: Model, measure: str, unit: str) -> MapData | None:
        """What was found, as it is shown; None: nothing yet."""
        found = self.found
        if found is None:
            return None
        a, b = (model.joint(name).kind is not JointKind.PRISMATIC for name in (found.joint_a, found.joint_b))
        titles = [readable(name.rpartition("/")[2]) for name in (found.joint_a, found.joint_b)]
        return MapData(titles[0], titles[1], (a, b), found.a, found.b, found.measures.of(measure), unit)

    @property
    def busy(self) -> bool:
        """Whether the thread is at work."""
        return self._work.running

    def stop(self, *, forget: bool = False) -> None:
        """What is still being found is not heard, and is asked anew when it is wanted; what was found may be forgotten."""
        self._work.stop()
        self.question = ()
        if forget:
            self.found = None

    def on_found(self, question: tuple[object, ...], found: SingularityMap | Exception) -> None:
        """Have the answer to a question, unless another was asked since."""
        if question[:3] != self.question[:3]:
            return
        if isinstance(found, Exception):
            self.found, self.reason = None, str(found)
        else:
            self.found, self.reason = found, ""
        self.changed.emit()
