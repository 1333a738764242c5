"""The other runs of a comparison in the view: the same bodies at their poses, told apart by colour and label."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Ghost, Label, LegendRow, Overlays
from torseur.ui.viewport.mesh.body_mesh import body_mesh

from ..drawing.ghost_poses import without_fixed
from .run_looks import RunLook

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun

SEEN = 2e-3  # what is nearer to the played run than this share of the scene needs no label


class CompareDrawing:
    """Of one model."""

    def __init__(self, model: Model, size: float) -> None:
        """`size`: radius of a ball around the bodies [m]."""
        self._model, self._size = model, size
        self._alike: dict[Model, Array] = {}  # (bodies,) bool: whether a run's bodies look as those of the model do
        self._fixed = np.asarray(model.frame_row[: len(model.bodies)]) == 0

    def overlays(
        self, t: float, poses: Array, runs: Iterable[tuple[SchemeRun, RunLook]], played: SchemeRun | None = None
    ) -> Overlays:
        """Ghosts of these runs at t [s], told how far off they are: of a run between two of its states, at the last one's time.

        poses  : (frames, 4, 4) of what the window plays, at t
        played : the run that it plays; None: it is none of the comparison
        """
        ghosts, labels = [], []
        for place, (run, look) in enumerate(runs):
            end, own = min(t, float(run.t[-1])), _own_time(run, t)
            ghost = self._poses_at(run, end)
            late = own < t - 1e-9
            then = self._poses_at(played, own) if late and played is not None else poses
            off, away = self._apart(ghost, then), self._apart(ghost, poses)
            k = int(np.argmax(away))
            told = []
            if off.max() > SEEN * self._size:
                told.append(tr("{distance} off", distance=quantity_text(1e3 * float(off.max()), "mm")))
            if told or away[k] > SEEN * self._size:
                if late and told and played is not None:
                    told.append(tr("at {t:.3f} s", t=own))
                elif late:
                    told.append(tr("its state of {t:.3f} s", t=own))
                above = ghost[k, :3, 3] + np.array([0.0, 0.0, (0.25 + 0.18 * place) * self._size])
                labels.append(Label(above, tr("{name}: {values}", name=look.short, values=", ".join(told)), look.color))
            ghosts.append(self._ghost(run, ghost, poses, look.color))
        return Overlays(ghosts=tuple(ghosts), labels=tuple(labels))

    def _ghost(self, run: SchemeRun, ghost: Array, poses: Array, color: str) -> Ghost:
        """Bodies with the run's own shapes; without those that never move and are there already."""
        model = self._model if run.simulation is None else run.simulation.scene.model
        if model is self._model:
            return Ghost(without_fixed(model, ghost), color)
        if model not in self._alike:
            corners = [body_mesh(one).corners for one in (self._model, model)]
            self._alike[model] = np.all(corners[0] == corners[1], axis=(1, 2))
        count = len(self._fixed)
        is_there = self._fixed & self._alike[model] & np.all(ghost[:count] == poses[:count], axis=(1, 2))
        ghost[:count][is_there] = np.diag([0.0, 0.0, 0.0, 1.0])
        return Ghost(ghost, color, model)

    def _poses_at(self, run: SchemeRun, t: float) -> Array:
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        model = self._model if run.simulation is None else run.simulation.scene.model
        return np.array(frame_poses(model, np.ascontiguousarray(run.configuration_at(t))))

    def _apart(self, one: Array, other: Array) -> Array:
        """How far the bodies (n,) that move are apart at these poses (frames, 4, 4) [m]."""
        count = len(self._fixed)
        away = np.linalg.norm(one[:count, :3, 3] - other[:count, :3, 3], axis=1)
        return np.asarray(np.where(self._fixed, 0.0, away))

    @staticmethod
    def legend(looks: Iterable[RunLook], played: str) -> tuple[LegendRow, ...]:
        """What the ghosts are, and what is played."""
        rows = [LegendRow("block", look.color, tr("Ghost: {run}", run=look.name)) for look in looks]
        return (*rows, LegendRow("none", "", tr("Played: {run}", run=played))) if rows and played else tuple(rows)


def _own_time(run: SchemeRun, t: float) -> float:
    """The time of its state that is shown at t [s]."""
    return t if run.exact is not None else float(run.t[run.index_at(t)])
