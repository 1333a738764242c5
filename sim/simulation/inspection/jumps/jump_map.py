"""The jump map of a recorded impact: velocities before and after, impulses, and what must hold of them.

Source: contact-dynamics-lecture16, "Hybrid Method" (x' = g(x)); THEORY §6: Λ ≥ 0 ⟂ M Λ + (1 + e) ζ⁻ ≥ 0, v⁺ = v⁻ + H⁻¹ T Λ.
Energy: Thomson & Tait, K⁺ - K⁻ = ½ Λᵀ (u⁻ + u⁺) over all axes of all contacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...recording.events import EventKind
from ...step_arrays import VELOCITY
from ..inspected_problem import InspectedProblem
from ..solved_problem import solved_problem
from ..step_velocity import solved_velocity

if TYPE_CHECKING:
    from ...recording.recording import Recording


SLOWEST_IMPACT = 1e-9  # an approach slower than this is rounding [m/s]


@dataclass(frozen=True, eq=False, slots=True)
class JumpMap:
    """One impact of a recording: q stays, v⁻ becomes v⁺. n contacts and joints, in the order of `InspectedProblem`.

    In the hybrid scheme it is of an instant. In time-stepping the impact lies within a step; v⁻ is then what the step would have
    ended with without contact, so that gravity's h g is in it, and Λ has what contacts give in the rest of the step. Both
    velocities are those at q, free-flyers in the axes that they have there: not yet in those of the end of the step.
    """

    solved: InspectedProblem
    index: int  # the state after it
    t: float  # of the impact, or the end of its step [s]
    earliest: float  # the impact is not before; `t` itself in the hybrid scheme [s]
    q: Array  # (nq,) where it was solved
    before: Array  # (nv,) v⁻
    after: Array  # (nv,) v⁺, of the recorded state
    approach: Array  # (n, 3) velocities at the contacts before, along tangent, normal × tangent, normal [m/s]
    leaving: Array  # (n, 3) and after; in time-stepping, of what strikes and stays, at the end of the step [m/s]
    turned: Array  # (n, 3) what of that came since the middle of the step, where v⁺ begins, as J turned [m/s]
    kinetic_before: float  # ½ v⁻ᵀ H v⁻, of the mass matrix alone [J]
    kinetic_after: float  # ½ v⁺ᵀ H v⁺ [J]
    given_back: Array  # (n,) M Λ, friction's part along the normals with it [m/s]
    residual: float  # the largest violation of Λ ≥ 0 ⟂ M Λ + (1 + e) ζ⁻ ≥ 0 and of the law of friction [m/s]
    # J v⁺ against the velocities that the run recorded where it struck [m/s]; None: all stays, and v⁺ is no part of it
    velocity_residual: float | None
    momentum_residual: float | None  # largest entry of v⁺ - v⁻ - H⁻¹ Jᵀ Λ; None in time-stepping, where v⁻ is had from it
    implicit: Array  # (nv,) what implicit forces of joints add to the diagonal of H; no part of kinetic energy
    blocks: tuple[slice, ...]  # of v, between which H is zero: a tree of joints each

    @property
    def impulse(self) -> Array:
        """(n,) Λ along the normals [N s]."""
        return self.solved.force[:, 2]

    @property
    def closing(self) -> Array:
        """(n,) what MΛ adds to in the problem: (1 + e) ζ⁻ of what bounces, ζ⁻ of what does not [m/s]."""
        return self.solved.problem.d

    @property
    def without_approach(self) -> bool:
        """Whether nothing approached: an impulse of friction alone, where no forces satisfy the contact law (Painlevé's paradox).

        Of the hybrid scheme; in time-stepping such a slide ends over steps.
        """
        struck = self.impulse > 0.0
        return self.solved.level == "impact" and not np.any(self.approach[struck, 2] < -SLOWEST_IMPACT)

    @property
    def in_one(self) -> bool:
        """Whether all impulses came of one problem: not of Poisson's two phases, nor of pairs one after another."""
        return not (np.any(self.solved.given != 0.0) or np.any(self.solved.least != 0.0))

    @property
    def energy_lost(self) -> float:
        """K⁻ - K⁺ [J]."""
        return self.kinetic_before - self.kinetic_after

    @property
    def energy_by_impulses(self) -> float:
        """The same as -½ Λᵀ (u⁻ + u⁺), less what implicit forces of joints take [J]."""
        return float(np.sum(self.taken)) - self.taken_by_joints

    @property
    def taken(self) -> Array:
        """(n,) -½ Λᵀ (u⁻ + u⁺) of each, where the velocity jumps [J]."""
        return np.asarray(-0.5 * np.sum(self.solved.force * (self.approach + self.leaving - self.turned), axis=1))

    @property
    def taken_by_joints(self) -> float:
        """What implicit forces of joints take of the impact in time-stepping: ½ v⁻ᵀ D v⁻ - ½ v⁺ᵀ D v⁺, D = `implicit` [J]."""
        return 0.5 * float(self.implicit @ (self.before**2 - self.after**2))


def impact_states(recording: Recording) -> np.ndarray:
    """The states (k,) of a recording just after an impact, rising."""
    times = np.unique([event.t for event in recording.events if event.kind is EventKind.IMPACT])
    t = recording.t
    found = np.searchsorted(t, times + 1e-9 * recording.settings.dt, side="right") - 1
    for k in np.flatnonzero(t[found] == t[np.maximum(found - 1, 0)]):
        i = int(found[k])
        while i > 0 and t[i - 1] == t[i] and not recording.contacts(i).impact.any():
            i -= 1  # after an impact contacts may change, at the same time
        found[k] = i
    return np.unique(found)


def impact_near(recording: Recording, i: int, *, after: bool = False) -> int | None:
    """The state of the last impact at state i or before; `after`: of the first later than it. None: there is none."""
    states = impact_states(recording)
    i = range(len(recording))[i]
    t = float(recording.t[i])
    if after:
        later = states[recording.t[states] > t]
        return int(later[0]) if len(later) else None
    earlier = states[states <= i]
    return int(earlier[-1]) if len(earlier) else None


def jump_map(recording: Recording, i: int) -> JumpMap:
    """The impact that led to state i of a recording; `impact_near` finds one.

    Raises ArgumentError where nothing struck at the state, and where its problem cannot be had (see `solved_problem`).
    """
    i = range(len(recording))[i]
    if i == 0 or not recording.contacts(i).impact.any():
        raise ArgumentError("nothing struck at state {i}, t = {t:.6g} s", i=i, t=float(recording.t[i]))
    solved = solved_problem(recording, i)
    H, J = solved.problem.H, solved.J
    trees = recording.scene.system.trees
    blocks = tuple(slice(int(tree["v0"]), int(tree["v0"] + tree["nv"])) for tree in trees)
    q = np.array(recording.problems.configuration(i))
    given = solve_blocks(H, blocks, J.T @ solved.force.ravel())
    momentum_residual = None
    if solved.level == "velocity":
        after = solved_velocity(recording, i)
        before = after - given
    else:
        before, after = np.array(recording.v[i - 1]), np.array(recording.v[i])
        momentum_residual = float(np.max(np.abs(after - before - given), initial=0.0))
    implicit = np.array(recording.problems.diagonal(i))
    mass = H - np.diag(implicit)
    approach = (J @ before).reshape(-1, 3)
    turned = _turned(recording, i, solved, approach)
    leaving = (J @ after).reshape(-1, 3) + turned
    found = (solved.problem.W @ (solved.force - solved.given).ravel()).reshape(-1, 3)
    return JumpMap(
        solved=solved,
        index=i,
        t=float(recording.t[i]),
        earliest=float(recording.t[i - 1]),
        q=frozen(q),
        before=frozen(before),
        after=frozen(after),
        approach=frozen(approach),
        leaving=frozen(leaving),
        turned=frozen(turned),
        kinetic_before=0.5 * float(before @ mass @ before),
        kinetic_after=0.5 * float(after @ mass @ after),
        given_back=frozen(found[:, 2].copy()),
        residual=solved.residual,
        velocity_residual=_velocity_residual(recording, i, solved, leaving),
        momentum_residual=momentum_residual,
        implicit=frozen(implicit),
        blocks=blocks,
    )


def _turned(recording: Recording, i: int, solved: InspectedProblem, approach: Array) -> Array:
    """What the problem adds to velocities (n, 3) without its impulses at contacts of state i that strike and stay [m/s].

    How they turn on until the end of the step, see `time_stepping.landing`; `approach` of others is what the problem has.
    """
    turned = np.zeros_like(approach)
    if solved.level == "velocity":
        contacts = recording.contacts(i)
        stays = np.flatnonzero(contacts.impact & (solved.problem.restitution[: len(contacts)] == 0.0))
        turned[stays] = solved.drift[stays] - approach[stays]
        turned[stays, 2] += solved.target[stays]
    return turned


def _velocity_residual(recording: Recording, i: int, solved: InspectedProblem, leaving: Array) -> float | None:
    """How far velocities (n, 3) at the contacts of state i that struck are from those that the run had there."""
    numbers = recording.contact_columns(i)[1]
    problem, count = solved.problem, len(numbers)
    axes = problem.axes[:count]
    had = np.einsum("cak,ck->ca", axes, numbers[:, VELOCITY : VELOCITY + 3])
    struck = recording.contacts(i).impact
    if solved.level == "velocity":
        struck = struck & (problem.restitution[:count] > 0.0)
    return float(np.max(np.abs(leaving[:count] - had)[struck])) if struck.any() else None


def solve_blocks(H: Array, blocks: Sequence[slice], b: Array) -> Array:
    """H⁻¹ b of a mass matrix that is zero between its blocks; b (nv,) or (nv, k), nothing is done where it is zero."""
    x = np.zeros_like(b)
    for block in blocks:
        if np.any(b[block] != 0.0):
            x[block] = np.linalg.solve(H[block, block], b[block])
    return x
