"""A plan as a motion of its robot at any instant, and as tables for a tracking control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...multibody.kinematics.configuration import difference, integrate
from ...multibody.model.model import Model
from ..values import Plan, PlanPhase

STEP = 1e-3  # of the tables, between which all is taken as straight [s]


@dataclass(frozen=True, eq=False, slots=True)
class MotionPiece:
    """A smooth piece of the motion: a phase, or one of its intervals where inputs hold between knots."""

    phase: int  # of the plan
    t: Array  # (n,) [s]
    q: Array  # (n, nq)
    v: Array  # (n, nv)
    tau: Array  # (n, nv)
    nodes: np.ndarray  # (k,) which of the n are nodes of the plan


def pieces(plan: Plan, model: Model, step: float = STEP) -> tuple[MotionPiece, ...]:
    """The whole motion, at the plan's nodes and so often between them that none are more than `step` [s] apart."""
    found = []
    for number, phase in enumerate(plan.phases):
        count = len(phase.t)
        if plan.holds_inputs:
            found += [_piece(model, number, phase, range(k, k + 2), step, held=True) for k in range(count - 1)]
        else:
            found.append(_piece(model, number, phase, range(count), step, held=False))
    return tuple(found)


def _piece(model: Model, number: int, phase: PlanPhase, nodes: Sequence[int], step: float, held: bool) -> MotionPiece:
    t, q, v, tau, places = [], [], [], [], [0]
    for a, b in zip(nodes[:-1], nodes[1:], strict=True):
        length = phase.t[b] - phase.t[a]
        shares = np.linspace(0.0, 1.0, max(1, int(np.ceil(length / step - 1e-9))) + 1)[:-1]
        for share in shares:
            t.append(phase.t[a] + share * length)
            own_q, own_v = between(model, phase, a, b, float(share))
            q.append(own_q)
            v.append(own_v)
            tau.append(phase.tau[a] + (0.0 if held else share) * (phase.tau[b] - phase.tau[a]))
        places.append(len(t))
    last = nodes[-1]
    t, q, v = [*t, phase.t[last]], [*q, phase.q[last]], [*v, phase.v[last]]
    tau.append(phase.tau[nodes[-2]] if held else phase.tau[last])
    return MotionPiece(number, np.array(t), np.array(q), np.array(v), np.array(tau), np.array(places))


def between(model: Model, phase: PlanPhase, a: int, b: int, share: float) -> tuple[Array, Array]:
    """Q (nq,) and v (nv,) at a share of the way from node a to b: the cubic that has both configurations and velocities."""
    h, s = phase.t[b] - phase.t[a], share
    way = difference(model, phase.q[a], phase.q[b])
    va, vb = phase.v[a], phase.v[b]
    moved = s * s * (3.0 - 2.0 * s) * way + h * (s * (1.0 - s) ** 2 * va - s * s * (1.0 - s) * vb)
    rate = 6.0 * s * (1.0 - s) * way / h + (1.0 - s) * (1.0 - 3.0 * s) * va + s * (3.0 * s - 2.0) * vb
    return integrate(model, phase.q[a], moved), rate


def planned_state(plan: Plan, model: Model, phase: int, t: float) -> tuple[Array, Array]:
    """Q (nq,) and v (nv,) of the plan in a phase at t [s]; beyond its ends, as at them, going on with the same velocity."""
    own = plan.phases[phase]
    inside = float(np.clip(t, own.t[0], own.t[-1]))
    a = int(np.clip(np.searchsorted(own.t, inside, side="right") - 1, 0, len(own.t) - 2))
    q, v = between(model, own, a, a + 1, float((inside - own.t[a]) / (own.t[a + 1] - own.t[a])))
    return (q, v) if t == inside else (integrate(model, q, (t - inside) * v), v)
