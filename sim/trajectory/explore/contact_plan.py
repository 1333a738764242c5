"""A solution of the contact-implicit program as a plan: its phases are the stretches that were found."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...texts import marked, tr
from ..hopper.symbols import INPUT_UNITS, INPUTS, STATE_UNITS, STATES
from ..optimiser.program_solution import Solution
from ..solving.plan_reading import SENTENCES
from ..values import Plan, PlanConstraint, PlanIterate, PlanJump, PlanPhase, PlanStatus
from .contact_program import ContactProgram
from .found_sequence import found_sequence
from .values import FoundPhase, FoundSequence

METHOD = marked("contact-implicit, implicit Euler")
SUBSTEPS = 32  # of RK4 in a step, held inputs and forces: its own error is below 1e-10 of the state
ACTIVE = 1e-6


def contact_plan(
    made: ContactProgram, solution: Solution, epsilon: float, iterates: tuple[PlanIterate, ...], seconds_building: float
) -> tuple[Plan, FoundSequence]:
    """The plan and the sequence that its phases are."""
    states, inputs, forces = made.unpacked(solution.point.x)
    t = instants(made)
    sequence = found_sequence(t, forces[:, 0], states[:, 2], states[1:, 6])
    rows: Array = solution.rows.reshape(made.steps, -1)
    motion = _Motion(made, states, inputs, forces)
    phases = tuple(motion.phase(found, t, np.asarray(np.abs(rows[:, : len(STATES)]).max(axis=1))) for found in sequence.phases)
    jumps = tuple(
        PlanJump(
            after.start, "touch-down" if after.touching[0] else "lift-off", after.state[0], after.state[0], np.zeros((1, 3))
        )
        for after in phases[1:]
    )
    terms = np.asarray(made.term_function.map(made.steps)(*_step_arguments(made, solution.point.x))).sum(axis=1)
    plan = Plan(
        title=made.task.title or made.task.name,
        robot=made.system.robot,
        method=METHOD,
        status=solution.status,
        message=f"{tr(SENTENCES[solution.status])} {_told(solution.status, sequence, epsilon)}",
        phases=phases,
        jumps=jumps,
        state_names=STATES,
        state_units=STATE_UNITS,
        input_names=INPUTS,
        input_units=INPUT_UNITS,
        points=made.system.points,
        friction=np.full(1, made.task.friction),
        cost=solution.cost,
        cost_parts=tuple(zip(made.terms.names, (made.weights * terms).tolist(), strict=True)),
        constraints=_constraints(made, rows, t, epsilon),
        iterates=iterates,
        variables=made.program.variables,
        equations=made.program.rows,
        seconds_building=seconds_building,
        seconds_solving=solution.seconds,
    )
    return plan, sequence


def _told(status: PlanStatus, sequence: FoundSequence, epsilon: float) -> str:
    if status.is_solution:
        return sequence.sentence
    return tr("Its contact is relaxed by {epsilon:g} yet, and no sequence was found.", epsilon=epsilon)


def instants(made: ContactProgram) -> Array:
    """(N + 1,) of the states [s]."""
    return np.asarray(made.step * np.arange(made.steps + 1), dtype=np.float64)


class _Motion:
    """The solution's arrays, cut into phases."""

    def __init__(self, made: ContactProgram, states: Array, inputs: Array, forces: Array) -> None:
        self._made = made
        self._theta = made.system.numbers.theta(made.task)
        self._states, self._inputs = states, inputs
        self._ground = np.stack([forces[:, 1] - forces[:, 2], np.zeros(made.steps), forces[:, 0]], axis=1)
        self._error = np.abs(self._integrated() - states[1:]).max(axis=1)

    def phase(self, found: FoundPhase, t: Array, defect: Array) -> PlanPhase:
        """Knots of a stretch; the step to a knot gives its input and force, and the first has those of the step after it."""
        first, last = (round(at / self._made.step) for at in (found.start, found.end))
        steps = np.concatenate([[first], np.arange(first, last)])
        state, inputs, ground = self._states[first : last + 1], self._inputs[steps], self._ground[steps]
        count = len(state)
        flight = self._made.system.modes["flight"]
        nothing = np.zeros((0, count))
        arguments = (state.T, inputs.T, nothing, nothing, np.tile(self._theta, (count, 1)).T)
        q, v = self._made.system.to_robot.map(count)(state.T)
        touches = found.mode == "stance"
        return PlanPhase(
            mode=found.mode,
            t=t[first : last + 1],
            knot=np.ones(count, bool),
            state=state,
            rate=self._rate(state, inputs, ground),
            inputs=inputs,
            force=ground[:, None, :] if touches else np.zeros((count, 1, 3)),
            touching=np.array([touches]),
            footholds=np.array([[found.foothold, 0.0, float(state[-1, 3])]]) if touches else np.full((1, 3), np.nan),
            q=np.asarray(q).T.copy(),
            v=np.asarray(v).T.copy(),
            tau=np.asarray(flight.tau.map(count)(*arguments)).T.copy(),
            defect=defect[first:last],
            error=self._error[first:last],
            duration_bounds=(found.duration, found.duration),
        )

    def _rate(self, state: Array, inputs: Array, ground: Array) -> Array:
        """ẋ (K, 8) with the ground's force on the foot."""
        count = len(state)
        nothing = np.zeros((0, count))
        flying = self._made.system.modes["flight"].rate.map(count)
        rate = np.asarray(flying(state.T, inputs.T, nothing, nothing, np.tile(self._theta, (count, 1)).T)).T.copy()
        rate[:, 6:8] += ground[:, [0, 2]] / self._theta[self._made.system.theta_names.index("foot_mass")]
        return rate

    def _integrated(self) -> Array:
        """Where each step ends if it is integrated from its beginning, input and force held (N, 8)."""
        state, h = self._states[:-1].copy(), self._made.step / SUBSTEPS
        for _ in range(SUBSTEPS):
            k1 = self._rate(state, self._inputs, self._ground)
            k2 = self._rate(state + h / 2 * k1, self._inputs, self._ground)
            k3 = self._rate(state + h / 2 * k2, self._inputs, self._ground)
            k4 = self._rate(state + h * k3, self._inputs, self._ground)
            state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return state


def _constraints(made: ContactProgram, rows: Array, t: Array, epsilon: float) -> tuple[PlanConstraint, ...]:
    """Each group over the whole motion; of a product its distance from 0, which relaxed it keeps."""
    bounds = made.bounds(0.0)
    lower, upper = (bound[: rows.shape[1]] for bound in (bounds.g_lower, bounds.g_upper))
    found = []
    for part in made.rows:
        columns = slice(part.first, part.first + part.count)
        values = rows[:, columns]
        if part.lower == part.upper:
            margins = -np.abs(values)
        else:
            margins = np.minimum(values - lower[columns], upper[columns] - values)
        if margins.size:
            worst = int(margins.min(axis=1).argmin())
            margin = float(margins[worst].min())
            allowed = epsilon if part.product else ACTIVE
            found.append(PlanConstraint(part.group, None, part.unit, margin, float(t[worst + 1]), margin <= allowed, 0.0))
    return tuple(found)


def _step_arguments(made: ContactProgram, w: Array) -> tuple[Array, Array]:
    (piece,) = made.program.pieces
    return w[piece.variables].T, made.parameters[piece.parameters].T
