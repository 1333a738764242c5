"""The Jacobian by three routes that share no formula, beside the compiled one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array, frozen, frozen_mapping
from ...errors import ArgumentError
from ...multibody.algebra.plain_spatial import motion_at
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_poses
from ...multibody.kinematics.plain_kinematics import joints_to, place_in_v
from ...multibody.model.checks import checked, checked_point
from ...multibody.model.model import Model
from ...multibody.newton_euler.joint_subspaces import joint_subspace
from .differentiated import differentiated
from .joint_axes import axes_to, joint_frames
from .point_transport import pose_at
from .reference import axes_of_basis, change_reference, turned_into
from .values import JacobianRoutes, JointAxis, differences_of

if TYPE_CHECKING:
    from ..symbolic.symbolic_dh import SymbolicKinematics, Table

NEAR = 1e-9  # [m | 1] how far the tool of a table may be from the frame


def jacobian_routes(
    model: Model,
    q: Array,
    frame: str,
    reference: str = "world_aligned",
    table: Table | None = None,
    *,
    point: Array | None = None,
    basis: str | None = None,
) -> JacobianRoutes:
    """The Jacobian (6, nv) of a frame at q (nq,) by three routes, and by `jacobian`, with their differences.

    geometric      : columns [z × (P - o); z] turning, [z; 0] sliding, from where joints are in the world.
                     Source: kinematic-model, "Calcul de la jacobienne (Denavit-Hartenberg)"; THEORY §1, route 1.
    composed       : the motion of each link relative to the one before, added up link by link and moved by
                     v_C = v_O + ω × OC. Source: direct-kinematic-model, eq. (4.5) to (4.9); THEORY §1, route 2.
    differentiated : ∂P/∂q_k and vee(∂R/∂q_k Rᵀ) of the direct model, by a complex step. Source: kinematic-model, "Calcul
                     direct de la jacobienne en un point"; THEORY §1, route 3.
    compiled       : `sim.jacobian`.
    symbolic       : the formulas of `symbolic_dh`, where the `table` is given whose tool the frame is.

    reference : "world_aligned", "local" or "world", as `jacobian` has them
    point     : (3,) P, along the axes of the frame from its origin [m]; None: the origin itself. Source: kinematic-model,
                "On pourrait remplacer O3 par n'importe quel point P3, lié au repère 3"
    basis     : a frame in whose axes J is written instead, at the same point, as `in_basis` does; None: those of the reference
    Raises UnknownNameError for an unknown frame, reference or basis, ArgumentError for a bad q or point, or a table of another
    frame.
    """
    if basis is not None and reference == "local":
        reference = "world_aligned"  # the same point, and the axes are those of the basis
    compiled = jacobian(model, q, frame, reference)
    (q,) = checked(model, q=q)
    all_poses = frame_poses(model, q)
    poses = dict(zip((None, *model.body_names), (np.eye(4), *all_poses), strict=False))
    pose = all_poses[model.frame_index(frame)]
    if point is not None:
        place = checked_point(point)
        R = pose[:3, :3]
        if reference != "world":  # which is at the world's origin, whatever the point
            compiled = motion_at(place if reference == "local" else R @ place, compiled)
        pose = pose_at(pose, place)
    basis_axes = None if basis is None else axes_of_basis(model, all_poses, basis)
    if basis_axes is not None:
        compiled = turned_into(basis_axes, compiled)
    axes = axes_to(model, poses, frame)
    aligned = {
        "geometric": geometric(axes, pose[:3, 3], model.nv),
        "composed": composed(model, poses, frame, pose[:3, 3]),
        "differentiated": differentiated(model, q, frame, None if point is None else place),
    }
    changed = {name: change_reference(J, pose, reference, basis_axes) for name, J in aligned.items()}
    found = routes_of(frame, reference, pose, axes, {**changed, "compiled": compiled}, basis)
    if table is None:
        return found
    return found.with_route("symbolic", change_reference(symbolic(table, q, frame, pose), pose, reference, basis_axes))


def routes_of(
    frame: str, reference: str, pose: Array, axes: list[JointAxis], routes: Mapping[str, Array], basis: str | None
) -> JacobianRoutes:
    """Compare Jacobians (6, nv) of a frame at `pose` (4, 4), found by routes of these names, along the axes of `basis`."""
    sizes = [(abs(a.turn) * (_largest(a.o) + _largest(pose[:3, 3])) + abs(a.slide), abs(a.turn)) for a in axes]
    lengths, turns = np.max(sizes, axis=0) if sizes else (0.0, 0.0)
    return JacobianRoutes(
        frame,
        reference,
        frozen(pose),
        tuple(axes),
        frozen_mapping({name: frozen(J) for name, J in routes.items()}),
        float(lengths),
        float(turns),
        frozen(differences_of(routes, float(lengths), float(turns))),
        basis,
    )


def geometric(axes: list[JointAxis], point: Array, nv: int) -> Array:
    """Route 1: each axis gives the velocity of the point P (3,) and its own turning; (6, nv), world axes."""
    J = np.zeros((6, nv))
    for axis in axes:
        J[:3, axis.column] += axis.linear(point)
        J[3:, axis.column] += axis.angular()
    return J


def composed(model: Model, poses: Mapping[str | None, Array], frame: str, point: Array) -> Array:
    """Route 2: {V(n/0)} = Σ {V(i/i-1)}, each sum taken at the joint that adds to it, in the end at P (3,); (6, nv)."""
    twist, at = np.zeros((6, model.nv)), np.zeros(3)
    for joint in joints_to(model, frame):
        before, after = joint_frames(joint, poses)
        here = np.array(after[:3, 3])
        before[:3, 3] -= here
        after[:3, 3] = 0.0
        twist, at = motion_at(here - at, twist), here
        _, ratio, place = place_in_v(model, joint)
        twist[:, place] += ratio * joint_subspace(joint, before, after).S
    return motion_at(point - at, twist)


def symbolic(table: Table, q: Array, frame: str, pose: Array) -> Array:
    """J (6, nq) of the table's tool at q (nq,), world-aligned. Raises ArgumentError if the tool is not at `pose` (4, 4)."""
    from ..symbolic.symbolic_dh import symbolic_dh

    found = symbolic_dh(table, tool=True)
    if len(found.q) != len(q):
        raise ArgumentError(
            "the table has {count} rows that move; the model has {q_count} numbers in q", count=len(found.q), q_count=len(q)
        )
    T, J = (np.asarray(matrix, dtype=np.float64) for matrix in _numeric(found)(*q))
    off = float(np.abs(T - pose).max())
    if off > NEAR:
        raise ArgumentError(
            "frame {frame!r} is not the tool of the table: their poses differ by up to {off:.3g}", frame=frame, off=off
        )
    return J


@lru_cache(maxsize=16)
def _numeric(found: SymbolicKinematics) -> Callable[..., Any]:
    """T and J as a function of the numbers of q; kept, since `symbolic_dh` keeps its results too."""
    import sympy

    function: Callable[..., Any] = sympy.lambdify(found.q, [found.T, found.J], "numpy", cse=True)
    return function


def _largest(vector: Array) -> float:
    return float(np.linalg.norm(vector))
