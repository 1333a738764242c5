"""The contact problem of a scene at one state."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array, frozen
from ...contact.collision.broad_phase import find_contacts
from ...contact.collision.shape_table import OTHER
from ...contact.island.assembly import jacobians_into, segments_into
from ...contact.problem.problem import ContactProblem
from ...errors import ArgumentError
from ...interruption import checkpoint
from ...kernel import compile_entry, entry, f8, m_out, v_in, v_out
from ...multibody.dynamics.inverse_dynamics import inverse_dynamics
from ...multibody.dynamics.inverse_mass_matrix import solve_mass_matrix
from ...multibody.dynamics.mass_matrix import mass_matrix
from ...multibody.kinematics.kinematics import velocities_into
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...multibody.model.state import State
from ..step_arrays import make_work
from .constraints import shape_poses_into
from .hybrid.active_contacts import attach, bias_accelerations_into, follow
from .hybrid.hybrid_work import hybrid_work_out, make_hybrid_work
from .scene.scene import Scene
from .time_stepping.many_steps import system_in, work_out

MOST_CLOSED = 700  # contacts of a state whose accelerations are asked: their matrix has four million numbers
_FEW = 64  # that there is room for at first


def contact_problem(
    scene: Scene, state: State | None = None, tau: Array | None = None, *, closed_gap: float = 1e-6
) -> ContactProblem:
    """The contact problem of a scene at a state (its initial one when None), under joint torques tau (nv,).

    Contacts nearer than `closed_gap` [m] are in it. Where the contact of curved surfaces or edges
    rolls, the part of d that comes from its motion over the surfaces is not known, and an ArgumentError says so.
    Raises ArgumentError also for sizes that do not fit, and for more than MOST_CLOSED contacts;
    SingularMassMatrixError where a joint moves no inertia.
    """
    checkpoint()
    state = state or scene.initial
    model = scene.model
    torque = torque_of(scene, tau)
    free = torque - inverse_dynamics(model, state.q, np.array(state.v), np.zeros(model.nv), gravity=scene.gravity)
    closed = closed_contacts(scene, state, closed_gap)
    response = solve_mass_matrix(model, state.q, closed.J.T)
    return problem_of(scene, state, closed, closed.J @ response, free @ response + closed.drift)


def torque_of(scene: Scene, tau: Array | None) -> Array:
    """Joint torques as they were given, zeros for None. Raises ArgumentError for another size."""
    torque = np.zeros(scene.model.nv) if tau is None else np.asarray(tau, dtype=np.float64)
    if torque.shape != (scene.model.nv,):
        raise ArgumentError(
            "tau has shape {shape}; scene {scene!r} wants ({nv},)", shape=torque.shape, scene=scene.name, nv=scene.model.nv
        )
    return torque


class ClosedContacts(NamedTuple):
    """The contacts that are closed at a state, with their velocity rows."""

    contacts: Any  # of CONTACT
    pairs: tuple[tuple[str, str], ...]  # bodies of each
    J: Array  # (3n, nv) rows that take v to velocities along tangent, normal × tangent, normal
    drift: Array  # (3n,) J̇ v [m/s²]


def closed_contacts(scene: Scene, state: State, closed_gap: float = 1e-6) -> ClosedContacts:
    """The contacts nearer than `closed_gap` [m]; raises ArgumentError as `contact_problem` does."""
    model, system = scene.model, scene.system
    v = np.array(state.v)
    compile_entry(_assemble)
    count, room = -1, _FEW
    while count < 0:
        checkpoint()
        work = make_work(system, model.nq, model.nv, room)
        hybrid = make_hybrid_work(len(model.table), model.nq, model.nv, room)
        J, drift = np.zeros((3 * room, model.nv)), np.zeros(3 * room)
        count = _assemble(system, work, hybrid, state.q, v, closed_gap, J, drift)
        if count < 0 and room == MOST_CLOSED:
            raise ArgumentError(
                "more than {most_closed} contacts are closed in scene {scene!r}", most_closed=MOST_CLOSED, scene=scene.name
            )
        room = MOST_CLOSED
    contacts = work.contacts[:count]
    names = [model.body_names[int(body)] for body in system.shapes["body"]]
    pairs = tuple((names[int(c["a"])], names[int(c["b"])]) for c in contacts)
    for pair, contact in zip(pairs, contacts, strict=True):
        if contact["geometry"] == OTHER and np.any(v != 0.0):
            raise ArgumentError(
                "the contact of {pair!r} and {pair_2!r} is of edges or rolling curved surfaces: the motion of the contact "
                "point over them is not known",
                pair=pair[0],
                pair_2=pair[1],
            )
    return ClosedContacts(contacts, pairs, J[: 3 * count], drift[: 3 * count])


def problem_of(scene: Scene, state: State, closed: ClosedContacts, W: Array, w: Array) -> ContactProblem:
    """The problem u = W r + w of closed contacts."""
    contacts, J = closed.contacts, closed.J
    return ContactProblem(
        bodies=closed.pairs,
        point=frozen(contacts["point"].copy()),
        normal=frozen(contacts["normal"].copy()),
        tangent=frozen(contacts["tangent"].copy()),
        gap=frozen(contacts["gap"].copy()),
        friction=frozen(contacts["friction"].copy()),
        restitution=frozen(contacts["restitution"].copy()),
        H=frozen(mass_matrix(scene.model, state.q)),
        T=frozen(J[2::3].T),
        M=frozen(W[2::3, 2::3]),
        d=frozen(w[2::3]),
        W=frozen(0.5 * (W + W.T)),
        w=frozen(w),
        slide=frozen(_slip_directions(J @ state.v, scene.settings.rest_speed)),
    )


def _slip_directions(u: Array, rest_speed: float) -> Array:
    """Unit directions (nc, 2) of slip along the tangents from velocities u (3nc,); zeros for what is slower than rest_speed."""
    slip = u.reshape(-1, 3)[:, :2]
    speed = np.linalg.norm(slip, axis=1, keepdims=True)
    moves = speed > max(rest_speed, 1e-12)
    return np.where(moves, slip / np.where(moves, speed, 1.0), 0.0)


@entry(system_in, work_out, hybrid_work_out, v_in, v_in, f8, m_out, v_out)
def _assemble(system: Any, work: Any, hybrid: Any, q: Array, v: Array, closed_gap: float, rows: Array, drift: Array) -> int:
    """Contacts nearer than closed_gap into work.contacts, their velocity rows and drifts; how many, or -1 if too many."""
    table, shapes = system.table, system.shapes
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    velocities_into(table, work.X, v, work.V)
    shape_poses_into(system, work.W, work.V, work)
    found = find_contacts(system, 0.0, closed_gap, work)
    if found < 0 or found > hybrid.active.shape[0]:
        return -1
    bias_accelerations_into(table, work.X, work.V, v, hybrid.A)
    for c in range(found):
        if attach(work.contacts[c], system, work.W, hybrid.active[c]):
            follow(hybrid.active[c], work.W, work.V, hybrid.A, work.contacts[c], drift[3 * c : 3 * c + 3], hybrid.scratch)
    segments_into(table, system.trees, system.tree_of, shapes, work.contacts, found, work.segments)
    jacobians_into(table, system.tree_of, shapes, work.W, work.contacts, found, work.segments, work.J, False)
    for c in range(found):
        for k in range(2):
            s = work.segments[c, k]
            for r in range(3):
                for j in range(s.n):
                    rows[3 * c + r, s.v0 + j] = work.J[s.o + r * s.n + j]
    return found
