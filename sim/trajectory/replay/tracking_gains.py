"""Gains that keep a robot near a plan through contact: a linear-quadratic regulator that varies in time.

Riccati's equation backwards from the plan's end over the steps of its table, P⁻ = Ξᵀ P⁺ Ξ at touch-downs, with Ξ of a clock that
they set. Source: Kirk 2004, §3.10 and §5.2; Saccon, van de Wouw & Nijmeijer, CDC 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...simulation.running.control.tracking_control import driven_numbers
from .held_dynamics import HeldDynamics
from .linearised_motion import LinearPiece


@dataclass(frozen=True, slots=True)
class TrackingWeights:
    """What an error of 1 costs as much as: all three in one instant, by the rule of Bryson. Smaller is stricter.

    Positions and velocities are those of the points of mass together; `effort` is a share of the largest torque of each joint.
    """

    position: float = 0.02  # [m]
    velocity: float = 0.2  # [m/s]
    effort: float = 0.5
    end: float = 0.1  # how long the error at the end weighs as much as one on the way [s]

    def __post_init__(self) -> None:
        for name in ("position", "velocity", "effort", "end"):
            if not 0.0 < getattr(self, name) < np.inf:
                raise ArgumentError(
                    "{name} of TrackingWeights must be a positive number; given {reason!r}",
                    name=name,
                    reason=getattr(self, name),
                )


def tracking_gains(dynamics: HeldDynamics, linear: Sequence[LinearPiece], weights: TrackingWeights) -> list[Array]:
    """Gains (n, nv, 2 nv) of each piece at its instants: torque by (q_d - q, v_d - v)."""
    effort = _effort(dynamics, linear, weights.effort)
    driven = np.flatnonzero(effort)
    cost = 1.0 / effort[driven] ** 2
    last = linear[-1].piece
    P = weights.end * _state_cost(dynamics, last.q[-1], last.v[-1], weights)
    found = []
    for own in reversed(linear):
        P = own.by_touch_down.T @ P @ own.by_touch_down
        piece = own.piece
        Q = np.array([_state_cost(dynamics, piece.q[i], piece.v[i], weights) for i in piece.nodes])
        node = np.clip(np.searchsorted(piece.nodes, np.arange(len(piece.t)), side="right") - 1, 0, len(Q) - 1)
        gains = np.zeros((len(piece.t), dynamics.model.nv, 2 * dynamics.model.nv))
        for i in range(len(piece.t) - 2, -1, -1):
            h = float(piece.t[i + 1] - piece.t[i])
            A, B = 0.5 * (own.A[i] + own.A[i + 1]), 0.5 * (own.B[i] + own.B[i + 1])[:, driven]
            K, P = _one_step(P, A, B, Q[node[i]], cost, h)
            gains[i, driven] = K
        gains[-1] = gains[-2]
        found.append(gains)
    return found[::-1]


def _one_step(P: Array, A: Array, B: Array, Q: Array, R: Array, h: float) -> tuple[Array, Array]:
    """The gain over a step of h in which the input holds, and P before it: stable however fast P changes."""
    one = np.eye(len(A))
    M = h * A
    phi = one + M @ (one + M / 2.0 @ (one + M / 3.0))
    gamma = h * (one + M / 2.0 @ (one + M / 3.0)) @ B
    K = np.linalg.solve(np.diag(h * R) + gamma.T @ P @ gamma, gamma.T @ P @ phi)
    closed = phi - gamma @ K
    before = h * Q + closed.T @ P @ closed + K.T @ (h * R[:, None] * K)
    return np.asarray(K), np.asarray(0.5 * (before + before.T))


def _state_cost(dynamics: HeldDynamics, q: Array, v: Array, weights: TrackingWeights) -> Array:
    C = dynamics.mass_derivatives(q, v)
    half = len(C) // 2
    scaled = np.vstack([C[:half] / weights.position, C[half:] / weights.velocity])
    return np.asarray(scaled.T @ scaled)


def _effort(dynamics: HeldDynamics, linear: Sequence[LinearPiece], share: float) -> Array:
    """Torques (nv,) that cost 1: 0 for what no motor drives; without a limit the plan's largest torque takes its place."""
    limit = np.array(dynamics.model.effort_limit)
    largest = np.max([np.abs(own.piece.tau).max(axis=0) for own in linear], axis=0)
    largest = np.where(np.isfinite(limit), limit, np.maximum(largest, 1e-3 * largest.max()))
    return np.asarray(share * largest * driven_numbers(dynamics.model))
