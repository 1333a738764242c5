"""A motion through contact to first order: what small errors become along it, and over its touch-downs.

At a touch-down the robot lands sooner or later than planned, which the saltation matrix has. With x⁻, x⁺ before and after, f the
rates there, R the impact's map and g the height of what lands, δt = -∂g δx⁻ / (∂g f⁻):
by the clock          δx⁺ = DR δx⁻ + (DR f⁻ - f⁺) δt
by a clock set anew   δx⁺ = DR (δx⁻ + f⁻ δt), as the state is compared with the plan's touch-down and not with its instant.
Where it lands more gently than `GENTLE`, first order does not tell when: δt is then left out.
Source: Leine & Nijmeijer 2004, §7 (saltation matrix); Saccon, van de Wouw & Nijmeijer, CDC 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.model import Model
from ..values import Plan
from .held_dynamics import HeldDynamics
from .planned_motion import MotionPiece
from .values import PhaseGrowth

GENTLE = 1e-3  # a landing that approaches more slowly has no instant to first order [m/s]


@dataclass(frozen=True, eq=False)
class LinearPiece:
    """Derivatives along a piece of the motion, at its n instants, and of the state after it by that at its end."""

    piece: MotionPiece
    held: tuple[int, ...]
    A: Array  # (n, 2 nv, 2 nv)
    B: Array  # (n, 2 nv, nv)
    by_clock: Array  # (2 nv, 2 nv)
    by_touch_down: Array  # (2 nv, 2 nv)
    is_gentle: bool  # whether it ends in a landing more gentle than `GENTLE`


def linearised(plan: Plan, dynamics: HeldDynamics, motion: Sequence[MotionPiece]) -> tuple[LinearPiece, ...]:
    """All pieces. Raises ArgumentError for robots with joints whose configuration is no vector: a free base, a ball joint."""
    check_vector_joints(dynamics.model)
    held = [tuple(np.flatnonzero(plan.phases[piece.phase].touching).tolist()) for piece in motion]
    found = []
    for k, piece in enumerate(motion):
        own = [dynamics.derivatives(piece.q[i], piece.v[i], piece.tau[i], held[k]) for i in piece.nodes]
        A, B = (np.array(matrices) for matrices in zip(*own, strict=True))
        rows = np.arange(len(piece.t))
        jumps = _jumps(dynamics, piece, motion[k + 1], held[k], held[k + 1]) if k + 1 < len(motion) else _none(dynamics)
        found.append(LinearPiece(piece, held[k], _rows(A, piece.nodes, rows), _rows(B, piece.nodes, rows), *jumps))
    return tuple(found)


def check_vector_joints(model: Model) -> None:
    """Raises ArgumentError for a free base or a ball joint."""
    for joint in model.joints:
        if joint.kind.nq != joint.kind.nv:
            raise ArgumentError(
                "joint {joint!r} of {model!r} turns freely: motions are linearised for joints of one degree of freedom",
                joint=joint.name,
                model=model.name,
            )


def _rows(matrices: Array, nodes: np.ndarray, rows: np.ndarray) -> Array:
    """Straight between nodes."""
    k = np.clip(np.searchsorted(nodes, rows, side="right") - 1, 0, len(nodes) - 2)
    share = ((rows - nodes[k]) / (nodes[k + 1] - nodes[k]))[:, None, None]
    return np.asarray((1.0 - share) * matrices[k] + share * matrices[k + 1])


def _none(dynamics: HeldDynamics) -> tuple[Array, Array, bool]:
    one = np.eye(2 * dynamics.model.nv)
    return one, one, False


def _jumps(
    dynamics: HeldDynamics, before: MotionPiece, after: MotionPiece, held: tuple[int, ...], then: tuple[int, ...]
) -> tuple[Array, Array, bool]:
    """What follows a piece, by the clock and by a clock set anew, and whether it lands gently.

    What lifts off, or just goes on, changes nothing.
    """
    landing = tuple(k for k in then if k not in held)
    if not landing:
        return _none(dynamics)
    nv = dynamics.model.nv
    q, v = before.q[-1], before.v[-1]
    height = np.concatenate([dynamics.jacobian(q, landing)[2], np.zeros(nv)])  # of the first that lands

    def rate(own_q: Array, own_v: Array, tau: Array, points: tuple[int, ...]) -> Array:
        return np.concatenate([own_v, dynamics.acceleration(own_q, own_v, tau, points)])

    R = dynamics.reset(q, v, then)
    if height[:nv] @ v > -GENTLE:
        return R, R, True
    lands = dynamics.after_impact(q, v, then)
    f = rate(q, v, after.tau[0], held)  # landing later than planned it flies on with the next phase's torques
    delay = -height / (height @ f)
    by_clock = R + np.outer(R @ f - rate(q, lands, after.tau[0], then), delay)
    f = rate(q, v, before.tau[-1], held)
    return by_clock, R @ (np.eye(2 * nv) + np.outer(f, -height / (height @ f))), False


def transition(linear: LinearPiece) -> Array:
    """What errors at a piece's beginning are at its end (2 nv, 2 nv)."""
    phi = np.eye(linear.A.shape[1])
    for i, h in enumerate(np.diff(linear.piece.t)):
        M = h * 0.5 * (linear.A[i] + linear.A[i + 1])
        term = phi
        total = phi
        for k in range(1, 5):
            term = M @ term / k
            total = total + term
        phi = total
    return phi


def possible_errors(dynamics: HeldDynamics, q: Array, v: Array, held: tuple[int, ...]) -> Array:
    """A basis (2 nv, k) of the small errors that leave the held points where and as they are."""
    nv = dynamics.model.nv
    if not held:
        return np.eye(2 * nv)
    J = dynamics.jacobian(q, held)
    place = np.hstack([J, np.zeros_like(J)])
    speed = dynamics.by_state(lambda own_q, own_v: dynamics.jacobian(own_q, held) @ own_v, q, v)
    _, sizes, rows = np.linalg.svd(np.vstack([place, speed]))
    rank = int(np.count_nonzero(sizes > 1e-9 * max(1.0, float(sizes[0]))))
    return np.asarray(rows[rank:].T)


def growth(plan: Plan, dynamics: HeldDynamics, linear: Sequence[LinearPiece]) -> tuple[PhaseGrowth, ...]:
    """How the worst small error of the points of mass grows by the clock, if nothing corrects it."""
    start = _measured(dynamics, linear[0])
    since, own_start, phi, own = start, start, np.eye(len(start)), np.eye(len(start))
    everywhere = _unit_errors(dynamics, linear[0], np.eye(len(start)))
    found = []
    for k, piece in enumerate(linear):
        step = transition(piece)
        phi, own = step @ phi, step @ own
        is_last = k + 1 == len(linear) or linear[k + 1].piece.phase != piece.piece.phase
        if not is_last:
            phi, own = piece.by_clock @ phi, piece.by_clock @ own
            continue
        C = dynamics.mass_derivatives(piece.piece.q[-1], piece.piece.v[-1])
        in_phase = _largest(C @ own @ own_start)
        before = _largest(C @ phi @ since)
        phi = piece.by_clock @ phi
        if k + 1 < len(linear):
            after = linear[k + 1].piece
            C = dynamics.mass_derivatives(after.q[0], after.v[0])
            own, own_start = np.eye(len(phi)), _measured(dynamics, linear[k + 1])
        number = piece.piece.phase
        mode, t = plan.phases[number].mode, float(piece.piece.t[-1])
        found.append(PhaseGrowth(number, mode, t, in_phase, before, _largest(C @ phi @ since), _largest(C @ phi @ everywhere)))
    return tuple(found)


def _measured(dynamics: HeldDynamics, linear: LinearPiece) -> Array:
    """Errors (2 nv, k) that can be where a piece begins, whose points of mass are off by 1 together, each across the others."""
    basis = possible_errors(dynamics, linear.piece.q[0], linear.piece.v[0], linear.held)
    return _unit_errors(dynamics, linear, basis)


def _unit_errors(dynamics: HeldDynamics, linear: LinearPiece, basis: Array) -> Array:
    """Of the span of a basis (2 nv, k), with the measure of the points of mass."""
    _, R = np.linalg.qr(dynamics.mass_derivatives(linear.piece.q[0], linear.piece.v[0]) @ basis)
    return np.asarray(np.linalg.solve(R.T, basis.T).T)


def _largest(matrix: Array) -> float:
    return float(np.linalg.norm(matrix, 2))
