"""Faults of a recording that no single state shows: what strikes at every step, forces that alternate, doubtful contacts.

A residual says how well the problem of a step was solved, and the step taken as two halves has the same fault: see theory.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....interruption import checkpoint
from ....texts import tr
from ...step_arrays import ENTRY, IMPACT, IMPULSE, NORMAL, SHAPE_A, SHAPE_B, TARGET, VELOCITY, VELOCITY_BEFORE
from .values import RecordingFault

if TYPE_CHECKING:
    from ...recording.recording import Recording

STRIKES, ALTERNATES, DOUBTFUL = "strikes", "alternates", "doubtful"
IN_A_ROW = 5  # steps that end with an impact, from which on they are no bounces
SLOW = 0.1  # speed at which a bounce leaves that may come back within a step [m/s]
STEPS, SHARE = 20, 0.05  # over which forces are looked at, and what of them may alternate
NOTHING = 1e-9  # of the largest force of a pair: what rounding leaves of none
_BLOCK = 2**9  # states that are read in one go
_LOOKED_AT = 2**17  # of which one number is
_STEPS_TRIED = (1.0, 2.0, 5.0)


def recurring_faults(recording: Recording) -> tuple[RecordingFault, ...]:
    """Pairs of bodies that strike at every step, whose force alternates, or whose contacts are doubtful, the earliest first.

    The first strike so slowly that their bounce may end within a step (`SLOW`): what contact holds is taken for an impact.
    Forces alternate where over `STEPS` they are away from the mean of those before and after, now to this side and now to that,
    by more than `SHARE` of themselves. Contacts are doubtful where a step cannot know when a pair meets: see `sweep`.
    """
    found: dict[tuple[str, int], _Sums] = {}
    for pairs, first, struck, lost, speed, away in _blocks(recording):
        for kind, marks in ((STRIKES, struck), (ALTERNATES, away > 0.0)):
            for k in np.flatnonzero(marks.any(axis=0)):
                sums = found.setdefault((kind, int(pairs[k])), _Sums(float(recording.t[first + int(marks[:, k].argmax())])))
                sums.steps += int(marks[:, k].sum())
                sums.lost += float(lost[marks[:, k], k].sum())
                sums.largest = max(sums.largest, float((speed if kind == STRIKES else away)[marks[:, k], k].max()))
    faults = [_fault(recording, kind, pair, sums) for (kind, pair), sums in found.items()]
    faults += doubtful_contacts(recording)
    return tuple(sorted(faults, key=lambda fault: fault.t))


def doubtful_contacts(recording: Recording) -> list[RecordingFault]:
    """Pairs of bodies whose contact is doubtful in some steps, the earliest first."""
    found: dict[tuple[str, ...], tuple[int, float]] = {}
    shapes, names = recording.scene.system.shapes["body"], recording.scene.model.body_names
    for begin in range(0, len(recording), _LOOKED_AT):
        pairs = np.asarray(recording.doubtful[begin : begin + _LOOKED_AT])
        for k in np.flatnonzero(pairs).tolist():
            bodies = tuple(names[int(shapes[shape])] for shape in divmod(int(pairs[k]) - 1, len(shapes)))
            steps, t = found.get(bodies, (0, float(recording.t[begin + k])))
            found[bodies] = steps + 1, t
    return [
        RecordingFault(
            DOUBTFUL,
            bodies,
            t,
            steps,
            tr(
                "{contacts} of {one} and {other}, first at t = {t:.6g} s: they turn too far in a step, or were inside each other "
                "as it began: try a shorter step",
                contacts=tr("1 doubtful contact") if steps == 1 else tr("{steps} doubtful contacts", steps=steps),
                one=bodies[0],
                other=bodies[1],
                t=t,
            ),
        )
        for bodies, (steps, t) in found.items()
    ]


@dataclass(slots=True)
class _Sums:
    t: float
    steps: int = 0
    lost: float = 0.0  # [J]
    largest: float = 0.0  # speed of approach [m/s], or share of the force that alternates


def _fault(recording: Recording, kind: str, pair: int, sums: _Sums) -> RecordingFault:
    names, dt = recording.scene.model.body_names, recording.settings.dt
    count = len(names)
    one, other = names[pair // count], names[pair % count]
    since = tr("in {steps} steps from t = {t:.6g} s on", steps=sums.steps, t=sums.t)
    if kind == STRIKES:
        step = _rounded(dt * recording.settings.restitution_speed / sums.largest)
        sentence = tr(
            "impacts of {other} on {one} {since}, one after the other: the step is too long for how fast this contact "
            "moves on. Energy lost so: {lost:.3g} J. Try dt = {step:g} s",
            other=other,
            one=one,
            since=since,
            lost=max(sums.lost, 0.0),
            step=step,
        )
    else:
        sentence = tr(
            "the force between {one} and {other} alternates by up to {largest:.0%} of itself {since}: read it as the "
            "mean of two steps",
            one=one,
            other=other,
            largest=sums.largest,
            since=since,
        )
    return RecordingFault(kind, (one, other), sums.t, sums.steps, sentence)


def _rounded(step: float) -> float:
    """The next of 1, 2, 5, 10 ... below."""
    power = 10.0 ** np.floor(np.log10(step))
    return float(power * max(tried for tried in _STEPS_TRIED if tried * power <= step * (1.0 + 1e-9)))


def _blocks(recording: Recording) -> Iterator[tuple[np.ndarray, int, np.ndarray, Array, Array, Array]]:
    """Of blocks of n states: p pairs of bodies, the first state, and of each state and pair (n, p)

    whether it is one of those that strike in a row, the energy lost and the speed of approach there, and the share by which a
    force alternates, 0 where it does not.
    """
    count = len(recording)
    for begin in range(0, count, _BLOCK):
        checkpoint()
        before, after = min(begin, STEPS), STEPS
        part = slice(begin - before, min(begin + _BLOCK + after, count))
        ends, shapes, numbers = recording.contact_rows(part)
        n = len(ends)
        if not len(shapes):
            continue
        body = recording.scene.system.shapes["body"]
        names = len(recording.scene.model.body_names)
        pairs, pair = np.unique(body[shapes[:, SHAPE_A]] * names + body[shapes[:, SHAPE_B]], return_inverse=True)
        state = np.repeat(np.arange(n), np.diff(ends, prepend=0))
        normal = numbers[:, NORMAL : NORMAL + 3]
        impulse = numbers[:, IMPULSE : IMPULSE + 3]
        u, v = numbers[:, VELOCITY_BEFORE : VELOCITY_BEFORE + 3], numbers[:, VELOCITY : VELOCITY + 3]
        hits = (shapes[:, IMPACT] != 0) & (numbers[:, ENTRY + TARGET] < SLOW)
        force, lost, speed = np.zeros((3, n, len(pairs)))
        hit, struck = np.zeros((2, n, len(pairs)), dtype=bool)
        np.add.at(force, (state, pair), np.einsum("ij,ij->i", impulse, normal))
        np.add.at(lost, (state, pair), -0.5 * np.einsum("ij,ij->i", impulse, u + v))
        np.maximum.at(speed, (state, pair), -np.einsum("ij,ij->i", u, normal))
        np.logical_or.at(hit, (state, pair), hits)
        np.logical_or.at(struck, (state, pair), shapes[:, IMPACT] != 0)
        own = slice(before, before + min(_BLOCK, count - begin))
        yield pairs, begin, _in_a_row(hit, IN_A_ROW)[own], lost[own], speed[own], _alternating(force, struck)[own]


def _in_a_row(marks: np.ndarray, length: int) -> np.ndarray:
    """Which of the marks (n, p) are of so many states in a row, or more."""
    found = np.zeros(marks.shape, dtype=bool)
    if marks.shape[0] >= length:
        whole = np.lib.stride_tricks.sliding_window_view(marks, length, axis=0).all(axis=-1)
        for k in range(length):
            found[k : k + whole.shape[0]] |= whole
    return found


def _alternating(force: Array, struck: np.ndarray) -> Array:
    """The share (n, p) by which a pair's force alternates over `STEPS` states in a row that press and do not strike, or 0."""
    found = np.zeros_like(force)
    n = len(force)
    if n < STEPS + 2:
        return found
    away = np.zeros_like(force)
    away[1:-1] = force[1:-1] - 0.5 * (force[:-2] + force[2:])
    turns = np.zeros(force.shape, dtype=bool)
    turns[1:] = away[1:] * away[:-1] < 0.0  # from one side of the mean to the other
    near = struck.copy()  # or beside one that strikes
    near[1:] |= struck[:-1]
    near[:-1] |= struck[1:]
    steady = (force > NOTHING * force.max(axis=0)) & ~near & turns
    sums = np.lib.stride_tricks.sliding_window_view(np.where(steady, np.abs(away), 0.0), STEPS, axis=0).sum(axis=-1)
    of = np.lib.stride_tricks.sliding_window_view(force, STEPS, axis=0).sum(axis=-1)
    whole = np.lib.stride_tricks.sliding_window_view(steady, STEPS, axis=0).all(axis=-1)
    share = np.where(whole & (sums > SHARE * of), sums / np.maximum(of, 1e-300), 0.0)
    for k in range(STEPS):
        found[k : k + share.shape[0]] = np.maximum(found[k : k + share.shape[0]], share)
    return found
