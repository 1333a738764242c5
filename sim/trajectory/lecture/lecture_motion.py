"""What a plan of the lecture's problem does between its knots: its inputs, held, integrated anew from any state."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...arrays import Array
from ..system.system import Function
from ..transcription.between_knots import interval_end, rate_along
from ..transcription.transcription import Transcription
from ..values import Plan, PlanPhase

FINE = 128
"""Steps of RK4 in an interval, which leave 1e-10 where one leaves 1e-2."""
INSTANTS = 20  # looked at in each interval, after its beginning


@dataclass(frozen=True, eq=False)
class DenseMotion:
    """At K instants."""

    t: Array  # (K,) [s]
    states: Array  # (K, n) whole
    force: Array  # (K, 2) of the ground on the foot, along x and z [N]; NaN in flight


@dataclass(frozen=True, eq=False)
class LectureMotion:
    """A plan by its N intervals in order, each with its phase, its whole state where it begins (n,) and its input (m,)."""

    plan: Plan
    made: Transcription
    theta: Array
    intervals: tuple[tuple[PlanPhase, Array, Array], ...] = field(init=False)

    def __post_init__(self) -> None:
        found = [(one, *at) for one in self.plan.phases for at in zip(one.state[:-1], one.inputs[:-1], strict=True)]
        object.__setattr__(self, "intervals", tuple(found))

    def parameter(self, name: str) -> float:
        """One of θ."""
        return float(self.theta[self.made.system.theta_names.index(name)])

    def after(self, phase: PlanPhase, state: Array, u: Array) -> Array:
        """(n,) the state at the end of an interval of a phase, before any jump."""
        return np.asarray(self._step(phase.mode, FINE)(state, u, _length(phase), self.theta), float).ravel()

    def replayed_end(self) -> Array:
        """(n,) where the inputs lead from the plan's start, by its schedule: the foot stops when the plan says so."""
        state = self.intervals[0][1]
        for phase, _, u in self.intervals:
            state = self.after(phase, state, u)
        return state

    def derivatives(self, substeps: int) -> list[tuple[Array, Array]]:
        """∂x_{k+1}/∂x_k (n, n) and ∂x_{k+1}/∂u_k (n, m) of each planned step, the jump before it included."""
        slopes = {phase.mode: self._step(phase.mode, substeps).jacobian() for phase in self.plan.phases}
        found = []
        for phase, state, u in self.intervals:
            by = slopes[phase.mode](state, u, _length(phase), self.theta, 0)
            found.append((np.asarray(by[0], float), np.asarray(by[1], float)))
        return found

    def growth(self, substeps: int) -> float:
        """How many times an error of the first state is greater at the end, in the worst direction."""
        total = np.eye(len(self.plan.state_names))
        for by_state, _ in self.derivatives(substeps):
            total = by_state @ total
        return float(np.linalg.norm(total, 2))

    def dense(self) -> DenseMotion:
        """What is really between the knots, each interval integrated from its own."""
        stance = self.made.system.modes["stance"]
        minimal, force = stance.minimal.map(INSTANTS + 1), stance.force.map(INSTANTS + 1)
        t, states, forces, begin = [], [], [], 0.0
        for phase, state, u in self.intervals:
            h, inputs = _length(phase), np.tile(u[:, None], INSTANTS + 1)
            ends = self._step(phase.mode, 1).mapaccum(INSTANTS)(state, inputs[:, 1:], h / INSTANTS, self.theta)
            whole = np.column_stack([state, np.asarray(ends, float)])
            x, p = minimal(whole)
            own = np.asarray(force(x, inputs, np.zeros((0, INSTANTS + 1)), p, self.theta), float)
            t.append(begin + np.linspace(0.0, h, INSTANTS + 1))
            states.append(whole.T)
            forces.append(own[[0, 2]].T if phase.mode == "stance" else np.full((INSTANTS + 1, 2), np.nan))
            begin += h
        return DenseMotion(np.concatenate(t), np.vstack(states), np.vstack(forces))

    def _step(self, mode_name: str, steps: int) -> Function:
        """(whole state, u, h, θ) -> the whole state after it. What the mode holds is held at once: so a foot lands."""
        import casadi as ca

        key = (f"whole {mode_name}", steps)
        if key not in self.made.integrators:
            mode = self.made.system.modes[mode_name]
            sizes = (len(self.plan.state_names), mode.nu, 1, self.theta.size)
            whole, u, h, theta = (ca.MX.sym("a", size) for size in sizes)
            x, p = mode.minimal(whole)
            end = interval_end(rate_along(mode), steps)(x, ca.MX(0, 1), u, u, p, theta, h)
            self.made.integrators[key] = ca.Function("step", [whole, u, h, theta], [mode.full(end, p)])
        return self.made.integrators[key]


def _length(phase: PlanPhase) -> float:
    """Of an interval [s]."""
    return phase.duration / len(phase.error)
