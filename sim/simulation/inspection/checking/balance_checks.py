"""Whether momentum changes by the impulses that are recorded, and energy by their work, from each state to the next.

A body by itself changes its momentum by exactly its impulses, whatever the step: then only rounding is left, and its mass times
the speed that solvers do not tell from rest, but where its position was corrected, as at impacts and out of a penetration. What
joints hold fulfils the equation of motion in the middle of a step to second order in its length; an instant of the hybrid scheme
as well as the derivative of recorded velocities can be had.
Source: THEORY §4 to §6; Moreau 1999 (balances over a step).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....interruption import checkpoint
from ....multibody.algebra.rotations import rotation_from_quaternion
from ...recording.recorded_contacts import acting_points
from ...step_arrays import IMPACT_LEVEL, IMPULSE, NOT_SOLVED, SHAPE_A, SHAPE_B
from ..recorded_dynamics.recorded_accelerations import accelerations_of
from ..recorded_dynamics.recording_dynamics import elastic_energies, states_dynamics
from .contact_checks import Column

if TYPE_CHECKING:
    from ...recording.recording import Recording

EXACT = (1e-9, 1e-6)  # tolerance and limit of what only rounding separates, over what changes
MOVED = (1e-3, 1e-1)  # of a body whose position was corrected in the step: its spin is set anew, for its energy to stay
JOINTS = (1e-2, 1e-1)  # of what is of second order in the step
INSTANTS = (1e-1, 1.0)  # of what is taken from the derivative of recorded velocities
ENERGY_EXACT, ENERGY_JOINTS, ENERGY_INSTANTS = (1e-9, 1e-6), (1e-4, 1e-2), (5e-2, 5e-1)
_LIFT = 1e-8  # by what lifting everything is worth no word: ten times the band in which nothing stirs [m]


def exact_trees(recording: Recording) -> np.ndarray:
    """Which trees have a momentum that is balanced to rounding: bodies by themselves, in time-stepping."""
    trees = recording.scene.system.trees
    return np.asarray((trees["free"] != 0) & (recording.settings.scheme == "time_stepping"))


def balances(recording: Recording, part: slice) -> tuple[Column, Column]:
    """Of each state: what of momentum [N s] and of energy [J] nothing accounts for.

    Whose momentum: the row of the body, or minus one and the number of v, less 1. Energy: what was won beyond the work of motors
    and joints, for contacts may take and not give.
    """
    first, stop, _ = part.indices(len(recording))
    start = max(first - 1, 0)
    q, v, a = accelerations_of(recording, min(stop + 2, len(recording)), start)
    count = stop - start
    checkpoint()
    found = states_dynamics(recording, slice(start, stop), *(np.ascontiguousarray(x[:count]) for x in (q, v, a)))
    momentum, energy = _momentum(recording, slice(start, stop), found), _energy(recording, slice(start, stop), found)
    skip = first - start
    return tuple(np.asarray(x[skip:]) for x in momentum), tuple(np.asarray(x[skip:]) for x in energy)  # type: ignore[return-value]


def _momentum(recording: Recording, part: slice, found: dict[str, Array]) -> Column:
    """Of free bodies in the world, of other trees by the equation of motion; that which is farthest beyond its tolerance."""
    system, hybrid = recording.scene.system, recording.settings.scheme == "hybrid"
    t = recording.t[part]
    levels = recording.problems.levels[part]
    step = np.diff(t, prepend=np.nan) if hybrid else np.full(len(t), recording.settings.dt)
    struck = levels == IMPACT_LEVEL
    residual, terms = _left_over(recording, part, found, np.where(struck, 1.0, step), struck)
    rates = np.where(struck[:, None], EXACT, INSTANTS if hybrid else JOINTS)
    exact = exact_trees(recording)
    value, tolerance = np.zeros(len(t)), np.full(len(t), 1e-300)
    limit, whose = np.full(len(t), 1e-300), np.full(len(t), -1)

    def worse(x: Array, scale: Array, rate: Array, owner: np.ndarray) -> None:
        beyond = np.isnan(x) | (x * tolerance > value * rate[:, 0] * scale) | (tolerance <= 1e-300)
        value[beyond], whose[beyond] = x[beyond], owner[beyond]
        tolerance[beyond], limit[beyond] = (rate[:, 0] * scale)[beyond], (rate[:, 1] * scale)[beyond]

    turns = turning(recording)
    mass = float(np.sum(recording.scene.model.table["mass"]))
    floor = recording.settings.rest_speed * mass if hybrid else 1e-12  # what is slower is held
    if exact.any():
        rows = system.trees["first"][exact].astype(np.int64)
        checkpoint()
        x, scale, shares = _free_bodies(recording, part, rows)
        slow = recording.settings.residual_asked * recording.scene.model.table["mass"][rows]  # such speeds are set to rest
        tolerances, limits = shares[..., 0] * scale + slow, shares[..., 1] * scale + slow
        worst = np.argmax(x / tolerances, axis=1)
        at = np.arange(len(t))
        value, whose = x[at, worst], rows[worst]
        tolerance, limit = tolerances[at, worst], limits[at, worst]
    for tree in system.trees[~exact]:
        columns = np.arange(int(tree["v0"]), int(tree["v0"] + tree["nv"]))
        for kind in (False, True):
            same = columns[turns[columns] == kind]
            if len(same):
                scale = np.maximum(terms[:, same].max(axis=1), floor / rates[:, 0])
                k = same[np.argmax(np.abs(residual[:, same]), axis=1)]
                worse(np.abs(residual[np.arange(len(t)), k]), scale, rates, -2 - k)
    value[levels == NOT_SOLVED] = np.nan
    return value, tolerance, limit, whose


def _left_over(
    recording: Recording, part: slice, found: dict[str, Array], step: Array, struck: np.ndarray
) -> tuple[Array, Array]:
    """What is left of the equation of motion over a step (n, nv), and its largest term; of impacts H (v⁺ - v⁻) - T Λ."""
    names = ("inertial", "coriolis", "gravity", "tau", "passive", "contact")
    h = step[:, None]
    residual = h * (found["inverse"] - found["tau"] - found["passive"] - found["contact"])
    terms = np.max(np.abs(np.stack([h * found[name] for name in names])), axis=0)
    if struck.any():
        from ....multibody.dynamics.batch import inverse_dynamics_batch

        v, q = recording.v[part], np.ascontiguousarray(recording.q[part])
        jump = v - np.concatenate([v[:1], v[:-1]])
        zero = np.zeros_like(v)
        given = inverse_dynamics_batch(recording.scene.model, q, zero, np.ascontiguousarray(jump), (0.0, 0.0, 0.0))
        residual = np.where(struck[:, None], given - found["impulse"], residual)
        terms = np.where(struck[:, None], np.maximum(np.abs(given), np.abs(found["impulse"])), terms)
    return residual, terms


def turning(recording: Recording) -> np.ndarray:
    """Of each number of v whether it turns (nv,)."""
    model = recording.scene.model
    turns = np.zeros(model.nv, dtype=bool)
    for name, (_, in_v) in model.joint_slices().items():
        turns[in_v.start + model.joint(name).kind.slides : in_v.stop] = True
    return turns


def _free_bodies(recording: Recording, part: slice, rows: np.ndarray) -> tuple[Array, Array, Array]:
    """Of n states and b bodies by themselves what their momentum changed by beyond all impulses, at their radii of gyration.

    (n, b) [N s], its scale (n, b), and tolerance and limit (n, b, 2) as shares of that.
    """
    scene, h = recording.scene, recording.settings.dt
    bodies = scene.model.table[rows]
    m = bodies["mass"]
    c = bodies["moment"] / m[:, None]
    I = bodies["inertia"][:, [[0, 1, 2], [1, 3, 4], [2, 4, 5]]]  # noqa: E741  (the field's letter)
    I = I - m[:, None, None] * (np.sum(c * c, axis=1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None, :])  # noqa: E741
    radius = np.maximum(np.sqrt(np.trace(I, axis1=1, axis2=2) / (2.0 * m)), 1e-9)
    iq, iv = bodies["iq"][:, None] + np.arange(7), bodies["iv"][:, None] + np.arange(6)
    q, v = recording.q[part][:, iq], recording.v[part][:, iv]
    R = rotation_from_quaternion(q[..., 3:])
    p = m[:, None] * _turned(R, v[..., :3] + np.cross(v[..., 3:], c))
    L = _turned(R, np.einsum("bij,nbj->nbi", I, v[..., 3:]))
    end = q[..., :3] + _turned(R, c)
    middle = recording.problems.configurations[part][:, iq]
    R = rotation_from_quaternion(middle[..., 3:])
    center = middle[..., :3] + _turned(R, c)
    tau = recording.tau[part][:, iv]
    force = h * _turned(R, tau[..., :3])
    moment = h * _turned(R, tau[..., 3:] - np.cross(c, tau[..., :3]))
    checkpoint()
    linear, angular, size = _impulses(recording, part, rows, center)
    checkpoint()
    weight = h * m[:, None] * np.array(scene.gravity)
    left = np.diff(p, axis=0, prepend=p[:1]) - linear - force - weight
    turned = np.diff(L, axis=0, prepend=L[:1]) - angular - moment
    value = np.maximum(_norm(left), _norm(turned) / radius)
    sizes = [_norm(p), _norm(L) / radius]
    past = [np.concatenate([x[:1], x[:-1]]) for x in sizes]
    scale = np.max([*sizes, *past, _norm(force), size, np.broadcast_to(_norm(weight), value.shape)], axis=0)
    ahead = recording.settings.theta * h * p / m[:, None]
    largest = np.maximum(1.0, np.max(np.abs(np.concatenate([end, ahead], axis=2)), axis=2))
    was_moved = _norm(end - center - ahead) > 1e-13 * largest
    return value, np.maximum(scale, 1e-12), np.where(was_moved[..., None], MOVED, EXACT)


def _impulses(recording: Recording, part: slice, rows: np.ndarray, center: Array) -> tuple[Array, Array, Array]:
    """Sums (n, b, 3) of contacts' impulses on bodies [N s], their moments about the centres [N m s], the largest (n, b)."""
    ends, pairs, numbers = recording.contact_rows(part)
    place = np.full(len(recording.scene.model.table), -1)
    place[rows] = np.arange(len(rows))
    state = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    linear, angular, size = np.zeros(center.shape), np.zeros(center.shape), np.zeros(center.shape[:2])
    for side, sign, at in zip((SHAPE_A, SHAPE_B), (-1.0, 1.0), acting_points(numbers), strict=True):
        body = place[recording.scene.system.shapes["row"][pairs[:, side]]]
        of = np.flatnonzero(body >= 0)
        where = state[of], body[of]
        impulse = sign * numbers[of, IMPULSE : IMPULSE + 3]
        np.add.at(linear, where, impulse)
        np.add.at(angular, where, np.cross(at[of] - center[where], impulse))
        np.maximum.at(size, where, _norm(impulse))
    return linear, angular, size


def _energy(recording: Recording, part: slice, found: dict[str, Array]) -> Column:
    hybrid, t = recording.settings.scheme == "hybrid", recording.t[part]
    step, levels = np.diff(t, prepend=t[0]), recording.problems.levels[part]
    kinetic, potential = (recording.kinetic[part], recording.potential[part] - elastic_energies(recording, recording.q[part]))
    work = {name: _over(found[name], step, hybrid) for name in ("power", "passive_power", "contact_power")}
    value = np.diff(kinetic + potential, prepend=np.nan) - work["power"] - work["passive_power"]
    exact = bool(exact_trees(recording).all())
    rates = np.broadcast_to(ENERGY_EXACT if exact else ENERGY_INSTANTS if hybrid else ENERGY_JOINTS, (len(t), 2))
    tolerance, limit = np.where((levels == IMPACT_LEVEL)[:, None], ENERGY_EXACT, rates).T
    total = float(np.sum(recording.scene.model.table["mass"])) * float(np.linalg.norm(recording.scene.gravity))
    play = [np.abs(x) for x in (kinetic, np.diff(potential, prepend=potential[0]), *work.values())]
    scale = np.max([*play, np.concatenate([kinetic[:1], kinetic[:-1]])], axis=0)
    floor = total * (_LIFT if not exact else 0.1 * _LIFT)
    value = np.maximum(value, 0.0)
    value[levels == NOT_SOLVED] = np.nan
    return value, tolerance * scale + floor + 1e-15, limit * scale + 1e3 * floor + 1e-12, np.full(len(t), -1)


def _over(power: Array, step: Array, hybrid: bool) -> Array:
    """Work (n,) since the state before: of mean powers, or of powers at instants by the trapezoidal rule."""
    past = np.concatenate([power[:1], power[:-1]])
    if hybrid:
        power, past = np.where(np.isnan(power), past, power), np.where(np.isnan(past), power, past)
        power = 0.5 * (power + past)
    return np.asarray(np.nan_to_num(power) * step)


def _turned(R: Array, x: Array) -> Array:
    """R x of vectors (b, 3) or (n, b, 3) by rotations (n, b, 3, 3)."""
    return np.asarray(np.einsum("nbij,nbj->nbi", R, np.broadcast_to(x, R.shape[:3])))


def _norm(x: Array) -> Array:
    return np.asarray(np.linalg.norm(x, axis=-1))
