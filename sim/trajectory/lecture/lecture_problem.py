"""The lecture's optimisation problem, row by row, and its solution by IPOPT.

min Σ ½‖x_k − x̂_k‖² + ½·0.001 ‖u_k − û‖² + ½‖x_45 − x̂_45‖², subject to x_{k+1} = RK4(x_k, u_k) with the input held, followed by
the jump map at the end of a flight, the foot at height 0 at the knots of stance modes, a leg of 0.5 to 1.5 m at all knots, and
x_1 and x_45 given. 24 of its 393 equations say again what others say; IPOPT bears it, but their multipliers are not unique.

Source: contact-dynamics-lecture16; TRAJECTORY §0 has the numbers.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ..values import PlanStatus
from .lecture_dynamics import (
    KNOTS,
    LEG_LONGEST,
    LEG_SHORTEST,
    REFERENCE_INPUT,
    dropped_foot_speed,
    ends_in_touch_down,
    held_step,
    is_stance,
    leg,
    mode_begins,
    rate_of,
    reference,
    state_names,
)
from .switches import LectureSwitches

INPUT_WEIGHT = 1e-3
_BODY = (0, 1, 4, 5)  # of the state
NOISE = 0.1  # of the lecture's guess
# bound_relax_factor: its default moves the bounds, and with them the cost, by 3e-8; a tolerance of 1e-8 leaves 2e-9 of the cost.
OPTIONS: dict[str, Any] = {"tol": 1e-10, "bound_relax_factor": 0.0, "max_iter": 1000, "print_level": 0, "sb": "yes"}
_STATUS = {
    "Solve_Succeeded": PlanStatus.SOLVED,
    "Solved_To_Acceptable_Level": PlanStatus.ACCEPTABLE,
    "User_Requested_Stop": PlanStatus.STOPPED,
    "Maximum_Iterations_Exceeded": PlanStatus.OUT_OF_ITERATIONS,
    "Infeasible_Problem_Detected": PlanStatus.INFEASIBLE,
}


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of g that belong together."""

    group: str  # "dynamics", "foot on the ground", "leg length", "touch-down speed", "start", "goal"
    knot: int  # at which, from 0; of a step the one it begins at
    first: int
    count: int
    entries: tuple[int, ...] = ()  # of the state, where the rows give the start or the goal

    @property
    def where(self) -> slice:
        """In g."""
        return slice(self.first, self.first + self.count)


@dataclass(frozen=True, eq=False, slots=True)
class LectureSolution:
    """Where IPOPT ended. K knots, n states; the first knot may be a later one of the lecture's, where a piece was solved."""

    switches: LectureSwitches
    first: int  # knot, from 0
    x: Array  # (K, n) after the jump, where there is one
    u: Array  # (K − 1, 2)
    cost: float
    status: PlanStatus
    iterations: int
    rows: tuple[Rows, ...]
    g: Array  # (m,)
    lower: Array  # (m,)
    upper: Array  # (m,)
    multiplier: (
        Array  # (m,) > 0 at an upper bound, < 0 at a lower one: cost per unit that the bound is loosened, with its sign
    )
    variables: int
    seconds_building: float
    seconds_solving: float


class LectureProblem:
    """Built once; solved from any guess.

    first, last : cut a piece of it out, between these knots (from 0)
    redundant : as the lecture has it; False: without the equations that say again what others say
    """

    def __init__(
        self,
        switches: LectureSwitches | None = None,
        first: int = 0,
        last: int = KNOTS - 1,
        *,
        leg_limits: tuple[float, float] = (LEG_SHORTEST, LEG_LONGEST),
        redundant: bool = True,
    ) -> None:
        if not 0 <= first < last < KNOTS:
            raise ArgumentError(f"a piece from knot {first} to {last}; wanted: 0 ≤ first < last ≤ {KNOTS - 1}")
        import casadi as ca  # so that nothing but planning loads it

        begun = time.perf_counter()
        self.switches = switches if switches is not None else LectureSwitches()
        self.first, self.last, self._redundant = first, last, redundant
        self.reference = reference(self.switches)
        self._n = len(state_names(self.switches))
        self._rows: list[Rows] = []
        self._g: list[Any] = []
        self._lower: list[float] = []
        self._upper: list[float] = []
        self._steps = {stance: self._step_function(stance) for stance in (True, False)}
        self._x = [ca.MX.sym(f"x{k}", self._n) for k in range(first, last + 1)]
        self._u = [ca.MX.sym(f"u{k}", 2) for k in range(first, last)]
        ends = ca.MX.sym("ends", self._n, 2)
        self._add_end("start", first, self._x[0] - ends[:, 0], tuple(range(self._n)))
        self._add_dynamics()
        self._add_path(*leg_limits)
        self._add_end("goal", last, self._x[-1] - ends[:, 1], self._goal_entries())
        w = ca.vertcat(*_interleaved(self._x, self._u))
        problem: dict[str, Any] = {"x": w, "f": self._cost(), "g": ca.vertcat(*self._g), "p": ca.vec(ends)}
        self.variables, self.constraints = problem["x"].numel(), problem["g"].numel()
        self._solver = ca.nlpsol("lecture", "ipopt", problem, {"print_time": False, "ipopt": OPTIONS})
        self.jacobian_nonzeros = int(ca.jacobian(problem["g"], problem["x"]).nnz())
        self._gradient = ca.Function(
            "gradient", [problem["x"], problem["p"]], [ca.jacobian(problem["g"], problem["x"])]
        )
        self.seconds_building = time.perf_counter() - begun

    def guess(self, noise: float = NOISE, seed: int = 0) -> Array:
        """The reference and its input with normal noise, packed as `solve` takes it (variables,)."""
        x = self.reference[self.first : self.last + 1]
        u = np.tile(REFERENCE_INPUT, (self.last - self.first, 1))
        packed = _packed_numbers(x, u)
        return packed + noise * np.random.default_rng(seed).standard_normal(packed.size)

    def guess_of(self, x: Array, u: Array) -> Array:
        """States (K, n) and inputs (K − 1, 2), packed as `solve` takes them."""
        if np.shape(x) != (len(self._x), self._n) or np.shape(u) != (len(self._u), 2):
            raise ArgumentError(
                f"a guess of shapes {np.shape(x)} and {np.shape(u)}; wanted: "
                f"({len(self._x)}, {self._n}) states and ({len(self._u)}, 2) inputs"
            )
        return _packed_numbers(np.asarray(x), np.asarray(u))

    def solve(
        self, guess: Array | None = None, *, seed: int = 0, start: Array | None = None, goal: Array | None = None
    ) -> LectureSolution:
        """From a guess, or the lecture's with this seed; between the reference's ends, or others (n,)."""
        start = self.reference[self.first] if start is None else start
        goal = self.reference[self.last] if goal is None else goal
        begun = time.perf_counter()
        found = self._solver(
            x0=self.guess(seed=seed) if guess is None else guess,
            p=np.concatenate([start, goal]),
            lbg=self._lower,
            ubg=self._upper,
        )
        stats = self._solver.stats()
        w = np.array(found["x"]).ravel()
        steps, width = self.last - self.first, self._n + 2
        table = w[: steps * width].reshape(steps, width)
        return LectureSolution(
            switches=self.switches,
            first=self.first,
            x=np.vstack([table[:, : self._n], w[steps * width :]]),
            u=table[:, self._n :].copy(),
            cost=float(found["f"]),
            status=_STATUS.get(stats["return_status"], PlanStatus.FAILED),
            iterations=int(stats["iter_count"]),
            rows=tuple(self._rows),
            g=np.array(found["g"]).ravel(),
            lower=np.array(self._lower),
            upper=np.array(self._upper),
            multiplier=np.array(found["lam_g"]).ravel(),
            variables=self.variables,
            seconds_building=self.seconds_building,
            seconds_solving=time.perf_counter() - begun,
        )

    def prices(self, solution: LectureSolution, group: str) -> Array:
        """What moving each entry of the start or of the goal adds to the cost, to first order (n,); 0 for what is not asked."""
        (rows,) = [rows for rows in solution.rows if rows.group == group]
        found = np.zeros(self._n)
        found[list(rows.entries)] = -solution.multiplier[rows.where]
        return found

    def equality_rank(self, solution: LectureSolution) -> tuple[int, int]:
        """How many rows are equations, and how many of them say something of their own at a solution."""
        ends = np.concatenate([self.reference[self.first], self.reference[self.last]])
        jacobian = np.array(self._gradient(_packed_numbers(solution.x, solution.u), ends))
        equal = solution.lower == solution.upper
        return int(equal.sum()), int(np.linalg.matrix_rank(jacobian[equal]))

    def _add(self, group: str, knot: int, value: Any, lower: float = 0.0, upper: float = 0.0) -> None:
        count = int(value.numel())
        self._rows.append(Rows(group, knot, len(self._lower), count))
        self._g.append(value)
        self._lower += [lower] * count
        self._upper += [upper] * count

    def _add_end(self, group: str, knot: int, off: Any, entries: tuple[int, ...]) -> None:
        self._add(group, knot, off[list(entries)])
        self._rows[-1] = replace(self._rows[-1], entries=entries)

    def _goal_entries(self) -> tuple[int, ...]:
        """What the goal gives of the last state, that nothing else does."""
        touch_downs = [k for k in range(self.first, self.last) if ends_in_touch_down(k)]
        if self._redundant or not is_stance(self.last):
            return tuple(range(self._n))
        landing = self.last - 1 in touch_downs
        foot = (2, 3) if landing else (2,) if touch_downs else ()
        return tuple(sorted((*_BODY, *foot, *range(8, self._n))))

    def _asks_height(self, k: int) -> bool:
        """Whether the foot's height at this knot is asked for."""
        if self._redundant or not is_stance(k):
            return is_stance(k)
        return self.first < k < self.last and ends_in_touch_down(k - 1)

    def _step_function(self, stance: bool) -> Any:
        import casadi as ca

        x, u = ca.SX.sym("x", self._n), ca.SX.sym("u", 2)
        rate = rate_of(stance, self.switches)
        step = held_step(rate, ca.vertsplit(x), ca.vertsplit(u), self.switches.substeps)
        return ca.Function("stance" if stance else "flight", [x, u], [ca.vertcat(*step)])

    def _add_dynamics(self) -> None:
        import casadi as ca

        limit = self.switches.touch_down_speed
        for k, x, u, after in zip(range(self.first, self.last), self._x, self._u, self._x[1:], strict=False):
            reached = self._steps[is_stance(k)](x, u)
            if ends_in_touch_down(k):
                if limit is not None:
                    self._add("touch-down speed", k, ca.sumsqr(reached[6:8]), -np.inf, limit**2)
                reached = ca.vertcat(*dropped_foot_speed(ca.vertsplit(reached)))
            self._add("dynamics", k, after - reached)

    def _add_path(self, shortest: float, longest: float) -> None:
        for k, x in enumerate(self._x, start=self.first):
            if self._asks_height(k):
                self._add("foot on the ground", k, x[3])
            self._add("leg length", k, leg([x[i] for i in range(4)])[2], shortest, longest)

    def _cost(self) -> Any:
        return sum(part for _, part in cost_parts(self._x, self._u, self.reference, self.first))


def cost_parts(x: Any, u: Any, reference: Array, first: int = 0) -> tuple[tuple[str, Any], ...]:
    """The cost by what it is of; the state of knot 45 counts, one of a piece that ends before is the next piece's."""
    last = first + len(u)
    counted = range(len(u) + 1) if last == KNOTS - 1 else range(len(u))
    place = velocity = force = side = 0.0
    for i in counted:
        off = [x[i][j] - float(reference[first + i, j]) for j in range(reference.shape[1])]
        place = place + 0.5 * _squares(off[:4] + off[8:9])
        velocity = velocity + 0.5 * _squares(off[4:8] + off[9:])
    for i in range(len(u)):
        force = force + 0.5 * INPUT_WEIGHT * (u[i][0] - float(REFERENCE_INPUT[0])) ** 2
        side = side + 0.5 * INPUT_WEIGHT * (u[i][1] - float(REFERENCE_INPUT[1])) ** 2
    return ("positions", place), ("velocities", velocity), ("force along the leg", force), ("second input", side)


def modes(first: int, last: int) -> tuple[tuple[int, int], ...]:
    """The first and last knot of each mode between two knots."""
    begins = [k for k in range(first, last) if mode_begins(k) or k == first]
    return tuple(zip(begins, [*begins[1:], last], strict=True))


def _squares(values: Iterable[Any]) -> Any:
    return sum(value * value for value in values)


def _interleaved(x: Any, u: Any) -> list[Any]:
    return [part for pair in zip(x, u, strict=False) for part in pair] + [x[-1]]


def _packed_numbers(x: Array, u: Array) -> Array:
    return np.concatenate(_interleaved(x, u))
