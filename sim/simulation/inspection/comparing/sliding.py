"""Closed form of a box or ball on a plane, along one line: it sticks or slides, slips or rolls, by Coulomb's law."""

from __future__ import annotations

import math

import numpy as np

from ....arrays import Array
from ....texts import tr
from .piecewise_motion import BodyMotion, ParabolaPiece
from .surface import FreeSolid, Surface

STILL = 1e-12  # slower is at rest [m/s]; a smaller pull is none [m/s²]
MOST_PIECES = 8


def sliding(solid: FreeSolid, surface: Surface, gravity: Array) -> BodyMotion | str:
    """The motion under gravity (3,) [m/s²] of what touches `surface` from the beginning, or why there is no closed form."""
    n, name = surface.normal, solid.body.name
    if not solid.lies_flat(n):
        return tr("{name} does not lie flat", name=name)
    press = -float(n @ gravity)
    pull = gravity + press * n
    velocity = solid.velocity - float(n @ solid.velocity) * n
    way = _line(velocity, pull)
    if way is None:
        return tr("{name} slides along a curve", name=name)
    axis = np.cross(n, way)
    spin = float(axis @ solid.spin)
    if np.linalg.norm(solid.spin - spin * axis) > STILL or (not solid.is_ball and abs(spin) > STILL):
        return tr("{name} turns otherwise than it can roll", name=name)
    inverse = 0.0
    radius = float(solid.dims[0])
    if solid.is_ball:
        inertia = np.diag(solid.body.inertia)
        if np.ptp(inertia) > 1e-12 * inertia.max():
            return tr("the inertia of {name} is not that of a ball", name=name)
        inverse = solid.body.mass * radius**2 / float(inertia[0])
    elif _tips(solid, surface, way, float(way @ pull) / press):
        return tr("{name} tips over an edge", name=name)
    pieces, changes = _pieces(
        solid,
        way,
        (float(way @ velocity), spin * radius if solid.is_ball else 0.0),
        float(way @ pull),
        surface.friction * press,
        inverse,
    )
    return BodyMotion(name, _source(solid, surface, changes), solid.R, axis, tuple(pieces), (), tuple(changes))


def _line(velocity: Array, pull: Array) -> Array | None:
    """The unit direction (3,) of a motion along a line; None: it is none."""
    speed, pulled = float(np.linalg.norm(velocity)), float(np.linalg.norm(pull))
    if speed > STILL:
        way = velocity / speed
        return way if np.linalg.norm(pull - float(way @ pull) * way) <= 1e-9 else None
    if pulled > STILL:
        return pull / pulled
    return np.array([1.0, 0.0, 0.0]) if abs(pull[0]) <= STILL else None


def _tips(solid: FreeSolid, surface: Surface, way: Array, slope: float) -> bool:
    """Whether friction would lift an edge: the forces of the surface must meet a face's middle from within it."""
    ratio = max(surface.friction, 0.0) if float(np.linalg.norm(solid.velocity)) > STILL else min(surface.friction, abs(slope))
    lever = ratio * solid.reach(surface.normal) * np.abs(solid.R.T @ way)
    return bool(np.any(lever > solid.dims + 1e-12))


def _pieces(
    solid: FreeSolid, way: Array, start: tuple[float, float], pull: float, grip: float, inverse: float
) -> tuple[list[ParabolaPiece], list[tuple[float, str]]]:
    """Pieces of constant acceleration. v along the way and w = r ω; `grip` = μ g cos α, `inverse` = m r²/I."""
    v, w = start
    t, place, angle = 0.0, solid.place, 0.0
    radius = float(solid.dims[0]) if solid.is_ball else math.inf
    pieces, changes = list[ParabolaPiece](), list[tuple[float, str]]()
    for _ in range(MOST_PIECES):
        slip = v - w
        hold = pull / (1.0 + inverse)
        if abs(slip) > STILL or abs(hold) > grip:
            side = math.copysign(1.0, slip if abs(slip) > STILL else hold)
            a, spin_up = pull - side * grip, side * grip * inverse
            closing = -side * (a - spin_up)
            lasts = abs(slip) / closing if abs(slip) > STILL and closing > 0.0 else math.inf
        else:
            w = v
            a, spin_up = pull - hold, hold * inverse
            lasts = math.inf
            changes.append((t, _resting_word(solid, v, a)))
        pieces.append(ParabolaPiece(t, place, v * way, a * way, angle, w / radius, spin_up / radius))
        if math.isinf(lasts):
            break
        t += lasts
        place, _, angle, _ = pieces[-1].at(t)
        v, w = v + a * lasts, w + spin_up * lasts
        w = v  # to the last bit: the slip is over
    return pieces, [change for change in changes if change[0] > 0.0]


def _resting_word(solid: FreeSolid, v: float, a: float) -> str:
    if solid.is_ball and (abs(v) > STILL or abs(a) > STILL):
        return "rolls"
    return "stops"


def _source(solid: FreeSolid, surface: Surface, changes: list[tuple[float, str]]) -> str:
    if solid.is_ball:
        return tr("slips and rolls: slip falls by μ g cos α (1 + m r²/I), a rolling ball has a = g sin α/(1 + I/(m r²))")
    return tr("slides: a = g (sin α - μ cos α), and sticks where tan α ≤ μ")
