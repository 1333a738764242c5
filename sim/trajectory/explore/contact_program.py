"""The hopper's motion as one program in which the contacts are unknowns too: complementarity, relaxed to products of at most ε.

Implicit Euler over equal steps h. Unknown beside state x = [r_b, r_f, v_b, v_f] and inputs u = [F, τ] are, in each step, the
ground's normal force n, its friction b₊ - b₋ and the slip speed γ. What makes them Coulomb's law is maximum dissipation:

    0 ≤ height of the foot ⟂ n ≥ 0,    0 ≤ μ n - b₊ - b₋ ⟂ γ ≥ 0,    0 ≤ γ ± v_t ⟂ b± ≥ 0

Each product is at most ε. An impact needs no jump: the foot's speed ends within a step. First order in h.
Sources: contact-dynamics-lecture16, "Contact-Implicit Formulation"; Posa, Cantu & Tedrake 2014, "A direct method for trajectory
optimization of rigid bodies through contact", §3; Stewart & Trinkle 1996 for the friction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...errors import ArgumentError
from ..feasibility.hopper_request import HopperRequest
from ..hopper.hopper_system import hopper_system
from ..hopper.obstacle_rows import bar_clearance, ground_height
from ..hopper.symbols import INPUTS, STATES, Symbols, symbols_of
from ..optimiser.program import NonlinearProgram, Piece, make_program
from ..optimiser.program_solution import Bounds
from ..system.system import HybridSystem
from ..task.obstacles import GapObstacle, StepObstacle
from ..task.plan_task import PlanTask, TaskPhase, least_and_greatest
from ..transcription.cost_terms import CostTerms, cost_terms, running_terms

FORCES = 4  # n, b₊, b₋, γ
_STEP = len(INPUTS) + FORCES + len(STATES)
_INF = float("inf")


@dataclass(frozen=True)
class StepRows:
    """Some rows of a step that belong together, within bounds; those of a product are at most ε."""

    group: str
    unit: str
    first: int
    count: int
    lower: float
    upper: float
    product: bool = False


@dataclass(frozen=True, eq=False)
class ContactProgram:
    """A program of N steps, and where its numbers stand."""

    task: PlanTask
    system: HybridSystem
    program: NonlinearProgram
    terms: CostTerms
    rows: tuple[StepRows, ...]  # of one step
    parameters: Array
    weights: Array  # of the terms
    steps: int
    step: float  # [s]
    term_function: Any  # (w, q) -> terms of a step, without weights

    def bounds(self, epsilon: float) -> Bounds:
        """Of variables and rows, with products of at most `epsilon`."""
        lower, upper = _variable_bounds(self)
        limits = {**self.system.numbers.limits(self.task), **self.task.limits}
        one = [limits.get(part.group, (part.lower, part.upper)) for part in self.rows for _ in range(part.count)]
        below, above = np.array(one).T
        above[np.repeat([part.product for part in self.rows], [part.count for part in self.rows])] = epsilon
        return Bounds(lower, upper, np.tile(below, self.steps), np.tile(above, self.steps))

    def unpacked(self, w: Array) -> tuple[Array, Array, Array]:
        """States (N + 1, 8), inputs (N, 2), and n, b₊, b₋, γ (N, 4); the last two of the steps that end at states 1 … N."""
        n = len(STATES)
        rest = w[n:].reshape(self.steps, _STEP)
        states = np.vstack([w[:n], rest[:, _STEP - n :]])
        return states, rest[:, : len(INPUTS)], rest[:, len(INPUTS) : _STEP - n]

    def packed(self, states: Array, inputs: Array, forces: Array) -> Array:
        """The reverse of `unpacked`."""
        return np.concatenate([states[0], np.hstack([inputs, forces, states[1:]]).ravel()])

    def guess(self, seed: int | None, noise: float) -> Array:
        """From start to goal in a straight line, standing on the ground; normal noise of a seed on each unknown."""
        request = HopperRequest(self.task)
        start, goal = _given(request.at_start), _given(request.at_goal)
        goal = np.where(np.isnan(goal), start, goal)
        start, goal = (np.where(np.isnan(end), _PLAIN, end) for end in (start, goal))
        states = start + np.linspace(0.0, 1.0, self.steps + 1)[:, None] * (goal - start)
        theta = dict(zip(self.system.theta_names, self.system.numbers.theta(self.task), strict=True))
        carried, foot = theta["body_mass"] * theta["gravity"], theta["foot_mass"] * theta["gravity"]
        inputs, forces = (np.tile([carried, 0.0], (self.steps, 1)), np.tile([carried + foot, 0.0, 0.0, 0.0], (self.steps, 1)))
        w = self.packed(states, inputs, forces)
        return w if seed is None else w + noise * np.random.default_rng(seed).standard_normal(w.size)


_PLAIN = np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def contact_program(task: PlanTask, step: float, duration: float | None = None) -> ContactProgram:
    """Build it. Of the task's phases only the time counts, and what holds at their ends; their modes are what is looked for.

    step     : h [s], rounded so that a whole number of them is the duration
    duration : of all [s]; None: what the phases are tried with first

    Raises ArgumentError for what it cannot plan.
    """
    _check(task, step)
    whole = sum(phase.first_duration() for phase in task.phases) if duration is None else duration
    steps = max(round(whole / step), 1)
    system = hopper_system(task)
    terms = cost_terms(system, task)
    if terms.smoothness or terms.impact:
        raise ArgumentError("exploring knows no cost of smoothness or impact: its inputs and forces are held over a step")
    made = _step_function(system, task, terms)
    sizes = [len(system.theta_names), len(terms.names), len(terms.tracked), 1, 2 * len(_holes(task))]
    shared = np.arange(sum(sizes))
    width = len(STATES) + len(INPUTS) if terms.tracked else 0
    reference = sum(sizes) + np.arange(steps * width).reshape(steps, width)
    parameters = np.hstack([np.tile(shared, (steps, 1)), reference])
    variables = _places(steps)
    program = make_program(
        [Piece(made.cost_and_rows, variables, parameters)], int(variables.max()) + 1, shared.size + reference.size
    )
    weights = np.array([1.0 if name == "tracking" else task.costs[name] for name in terms.names])
    tracking = [task.reference.weights[name] for name in terms.tracked] if task.reference is not None else []
    h = whole / steps
    numbers: list[Any] = [
        system.numbers.theta(task),
        weights,
        tracking,
        [h],
        np.ravel(_holes(task)),
        _references(task, steps, h, width),
    ]
    return ContactProgram(task, system, program, terms, made.rows, np.concatenate(numbers), weights, steps, h, made.terms)


def _check(task: PlanTask, step: float) -> None:
    if task.system != "hopper":
        raise ArgumentError("exploring knows the hopper alone; given a task of {system!r}", system=task.system)
    if not step > 0.0:
        raise ArgumentError("a step of {step:g} s; wanted: more than 0", step=step)
    if task.periodic:
        raise ArgumentError("exploring knows no periodic motion; give its start and its goal")


def _places(steps: int) -> NDArray[np.int64]:
    """(N, …) of each step's variables [x0, u, forces, x1] in the program's."""
    n = len(STATES)
    ends = n + _STEP * np.arange(1, steps + 1)
    begins = np.concatenate([[0], ends[:-1] - n])
    own = ends[:, None] - _STEP + np.arange(_STEP)
    return np.hstack([begins[:, None] + np.arange(n), own]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class _StepFunction:
    cost_and_rows: Any
    terms: Any
    rows: tuple[StepRows, ...]


def _step_function(system: HybridSystem, task: PlanTask, terms: CostTerms) -> _StepFunction:
    """[x0, u, n, b₊, b₋, γ, x1], [θ, weights, tracking, h, holes, reference] -> cost, rows."""
    import casadi as ca

    x0, x1, c = ca.SX.sym("x0", len(STATES)), ca.SX.sym("x1", len(STATES)), ca.SX.sym("c", FORCES)
    s = symbols_of(system.theta_names, x1, ca.SX.sym("p", 0), x1)
    h, holes = ca.SX.sym("h"), ca.SX.sym("holes", 2 * len(_holes(task)))
    weights, tracking = ca.SX.sym("weights", len(terms.names)), ca.SX.sym("tracking", len(terms.tracked))
    reference = ca.SX.sym("r", len(STATES) + len(INPUTS) if terms.tracked else 0)
    parts = _parts(s, x0, c, h, holes)
    rows, count = [], 0
    for group, unit, value, lower, upper, product in parts:
        rows.append(StepRows(group, unit, count, value.numel(), lower, upper, product))
        count += value.numel()
    running = running_terms(system, system.modes["flight"], terms)
    unweighted = h * running(x1, s.u, ca.SX(0, 1), ca.SX(0, 1), s.theta, (reference, tracking))
    w, q = ca.vertcat(x0, s.u, c, x1), ca.vertcat(s.theta, weights, tracking, h, holes, reference)
    values = ca.vertcat(*(part[2] for part in parts))
    return _StepFunction(
        ca.Function("step", [w, q], [ca.dot(weights, unweighted) if terms.names else ca.SX(0), values]),
        ca.Function("terms", [w, q], [unweighted]),
        tuple(rows),
    )


def _parts(s: Symbols, x0: Any, c: Any, h: Any, holes: Any) -> list[tuple[str, str, Any, float, float, bool]]:
    """Group, unit, rows, bounds, and whether they are products."""
    import casadi as ca

    n, forwards, backwards, slip = c[0], c[1], c[2], c[3]
    mass = s.parameter("foot_mass")
    foot = (ca.vertcat(forwards - backwards, n) - s.push) / mass - ca.vertcat(0, s.parameter("gravity"))
    motion = s.full - x0 - h * ca.vertcat(s.full[4:8], s.body_acceleration, foot)
    height = s.foot[1] - ground_height(s.foot[0], s)
    speed, reserve = s.full[6], s.parameter("friction") * n - forwards - backwards
    slips = ca.vertcat(slip + speed, slip - speed)
    products = ca.vertcat(n * height, reserve * slip, forwards * slips[0], backwards * slips[1])
    inside = [n * (s.foot[0] - holes[2 * k]) * (holes[2 * k + 1] - s.foot[0]) for k in range(holes.numel() // 2)]
    bars = [bar_clearance(s, name) for name in s.names if name.startswith("bar") and name.endswith("_x")]
    return [
        ("motion", "", motion, 0.0, 0.0, False),
        ("leg length", "m", s.length, 0.0, _INF, False),
        ("foot above ground", "m", height, 0.0, _INF, False),
        ("friction cone", "N", reserve, 0.0, _INF, False),
        ("slip speed", "m/s", slips, 0.0, _INF, False),
        ("clear of the bar", "m", ca.vertcat(ca.SX(0, 1), *bars), 0.0, _INF, False),
        ("complementarity", "", products, -_INF, 0.0, True),
        ("no force in a gap", "", ca.vertcat(ca.SX(0, 1), *inside), -_INF, 0.0, True),
    ]


def _holes(task: PlanTask) -> list[tuple[float, float]]:
    """Where along x the ground carries nothing: gaps, and the rounded edges of steps."""
    found = []
    for obstacle in task.obstacles:
        if isinstance(obstacle, GapObstacle):
            found.append((obstacle.start, obstacle.end))
        elif isinstance(obstacle, StepObstacle):
            lower = obstacle.edge if obstacle.height > 0.0 else 0.0
            found.append((obstacle.x - lower, obstacle.x + obstacle.edge - lower))
    return found


def _references(task: PlanTask, steps: int, h: float, width: int) -> Array:
    found = np.zeros((steps, width))
    if task.reference is not None and width:
        t = h * np.arange(1, steps + 1)
        for column, name in enumerate((*STATES, *INPUTS)):
            if name in task.reference.values:
                found[:, column] = np.interp(t, task.reference.t, task.reference.values[name])
    return found.ravel()


def _variable_bounds(made: ContactProgram) -> tuple[Array, Array]:
    """Limits of inputs and states, forces that push, and what is asked of the ends and between."""
    task, n = made.task, made.steps
    limits = {**made.system.numbers.limits(task), **task.limits}
    found = []
    for end in (0, 1):
        states = np.tile([limits.get(name, (-_INF, _INF))[end] for name in STATES], (n + 1, 1))
        inputs = np.tile([limits.get(name, (-_INF, _INF))[end] for name in INPUTS], (n, 1))
        forces = np.full((n, FORCES), 0.0 if end == 0 else _INF)
        for knot, name, bound in _asked(made):
            column, closer = STATES.index(name), max if end == 0 else min
            states[knot, column] = closer(states[knot, column], bound[end])
        found.append((states, inputs, forces))
    for knot, column in np.argwhere(found[0][0] > found[1][0])[:1]:
        least, greatest = found[0][0][knot, column], found[1][0][knot, column]
        raise ArgumentError(
            "{states} at {knot:.3g} s is to be at least {least:g} and at most {greatest:g}, by what is asked and by "
            "what holds there",
            states=STATES[column],
            knot=knot * made.step,
            least=least,
            greatest=greatest,
        )
    return made.packed(*found[0]), made.packed(*found[1])


def _asked(made: ContactProgram) -> list[tuple[int, str, tuple[float, float]]]:
    """Knot, state and bounds."""
    request, found = HopperRequest(made.task), []
    for knot, at in ((0, request.at_start), (made.steps, request.at_goal)):
        found += [(knot, name, at(name)) for name in STATES]
    for fraction, phase in phase_ends(made.task):
        knot = round(fraction * made.steps)
        found += [(knot, name, least_and_greatest(bound)) for name, bound in phase.ends_at.items()]
    return found


def phase_ends(task: PlanTask) -> list[tuple[float, TaskPhase]]:
    """At which part of the whole time each phase ends, if all take what they are tried with first."""
    ends = np.cumsum([phase.first_duration() for phase in task.phases])
    return list(zip((ends / ends[-1]).tolist(), task.phases, strict=True))


def _given(at: Callable[[str], tuple[float, float]]) -> Array:
    """(8,) the middle of what is asked of an end; NaN: nothing."""
    ends = np.array([at(name) for name in STATES])
    return np.where(np.isfinite(ends).all(axis=1), 0.5 * ends[:, 0] + 0.5 * ends[:, 1], np.nan)
