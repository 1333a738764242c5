"""One impact under the laws that there are, to be compared: who strikes with whom, and what is given back.

In NumPy and with the methods of `contact.problem`, one problem at a time; simulations have kernels of their own for the same
laws (`simulation.running.impacts`). Source: Acary & Brogliato 2008, §4.3 (Newton, Poisson), §4.4 (multiple impacts).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....arrays import Array, frozen
from ....contact.problem.methods import solve_contact_problem
from ....contact.problem.problem import contact_problem_from, frictionless_problem_from
from ....contact.problem.redundant_forces import least_norm_forces
from ....contact.problem.solution import project, shifted
from ....contact.status import Status
from ....errors import ArgumentError, UnknownNameError
from ....interruption import checkpoint
from ...running.impacts.impact_laws import IMPACT_LAWS, RESTITUTION_LAWS
from .jump_map import JumpMap, solve_blocks

MOST_STRIKES = 2000  # one after another
MOST_SWEEPS = 5000  # of Poisson's expansion with friction
_TOLERANCE = 1e-12  # of the expansion with friction, share of the fastest approach


@dataclass(frozen=True, eq=False, slots=True)
class Impact:
    """Contacts that strike at one instant, with what their laws ask. n contacts, along tangent, normal × tangent, normal."""

    H: Array  # (nv, nv) mass matrix
    J: Array  # (3n, nv) rows that take v to velocities of contacts
    response: Array  # (nv, 3n) H⁻¹ Jᵀ
    before: Array  # (nv,) v⁻
    friction: Array  # (n,) μ ≥ 0
    restitution: Array  # (n,) e
    implicit: Array  # (nv,) what is on H's diagonal beside masses, and has no part in kinetic energy
    pairs: tuple[int, ...]  # (n,) contacts of one number strike together where pairs strike one after another
    rest_speed: float = 1e-5  # what approaches slower, or would leave slower, does not bounce [m/s]


@dataclass(frozen=True, eq=False, slots=True)
class ImpactOutcome:
    """What a law makes of an impact."""

    impact_law: str  # of `IMPACT_LAWS`
    restitution_law: str  # of `RESTITUTION_LAWS`
    after: Array  # (nv,) v⁺
    impulse: Array  # (n, 3) sums [N s]
    strikes: tuple[int, ...]  # the pairs that struck one after another; of one problem: -1
    energy_lost: float  # [J]
    is_solved: bool  # whether all its problems were solved to their tolerance; else the numbers are those of the last iteration


def impact_of(jump: JumpMap, pairs: Sequence[int], rest_speed: float) -> Impact:
    """The impact of a jump map, for other laws; pairs (contacts,) of the contacts, to which joints are added one by one.

    Dry friction of joints has no part in an impact of an instant.
    """
    problem = jump.solved.problem
    n = len(problem)
    part = np.flatnonzero((problem.friction >= 0.0) & jump.solved.taking_part)
    numbers = [*pairs, *range(10**6, 10**6 + n - len(pairs))]
    J = jump.solved.J[(3 * part[:, None] + np.arange(3)).ravel()]
    response = solve_blocks(problem.H, jump.blocks, np.ascontiguousarray(J.T))
    return Impact(
        problem.H,
        J,
        response,
        jump.before,
        problem.friction[part],
        problem.restitution[part],
        jump.implicit,
        tuple(numbers[k] for k in part),
        rest_speed,
    )


def impact_outcome(impact: Impact, impact_law: str, restitution_law: str) -> ImpactOutcome:
    """The velocity after an impact by these laws. Raises UnknownNameError, and ArgumentError where strikes do not end."""
    if impact_law not in IMPACT_LAWS:
        raise UnknownNameError("impact_law", impact_law, IMPACT_LAWS)
    if restitution_law not in RESTITUTION_LAWS:
        raise UnknownNameError("restitution_law", restitution_law, RESTITUTION_LAWS)
    n = len(impact.friction)
    v, impulse = np.array(impact.before), np.zeros((n, 3))
    strikes: list[int] = []
    is_solved = True
    everything = np.arange(n)
    groups = {pair: np.flatnonzero(np.array(impact.pairs) == pair) for pair in impact.pairs}
    if impact_law == "sequential":
        while n:
            normal = (impact.J @ v)[2::3]
            fastest = int(np.argmin(normal))
            if normal[fastest] >= -impact.rest_speed:
                break
            if len(strikes) == MOST_STRIKES:
                raise ArgumentError(
                    "more than {most_strikes} impacts at one instant, one after another", most_strikes=MOST_STRIKES
                )
            strikes.append(impact.pairs[fastest])
            is_solved &= _strike(impact, groups[impact.pairs[fastest]], restitution_law, v, impulse)
    if n and (not strikes or (impact.J @ v)[2::3].min() < -1e-13):
        strikes.append(-1)
        is_solved &= _strike(impact, everything, restitution_law, v, impulse)
    mass = impact.H - np.diag(impact.implicit)
    lost = 0.5 * float(impact.before @ mass @ impact.before - v @ mass @ v)
    return ImpactOutcome(impact_law, restitution_law, frozen(v), frozen(impulse), tuple(strikes), lost, is_solved)


def impact_outcomes(impact: Impact) -> tuple[ImpactOutcome, ...]:
    """All laws of `IMPACT_LAWS` with all of `RESTITUTION_LAWS`."""
    return tuple(impact_outcome(impact, law, restitution) for law in IMPACT_LAWS for restitution in RESTITUTION_LAWS)


def _strike(impact: Impact, part: np.ndarray, law: str, v: Array, impulse: Array) -> bool:
    """Let some contacts strike at once: v and their impulses in place. Whether their problems were solved."""
    checkpoint()
    rows = (3 * part[:, None] + np.arange(3)).ravel()
    J, back = impact.J[rows], impact.response[:, rows]
    W = J @ back
    W = 0.5 * (W + W.T)
    mu, e = impact.friction[part], impact.restitution[part]
    approach = -(J @ v)[2::3]
    e = np.where((approach > impact.rest_speed) & (e * approach > impact.rest_speed), e, 0.0)
    poisson = law == "poisson" and bool(np.any(e > 0.0))
    problem = contact_problem_from(W, J @ v, mu, restitution=0.0 if poisson else e)
    found = solve_contact_problem(problem)
    is_solved = found.status is Status.SOLVED
    r = least_norm_forces(problem, found).force
    if poisson:
        v += back @ r.ravel()
        impulse[part] += r
        r, has_expanded = _expansion(W, J @ v, mu, e * r[:, 2])
        is_solved &= has_expanded
    v += back @ r.ravel()
    impulse[part] += r
    return is_solved


def _expansion(W: Array, w: Array, mu: Array, least: Array) -> tuple[Array, bool]:
    """Impulses (n, 3) of the expansion, r_n ≥ L with 0 ≤ r_n - L ⟂ u_n ≥ 0, and friction; and whether that was reached.

    See `impacts.poisson`.
    """
    n = len(mu)
    if not np.any(mu > 0.0):
        M, d = W[2::3, 2::3], w[2::3] + W[2::3, 2::3] @ least
        problem = frictionless_problem_from(M, d)
        r = np.zeros((n, 3))
        found = solve_contact_problem(problem, law="frictionless")
        r[:, 2] = least + least_norm_forces(problem, found).lam
        return r, found.status is Status.SOLVED
    own = np.max(np.diag(W).reshape(-1, 3), axis=1)
    r = np.zeros((n, 3))
    r[:, 2] = least
    scale = max(float(np.max(np.abs(w))), 1e-300)
    for _ in range(MOST_SWEEPS):
        worst = 0.0
        for c in range(n):
            u = W[3 * c : 3 * c + 3] @ r.ravel() + w[3 * c : 3 * c + 3]
            x = r[c] - shifted(mu[c : c + 1], u[None], "coulomb", 0)[0] / own[c]
            y = project(mu[c : c + 1], x[None], 0)[0]
            if y[2] < least[c]:
                length, bound = float(np.linalg.norm(x[:2])), float(mu[c] * least[c])
                y = np.append(x[:2] * (bound / length if length > bound else 1.0), least[c])
            worst = max(worst, own[c] * float(np.linalg.norm(y - r[c])))
            r[c] = y
        if worst <= _TOLERANCE * scale:
            return r, True
    return r, False
