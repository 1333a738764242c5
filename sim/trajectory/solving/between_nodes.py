"""What a plan does between its nodes: constraints are asked for at nodes alone, and may be broken in between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import Array
from ...texts import tr
from ..transcription.layout import PhaseLayout
from ..transcription.program_pieces import depends_on_inputs
from ..transcription.task_numbers import ProgramNumbers
from ..transcription.transcription import Transcription
from ..values import NOTABLE_BETWEEN

SHARES = np.arange(1, 8) / 8.0  # of the way from a node to the next, where it is looked at
NARROW = 4.0  # bounds that are nearer to each other than so many times what they would be drawn in by stay as they are


@dataclass(frozen=True, eq=False)
class PassedGroup:
    """By how much bounds of a group of states alone are passed in a phase, from each node to the next."""

    phase: int
    group: str
    unit: str
    passed: Array  # (nodes - 1,) at the worst instant between; 0: nowhere
    t: Array  # (nodes - 1,) that instant [s]

    @property
    def most(self) -> float:
        """Where it is worst."""
        return float(self.passed.max(initial=0.0))


def passed_between(made: Transcription, numbers: ProgramNumbers, x: Array) -> tuple[PassedGroup, ...]:
    """Of each phase and each group that depends on states alone."""
    start, found = 0.0, []
    theta = numbers.parameters[made.layout.theta]
    for number, phase in enumerate(made.layout.phases):
        t = start + phase.s * float(x[phase.duration])
        start = float(t[-1])
        instants, states = _between(phase, x, theta, t)
        for rows in phase.mode.path:
            bounds = _bounds(made, numbers, number, rows.group)
            if bounds is None or depends_on_inputs(rows.function):
                continue
            values = _values(rows.function, phase, states, x, theta)
            passed = np.maximum(bounds[0][:, None] - values, values - bounds[1][:, None]).max(axis=0)
            passed = passed.reshape(len(SHARES), phase.nodes - 1)
            worst = passed.argmax(axis=0), np.arange(phase.nodes - 1)
            at = instants.reshape(passed.shape)[worst]
            found.append(PassedGroup(number, rows.group, rows.unit, np.maximum(passed[worst], 0.0), at))
    return tuple(found)


def most_passed(groups: tuple[PassedGroup, ...]) -> float:
    """The greatest of all, each in its unit."""
    return max((one.most for one in groups), default=0.0)


def passed_by_interval(made: Transcription, groups: tuple[PassedGroup, ...]) -> tuple[Array, ...]:
    """Of each phase (intervals,): the greatest of its groups, each in its unit."""
    found = []
    for number, phase in enumerate(made.layout.phases):
        own = [one.passed for one in groups if one.phase == number]
        worst = np.max(own, axis=0) if own else np.zeros(phase.nodes - 1)
        found.append(worst.reshape(phase.intervals, -1).max(axis=1))
    return tuple(found)


def drawn_in(numbers: ProgramNumbers, by: Array) -> ProgramNumbers:
    """The numbers with bounds of rows moved inwards (rows,), where there is room for that."""
    by = np.where(numbers.g_upper - numbers.g_lower > NARROW * by, by, 0.0)
    return replace(numbers, g_lower=numbers.g_lower + by, g_upper=numbers.g_upper - by)


def room_wanted(made: Transcription, groups: tuple[PassedGroup, ...]) -> Array:
    """By how much each row's bounds are to be moved inwards (rows,), so that nothing is passed beside its node."""
    found = np.zeros(made.program.rows)
    for one in groups:
        if one.most <= NOTABLE_BETWEEN:
            continue
        beside = np.maximum(np.append(one.passed, 0.0), np.insert(one.passed, 0, 0.0))
        for block in made.blocks:
            if (block.kind, block.phase, block.name) == ("path", one.phase, one.group):
                found[block.rows] = beside[block.nodes][:, None]
    return found


def room_by_group(made: Transcription, groups: tuple[PassedGroup, ...], room: Array | None) -> tuple[float, ...]:
    """By how much at most bounds of each group are drawn in by `room` (rows,); None: not at all."""
    found = []
    for one in groups:
        own = [b.rows.ravel() for b in made.blocks if (b.kind, b.phase, b.name) == ("path", one.phase, one.group)]
        found.append(float(room[np.concatenate(own)].max()) if own and room is not None else 0.0)
    return tuple(found)


def notes_between(groups: tuple[PassedGroup, ...], before: tuple[PassedGroup, ...], room: tuple[float, ...]) -> tuple[str, ...]:
    """A sentence for each group that passes its bounds notably, for each that did `before` they were drawn in, and for each
    that has had `room` (groups,) since an earlier plan.
    """
    found = []
    for one, was, by in zip(groups, before, room, strict=True):
        worst, most = one.t[int(one.passed.argmax())], one.most
        where = tr("Between nodes of phase {phase}, where nothing is asked, {group}", phase=one.phase + 1, group=one.group)
        if most > NOTABLE_BETWEEN:
            found.append(
                tr(
                    "{where} is passed by {most:.2g} {unit} at {worst:.4g} s; more intervals make that less.",
                    where=where,
                    most=most,
                    unit=one.unit,
                    worst=worst,
                )
            )
        elif was.most > NOTABLE_BETWEEN:
            found.append(
                tr(
                    "{where} would have been passed by {most:.2g} {unit}: the nodes there keep that much more away, and what "
                    "is asked holds between them too, to {notable_between:g} {unit}.",
                    where=where,
                    most=was.most,
                    unit=one.unit,
                    notable_between=NOTABLE_BETWEEN,
                )
            )
        elif by > NOTABLE_BETWEEN:
            found.append(
                tr(
                    "{where} would be passed: as in the plan before, the nodes there keep up to {by:.2g} {unit} more away, and "
                    "what is asked holds between them too, to {notable_between:g} {unit}.",
                    where=where,
                    by=by,
                    unit=one.unit,
                    notable_between=NOTABLE_BETWEEN,
                )
            )
    return tuple(found)


def _between(phase: PhaseLayout, x: Array, theta: Array, t: Array) -> tuple[Array, Array]:
    """Instants between the nodes, and states (nx, instants) there: cubics that have states and rates at the nodes."""
    nodes = phase.nodes
    states = x[phase.x].T
    u = x[phase.u]
    inputs = np.array([np.interp(phase.s, np.linspace(0.0, 1.0, len(u)), column) for column in u.T]).reshape(-1, nodes)
    if not phase.collocated:
        inputs = np.vstack([u, u[-1:]]).T
    given = (states, inputs, x[phase.z].T, np.tile(x[phase.p], (nodes, 1)).T, np.tile(theta, (nodes, 1)).T)
    rates = np.asarray(phase.mode.rate.map(nodes)(*given), float)
    h = np.diff(t)
    instants, found = [], []
    for s in SHARES:
        a, b = states[:, :-1], states[:, 1:]
        smooth = s * s * (3.0 - 2.0 * s)
        found.append(a + smooth * (b - a) + h * (s * (1.0 - s) ** 2 * rates[:, :-1] - s * s * (1.0 - s) * rates[:, 1:]))
        instants.append(t[:-1] + s * h)
    return np.concatenate(instants), np.hstack(found)


def _bounds(made: Transcription, numbers: ProgramNumbers, phase: int, group: str) -> tuple[Array, Array] | None:
    """Of a group in a phase, as it is asked for at its nodes; None: at none."""
    for block in made.blocks:
        if (block.kind, block.phase, block.name) == ("path", phase, group):
            return numbers.g_lower[block.rows[0]], numbers.g_upper[block.rows[0]]
    return None


def _values(function: Any, phase: PhaseLayout, states: Array, x: Array, theta: Array) -> Array:
    """(rows, instants) of what depends on states alone."""
    count = states.shape[1]
    nothing = (np.zeros((function.size1_in(k), count)) for k in (1, 2))
    p = np.tile(x[phase.p], (count, 1)).T
    return np.asarray(function.map(count)(states, *nothing, p, np.tile(theta, (count, 1)).T), float)
