"""Where something that is new in a scene is put: above what is there, or beside it on the floor."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.multibody.model.shapes import HeightField, Plane
from torseur.sim.simulation.scene.scene import Part, Scene
from torseur.sim.simulation.scene.shape_reach import reach, shape_boxes
from torseur.sim.simulation.scene.standing_scene import standing_height
from torseur.ui.viewport.camera import Camera

FARTHEST = 3.0  # from what is looked at, in distances of the eye, that something new is put
ABOVE = 0.1  # by what a new body hangs above what is below it [m]


def spot_above(scene: Scene, q: Array, xy: Array, half: Array) -> Array:
    """Where (3,) the middle of a body of these half extents (3,) is above all that lies below it, at q (nq,) of the scene [m].

    xy : (2,) where it is to be, in the world [m]
    """
    tops = [_ground(scene)]
    for low, high in zip(*shape_boxes(scene.model, q), strict=True):
        if np.all(low[:2] < xy + half[:2]) and np.all(high[:2] > xy - half[:2]):
            tops.append(float(high[2]))
    return np.array([xy[0], xy[1], max(tops) + ABOVE + half[2]])


def spot_beside(scene: Scene, q: Array, model: Model, pose: Array) -> Array:
    """Where (3,) the base of a robot at `pose` (nq of it,) stands on the ground, along x beside what there is [m]."""
    least, _ = reach(model, pose)
    _, most = shape_boxes(scene.model, q)
    x = 0.0
    if len(most) and np.isfinite(least[0]):
        x = float(np.ceil(10.0 * (most[:, 0].max() - least[0] + ABOVE)) / 10.0)
    return np.array([x, 0.0, _ground(scene) + standing_height(model, pose)])


def seen_spot(camera: Camera, size: tuple[float, float], scene: Scene) -> Array:
    """Where (2,) in the world the middle of the view is on the ground [m], to a centimetre or, from nearby, finer.

    size : of the view [pixel]. Where the middle is no ground, or far away, it is below what is looked at.
    """
    origin, direction = camera.ray(0.5 * size[0], 0.5 * size[1], size)
    target, spot = np.array(camera.target), None
    if abs(direction[2]) > 1e-6:
        along = (_ground(scene) - origin[2]) / direction[2]
        spot = origin + along * direction
    if spot is None or along < 0.0 or np.linalg.norm(spot - target) > FARTHEST * camera.distance:
        spot = target
    places = max(2, round(2.0 - np.log10(camera.distance)))
    return np.asarray(np.round(spot[:2], places) + 0.0)


def is_in_sight(camera: Camera, size: tuple[float, float], part: Part, top: float) -> bool:
    """Whether a part, as it starts, is within the view, but for `top` pixels above; what never ends is."""
    q = neutral(part.model) if part.q is None else part.q
    low, high = reach(part.model, q)
    if not np.isfinite(low).all():
        return True
    corners = np.array([np.where(pick, high, low) for pick in np.ndindex(2, 2, 2)])
    x, y, depth = camera.project(corners @ part.placement[:3, :3].T + part.placement[:3, 3], size).T
    return bool(np.all((depth > 0.0) & (x >= 0.0) & (x <= size[0]) & (y >= top) & (y <= size[1])))


def is_ground(part: Part) -> bool:
    """Whether a part is, in part, a plane or a height field: nothing is above the middle of it."""
    shapes = [one.shape for body in part.model.bodies for one in body.collisions]
    return any(isinstance(shape, (Plane, HeightField)) for shape in shapes)


def _ground(scene: Scene) -> float:
    """Height of the highest level ground: a plane, or the top of a height field; 0 where there is none [m]."""
    heights = []
    for part in scene.parts:
        for body in part.model.bodies:
            for one in body.collisions:
                placed = part.placement @ one.placement
                if isinstance(one.shape, Plane) and placed[2, 2] > 0.999:
                    heights.append(float(placed[2, 3]))
                elif isinstance(one.shape, HeightField):
                    heights.append(float(placed[2, 3]) + max(map(max, one.shape.heights)))
    return max(heights, default=0.0)
