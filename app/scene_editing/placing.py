"""Where something that is new in a scene is put: where nothing is, in sight; above what is there, or beside it on the floor."""

from __future__ import annotations

from itertools import product

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.multibody.model.shapes import HeightField, Plane
from torseur.sim.simulation.running.scene.scene import Part, Scene
from torseur.sim.simulation.running.scene.standing_scene import standing_height
from torseur.sim.simulation.running.scene.start.shape_reach import reach, shape_boxes
from torseur.ui.viewport.camera import Camera, Size

FARTHEST = 3.0  # from what is looked at, in distances of the eye, that something new is put
ABOVE = 0.1  # by what a new body hangs above what is below it, and is beside what is there [m]
BARS = 56  # height of the buttons over the view [px]
_NEARER = (0.9, 0.75, 0.6, 0.5, 0.4, 0.3)  # shares of the eye's distance to what is looked at, at which there may be room
_AROUND = 6  # places in each direction that are tried for one where nothing is


def spot_above(scene: Scene, q: Array, xy: Array, half: Array) -> Array:
    """Where (3,) the middle of a body of these half extents (3,) is above all that lies below it, at q (nq,) of the scene [m].

    xy : (2,) where it is to be, in the world [m]
    """
    tops = [_ground(scene)]
    for low, high in zip(*shape_boxes(scene.model, q), strict=True):
        if np.all(low[:2] < xy + half[:2]) and np.all(high[:2] > xy - half[:2]):
            tops.append(float(high[2]))
    return np.array([xy[0], xy[1], max(tops) + ABOVE + half[2]])


def clear_spot(scene: Scene, q: Array, half: Array, camera: Camera, size: Size) -> Array:
    """Where (3,) the middle of a body of these half extents (3,) hangs over the ground, at q (nq,) of the scene [m].

    It is the place nearest to the middle of the view that is in sight, with nothing before it, beside it or below it; if there
    is none, one in sight before what is there; else above what is in the middle.
    """
    middle = seen_spot(camera, size, scene)
    low, high = shape_boxes(scene.model, q)
    steps = np.stack(np.meshgrid(*2 * [np.arange(-_AROUND, _AROUND + 1)]), axis=-1).reshape(-1, 2)
    steps = steps[np.argsort((steps**2).sum(axis=1), kind="stable")]
    corners = half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for step in steps * (2.0 * half[:2].max() + ABOVE):
        spot = np.round([*(middle + step), _ground(scene) + ABOVE + half[2]], 6)
        beside = (low[:, :2] < spot[:2] + half[:2] + ABOVE) & (high[:, :2] > spot[:2] - half[:2] - ABOVE)
        points = np.vstack([spot, spot + corners])
        if not beside.all(axis=1).any() and _within(camera, size, points, BARS) and not _hidden(camera, points, low, high):
            return spot
    found = _spot_before(half, camera, size, low, high, _ground(scene))
    return spot_above(scene, q, middle, half) if found is None else found


def _spot_before(half: Array, camera: Camera, size: Size, low: Array, high: Array, ground: float) -> Array | None:
    """Where (3,) such a body is whole in sight before the boxes, the farthest from the eye and nearest to the middle [m]."""
    corners = half * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    shares = np.array(sorted(product((0.5, 0.35, 0.65, 0.2, 0.8), repeat=2), key=lambda xy: np.hypot(*np.subtract(xy, 0.5))))
    back = camera.axes[2]
    for share, (x, y) in product(_NEARER, shares * np.array(size)):
        origin, direction = camera.ray(float(x), float(y), size)
        depth = camera.distance * share - float((camera.eye - origin) @ back)  # from where the ray begins
        spot = np.round(origin + direction * depth / -float(direction @ back), 6)
        points = np.vstack([spot, spot + corners])
        inside = ((low < spot + half) & (high > spot - half)).all(axis=1).any()
        if (
            spot[2] - half[2] >= ground
            and not inside
            and _within(camera, size, points, BARS)
            and not _hidden(camera, points, low, high)
        ):
            return spot
    return None


def _hidden(camera: Camera, points: Array, low: Array, high: Array) -> bool:
    """Whether one of the boxes, given by their corners (n, 3), is between the eye and one of the points (k, 3) [m]."""
    back = camera.axes[2]
    eyes = points + camera.distance * back if camera.orthographic else np.broadcast_to(camera.eye, points.shape)
    way = points - eyes
    way = np.where(np.abs(way) < 1e-12, 1e-12, way)[:, None]
    ends = np.sort([(low - eyes[:, None]) / way, (high - eyes[:, None]) / way], axis=0)  # where it passes the sides
    enters, leaves = ends[0].max(axis=2), ends[1].min(axis=2)
    return bool(((enters < leaves) & (leaves > 0.0) & (enters < 1.0)).any())


def _within(camera: Camera, size: Size, points: Array, top: float) -> bool:
    """Whether all points (k, 3) are within the view, but for `top` pixels above."""
    x, y, depth = camera.project(points, size).T
    return bool(np.all((depth > 0.0) & (x >= 0.0) & (x <= size[0]) & (y >= top) & (y <= size[1])))


def spot_beside(scene: Scene, q: Array, model: Model, pose: Array) -> Array:
    """Where (3,) the base of a robot at `pose` (nq of it,) stands on the ground, along x beside what there is [m]."""
    least, _ = reach(model, pose)
    _, most = shape_boxes(scene.model, q)
    x = 0.0
    if len(most) and np.isfinite(least[0]):
        x = float(np.ceil(10.0 * (most[:, 0].max() - least[0] + ABOVE)) / 10.0)
    return np.array([x, 0.0, _ground(scene) + standing_height(model, pose)])


def seen_spot(camera: Camera, size: Size, scene: Scene) -> Array:
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


def is_in_sight(camera: Camera, size: Size, part: Part, top: float) -> bool:
    """Whether a part, as it starts, is within the view, but for `top` pixels above; what never ends is."""
    q = neutral(part.model) if part.q is None else part.q
    low, high = reach(part.model, q)
    if not np.isfinite(low).all():
        return True
    corners = np.array([np.where(pick, high, low) for pick in np.ndindex(2, 2, 2)])
    return _within(camera, size, corners @ part.placement[:3, :3].T + part.placement[:3, 3], top)


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
