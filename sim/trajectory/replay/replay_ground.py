"""What a replayed robot stands on: the ground as a task has it, with its gaps, steps and bars."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...multibody.model.build import build_model
from ...multibody.model.model import Body, Collision, Joint, JointKind, Visual
from ...multibody.model.shapes import Box, Cylinder, Plane, Shape
from ...simulation.running.scene.scene import Part
from ..task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle

EDGE = 0.02  # by which the ground reaches into a gap, so that a foot planned at its very edge has ground under it [m]
_BEYOND, _DEEP, _WIDE = (4.0, 0.3, 1.2)  # of blocks of ground: how far they go on past the obstacles, how deep and how wide [m]
_GROUND, _BAR = (0.80, 0.84, 0.87, 1.0), (0.95, 0.66, 0.23, 1.0)


def ground_parts(obstacles: Sequence[Obstacle], material: str = "") -> list[Part]:
    """The ground: a plane; with gaps or steps, blocks. Bars are seen and not touched: their clearance is told by numbers."""
    cuts = [x for each in obstacles if not isinstance(each, BarObstacle) for x in _ends(each)]
    spans = ground_spans(obstacles, min(cuts) - _BEYOND, max(cuts) + _BEYOND, EDGE) if cuts else []
    parts = [_still("ground", [_block(*span) for span in spans] or [(Plane(), np.eye(4))], material)]
    for k, bar in enumerate(obstacle for obstacle in obstacles if isinstance(obstacle, BarObstacle)):
        across = _at(bar.x, 0.0, bar.z)
        across[:3, :3] = [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
        body = Body(f"bar {k + 1}" if k else "bar", visuals=(Visual(Cylinder(bar.radius, 2.0), across, _BAR),))
        parts.append(Part(body.name, build_model(body.name, [body], [_fixed(body.name)])))
    return parts


def ground_spans(
    obstacles: Sequence[Obstacle], first: float, last: float, edge: float = 0.0
) -> list[tuple[float, float, float]]:
    """From where to where along x there is ground, and at which height [m]: between gaps, and as steps have summed up to.

    first, last : where it begins and ends; edge : by which it reaches into gaps
    """
    cuts = [each for each in obstacles if not isinstance(each, BarObstacle)]
    begin, height, found = first, 0.0, []
    for cut in sorted(cuts, key=lambda each: _ends(each)[0]):
        into = edge if isinstance(cut, GapObstacle) else 0.0
        start, end = _ends(cut)
        found.append((begin, start + into, height))
        begin = end - into
        height += cut.height if isinstance(cut, StepObstacle) else 0.0
    return [span for span in (*found, (begin, last, height)) if span[1] > span[0]]


def _ends(cut: GapObstacle | StepObstacle) -> tuple[float, float]:
    return (cut.start, cut.end) if isinstance(cut, GapObstacle) else (cut.x, cut.x)


def _block(begin: float, end: float, height: float) -> tuple[Shape, Array]:
    return Box((end - begin, _WIDE, _DEEP)), _at(0.5 * (begin + end), 0.0, height - 0.5 * _DEEP)


def _at(x: float, y: float, z: float) -> Array:
    placement = np.eye(4)
    placement[:3, 3] = x, y, z
    return placement


def _still(name: str, shapes: Sequence[tuple[Shape, Array]], material: str) -> Part:
    visuals = tuple(Visual(shape, at, _GROUND) for shape, at in shapes)
    body = Body(name, visuals=visuals, collisions=tuple(Collision(shape, at, material=material) for shape, at in shapes))
    return Part(name, build_model(name, [body], [_fixed(name)]))


def _fixed(name: str) -> Joint:
    return Joint(name, JointKind.FIXED, None, name)


def bar_clearance(bar: BarObstacle, ends: Array) -> float:
    """Least distance from a bar's surface of a leg whose two ends (n, 2, 3) move [m]; < 0: it would have been struck."""
    a, b = ends[:, 0, ::2], ends[:, 1, ::2]
    way, to = b - a, np.array([bar.x, bar.z]) - a
    share = np.clip((to * way).sum(axis=1) / np.maximum((way * way).sum(axis=1), 1e-300), 0.0, 1.0)
    nearest = np.linalg.norm(to - share[:, None] * way, axis=1).min(initial=math.inf)
    return float(nearest - bar.radius)
