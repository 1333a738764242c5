"""Whether contacts obey their law, stay in their cones, and keep bodies apart, at recorded states.

Source: THEORY §5 and §6; VALIDATION, "What every solver must show".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....contact.problem.solution import gauge
from ....errors import ArgumentError
from ...recording.gaps import MOST_PAIRS, body_gaps
from ...running.scene.start.starting_overlaps import SEEN
from ...step_arrays import ACCELERATION, FRICTION, GAP, IMPULSE, NORMAL, NOT_SOLVED
from ..solved_problem import solved_problem

if TYPE_CHECKING:
    from ...recording.recording import Recording

MOST_SOLVED = 100  # contacts and joints of a state up to which the problem is set up again; else its residual as recorded
LAW_TOLERANCE = 1e-8  # of residuals, over the largest velocity or acceleration at play, at least 1
LIMIT_OVER_TOLERANCE = 1e3  # of the same
CONE_TOLERANCE, CONE_LIMIT = 1e-9, 1e-6  # of the largest force
CLOSED = 1e-6  # a gap below counts as closed [m]
_REACH = 0.01  # of gaps that are looked at [m]

Column = tuple[Array, Array, Array, np.ndarray]
"""Of n states: values, tolerances, limits, and whose each is (-1: of no one)."""


def complementarity(recording: Recording, part: slice) -> Column:
    """Natural map of each state's problem [m/s | m/s²], the largest of its contacts and joints; whose: the entry."""
    rows = range(*part.indices(len(recording)))
    value, scale, whose = np.full(len(rows), np.nan), np.ones(len(rows)), np.full(len(rows), -1)
    for k, i in enumerate(rows):
        if recording.problems.level(i) == NOT_SOLVED:
            continue
        if k and recording.repeats(i):
            value[k], scale[k], whose[k] = value[k - 1], scale[k - 1], whose[k - 1]
            continue
        count = len(recording.contact_columns(i)[0]) + len(recording.problems.joints(i)[0])
        if count == 0:
            value[k] = 0.0
        elif is_looked_up(recording, i):
            value[k] = recording.residual[i]
        else:
            solved = solved_problem(recording, i)
            residuals, w = solved.residuals, solved.problem.w.reshape(-1, 3)[solved.taking_part]
            scale[k] = max(1.0, float(np.max(np.abs(w), initial=0.0)))
            whose[k] = int(np.argmax(residuals))
            value[k] = residuals[whose[k]]
        if np.isnan(value[k]) or np.isnan(recording.residual[i]):
            value[k] = np.inf  # it was solved, and its numbers are lost
    settings = recording.settings
    tolerance = LAW_TOLERANCE if settings.solving == "exact" else max(LAW_TOLERANCE, settings.residual_asked)
    return value, tolerance * scale, LIMIT_OVER_TOLERANCE * tolerance * scale, whose


def is_looked_up(recording: Recording, i: int) -> bool:
    """Whether the residual of state i is taken as it was recorded, for its many contacts."""
    return len(recording.contact_columns(i)[0]) + len(recording.problems.joints(i)[0]) > MOST_SOLVED


def cone(recording: Recording, part: slice) -> Column:
    """How far friction is beyond its cone, or pyramid, or a normal force pulls [N | N s]; whose: the contact."""
    ends, _, numbers = recording.contact_rows(part)
    normal, load, mu = numbers[:, NORMAL : NORMAL + 3], numbers[:, IMPULSE : IMPULSE + 3], numbers[:, FRICTION]
    settings = recording.settings
    if settings.scheme == "time_stepping":
        load = load / settings.dt
    n = np.einsum("ck,ck->c", load, normal)
    tangential = load - n[:, None] * normal
    size = np.linalg.norm(tangential, axis=1)
    if settings.law_facets:
        size = gauge(_along_tangents(normal, tangential), settings.law_facets)
    beyond = np.maximum(size - mu * np.maximum(n, 0.0), -n)
    largest = _maxima(ends, np.linalg.norm(load, axis=1))[0]
    value, whose = _maxima(ends, np.maximum(beyond, 0.0))
    value[np.isnan(value)] = np.inf
    value[recording.problems.levels[part] == NOT_SOLVED] = np.nan
    scale = np.maximum(1.0, largest)
    return value, CONE_TOLERANCE * scale, CONE_LIMIT * scale, whose


def penetration(recording: Recording, part: slice) -> Column:
    """How deep anything is inside another [m], found anew at each configuration; whose: the pair of `body_gaps`.

    In scenes of more than MOST_PAIRS pairs of shapes as it was recorded.
    """
    count = len(range(*part.indices(len(recording))))
    value, whose = np.zeros(count), np.full(count, -1)
    if are_gaps_recorded(recording):
        ends, _, numbers = recording.contact_rows(part)
        value = np.maximum(_maxima(ends, -numbers[:, GAP])[0], 0.0)
    if (pairs := body_gaps(recording.scene, recording.q[part], _REACH))[0]:
        gaps = np.where(np.isnan(pairs[1]), np.inf, pairs[1])
        deep = np.maximum(-gaps.min(axis=1), 0.0)
        whose = np.where((deep >= value) & (deep > 0.0), gaps.argmin(axis=1), -1)
        value = np.maximum(value, deep)
    tolerance = np.full(count, CLOSED)
    settings = recording.settings
    if settings.compliance > 0.0:
        ends, _, numbers = recording.contact_rows(part)
        n = np.einsum("ck,ck->c", numbers[:, IMPULSE : IMPULSE + 3], numbers[:, NORMAL : NORMAL + 3]) / settings.dt
        tolerance += 2.0 * settings.compliance * _maxima(ends, np.maximum(n, 0.0))[0]
    return value, tolerance, np.maximum(SEEN, 2.0 * tolerance), whose


def are_gaps_recorded(recording: Recording) -> bool:
    """Whether penetrations are, for some pairs of shapes, those that were recorded."""
    system = recording.scene.system
    return len(system.shapes) ** 2 > 2 * MOST_PAIRS


def entry_name(recording: Recording, i: int, entry: int) -> str:
    """What an entry of the problem of state i is: a contact with its bodies, or the limit or dry friction of a joint."""
    pairs = recording.contact_columns(i)[0]
    if entry < 0:
        return ""
    if entry >= len(pairs):
        try:
            return solved_problem(recording, i).joints[entry]
        except ArgumentError:
            return ""
    names, bodies = recording.scene.model.body_names, recording.scene.system.shapes["body"]
    return f"c{entry + 1}, " + " · ".join(names[int(bodies[int(shape)])] for shape in pairs[entry, :2])


def is_of_accelerations(recording: Recording, i: int) -> bool:
    """Whether the problem of state i is of forces and accelerations."""
    return recording.problems.level(i) == ACCELERATION


def _maxima(ends: np.ndarray, values: Array) -> tuple[Array, np.ndarray]:
    """Of each state the largest value of its contacts, 0 for none, and which of them it is, -1 for none."""
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    found, which = np.zeros(len(ends)), np.full(len(ends), -1)
    some = np.flatnonzero(ends > starts)
    if len(some):
        found[some] = np.maximum.reduceat(values, starts[some])
        sizes = (ends - starts)[some]
        hits = np.flatnonzero(values == np.repeat(found[some], sizes))
        states = np.repeat(np.arange(len(some)), sizes)[hits]
        first = np.unique(states, return_index=True)[1]
        which[some[states[first]]] = hits[first] - starts[some[states[first]]]
    return found, which


def _along_tangents(normal: Array, tangential: Array) -> Array:
    """Components (c, 2) along tangent and normal × tangent, with the tangents of the simulation: see `solved_problem`."""
    sign = np.copysign(1.0, normal[:, 2])
    c = -1.0 / (sign + normal[:, 2])
    tangent = np.column_stack(
        [1.0 + sign * normal[:, 0] ** 2 * c, sign * normal[:, 0] * normal[:, 1] * c, -sign * normal[:, 0]]
    )
    across = np.cross(normal, tangent)
    return np.column_stack([np.einsum("ck,ck->c", tangential, axis) for axis in (tangent, across)])
