"""The lecture's optimisation problem, row by row.

min Σ ½‖x_k − x̂_k‖² + ½·0.001 ‖u_k − û‖² + ½‖x_45 − x̂_45‖², subject to x_{k+1} = RK4(x_k, u_k) with the input held, followed by
the jump map at the end of a flight, the foot at height 0 at the knots of stance modes, a leg of 0.5 to 1.5 m at all knots, and
x_1 and x_45 given. 24 of its 393 equations say again what others say; IPOPT bears it, but their multipliers are not unique.

Source: contact-dynamics-lecture16; TRAJECTORY §0 has the numbers.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...texts import marked
from ..optimiser.ipopt import solve
from ..optimiser.program import Piece, make_program
from ..optimiser.program_solution import Bounds, PrimalDualPoint, Solution, Tell
from ..task.lecture_switches import LectureSwitches
from .lecture_dynamics import (
    INPUT_WEIGHT,
    KNOTS,
    LEG_LONGEST,
    LEG_SHORTEST,
    REFERENCE_INPUT,
    dropped_foot_speed,
    held_step,
    leg,
    rate_of,
    reference,
    state_names,
)
from .lecture_solution import LectureSolution, Rows

NOISE = 0.1  # of the lecture's guess
TOLERANCE = 1e-10  # 1e-8 leaves 2e-9 of the cost
_BODY = (0, 1, 4, 5)  # of the state


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of a piece, by what they ask for."""

    name: str
    count: int
    lower: float = 0.0
    upper: float = 0.0


@dataclass(eq=False)
class _Kind:
    """Pieces that are alike, while they are put together."""

    groups: tuple[RowGroup, ...]  # of the rows of one
    function: Any  # (w, p) -> cost, rows
    places: list[list[int]] = field(default_factory=list)  # of the variables
    parameters: list[list[int]] = field(default_factory=list)
    knots: list[int] = field(default_factory=list)


class LectureProblem:
    """Built once; solved from any guess.

    first, last : cut a piece of it out, between these knots (from 0)
    redundant : as the lecture has it; False: without the equations that say again what others say
    """

    def __init__(
        self, switches: LectureSwitches | None = None, first: int = 0, last: int = KNOTS - 1, *, redundant: bool = True
    ) -> None:
        if not 0 <= first < last < KNOTS:
            raise ArgumentError(
                "a piece from knot {first} to {last}; wanted: 0 ≤ first < last ≤ {knots}",
                first=first,
                last=last,
                knots=KNOTS - 1,
            )
        begun = time.perf_counter()
        self.switches = switches if switches is not None else LectureSwitches()
        self.first, self.last, self._redundant = first, last, redundant
        self.reference = reference(self.switches)
        self._n = len(state_names(self.switches))
        self._kinds: dict[str, _Kind] = {}
        self._add_steps()
        self._add_path()
        ends = {"start": tuple(range(self._n)), "goal": self._goal_entries()}
        for place, (name, knot) in enumerate((("start", first), ("goal", last))):
            at = [self._state(knot)[entry] for entry in ends[name]]
            self._put(name, knot, at, [place * self._n + entry for entry in ends[name]])
        kinds = list(self._kinds.values())
        pieces = [Piece(one.function, np.array(one.places), np.array(one.parameters, np.int64)) for one in kinds]
        steps = last - first
        self.program = make_program(pieces, steps * (self._n + 2) + self._n, (2 + KNOTS) * self._n)
        self.rows, self._lower, self._upper = _rows_of(kinds, ends)
        self.seconds_building = time.perf_counter() - begun

    def guess(self, noise: float = NOISE, seed: int | None = 0) -> Array:
        """The reference and its input with normal noise, packed as `solve` takes it (variables,); without a seed no noise."""
        x = self.reference[self.first : self.last + 1]
        packed = _packed(x, np.tile(REFERENCE_INPUT, (self.last - self.first, 1)))
        return packed if seed is None else packed + noise * np.random.default_rng(seed).standard_normal(packed.size)

    def guess_of(self, x: Array, u: Array) -> Array:
        """States (K, n) and inputs (K − 1, 2), packed as `solve` takes them."""
        knots = self.last - self.first + 1
        if np.shape(x) != (knots, self._n) or np.shape(u) != (knots - 1, 2):
            raise ArgumentError(
                "a guess of shapes {shape} and {u_shape}; wanted: ({knots}, {n}) states and ({knots_2}, 2) inputs",
                shape=np.shape(x),
                u_shape=np.shape(u),
                knots=knots,
                n=self._n,
                knots_2=knots - 1,
            )
        return _packed(np.asarray(x), np.asarray(u))

    def solve(
        self,
        guess: Array | PrimalDualPoint | None = None,
        *,
        seed: int = 0,
        start: Array | None = None,
        goal: Array | None = None,
        leg_limits: tuple[float, float] = (LEG_SHORTEST, LEG_LONGEST),
        iterations: int = 500,
        tolerance: float = TOLERANCE,
        tell: Tell | None = None,
    ) -> LectureSolution:
        """From a guess, or the lecture's with this seed; between the reference's ends, or others (n,), and with a leg so long."""
        start = self.reference[self.first] if start is None else start
        goal = self.reference[self.last] if goal is None else goal
        found = solve(
            self.program,
            self.parameters(start, goal),
            self.bounds(leg_limits),
            self.guess(seed=seed) if guess is None else guess,
            options={"ipopt.tol": tolerance, "ipopt.max_iter": iterations},
            tell=tell,
        )
        return self.read(found, leg_limits)

    def bounds(self, leg_limits: tuple[float, float] = (LEG_SHORTEST, LEG_LONGEST)) -> Bounds:
        """Of variables and rows, with a leg so long [m]."""
        free = np.full(self.program.variables, np.inf)
        lower, upper = self._lower.copy(), self._upper.copy()
        for rows in self.rows:
            if rows.group == "leg length":
                lower[rows.where], upper[rows.where] = leg_limits
        return Bounds(-free, free, lower, upper)

    def read(self, found: Solution, leg_limits: tuple[float, float] = (LEG_SHORTEST, LEG_LONGEST)) -> LectureSolution:
        """What IPOPT found, or came by, as a solution of this problem."""
        x, u = self.unpacked(found.point.x)
        bounds = self.bounds(leg_limits)
        return LectureSolution(
            self.switches, self.first, x, u, self.rows, bounds.g_lower, bounds.g_upper, found, self.seconds_building
        )

    def unpacked(self, packed: Array) -> tuple[Array, Array]:
        """States (K, n) and inputs (K − 1, 2)."""
        steps, width = self.last - self.first, self._n + 2
        table = packed[: steps * width].reshape(steps, width)
        return np.vstack([table[:, : self._n], packed[steps * width :]]), table[:, self._n :].copy()

    def equality_rank(self, solution: LectureSolution) -> tuple[int, int]:
        """How many rows are equations, and how many of them say something of their own at a solution."""
        given = self.parameters(self.reference[self.first], self.reference[self.last])
        jacobian = np.array(self.program.jacobian(_packed(solution.x, solution.u), given)[1])
        equal = solution.lower == solution.upper
        return int(equal.sum()), int(np.linalg.matrix_rank(jacobian[equal]))

    # -- putting it together

    def _state(self, k: int) -> list[int]:
        """The places of x_k among the variables."""
        begin = (k - self.first) * (self._n + 2)
        return list(range(begin, begin + self._n))

    def _input(self, k: int) -> list[int]:
        begin = (k - self.first) * (self._n + 2) + self._n
        return [begin, begin + 1]

    def _reference(self, k: int) -> list[int]:
        """The places of x̂_k among the parameters, which begin with start and goal."""
        begin = (2 + k) * self._n
        return list(range(begin, begin + self._n))

    def parameters(self, start: Array, goal: Array) -> Array:
        """The program's, with these ends (n,)."""
        return np.concatenate([start, goal, self.reference.ravel()])

    def _add_steps(self) -> None:
        for k in range(self.first, self.last):
            lands = self.switches.ends_in_touch_down(k)
            name = "landing" if lands else "stance" if self.switches.is_stance(k) else "flight"
            places = self._state(k) + self._input(k) + self._state(k + 1)
            self._put(name, k, places)
            self._put("cost", k, self._state(k) + self._input(k), self._reference(k))
        if self.last == KNOTS - 1:
            self._put("last cost", self.last, self._state(self.last), self._reference(self.last))

    def _add_path(self) -> None:
        for k in range(self.first, self.last + 1):
            place = self._state(k)
            if self._asks_height(k):
                self._put("foot on the ground", k, [place[3]])
            self._put("leg length", k, place[:4])

    def _asks_height(self, k: int) -> bool:
        """Whether the foot's height at this knot is asked for."""
        if self._redundant or not self.switches.is_stance(k):
            return self.switches.is_stance(k)
        return self.first < k < self.last and self.switches.ends_in_touch_down(k - 1)

    def _goal_entries(self) -> tuple[int, ...]:
        """What the goal gives of the last state, that nothing else does."""
        touch_downs = [k for k in range(self.first, self.last) if self.switches.ends_in_touch_down(k)]
        if self._redundant or not self.switches.is_stance(self.last):
            return tuple(range(self._n))
        foot = (2, 3) if self.last - 1 in touch_downs else (2,) if touch_downs else ()
        return tuple(sorted((*_BODY, *foot, *range(8, self._n))))

    def _put(self, name: str, k: int, places: list[int], parameters: Sequence[int] = ()) -> None:
        if name not in self._kinds:
            self._kinds[name] = self._kind(name, len(places), len(parameters))
        kind = self._kinds[name]
        kind.places.append(places)
        kind.parameters.append(list(parameters))
        kind.knots.append(k)

    def _kind(self, name: str, variables: int, parameters: int) -> _Kind:
        import casadi as ca

        w, p = ca.SX.sym("w", variables), ca.SX.sym("p", parameters)
        cost: Any = ca.SX(0)
        groups: list[RowGroup] = []
        rows: list[Any] = []
        if name in ("stance", "flight", "landing"):
            groups, rows = self._step_rows(name, w)
        elif name in ("cost", "last cost"):
            u = [ca.vertsplit(w[self._n :])] if name == "cost" else []
            cost = sum(part for _, part in cost_parts([ca.vertsplit(w[: self._n])], u, [ca.vertsplit(p)]))
        elif name == "leg length":
            groups, rows = [RowGroup(name, 1, LEG_SHORTEST, LEG_LONGEST)], [leg(ca.vertsplit(w))[2]]
        elif name == "foot on the ground":
            groups, rows = [RowGroup(name, 1)], [w]
        else:
            groups, rows = [RowGroup(name, variables)], [w - p]
        return _Kind(tuple(groups), ca.Function("piece", [w, p], [cost, ca.vertcat(*rows) if rows else ca.SX(0, 1)]))

    def _step_rows(self, name: str, w: Any) -> tuple[list[RowGroup], list[Any]]:
        """Of x, u and the state after."""
        import casadi as ca

        x, u, after = ca.vertsplit(w[: self._n]), ca.vertsplit(w[self._n : self._n + 2]), w[self._n + 2 :]
        reached = held_step(rate_of(name == "stance", self.switches), x, u, self.switches.substeps)
        groups, rows = [RowGroup("dynamics", self._n)], []
        if name == "landing":
            speed = reached[6] ** 2 + reached[7] ** 2
            reached = dropped_foot_speed(reached)
            if self.switches.touch_down_speed is not None:
                groups.append(RowGroup("touch-down speed", 1, -np.inf, self.switches.touch_down_speed**2))
                rows.append(speed)
        return groups, [after - ca.vertcat(*reached), *rows]


def _rows_of(kinds: Iterable[_Kind], ends: dict[str, tuple[int, ...]]) -> tuple[tuple[Rows, ...], Array, Array]:
    """The rows in the order of the pieces, and their bounds."""
    rows: list[Rows] = []
    lower: list[float] = []
    upper: list[float] = []
    for kind in kinds:
        for knot in kind.knots:
            for group in kind.groups:
                rows.append(Rows(group.name, knot, len(lower), group.count, ends.get(group.name, ())))
                lower += [group.lower] * group.count
                upper += [group.upper] * group.count
    return tuple(rows), np.array(lower), np.array(upper)


def cost_parts(x: Any, u: Any, reference: Any) -> tuple[tuple[str, Any], ...]:
    """The cost of states and inputs by what it is of, where they are measured from the reference's states."""
    off = [[x[i][j] - reference[i][j] for j in range(len(reference[i]))] for i in range(len(x))]
    aside = [[u[i][j] - float(REFERENCE_INPUT[j]) for j in range(2)] for i in range(len(u))]
    return (
        (marked("positions"), 0.5 * _squares(entry for one in off for entry in one[:4] + one[8:9])),
        (marked("velocities"), 0.5 * _squares(entry for one in off for entry in one[4:8] + one[9:])),
        (marked("force along the leg"), 0.5 * INPUT_WEIGHT * _squares(one[0] for one in aside)),
        (marked("second input"), 0.5 * INPUT_WEIGHT * _squares(one[1] for one in aside)),
    )


def _squares(values: Iterable[Any]) -> Any:
    return sum(value * value for value in values)


def _packed(x: Array, u: Array) -> Array:
    return np.concatenate([part for pair in zip(x, u, strict=False) for part in pair] + [x[-1]])
