"""Closed form of a ball or box that flies, falls flat on a plane, and bounces there until it rests or slides on."""

from __future__ import annotations

import math

import numpy as np

from ....arrays import Array
from ....texts import tr
from .piecewise_motion import BodyMotion, ParabolaPiece
from .surface import FreeSolid, Surface
from .values import ComparedImpact

MOST_BOUNCES = 5000
SLOWEST = 1e-9  # bounces slower than this are over: what is left of them lasts 2e-10 s [m/s]
BESIDE = 1e-12  # a velocity or acceleration along the plane that is none [m/s | m/s²]


def falling(solid: FreeSolid, surface: Surface | None, gravity: Array, until: float) -> BodyMotion | str:
    """The motion under gravity (3,) [m/s²], or why there is no closed form."""
    axis, rate = _turning(solid)
    if rate != 0.0 and not solid.is_ball:
        return tr("{body} turns as it flies", body=solid.body.name)
    first = ParabolaPiece(0.0, solid.place, solid.velocity, gravity, 0.0, rate)
    if surface is None:
        return BodyMotion(solid.body.name, tr("free flight: p = p₀ + v₀ t + ½ g t²"), solid.R, axis, (first,))
    n = surface.normal
    speed, pull = float(n @ solid.velocity), float(n @ gravity)
    strikes = _time_to_gap(surface.gap, speed, pull)
    if strikes > until:
        return BodyMotion(solid.body.name, tr("free flight: p = p₀ + v₀ t + ½ g t²"), solid.R, axis, (first,))
    if not solid.lies_flat(n):
        return tr("{body} does not fall flat", body=solid.body.name)
    along = float(np.linalg.norm(solid.velocity - speed * n)), float(np.linalg.norm(gravity - pull * n))
    if surface.friction > 0.0 and (max(along) > BESIDE or rate != 0.0):
        return tr("{body} strikes with friction while it moves along the surface", body=solid.body.name)
    if pull >= 0.0:
        return tr("gravity does not pull {body} back to what it strikes", body=solid.body.name)
    return _bounces(solid, surface, first, strikes, axis, until)


def _bounces(
    solid: FreeSolid, surface: Surface, first: ParabolaPiece, strikes: float, axis: Array, until: float
) -> BodyMotion | str:
    """From the first impact on: each gives back e of the speed, and the flights last 2 e^k v / g, up to `until` [s]."""
    n, e = surface.normal, surface.restitution
    pull = float(n @ first.acceleration)
    pieces, impacts, t = [first], list[ComparedImpact](), strikes
    rest_from = math.inf
    while t <= until:
        if len(impacts) == MOST_BOUNCES:
            return tr(
                "{body} bounces more than {most_bounces} times in {until:g} s",
                body=solid.body.name,
                most_bounces=MOST_BOUNCES,
                until=until,
            )
        position, velocity, angle, rate = pieces[-1].at(t)
        before = float(n @ velocity)
        after = -e * before if -e * before > SLOWEST else 0.0
        m = solid.body.mass
        impacts.append(
            ComparedImpact(
                t, 0.0, (surface.name, solid.body.name), m * (after - before), before, after, 0.5 * m * (before**2 - after**2)
            )
        )
        velocity = velocity + (after - before) * n
        if after == 0.0:
            rest_from = t
            pieces.append(ParabolaPiece(t, position, velocity, first.acceleration - pull * n, angle, rate))
            break
        pieces.append(ParabolaPiece(t, position, velocity, first.acceleration, angle, rate))
        t += 2.0 * after / -pull
    changes = ((rest_from, tr("rests on the surface")),) if math.isfinite(rest_from) else ()
    source = (
        tr("falls flat: t₁ = √(2 h/g) from rest at h")
        if e == 0.0
        else (
            tr("falls flat and bounces: t₁ = √(2 h/g) from rest at h, then flights of 2 eᵏ v₁/g")
            if e < 1.0
            else tr("bounces for ever at e = 1: flights of 2 v₁/g")
        )
    )
    return BodyMotion(solid.body.name, source, solid.R, axis, tuple(pieces), tuple(impacts), changes)


def _turning(solid: FreeSolid) -> tuple[Array, float]:
    rate = float(np.linalg.norm(solid.spin))
    return (solid.spin / rate, rate) if rate > 0.0 else (np.array([0.0, 0.0, 1.0]), 0.0)


def _time_to_gap(gap: float, speed: float, pull: float) -> float:
    """When gap + speed t + pull t²/2 first is 0 while it falls; inf: never."""
    gap = max(gap, 0.0)
    if pull == 0.0:
        return gap / -speed if speed < 0.0 else math.inf
    inside = speed * speed - 2.0 * pull * gap
    if inside < 0.0:
        return math.inf
    if pull < 0.0:
        root = speed + math.sqrt(inside)
        return root / -pull if speed >= 0.0 else 2.0 * gap / (math.sqrt(inside) - speed)
    return 2.0 * gap / (-speed + math.sqrt(inside)) if speed < 0.0 else math.inf
