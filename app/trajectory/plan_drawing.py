"""What is drawn of a plan beside its robot: the ways of body and feet, footholds, an iterate and a replay as ghosts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.sim.trajectory.values import Plan, PlanIterate
from torseur.ui.look.theme import FRICTION, SELECTION, VELOCITY
from torseur.ui.viewport.marks import Ghost, LegendRow, Overlays, Point, Trail

from ..drawing.ghost_poses import ghost_poses

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

REPLAY = "#7B61C9"
MOST = 160  # nodes of a way that are drawn


class PlanDrawing:
    """Of one plan. Its ways are found once; the rest follows the time."""

    def __init__(self, model: Model, frames: Sequence[str]) -> None:
        """Prepare for a model of the whole scene; `frames` are those whose ways are drawn, the one that is carried first."""
        self._model = model
        self._places = [model.frame_index(name) for name in frames]
        self._ways: tuple[Trail, ...] = ()
        self._footholds: tuple[Point, ...] = ()
        self._iterate: tuple[Array, Array] | None = None
        self._iterate_ways: tuple[Trail, ...] = ()
        self._whose = ""
        self._replay: Recording | None = None

    @property
    def moves(self) -> bool:
        """Whether some of it follows the time."""
        return self._iterate is not None or self._replay is not None

    @property
    def ways(self) -> tuple[tuple[str, Array], ...]:
        """The ways of the plan: whose, and where it went (n, 3) [m]."""
        names = [self._model.frame_names[place].rsplit("/", 1)[-1] for place in self._places]
        return tuple((name, trail.points) for name, trail in zip(names, self._ways, strict=False))

    def places(self, poses: Array) -> list[tuple[float, float]]:
        """Where they are at poses (frames, 4, 4): x and z [m]."""
        return [(float(poses[place, 0, 3]), float(poses[place, 2, 3])) for place in self._places]

    def take_plan(self, plan: Plan | None) -> None:
        """Draw the ways of a plan; None: there is none."""
        self._ways, self._footholds = (), ()
        if plan is None:
            return
        self._ways = self._trails(np.concatenate([phase.q for phase in plan.phases]), VELOCITY, FRICTION)
        places = np.concatenate([phase.footholds for phase in plan.phases])
        places = np.unique(places[np.isfinite(places).all(axis=1)].round(6), axis=0)
        self._footholds = tuple(Point(place, "sticking") for place in places)

    def take_iterate(self, iterate: PlanIterate | None, whose: str = "") -> None:
        """Draw an iterate of the optimiser, as ways and as a ghost; None: none. `whose`, where it is not the plan's."""
        self._whose = whose
        if iterate is None or not len(iterate.t) or iterate.q.shape[1:] != (self._model.nq,):
            self._iterate, self._iterate_ways = None, ()
            return
        self._iterate = iterate.t, iterate.q
        self._iterate_ways = self._trails(iterate.q, SELECTION, SELECTION)

    def take_replay(self, recording: Recording | None) -> None:
        """Draw a replay as a ghost; None: none."""
        self._replay = recording

    def overlays(self, t: float) -> Overlays:
        """All of it at a time [s]."""
        ghosts = []
        if self._iterate is not None:
            times, q = self._iterate
            ghosts.append(Ghost(ghost_poses(self._model, _at(times, q, t)), SELECTION))
        if self._replay is not None and len(self._replay):
            q = self._replay.state_at(min(t, float(self._replay.t[-1]))).q
            ghosts.append(Ghost(ghost_poses(self._model, q), REPLAY))
        return Overlays(trails=self._ways + self._iterate_ways, points=self._footholds, ghosts=tuple(ghosts))

    def legend(self) -> tuple[LegendRow, ...]:
        """What it means."""
        rows = []
        if self._ways:
            rows += [LegendRow("line", VELOCITY, tr("Body's way")), LegendRow("dashed_line", FRICTION, tr("Contacts' ways"))]
        if self._iterate is not None:
            rows.append(LegendRow("ball", SELECTION, tr("Iterate of {whose}", whose=self._whose or tr("the optimiser"))))
        if self._replay is not None:
            rows.append(LegendRow("ball", REPLAY, tr("Replay by the simulation")))
        return tuple(rows)

    def _trails(self, q: Array, first: str, others: str) -> tuple[Trail, ...]:
        step = -(-len(q) // MOST)
        rows = np.concatenate([q[::step], q[-1:]])
        poses = np.array([_poses(self._model, row) for row in rows])
        return tuple(
            Trail(poses[:, place, :3, 3].copy(), others if k else first, dashed=k > 0) for k, place in enumerate(self._places)
        )


def _at(times: Array, q: Array, t: float) -> Array:
    """(nq,) at a time, straight between nodes; beyond the ends what is there."""
    k = int(np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2))
    h = times[k + 1] - times[k]
    s = float(np.clip((t - times[k]) / h, 0.0, 1.0)) if h > 0.0 else 1.0
    return np.asarray(q[k] + s * (q[k + 1] - q[k]))


def _poses(model: Model, q: Array) -> Array:
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    return frame_poses(model, np.ascontiguousarray(q))
