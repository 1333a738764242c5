"""Faults of a recording that no single state shows: what strikes at every step, forces that alternate, positions that jump.

A residual says how well the problem of a step was solved, and the step taken as two halves has the same fault: see theory.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array
from ...multibody.dynamics.energy import energies
from ...multibody.kinematics.configuration import difference, integrate
from ...multibody.model.model import JointKind
from ..step_arrays import (
    ENTRY,
    IMPACT,
    IMPULSE,
    NORMAL,
    NOT_SOLVED,
    SHAPE_A,
    SHAPE_B,
    TARGET,
    VELOCITY,
    VELOCITY_BEFORE,
)
from .balance_checks import turning
from .contact_checks import penetration

if TYPE_CHECKING:
    from ..recording.recording import Recording

STRIKES, ALTERNATES, JUMPS, ENERGIES = "strikes", "alternates", "jumps", "energies"
IN_A_ROW = 5  # steps that end with an impact, from which on they are no bounces
SLOW = 0.1  # speed at which a bounce leaves that may come back within a step [m/s]
STEPS, SHARE = 20, 0.05  # over which forces are looked at, and what of them may alternate
SLACK = 10.0  # of what the change of velocities within a step leaves open of positions
SAME, UNIT = 1e-7, 1e-6  # by which positions [m | rad] may be off, and the length of a quaternion
SAME_ENERGY = 1e-6  # of energies, as a share of the larger
SHARE_OF_TURN = 0.1  # of (h ω)³, by which a turn over a step of time-stepping is known
_BLOCK = 2**9  # states that are read in one go
_QUATERNIONS = (JointKind.FREE_FLYER, JointKind.SPHERICAL)
_STEPS_TRIED = (1.0, 2.0, 5.0)


@dataclass(frozen=True, slots=True)
class RecurringFault:
    """What two bodies do to each other at many steps, or a body at one or more."""

    kind: str  # STRIKES, ALTERNATES, JUMPS or ENERGIES
    bodies: tuple[str, ...]  # two that touch, the one that jumps, or none
    t: float  # of the first of those steps [s]
    steps: int
    sentence: str  # what it is, and what cures it


def recurring_faults(recording: Recording) -> tuple[RecurringFault, ...]:
    """Pairs of bodies that strike at every step, and those whose force alternates, the earliest first.

    The first strike so slowly that their bounce may end within a step (`SLOW`): what contact holds is taken for an impact.
    Forces alternate where over `STEPS` they are away from the mean of those before and after, now to this side and now to that,
    by more than `SHARE` of themselves.
    """
    found: dict[tuple[str, int], _Sums] = {}
    for pairs, first, struck, lost, speed, away in _blocks(recording):
        for kind, marks in ((STRIKES, struck), (ALTERNATES, away > 0.0)):
            for k in np.flatnonzero(marks.any(axis=0)):
                sums = found.setdefault(
                    (kind, int(pairs[k])), _Sums(float(recording.t[first + int(marks[:, k].argmax())]))
                )
                sums.steps += int(marks[:, k].sum())
                sums.lost += float(lost[marks[:, k], k].sum())
                sums.largest = max(sums.largest, float((speed if kind == STRIKES else away)[marks[:, k], k].max()))
    faults = [_fault(recording, kind, pair, sums) for (kind, pair), sums in found.items()]
    return tuple(sorted(faults, key=lambda fault: fault.t))


def motion_faults(recording: Recording) -> tuple[RecurringFault, ...]:
    """Bodies whose joint's positions are not those before moved by the velocities, and energies that are not those of q and v.

    The earliest first. Over a step q goes along v before and after, by θ and 1 - θ of it, and half by half in the hybrid scheme:
    right to a share of the change of acceleration times h², which at an impact is that of the velocity times h; and where
    something was inside another, its depth is moved besides. A start has no state before. Source: THEORY §6 (Moreau).
    """
    count, model = len(recording), recording.scene.model
    found: dict[int, _Sums] = {}
    for begin in range(0, count, _BLOCK):
        part = slice(max(begin - 2, 0), min(begin + _BLOCK + 1, count))
        away, allowed = _moved_by_itself(recording, part)
        new = slice(begin - part.start, begin - part.start + min(_BLOCK, count - begin))
        for name, (_, in_v) in model.joint_slices().items():
            off = away[new, in_v].max(axis=1, initial=0.0)
            marks = off > allowed[new]
            if marks.any():
                at = model.body_names.index(model.joint(name).child)
                sums = found.setdefault(at, _Sums(float(recording.t[begin + int(marks.argmax())])))
                sums.steps += int(marks.sum())
                sums.largest = max(sums.largest, float(off[marks].max()))
        off = _other_energy(recording, slice(begin, min(begin + _BLOCK, count)))
        marks = off > SAME_ENERGY
        if marks.any():
            sums = found.setdefault(-1, _Sums(float(recording.t[begin + int(marks.argmax())])))
            sums.steps += int(marks.sum())
            sums.largest = max(sums.largest, float(off.max()))
    faults = [_fault_of_motion(model.body_names[body] if body >= 0 else "", sums) for body, sums in found.items()]
    return tuple(sorted(faults, key=lambda fault: fault.t))


def _fault_of_motion(body: str, sums: _Sums) -> RecurringFault:
    where, why = (
        f"in {sums.steps} states from t = {sums.t:.6g} s on",
        "the file was changed, or something moved it unrecorded",
    )
    if not body:
        sentence = (
            f"energies are not those of positions and velocities {where}, by up to {sums.largest:.2g} of them: {why}"
        )
        return RecurringFault(ENERGIES, (), sums.t, sums.steps, sentence)
    far = f"by up to {sums.largest:.3g} (m, rad)" if np.isfinite(sums.largest) else "or are none at all"
    sentence = f"positions of {body} are not where its velocities lead {where}, {far}: {why}"
    return RecurringFault(JUMPS, (body,), sums.t, sums.steps, sentence)


def _other_energy(recording: Recording, part: slice) -> Array:
    """By which share (n,) the recorded energies of states are not those of their q and v."""
    model, gravity = recording.scene.model, recording.scene.gravity
    pairs = zip(_usable(recording, part)[0], recording.v[part], strict=True)
    found = np.array([energies(model, q, v, gravity) for q, v in pairs])
    recorded = np.column_stack([recording.kinetic[part], recording.potential[part]])
    weight = float(np.sum(model.table["mass"])) * float(np.linalg.norm(gravity))
    off = np.abs(recorded - found).max(axis=1) / (np.abs(found).max(axis=1) + SAME * weight + 1e-12)
    return np.asarray(np.where(np.isfinite(off), off, np.inf))


def _usable(recording: Recording, part: slice) -> tuple[Array, np.ndarray]:
    """Positions (n, nq) of states without quaternions that are none, and of which numbers of v (n, nv) there were such."""
    model, q = recording.scene.model, np.array(recording.q[part])
    none = np.zeros((len(q), model.nv), dtype=bool)
    for name, (in_q, in_v) in model.joint_slices().items():
        if model.joint(name).kind in _QUATERNIONS:
            at = slice(in_q.stop - 4, in_q.stop)
            wrong = np.abs(np.linalg.norm(q[:, at], axis=1) - 1.0) > UNIT
            q[wrong, at] = 0.0, 0.0, 0.0, 1.0
            none[wrong, in_v] = True
    return q, none


def _moved_by_itself(recording: Recording, part: slice) -> tuple[Array, Array]:
    """How far (n, nv) positions of n states are from where velocities lead from the state before, and how far they may (n,)."""
    model, settings = recording.scene.model, recording.settings
    (q, none), v, t = _usable(recording, part), recording.v[part], recording.t[part]
    theta = settings.theta if settings.scheme == "time_stepping" else 0.5
    n = len(t)
    step, away = np.diff(t, prepend=t[:1]), np.zeros((n, model.nv))
    for k in range(1, n):
        led = integrate(model, integrate(model, q[k - 1], v[k - 1], (1.0 - theta) * step[k]), v[k], theta * step[k])
        away[k] = np.abs(difference(model, led, q[k]))
    away[none] = np.inf
    away[~np.isfinite(away)] = np.inf
    change = np.zeros(n)
    change[1:] = np.abs(np.diff(v, axis=0)).max(axis=1, initial=0.0)
    rates = np.divide(np.diff(v, axis=0), step[1:, None], out=np.zeros((n - 1, model.nv)), where=step[1:, None] > 0.0)
    bends = np.zeros(n)
    if n > 2:
        bend = np.abs(np.diff(rates, axis=0)).max(axis=1, initial=0.0)
        bends[2:], bends[1:-1] = bend, np.maximum(bends[1:-1], bend)
    jumps = np.append(False, step[1:] == 0.0)  # an impact of the hybrid scheme: beside it accelerations are not known
    beside = jumps | np.append(jumps[1:], False) | np.append(False, jumps[:-1])
    turn = np.abs(v[:, turning(recording)]).max(axis=1, initial=0.0)
    turn[1:] = np.maximum(turn[1:], turn[:-1])
    smooth = np.where(beside, step * change, step**2 * bends)
    depth = penetration(recording, part)[0]
    depth[1:] = np.maximum(depth[1:], depth[:-1])
    allowed = SLACK * (smooth + SHARE_OF_TURN * (step * turn) ** 3 + 2.0 * depth) + SAME
    begins = recording.problems.levels[part] == NOT_SOLVED
    away[begins & np.isfinite(away).all(axis=1)] = 0.0
    return away, allowed


@dataclass(slots=True)
class _Sums:
    t: float
    steps: int = 0
    lost: float = 0.0  # [J]
    largest: float = 0.0  # speed of approach [m/s], or share of the force that alternates


def _fault(recording: Recording, kind: str, pair: int, sums: _Sums) -> RecurringFault:
    names, dt = recording.scene.model.body_names, recording.settings.dt
    count = len(names)
    one, other = names[pair // count], names[pair % count]
    since = f"in {sums.steps} steps from t = {sums.t:.6g} s on"
    if kind == STRIKES:
        step = _rounded(dt * recording.settings.restitution_speed / sums.largest)
        sentence = (
            f"{other} strikes {one} {since}, one after the other: the step is too long for how fast this contact moves on. "
            f"Energy lost so: {max(sums.lost, 0.0):.3g} J. Try dt = {step:g} s"
        )
    else:
        sentence = (
            f"the force between {one} and {other} alternates by up to {sums.largest:.0%} of itself {since}: "
            "read it as the mean of two steps"
        )
    return RecurringFault(kind, (one, other), sums.t, sums.steps, sentence)


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
    steady = (force > 0.0) & ~struck & turns
    sums = np.lib.stride_tricks.sliding_window_view(np.where(steady, np.abs(away), 0.0), STEPS, axis=0).sum(axis=-1)
    of = np.lib.stride_tricks.sliding_window_view(force, STEPS, axis=0).sum(axis=-1)
    whole = np.lib.stride_tricks.sliding_window_view(steady, STEPS, axis=0).all(axis=-1)
    share = np.where(whole & (sums > SHARE * of), sums / np.maximum(of, 1e-300), 0.0)
    for k in range(STEPS):
        found[k : k + share.shape[0]] = np.maximum(found[k : k + share.shape[0]], share)
    return found
