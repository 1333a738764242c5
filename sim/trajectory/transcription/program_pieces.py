"""A task cut into pieces of a program: intervals, nodes, jumps and ends, each kind one function, and what each row says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ..optimiser.program import Piece
from ..system.system import Function, HybridSystem, PathRows, SystemMode
from ..task.plan_task import PlanTask
from .cost_terms import TRACKING, CostTerms, running_terms
from .interval import hermite_simpson, rk4
from .layout import Ints, Layout, PhaseLayout, RowBlock, jump_to_phase


@dataclass
class _Kind:
    """Pieces that share one function, while they are gathered."""

    function: Function
    terms: Function | None
    parts: Sequence[tuple[str, str, str, tuple[float, ...], tuple[float, ...]]]  # kind, name, unit, lower, upper
    variables: list[Ints] = field(default_factory=list)
    parameters: list[Ints] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)  # phase, node

    def add(self, variables: Sequence[Ints], parameters: Sequence[Ints], phase: int, node: int) -> None:
        self.variables.append(np.concatenate([np.ravel(part) for part in variables]))
        self.parameters.append(np.concatenate([np.ravel(part) for part in parameters]))
        self.places.append((phase, node))


class PieceGathering:
    """Gathers the pieces of a task by what they share; `pieces` and `blocks` are of the same order."""

    def __init__(self, system: HybridSystem, task: PlanTask, layout: Layout, terms: CostTerms) -> None:
        self._system, self._task, self._layout, self._terms = system, task, layout, terms
        self._kinds: dict[Any, _Kind] = {}
        self._shared = [layout.theta, layout.weights, layout.tracking]
        is_summed = task.reference is not None and task.reference.summed
        self._summed = [terms.names.index(TRACKING)] if is_summed else []

    def pieces(self) -> list[tuple[Piece, Function | None]]:
        """In the order of rows."""
        return [
            (Piece(kind.function, np.array(kind.variables), np.array(kind.parameters)), kind.terms)
            for kind in self._kinds.values()
        ]

    def blocks(self) -> tuple[RowBlock, ...]:
        """Of the rows, in the order of `pieces`."""
        found, row = [], 0
        for kind in self._kinds.values():
            height = sum(len(lower) for _, _, _, lower, _ in kind.parts)
            phases, nodes = (np.array(column, np.int64) for column in zip(*kind.places, strict=True))
            numbers = row + np.arange(len(phases) * height).reshape(len(phases), height)
            row += numbers.size
            first = 0
            for name, group, unit, lower, upper in kind.parts:
                columns = slice(first, first + len(lower))
                first += len(lower)
                for phase in np.unique(phases):
                    at = phases == phase
                    found.append(RowBlock(name, group, unit, int(phase), nodes[at], numbers[at, columns], lower, upper))
        return tuple(found)

    # -- motion ---------------------------------------------------------------------------------------------------------

    def intervals(self) -> None:
        """What ties the nodes together, and the cost."""
        for number, phase in enumerate(self._layout.phases):
            key = ("interval", phase.mode.name)
            if key not in self._kinds:
                substeps = self._task.lecture.substeps if self._task.lecture else 1
                make = hermite_simpson if phase.collocated else partial(rk4, substeps=substeps)
                sizes = {
                    "theta": self._layout.theta.size,
                    "weights": self._layout.weights.size,
                    "tracking": self._layout.tracking.size,
                    "reference": phase.reference.shape[1],
                }
                made = make(phase.mode, running_terms(self._system, phase.mode, self._terms), sizes, self._summed)
                rows = made.cost_and_rows.size1_out(1)
                part = ("motion", "motion", "", (0.0,) * rows, (0.0,) * rows)
                self._kinds[key] = _Kind(made.cost_and_rows, made.terms, [part])
            for k in range(phase.intervals):
                self._kinds[key].add(*self._interval(phase, k), number, 2 * k if phase.collocated else k)
        if self._summed:
            self._last_knot()
        if self._terms.smoothness:
            self._changes()

    def _last_knot(self) -> None:
        """What is summed over knots, at the one that no interval begins with: of its state alone."""
        import casadi as ca

        number, phase = len(self._layout.phases) - 1, self._layout.phases[-1]
        mode, width = phase.mode, phase.reference.shape[1]
        x, p, reference = (ca.SX.sym("a", size) for size in (mode.nx, mode.np, width))
        theta, weights, tracking = (ca.SX.sym("a", places.size) for places in self._shared)
        given = (x, reference[width - mode.nu :], ca.SX.zeros(mode.nz), p, theta, (reference, tracking))
        terms = ca.SX.zeros(weights.numel())
        terms[self._summed] = running_terms(self._system, mode, self._terms)(*given)[self._summed]
        w, q = ca.vertcat(x, p), ca.vertcat(theta, weights, tracking, reference)
        function = ca.Function("last", [w, q], [ca.dot(weights, terms), ca.SX(0, 1)])
        self._kinds["last"] = _Kind(function, ca.Function("terms", [w, q], [terms]), [])
        self._kinds["last"].add([phase.x[-1], phase.p], [*self._shared, phase.reference[-1]], number, phase.nodes - 1)

    def _interval(self, phase: PhaseLayout, k: int) -> tuple[list[Ints], list[Ints]]:
        end = [phase.p, np.array([phase.duration])]
        if phase.collocated:
            a, m, b = 2 * k, 2 * k + 1, 2 * k + 2
            variables = [phase.x[a], phase.z[a], phase.u[k], phase.x[m], phase.z[m], phase.x[b], phase.z[b], phase.u[k + 1]]
            references = [phase.reference[a], phase.reference[m], phase.reference[b]]
        else:
            variables = [phase.x[k], phase.u[k], phase.x[k + 1]]
            references = [phase.reference[k], phase.reference[k + 1]]
        return [*variables, *end], [*self._shared, *references, np.array([phase.count])]

    def _changes(self) -> None:
        """∫ u̇² of an input that is linear between knots; of held ones the same of their middles."""
        import casadi as ca

        for number, phase in enumerate(self._layout.phases):
            key = ("change", phase.mode.nu)
            if key not in self._kinds:
                u0, u1 = (ca.SX.sym("u", phase.mode.nu) for _ in range(2))
                duration, weights, count = (ca.SX.sym("T"), ca.SX.sym("weights", self._layout.weights.size), ca.SX.sym("N"))
                term = ca.dot(u1 - u0, u1 - u0) * count / duration
                terms = ca.SX.zeros(weights.numel(), 1)
                terms[self._terms.names.index("smoothness")] = term
                w, q = ca.vertcat(u0, u1, duration), ca.vertcat(weights, count)
                function = ca.Function("change", [w, q], [ca.dot(weights, terms), ca.SX(0, 1)])
                self._kinds[key] = _Kind(function, ca.Function("terms", [w, q], [terms]), [])
            for k in range(len(phase.u) - 1):
                variables = [phase.u[k], phase.u[k + 1], np.array([phase.duration])]
                self._kinds[key].add(variables, [self._layout.weights, np.array([phase.count])], number, k)

    # -- along the way --------------------------------------------------------------------------------------------------

    def path(self) -> None:
        """What holds at every node."""
        for number, phase in enumerate(self._layout.phases):
            rows = (*phase.mode.path, *self._limited_states(phase.mode))
            of_state = [r for r in rows if not depends_on_inputs(r.function)]
            for node in range(phase.nodes):
                skipped = self._implied(number, node, phase.nodes)
                here = [r for r in rows if r.group not in skipped]
                if node == 0 and number == 0:
                    here += phase.mode.start
                if phase.collocated:
                    middle = node % 2 == 1
                    inputs = [phase.u[node // 2], phase.u[node // 2 + 1]] if middle else [phase.u[node // 2]]
                    self._rows_at(number, phase, node, here, inputs, phase.z[node])
                    continue
                # A held input: what depends on it is asked for on both sides of a knot.
                begin = [r for r in here if node < phase.intervals or r in of_state]
                self._rows_at(number, phase, node, begin, [phase.u[min(node, phase.intervals - 1)]], phase.z[node])
                if node > 0:
                    ending = [r for r in here if r not in of_state]
                    self._rows_at(number, phase, node, ending, [phase.u[node - 1]], phase.z[node])

    def _limited_states(self, mode: SystemMode) -> list[PathRows]:
        """Rows for the states that the task limits and that move in this mode."""
        import casadi as ca

        x, u, z, p, theta = (ca.SX.sym("a", mode.rate.size1_in(k)) for k in range(5))
        full = mode.full(x, p)
        found = []
        for name in {**self._system.numbers.limits(self._task), **self._task.limits}:
            if name in self._system.state_names:
                row = self._system.state_names.index(name)
                if ca.depends_on(full[row], x):
                    function = ca.Function("limit", [x, u, z, p, theta], [full[row]])
                    unit = self._system.state_units[row]
                    found.append(PathRows(name, unit, function, (-np.inf,), (np.inf,)))
        return found

    def _implied(self, number: int, node: int, nodes: int) -> tuple[str, ...]:
        before, after = (jump_to_phase(self._system, self._layout, k) for k in (number, number + 1))
        found: tuple[str, ...] = ()
        if node == 0 and before is not None:
            found += before.implied_after
        if node == nodes - 1 and after is not None:
            found += after.implied_before
        return found

    def _rows_at(
        self, number: int, phase: PhaseLayout, node: int, rows: Sequence[PathRows], inputs: list[Ints], z: Ints
    ) -> None:
        if not rows and not phase.mode.nz:
            return
        key = ("path", phase.mode.name, len(inputs), tuple(r.group for r in rows))
        if key not in self._kinds:
            self._kinds[key] = _path_kind(phase.mode, rows, len(inputs))
        self._kinds[key].add([phase.x[node], *inputs, z, phase.p], [self._layout.theta], number, node)

    # -- ends -----------------------------------------------------------------------------------------------------------

    def links(self) -> None:
        """What holds between phases."""
        import casadi as ca

        for number, unknowns in enumerate(self._layout.jumps):
            closing = number + 1 == len(self._layout.phases)
            before, after = self._layout.phases[number], self._layout.phases[0 if closing else number + 1]
            jump = jump_to_phase(self._system, self._layout, number + 1)
            assert jump is not None
            key = ("link", before.mode.name, after.mode.name, closing)
            if key not in self._kinds:
                sizes = [jump.rows.size1_in(k) for k in range(6)]
                symbols = [ca.SX.sym("a", size) for size in sizes]
                weights = ca.SX.sym("weights", self._layout.weights.size)
                rows = jump.rows(*symbols)
                parts = [("link", jump.kind, "", (0.0,) * rows.numel(), (0.0,) * rows.numel())]
                for path in jump.path:
                    rows = ca.vertcat(rows, path.function(*symbols))
                    parts.append(("impulse", path.group, path.unit, path.lower, path.upper))
                terms = ca.SX.zeros(weights.numel(), 1)
                if self._terms.impact:
                    impulse = jump.impulse(*symbols)
                    terms[self._terms.names.index("impact")] = ca.dot(impulse, impulse)
                w, q = ca.vertcat(*symbols[:5]), ca.vertcat(symbols[5], weights)
                cost = ca.dot(weights, terms) if terms.numel() else ca.SX(0)
                function = ca.Function("link", [w, q], [cost, rows])
                self._kinds[key] = _Kind(function, ca.Function("terms", [w, q], [terms]), parts)
            variables = [before.x[-1], before.p, after.x[0], after.p, unknowns]
            self._kinds[key].add(variables, [self._layout.theta, self._layout.weights], number, before.nodes - 1)

    def asked_states(self) -> None:
        """What is asked of single states: at the start, at the goal, where phases end."""
        last = len(self._layout.phases) - 1
        asked: list[tuple[str, int, int, Mapping[str, Any]]] = [("start", 0, 0, self._task.start)]
        for number, phase in enumerate(self._task.phases):
            # What the goal asks for too is one row, within both bounds: of two the multipliers would not be unique.
            ends = {name: bound for name, bound in phase.ends_at.items() if number < last or name not in self._task.goal}
            asked.append(("waypoint", number, self._layout.phases[number].nodes - 1, ends))
        asked.append(("goal", last, self._layout.phases[last].nodes - 1, self._task.goal))
        for kind, number, node, states in asked:
            self._asked(kind, number, node, states)
        if self._task.periodic:
            self._periodic(last)

    def _asked(self, kind: str, number: int, node: int, states: Mapping[str, Any]) -> None:
        import casadi as ca

        phase = self._layout.phases[number]
        x, p = ca.SX.sym("x", phase.mode.nx), ca.SX.sym("p", phase.mode.np)
        full = phase.mode.full(x, p)
        lower, upper = self._system.numbers.constants(self._task, number)
        free = ca.vertcat(x, p[[k for k in range(phase.mode.np) if lower[k] < upper[k]]])
        rows = [self._system.state_names.index(name) for name in states]
        # What the mode holds fixed by itself is no row: it could only contradict, or be there twice.
        rows = [row for row in rows if ca.depends_on(full[row], free)]
        if rows:
            names = [(self._system.state_names[row], self._system.state_units[row]) for row in rows]
            parts = [(kind, name, unit, (-np.inf,), (np.inf,)) for name, unit in names]
            function = ca.Function("asked", [ca.vertcat(x, p), ca.SX.sym("q", 0)], [ca.SX(0), full[rows]])
            self._kinds[kind, number] = _Kind(function, None, parts)
            self._kinds[kind, number].add([phase.x[node], phase.p], [np.zeros(0, np.int64)], number, node)

    def _periodic(self, last: int) -> None:
        import casadi as ca

        first, end = self._layout.phases[0], self._layout.phases[last]
        x0, p0 = ca.SX.sym("x0", first.mode.nx), ca.SX.sym("p0", first.mode.np)
        x1, p1 = ca.SX.sym("x1", end.mode.nx), ca.SX.sym("p1", end.mode.np)
        parameters = [] if last == 0 else [p1]
        difference = end.mode.full(x1, p1 if last else p0) - first.mode.full(x0, p0)
        rows = [self._system.state_names.index(name) for name in self._task.periodic]
        rows = [row for row in rows if ca.depends_on(difference[row], ca.vertcat(x0, x1))]
        parts = [("periodic", self._system.state_names[row], self._system.state_units[row], (0.0,), (0.0,)) for row in rows]
        w = ca.vertcat(x0, p0, x1, *parameters)
        function = ca.Function("periodic", [w, ca.SX.sym("q", 0)], [ca.SX(0), difference[rows]])
        self._kinds["periodic"] = _Kind(function, None, parts)
        places = [first.x[0], first.p, end.x[-1], *([end.p] if last else [])]
        self._kinds["periodic"].add(places, [np.zeros(0, np.int64)], last, end.nodes - 1)


def depends_on_inputs(function: Function) -> bool:
    """Whether a function (x, u, z, p, θ) depends on u or z."""
    return any(function.size1_in(k) and function.jac_sparsity(0, k).nnz() for k in (1, 2))


def _path_kind(mode: SystemMode, rows: Sequence[PathRows], inputs: int) -> _Kind:
    """Rows at a node; with two inputs at a midpoint, where it is their mean."""
    import casadi as ca

    x, z, p, theta = (ca.SX.sym("a", mode.rate.size1_in(k)) for k in (0, 2, 3, 4))
    us = [ca.SX.sym("u", mode.nu) for _ in range(inputs)]
    arguments = [x, sum(us) / inputs, z, p, theta]
    values = [mode.residual(*arguments)] if mode.residual is not None else []
    parts = [("residual", "dynamics", "", (0.0,) * mode.nz, (0.0,) * mode.nz)] if mode.nz else []
    for row in rows:
        values.append(row.function(*arguments))
        parts.append(("path", row.group, row.unit, row.lower, row.upper))
    return _Kind(ca.Function("path", [ca.vertcat(x, *us, z, p), theta], [ca.SX(0), ca.vertcat(*values)]), None, parts)
