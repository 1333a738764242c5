"""Where the handles of a pose gizmo are on the screen: three arrows, three rings, a knob in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from ..view import View

Array = np.ndarray
Size = tuple[float, float]

ARROW, RING, KNOB = 92.0, 62.0, 8.0  # [screen unit] length of an arrow, radius of a ring and of the knob
FROM = 16.0  # [screen unit] where an arrow begins
GRASP = 8.0  # [screen unit] how near to a handle the pointer takes it
SHORTEST = 14.0  # [screen unit] an arrow that is seen shorter points at the eye: nothing can be dragged along it
POINTS = 73  # of a ring
TURNS = np.column_stack([np.cos(np.linspace(0, 2 * pi, POINTS)), np.sin(np.linspace(0, 2 * pi, POINTS))])

CENTER = "center"
AXES, RINGS = ("x", "y", "z"), ("rx", "ry", "rz")


@dataclass(frozen=True, eq=False, slots=True)
class GizmoShape:
    """A gizmo as it is seen. Positions on the screen are in screen units."""

    middle: Array  # (2,)
    tips: Array  # (3, 2) of the arrows
    rings: Array  # (3, POINTS, 2)
    front: Array  # (3, POINTS) bool: which half of a ring is on the eye's side
    usable: tuple[bool, ...]  # (3,) whether an arrow can be dragged
    rotates: bool  # whether there are rings

    def at(self, x: float, y: float) -> str:
        """The handle under a position: CENTER, one of AXES or RINGS, or ""."""
        pointer = np.array([x, y])
        if np.hypot(*(pointer - self.middle)) <= KNOB + 3.0:
            return CENTER
        found = [("", GRASP)]
        for k in range(3):
            if self.usable[k]:
                along = (self.tips[k] - self.middle) / np.hypot(*(self.tips[k] - self.middle))
                begin = self.middle + FROM * along
                found.append((AXES[k], _from_segment(pointer, begin, self.tips[k]) - 1.5))  # arrows lie over rings
        for k in range(3):
            seen = self.rings[k][self.front[k]]
            if self.rotates and len(seen):
                found.append((RINGS[k], float(np.hypot(*(seen - pointer).T).min())))
        name, distance = min(found[1:], key=lambda one: one[1], default=found[0])
        return name if distance <= GRASP else ""


def gizmo_shape(pose: Array, axes: Array, view: View, size: Size, rotates: bool = True) -> GizmoShape | None:
    """The gizmo at a pose (4, 4), its arrows along axes (3, 3, columns), with rings or without; None behind the eye."""
    camera, middle = view.camera, np.asarray(pose)[:3, 3]
    unit = float(camera.pixel_sizes(middle[None], size[1])[0])
    rings = np.stack(
        [middle + RING * unit * (TURNS[:, :1] * axes[:, (k + 1) % 3] + TURNS[:, 1:] * axes[:, (k + 2) % 3]) for k in range(3)]
    )
    points = np.vstack([middle, middle + ARROW * unit * axes.T, rings.reshape(-1, 3)])
    seen = camera.project(points, size)
    if seen[:, 2].min() <= 0:
        return None
    screen = seen[:, :2]
    tips = screen[1:4]
    front = (seen[4:, 2] <= seen[0, 2] + 0.05 * RING * unit).reshape(3, POINTS)
    usable = [bool(np.hypot(*(tip - screen[0])) >= SHORTEST) for tip in tips]
    return GizmoShape(screen[0], tips, screen[4:].reshape(3, POINTS, 2), front, (*usable,), rotates)


def _from_segment(point: Array, a: Array, b: Array) -> float:
    along = b - a
    share = float(np.clip((point - a) @ along / (along @ along), 0.0, 1.0)) if along @ along > 0 else 0.0
    return float(np.hypot(*(point - a - share * along)))
