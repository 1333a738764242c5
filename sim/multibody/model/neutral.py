"""Configurations to start from: neutral, and random within the limits. Needs no compiled code."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...arrays import Array
from .model import Joint, JointKind, Model


def neutral(model: Model) -> Array:
    """The configuration (nq,) of all zeros, with unit quaternions; limits are not looked at."""
    q = np.zeros(model.nq)
    rows = model.table[1:]
    q[(rows["iq"] + rows["nv"])[rows["nv"] > 1]] = 1.0
    return q


def random_configuration(model: Model, rng: np.random.Generator | int | None = None) -> Array:
    """A configuration (nq,) drawn uniformly between the limits.

    Angles without limits are drawn in ±π, displacements in ±1 m, free-flyers in the cube ±1 m, they and spherical joints with
    any orientation.
    `rng` is a generator or a seed.
    """
    return random_configurations(model, 1, rng)[0]


def random_configurations(model: Model, count: int, rng: np.random.Generator | int | None = None) -> Array:
    """Configurations (count, nq), each as `random_configuration` draws it, one after the other."""
    rng = np.random.default_rng(rng)
    draws = _draws(model)
    Q = np.empty((count, model.nq))
    for q in Q:
        for places, draw in draws:
            q[places] = draw(rng)
    return Q


_Draw = Callable[[np.random.Generator], Array]


def _draws(model: Model) -> list[tuple[list[int], _Draw]]:
    """Places in q and what draws them, in the order of the joints; those between two limits that follow each other in one go."""
    draws: list[tuple[list[int], _Draw]] = []
    places: list[int] = []
    limits: list[tuple[float, float]] = []

    def end_run() -> None:
        if places:
            low, high = np.array(limits).T
            draws.append((places.copy(), lambda rng: rng.uniform(low, high)))
            places.clear()
            limits.clear()

    for name, (place, _) in model.joint_slices().items():
        joint = model.joint(name)
        numbers = list(range(place.start, place.stop))
        if joint.kind.has_quaternion:
            end_run()
            draws.append((numbers, _anywhere if joint.kind is JointKind.FREE_FLYER else _orientation))
        else:
            places += numbers
            limits += [(-1.0, 1.0), (-1.0, 1.0), (-math.pi, math.pi)] if joint.kind is JointKind.PLANAR else [_limits(joint)]
    end_run()
    return draws


def _orientation(rng: np.random.Generator) -> Array:
    quaternion = rng.normal(size=4)
    return quaternion / np.linalg.norm(quaternion)


def _anywhere(rng: np.random.Generator) -> Array:
    orientation = _orientation(rng)
    return np.concatenate([rng.uniform(-1, 1, 3), orientation])


def _limits(joint: Joint) -> tuple[float, float]:
    """Between which a joint of one degree of freedom is drawn."""
    span = 1.0 if joint.kind is JointKind.PRISMATIC else math.pi
    low = joint.lower if math.isfinite(joint.lower) else min(-span, joint.upper - span)
    high = joint.upper if math.isfinite(joint.upper) else max(span, joint.lower + span)
    return low, high
