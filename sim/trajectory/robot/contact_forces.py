"""What contact forces and impulses may be: the rows that say it, for points that stick and points that slide."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import casadi

from .contact_robot import ContactRobot, Touch
from .symbolic_dynamics import Expression
from .symbolic_robot import Held

DIRECTION = {Touch.SLIDE_FORWARD: 1.0, Touch.SLIDE_BACKWARD: -1.0}


class Bounded(NamedTuple):
    """Rows lower ≤ value ≤ upper, as `PathRows` without their function."""

    group: str
    unit: str
    value: Expression  # (k,)
    lower: tuple[float, ...]
    upper: tuple[float, ...]


def at_least(group: str, unit: str, rows: Sequence[Expression], lower: float = 0.0) -> list[Bounded]:
    """Rows that are `lower` at least; none if there are none."""
    if not rows:
        return []
    value = casadi.vertcat(*rows)
    return [Bounded(group, unit, value, (lower,) * value.numel(), (math.inf,) * value.numel())]


def pushing(robot: ContactRobot, held: Sequence[Held], forces: Expression, unit: str) -> list[Bounded]:
    """Forces (d k,), or impulses, push, and those of points that stick are inside their cones."""
    d = 2 if robot.planar else 3
    normal, cone = [], []
    for k, one in enumerate(held):
        force = forces[d * k : d * (k + 1)]
        normal.append(force[d - 1])
        if one.touch is Touch.STICK:
            cone += _cone(robot, force, one.friction)
    round_cone = not robot.planar and not robot.facets
    name = "ground pushes" if unit == "N" else "impact pushes"
    inside = "friction cone" if unit == "N" else "impact in its cone"
    return at_least(name, unit, normal) + at_least(inside, f"{unit}²" if round_cone else unit, cone)


def _cone(robot: ContactRobot, force: Expression, friction: Expression) -> list[Expression]:
    """Rows ≥ 0 where a force along a surface is inside its cone: the cone's own, or its facets within it."""
    if robot.planar:
        return [friction * force[1] - force[0], friction * force[1] + force[0]]
    x, y, n = force[0], force[1], force[2]
    if not robot.facets:
        return [(friction * n) ** 2 - x**2 - y**2]
    half = math.pi / robot.facets
    angles = [(2 * k + 1) * half for k in range(robot.facets)]
    return [math.cos(half) * friction * n - math.cos(angle) * x - math.sin(angle) * y for angle in angles]


class Sliding(NamedTuple):
    """What sliding adds to the unknowns of a mode or an impact, and to its rows."""

    unknowns: int  # of each point that slides wherever it goes: direction (2,), speed
    rows: list[Expression]  # which are 0
    forward: list[Expression]  # which are ≥ 0: speeds in the direction given


def sliding(
    robot: ContactRobot, held: Sequence[Held], forces: Expression, speeds: Sequence[Expression], more: Expression
) -> Sliding:
    """Friction of the sliding points is -μ n along where they go.

    forces : (d k,) or impulses; speeds : (d,) each along the surface, after a blow where it is one; more : (3 s,) the
    direction and speed of those s that slide wherever they go.
    """
    d = 2 if robot.planar else 3
    rows: list[Expression] = []
    forward: list[Expression] = []
    used = 0
    for k, one in enumerate(held):
        force, speed = forces[d * k : d * (k + 1)], speeds[k]
        if one.touch is Touch.STICK:
            continue
        if one.touch is Touch.SLIDE:
            way, how_fast = more[used : used + 2], more[used + 2]
            used += 3
            rows += [force[:2] + one.friction * force[2] * way, speed[:2] - how_fast * way, casadi.sumsqr(way) - 1.0]
            forward.append(how_fast)
        else:
            sign = DIRECTION[one.touch]
            rows.append(force[0] + sign * one.friction * force[d - 1])
            forward.append(sign * speed[0])
    return Sliding(used, rows, forward)
