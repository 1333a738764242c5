"""Whether a recording's positions go where its velocities lead, and its energies are those of both: found anew from q and v.

Source: THEORY §6 (Moreau's θ-scheme).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....multibody.dynamics.energy import energies
from ....multibody.kinematics.configuration import difference, integrate
from ....texts import tr
from ...step_arrays import NOT_SOLVED
from .balance_checks import turning
from .contact_checks import penetration
from .values import RecordingFault

if TYPE_CHECKING:
    from ...recording.recording import Recording

JUMPS, ENERGIES = "jumps", "energies"
# Of the change of acceleration in a step, times h²: the most met is 2.2 (dominoes), in all shipped scenes by both schemes, at
# their step and five times it.
SLACK = 10.0
SAME, UNIT = 1e-7, 1e-6  # by which positions [m | rad] may be off, and the length of a quaternion
SAME_ENERGY = 1e-6  # of energies, as a share of the larger
SHARE_OF_TURN = 0.1  # of (h ω)³, by which a turn over a step of time-stepping is known (0.02 met, Dzhanibekov)
_BLOCK = 2**9  # states that are read in one go


def motion_faults(recording: Recording) -> tuple[RecordingFault, ...]:
    """Bodies whose joint's positions are not those before moved by the velocities, and energies that are not those of q and v.

    The earliest first. Over a step q goes along v before and after, by 1 - θ and θ of it, and half by half in the hybrid scheme:
    right to a share of the change of acceleration times h², which at an impact is that of the velocity times h; and where
    something was inside another, its depth is moved besides. A start has no state before. Source: THEORY §6 (Moreau).
    """
    count, model = len(recording), recording.scene.model
    found: dict[int, _Sum] = {}
    for begin in range(0, count, _BLOCK):
        part = slice(max(begin - 2, 0), min(begin + _BLOCK + 1, count))
        away, allowed = _moved_by_itself(recording, part)
        new = slice(begin - part.start, begin - part.start + min(_BLOCK, count - begin))
        for name, (_, in_v) in model.joint_slices().items():
            off = away[new, in_v].max(axis=1, initial=0.0)
            marks = off > allowed[new]
            if marks.any():
                at = model.body_names.index(model.joint(name).child)
                sums = found.setdefault(at, _Sum(float(recording.t[begin + int(marks.argmax())])))
                sums.steps += int(marks.sum())
                sums.largest = max(sums.largest, float(off[marks].max()))
        off = _other_energy(recording, slice(begin, min(begin + _BLOCK, count)))
        marks = off > SAME_ENERGY
        if marks.any():
            sums = found.setdefault(-1, _Sum(float(recording.t[begin + int(marks.argmax())])))
            sums.steps += int(marks.sum())
            sums.largest = max(sums.largest, float(off.max()))
    faults = [_fault_of_motion(model.body_names[body] if body >= 0 else "", sums) for body, sums in found.items()]
    return tuple(sorted(faults, key=lambda fault: fault.t))


@dataclass(slots=True)
class _Sum:
    t: float
    steps: int = 0
    largest: float = 0.0  # distance [m | rad], or share of energy


def _fault_of_motion(body: str, sums: _Sum) -> RecordingFault:
    where, why = (
        tr("in 1 state from t = {t:.6g} s on", t=sums.t)
        if sums.steps == 1
        else tr("in {steps} states from t = {t:.6g} s on", t=sums.t, steps=sums.steps),
        tr("the file was changed, or something moved it unrecorded"),
    )
    if not body:
        sentence = tr(
            "energies are not those of positions and velocities {where}, by up to {largest:.2g} of them: {why}",
            where=where,
            largest=sums.largest,
            why=why,
        )
        return RecordingFault(ENERGIES, (), sums.t, sums.steps, sentence)
    far = tr("by up to {largest:.3g} (m, rad)", largest=sums.largest) if np.isfinite(sums.largest) else tr("or are none at all")
    sentence = tr(
        "positions of {body} are not where its velocities lead {where}, {far}: {why}", body=body, where=where, far=far, why=why
    )
    return RecordingFault(JUMPS, (body,), sums.t, sums.steps, sentence)


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
        if model.joint(name).kind.has_quaternion:
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
