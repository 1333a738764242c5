"""The contact problem that was solved for one state of a recording, with what was found: set up again, bit for bit.

A recording keeps of each contact what its law was told (velocity or acceleration without contact, target, softness, slip) and
what came of it, and the configuration at which the problem was set up. Directions, mass matrix and Delassus matrix follow from
those by the same kernels as in the simulation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Array, frozen
from ...contact.collision.shape_table import POINT_ON_PLANE
from ...contact.contacts import contact_name
from ...contact.dense.delassus import delassus_into
from ...contact.island.assembly import DRY_FRICTION, jacobians_into, segments_into
from ...contact.island.responses import responses_into
from ...contact.problem.problem import ContactProblem
from ...errors import ArgumentError
from ...interruption import checkpoint
from ...kernel import compile_entry, entry, i8, m_out, v_in
from ...multibody.dynamics.trees import factorise_into
from ...multibody.kinematics.placements import joint_placements_into, world_placements_into
from ...texts import tr
from ..recording.recorded_contacts import across_of, tangents_to
from ..recording.recording import Recording
from ..running.time_stepping.many_steps import system_in, work_out
from ..step_arrays import (
    ACCELERATION,
    ALONG,
    ANSWER,
    ENTRY,
    FREE,
    FRICTION,
    GAP,
    GIVEN,
    IMPACT_LEVEL,
    JOINT_FRICTION,
    LEAST,
    NORMAL,
    NOT_SOLVED,
    NOT_THERE,
    POINT,
    SHAPE_A,
    SHAPE_B,
    SLIDE,
    SOFTNESS,
    TARGET,
    VELOCITY_LEVEL,
    make_work,
)
from .inspected_problem import SOLVED, InspectedProblem

LEVELS = {ACCELERATION: "acceleration", VELOCITY_LEVEL: "velocity", IMPACT_LEVEL: "impact"}
"""acceleration: forces [N] and accelerations [m/s²]; velocity: impulses over a step [N s] and velocities [m/s]; impact: impulses
of an instant and velocities."""
MOST_DENSE = 700  # contacts and joints of a problem whose matrix is set up


def solved_problem(recording: Recording, i: int) -> InspectedProblem:
    """The problem that was solved for state i of a recording; without contacts where nothing touched.

    Raises ArgumentError, saying why, where there is none: for the state that a simulation starts from, in recordings of before
    format 4, and for more than MOST_DENSE contacts and joints.
    """
    checkpoint()
    i = range(len(recording))[i]
    level = recording.problems.level(i)
    if why := why_unsolved(recording, i):
        raise ArgumentError(why)
    scene, settings = recording.scene, recording.settings
    pairs, numbers = recording.contact_columns(i)
    joints, joint_numbers = recording.problems.joints(i)
    contacts, n = len(pairs), len(pairs) + len(joints)
    if n > MOST_DENSE:
        raise ArgumentError(
            "{n} contacts and joints touch; problems are set up again for up to {most_dense}", n=n, most_dense=MOST_DENSE
        )
    entries = np.concatenate([numbers[:, ENTRY : ENTRY + LEAST + 1], joint_numbers[:, : LEAST + 1]])
    work = make_work(scene.system, scene.model.nq, scene.model.nv, max(n, 1))
    _write_contacts(work.contacts, pairs, numbers, joints)
    W, J, H = np.zeros((3 * n, 3 * n)), np.zeros((3 * n, scene.model.nv)), np.zeros((scene.model.nv,) * 2)
    compile_entry(_set_up)
    _set_up(scene.system, work, recording.problems.configuration(i), recording.problems.diagonal(i), n, W, J)
    for tree in scene.system.trees:
        own, at = slice(int(tree["v0"]), int(tree["v0"] + tree["nv"])), int(tree["h0"])
        H[own, own] = work.H[at : at + int(tree["nv"]) ** 2].reshape(int(tree["nv"]), -1)
    normal = 3 * np.arange(n) + 2
    W[normal, normal] += entries[:, SOFTNESS]
    w = entries[:, FREE : FREE + 3].ravel().copy()
    w[normal] -= entries[:, TARGET]
    gap, friction, slide = np.zeros(n), np.zeros(n), np.zeros((n, 2))
    gap[:contacts], friction[:contacts] = numbers[:, GAP], numbers[:, FRICTION]
    friction[contacts:] = joint_numbers[:, JOINT_FRICTION]
    slide[:contacts] = numbers[:, ENTRY + SLIDE : ENTRY + SLIDE + 2]
    names = scene.model.body_names
    bodies = [tuple(names[int(scene.system.shapes["body"][int(k)])] for k in row[: SHAPE_B + 1]) for row in pairs]
    words = [_joint_words(scene.model, row) for row in joints]
    shapes = scene.system.shapes
    bounce = np.zeros(n)
    bounce[:contacts] = np.maximum(shapes["restitution"][pairs[:, SHAPE_A]], shapes["restitution"][pairs[:, SHAPE_B]])
    problem = ContactProblem(
        bodies=(*((a, b) for a, b in bodies), *((word, "") for word in words)),
        point=frozen(work.contacts["point"][:n].copy()),
        normal=frozen(work.contacts["normal"][:n].copy()),
        tangent=frozen(work.contacts["tangent"][:n].copy()),
        gap=frozen(gap),
        friction=frozen(friction),
        restitution=frozen(bounce),
        H=frozen(H),
        T=frozen(np.ascontiguousarray(J[2::3].T)),
        M=frozen(np.ascontiguousarray(W[2::3, 2::3])),
        d=frozen(w[2::3].copy()),
        W=frozen(W),
        w=frozen(w),
        slide=frozen(slide) if np.any(slide != 0.0) else None,
    )
    recorded = float(recording.residual[i])
    return InspectedProblem(
        recording=recording,
        index=i,
        which=SOLVED,
        names=_names(contacts, friction[contacts:]),
        rows=(*range(contacts), *(-1,) * len(joints)),
        problem=problem,
        J=frozen(J),
        level=LEVELS[level],
        law=settings.friction_law,
        facets=settings.law_facets,
        force=frozen(entries[:, ANSWER : ANSWER + 3].copy()),
        given=frozen(entries[:, GIVEN : GIVEN + 3].copy()),
        least=frozen(entries[:, LEAST].copy()),
        target=frozen(entries[:, TARGET].copy()),
        softness=frozen(entries[:, SOFTNESS].copy()),
        joints=("",) * contacts + tuple(words),
        recorded_residual=recorded * max(1.0, float(np.max(np.abs(w), initial=0.0))) if level == ACCELERATION else recorded,
        interval=settings.dt if level == VELOCITY_LEVEL else 0.0,
        method=tr("dense Newton") if settings.scheme == "hybrid" else settings.solver,
        iterations=int(recording.iterations[i]),
    )


def why_unsolved(recording: Recording, i: int) -> str:
    """Why there is nothing that was solved for a state, a sentence; empty: there is, though perhaps nothing touched."""
    level = recording.problems.level(i)
    if level == NOT_SOLVED:
        return tr("nothing was solved for this state: the simulation starts from it")
    return tr(NOT_THERE[level]) if level in NOT_THERE else ""


def problem_size(recording: Recording, i: int) -> int:
    """How many contacts and joints that problem has."""
    return len(recording.contact_columns(i)[0]) + len(recording.problems.joints(i)[0])


def _names(contacts: int, joints: Array) -> tuple[str, ...]:
    """Of contacts, then of joints by their friction: limits and dry frictions are counted each for themselves."""
    dry = joints < 0.0
    numbers = np.where(dry, np.cumsum(dry), np.cumsum(~dry)).tolist()
    of_joints = (f"{'f' if rubs else 'l'}_{{{number}}}" for rubs, number in zip(dry, numbers, strict=True))
    return (*map(contact_name, range(contacts)), *of_joints)


def _write_contacts(contacts: Any, pairs: np.ndarray, numbers: Array, joints: np.ndarray) -> None:
    """Write as much of recorded contacts and joints as their directions take."""
    n, m = len(pairs), len(pairs) + len(joints)
    part = contacts[:n]
    part["a"], part["b"] = pairs[:, SHAPE_A], pairs[:, SHAPE_B]
    part["point"], part["normal"] = numbers[:, POINT : POINT + 3], numbers[:, NORMAL : NORMAL + 3]
    part["geometry"], part["gap"] = (POINT_ON_PLANE, -2.0 * numbers[:, ENTRY + ALONG])  # of which `from_midway` takes -1/2
    part["tangent"], part["across"] = tangents_to(part["normal"]), across_of(numbers)
    contacts["a"][n:m], contacts["b"][n:m], contacts["feature"][n:m] = joints.T


def _joint_words(model: Any, row: np.ndarray) -> str:
    """Which joint, and whether it is its limit or its dry friction."""
    kind, number, side = (int(k) for k in row)
    at = int(model.table["iv"][number])
    name = next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= at < in_v.stop)
    if kind == DRY_FRICTION:
        return tr("dry friction of {name}", name=name)
    return tr("lower limit of {name}", name=name) if side == 1 else tr("upper limit of {name}", name=name)


@entry(system_in, work_out, v_in, v_in, i8, m_out, m_out)
def _set_up(system: Any, work: Any, q: Array, diagonal: Array, count: int, W: Array, rows: Array) -> int:
    """Write the Delassus matrix W of the contacts in work.contacts, their velocity rows (3 count, nv), and the blocks work.H."""
    table, trees = system.table, system.trees
    joint_placements_into(table, q, work.X)
    world_placements_into(table, work.X, work.W)
    factorise_into(table, system.columns, trees, work.W, work.K, work.motions, diagonal, work.H, work.F)
    segments_into(table, trees, system.tree_of, system.shapes, work.contacts, count, work.segments)
    jacobians_into(table, system.tree_of, system.shapes, work.W, work.contacts, count, work.segments, work.J, True)
    responses_into(trees, work.F, count, work.segments, work.J, work.Y, work.G, work.room)
    for c in range(count):
        work.order[c] = c
        for k in range(2):
            s = work.segments[c, k]
            for r in range(3):
                for j in range(s.n):
                    rows[3 * c + r, s.v0 + j] = work.J[s.o + r * s.n + j]
    delassus_into(work.order[:count], work.segments, work.J, work.Y, W)
    return 0
