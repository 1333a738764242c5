"""Starts beside a plan's own: the robot put elsewhere and pushed, while what it stands by stays where it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.kinematics.configuration import integrate
from .held_dynamics import HeldDynamics

_ROUNDS = 20  # of Newton's method, which brings held points back to where they stood
_SUNK = 1e-3  # deeper than this is no hair's breadth [m]
_PLACED = 1e-13  # how far they may be off then [m]


@dataclass(frozen=True, slots=True)
class Kick:
    """A start beside the plan's, in a random direction of all that the contacts allow.

    position, velocity : norm over all points of mass together [m], [m/s]; seed : of the direction
    """

    position: float = 0.01
    velocity: float = 0.05
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("position", "velocity"):
            if not 0.0 <= getattr(self, name) < np.inf:
                raise ArgumentError(
                    "{name} of a Kick must be a number of at least 0; given {reason!r}", name=name, reason=getattr(self, name)
                )


def kicked(dynamics: HeldDynamics, q: Array, v: Array, held: tuple[int, ...], kick: Kick) -> tuple[Array, Array]:
    """Q (nq,) and v (nv,) beside those given."""
    random = np.random.default_rng(kick.seed)
    free = _free_directions(dynamics.jacobian(q, held))
    half = len(dynamics.masses(q, v)) // 2
    by_q = dynamics.mass_derivatives(q, v)[:half, : dynamics.model.nv] @ free
    _, R = np.linalg.qr(by_q)
    ways: list[Array] = [free @ np.linalg.solve(R, _unit(np.array(random.normal(size=free.shape[1])))) for _ in range(2)]
    moved = integrate(dynamics.model, q, kick.position * ways[0])
    return standing(dynamics, moved, v + kick.velocity * ways[1], dynamics.places(q, held), held)


def standing(dynamics: HeldDynamics, q: Array, v: Array, places: Array, held: tuple[int, ...]) -> tuple[Array, Array]:
    """Q (nq,) and v (nv,) near those given, the held points at `places` (k, 3) and at rest, and none a little below level ground.

    A foot that swings may begin a hair's breadth too low in a plan, by what is left between its knots.
    """
    others = tuple(k for k in range(len(dynamics.points)) if k not in held)
    there = dynamics.places(q, others)
    sunk = tuple(k for k, place in zip(others, there, strict=True) if -_SUNK < place[2] < 0.0)
    raised = dynamics.places(q, sunk) * [1.0, 1.0, 0.0]
    q = _put_back(dynamics, q, np.vstack([places, raised]), held + sunk)
    if not held:
        return q, v
    J = dynamics.jacobian(q, held)
    return q, np.asarray(v - np.linalg.pinv(J, rcond=1e-9) @ (J @ v))


def _unit(direction: Array) -> Array:
    return direction / np.linalg.norm(direction)


def _free_directions(J: Array) -> Array:
    """A basis (nv, k) of the motions that J does not see."""
    _, sizes, rows = np.linalg.svd(J, full_matrices=True) if len(J) else (None, np.zeros(0), np.eye(J.shape[1]))
    rank = int(np.count_nonzero(sizes > 1e-9 * sizes[0])) if len(sizes) else 0
    return np.asarray(rows[rank:].T)


def _put_back(dynamics: HeldDynamics, q: Array, places: Array, held: tuple[int, ...]) -> Array:
    for _ in range(_ROUNDS):
        off = (places - dynamics.places(q, held)).ravel()
        if not len(off) or np.abs(off).max() < _PLACED:
            break
        q = integrate(dynamics.model, q, np.linalg.pinv(dynamics.jacobian(q, held), rcond=1e-9) @ off)
    return q
