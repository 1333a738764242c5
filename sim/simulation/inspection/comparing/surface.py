"""A free body, the plane that it can meet, and what their contact is like: what closed forms ask of a scene."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from ....arrays import Array
from ....contact.collision.shape_table import BOX, PLANE, SPHERE
from ....multibody.model.model import Body
from ....multibody.model.state import State
from ....texts import tr
from ...running.scene.scene import Scene

FACED = 1e-9  # how far a box's axis may lean from the normal of what it lies on [rad]


@dataclass(frozen=True, eq=False, slots=True)
class FreeSolid:
    """A ball or a box that nothing holds, at the beginning, in the world."""

    body: Body
    kind: int  # SPHERE or BOX
    dims: Array  # (3,) radius, or half lengths [m]
    place: Array  # (3,) [m]
    R: Array  # (3, 3)
    velocity: Array  # (3,) [m/s]
    spin: Array  # (3,) [rad/s]
    friction: float  # μ of its material
    restitution: float  # e

    @property
    def is_ball(self) -> bool:
        """Whether it is round."""
        return self.kind == SPHERE

    def reach(self, n: Array) -> float:
        """How far it reaches from its centre against n (3,) [m]."""
        return float(self.dims[0]) if self.is_ball else float(np.abs(self.R.T @ n) @ self.dims)

    def lies_flat(self, n: Array) -> bool:
        """Whether a face is across n, or it is a ball."""
        return self.is_ball or float(np.max(np.abs(self.R.T @ n))) >= 1.0 - 0.5 * FACED**2


@dataclass(frozen=True, eq=False, slots=True)
class Surface:
    """A fixed plane and the contact with it."""

    name: str  # of the body that it belongs to
    normal: Array  # (3,) unit, out of it
    gap: float  # at the beginning [m]
    friction: float  # μ of the contact
    restitution: float  # e of the contact


def free_solid(scene: Scene, state: State, body: Body, place: slice, in_v: slice) -> FreeSolid | str:
    """A free-flyer's body as closed forms know it, or why they do not."""
    shapes = scene.system.shapes
    own = shapes[shapes["body"] == scene.model.body_names.index(body.name)]
    if len(own) != 1 or own[0]["kind"] not in (SPHERE, BOX):
        return tr("{body} is no single ball or box", body=body.name)
    if not _is_identity(own[0]["placement"]) or np.any(body.com != 0.0):
        return tr("the centre of mass of {body} is not the middle of its shape", body=body.name)
    q, v = state.q[place], state.v[in_v]
    R = np.asarray(Rotation.from_quat(q[3:]).as_matrix())
    friction, restitution = float(own[0]["friction"]), float(own[0]["restitution"])
    return FreeSolid(
        body, int(own[0]["kind"]), np.array(own[0]["dims"]), np.array(q[:3]), R, R @ v[:3], R @ v[3:], friction, restitution
    )


def nearest_surface(scene: Scene, solid: FreeSolid) -> Surface | None:
    """The fixed plane that is nearest to it; None: the scene has none."""
    shapes = scene.system.shapes
    found = [_surface(scene, solid, shape) for shape in shapes[(shapes["kind"] == PLANE) & (shapes["row"] == 0)]]
    return min(found, key=lambda one: one.gap, default=None)


def _surface(scene: Scene, solid: FreeSolid, shape: Any) -> Surface:
    placement = np.asarray(shape["placement"])
    n, origin = placement[:9].reshape(3, 3)[:, 2].copy(), placement[9:]
    gap = float(n @ (solid.place - origin)) - solid.reach(n)
    friction = math.sqrt(float(shape["friction"]) * solid.friction)
    restitution = max(float(shape["restitution"]), solid.restitution)
    return Surface(scene.model.body_names[int(shape["body"])], n, gap, friction, restitution)


def _is_identity(placement: Array) -> bool:
    return bool(np.allclose(placement, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], rtol=0.0, atol=1e-12))
