"""What touches in a plan, as the contacts of a recording: where, along which normal, how hard, and whether it slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Mode
from torseur.sim.simulation.step_arrays import (
    CONTACT_NUMBERS,
    FRICTION,
    GAP,
    IMPACT,
    IMPULSE,
    MODE,
    NORMAL,
    POINT,
    SHAPE_A,
    SHAPE_B,
    VELOCITY,
)
from torseur.sim.trajectory.values import Plan, PlanPhase

from .planned_bodies import PlannedPoint

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Scene

SLIDING = 0.01  # [m/s] along its surface a point that touches slides


class PlanContacts:
    """Of one plan in its scene. What has no shape to touch with has no contacts: its forces are plotted alone."""

    def __init__(self, plan: Plan, scene: Scene, points: Sequence[PlannedPoint]) -> None:
        self._plan, self._scene, self._points = plan, scene, points
        self._pairs = [_pair(scene, point) for point in points]

    def of_phase(self, phase: PlanPhase, t: Array, q: Array, force: Array) -> list[dict[str, Any]]:
        """The contacts at times t (n,) and configurations q (n, nq), under forces (n, points, 3) [N]: a row a time."""
        touching = [k for k in np.flatnonzero(phase.touching).tolist() if self._pairs[k] is not None]
        if not touching:
            return [{"shapes": [], "numbers": []}] * len(t)
        place, normal, speed = (np.array(column) for column in zip(*self._geometry(touching, t, q), strict=True))
        return [
            self._rows(touching, place[:, i], normal[:, i], force[i, touching], speed[:, i] > SLIDING) for i in range(len(t))
        ]

    def struck(self, phase: PlanPhase, q: Array, impulse: Array) -> dict[str, Any]:
        """Those of a touch-down at q (nq,), by their impulses (points, 3) [N s]."""
        touching = [k for k in np.flatnonzero(phase.touching).tolist() if self._pairs[k] is not None and impulse[k].any()]
        found = self._geometry(touching, np.zeros(1), q[None])
        place, normal = (np.array([one[column][0] for one in found]) for column in (0, 1))
        return self._rows(touching, place, normal, impulse[touching], np.zeros(len(touching), dtype=bool), struck=True)

    def _geometry(self, touching: Sequence[int], t: Array, q: Array) -> list[tuple[Array, Array, Array]]:
        """Of each point its places (n, 3), normals (n, 3) and speeds along its surface (n,)."""
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        model = self._scene.model
        poses = np.array([frame_poses(model, np.ascontiguousarray(row)) for row in q])
        found = []
        for k in touching:
            point = self._points[k]
            own = poses[:, model.frame_index(point.frame)]
            surface = poses[:, model.frame_index(point.surface)] if point.surface else np.tile(np.eye(4), (len(q), 1, 1))
            place = own[:, :3, :3] @ point.offset + own[:, :3, 3]
            within = np.einsum("nji,nj->ni", surface[:, :3, :3], place - surface[:, :3, 3])
            speed = np.zeros(len(q))
            if len(q) > 1:
                speed = np.linalg.norm(np.gradient(within[:, :2], t, axis=0), axis=1)
            found.append((place, surface[:, :3, 2], speed))
        return found

    def _rows(
        self, touching: Sequence[int], place: Array, normal: Array, load: Array, slides: np.ndarray, *, struck: bool = False
    ) -> dict[str, Any]:
        """As a file has them; `load` is a force [N], or the impulse that struck [N s]."""
        shapes, numbers = [], []
        for i, k in enumerate(touching):
            pair = self._pairs[k]
            if pair is None:
                continue
            row = np.full(CONTACT_NUMBERS, np.nan)
            row[POINT : POINT + 3], row[NORMAL : NORMAL + 3], row[GAP] = place[i], normal[i], 0.0
            row[VELOCITY : VELOCITY + 3] = 0.0
            row[IMPULSE : IMPULSE + 3], row[FRICTION] = load[i], self._plan.friction[k]
            mode = Mode.SLIP if slides[i] else Mode.STICK
            columns = {SHAPE_A: pair[0], SHAPE_B: pair[1], MODE: int(mode), IMPACT: int(struck)}
            shapes.append([columns[column] for column in range(4)])
            numbers.append(row)
        return {"shapes": shapes, "numbers": numbers}


def _pair(scene: Scene, point: PlannedPoint) -> tuple[int, int] | None:
    """The shapes that touch: the first of the surface, and the first of the body that carries the point."""
    own = scene.system.shapes["body"]
    model = scene.model
    rows = np.asarray(model.frame_row[: len(model.bodies)])[own]
    below = int(model.frame_row[model.frame_index(point.surface)]) if point.surface else 0
    of_surface = np.flatnonzero(rows == below)
    of_body = np.flatnonzero(rows == int(model.frame_row[model.frame_index(point.frame)]))
    return (int(of_surface[0]), int(of_body[0])) if len(of_surface) and len(of_body) else None
