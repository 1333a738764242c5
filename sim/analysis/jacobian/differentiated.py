"""The Jacobian as the derivative of the direct model, to rounding: a complex step through kinematics in plain NumPy.

With f analytic, f(q + i h e) = f(q) + i h ∂f/∂e - …: for h as small as 1e-30 the imaginary part over h is the derivative, and
nothing is subtracted. Source: Squire & Trapp 1998; the model is `plain_frame_pose`, which shares nothing with the kernels.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError
from ...multibody.algebra.plain_spatial import skew
from ...multibody.algebra.rotations import vee
from ...multibody.kinematics.plain_kinematics import joints_to, place_in_v, plain_frame_pose
from ...multibody.model.checks import checked, checked_point
from ...multibody.model.model import JointKind, Model
from .values import PoseDerivative

STEP = 1e-30


def differentiated(model: Model, q: Array, frame: str, point: Array | None = None) -> Array:
    """Jacobian (6, nv) at q (nq,), world-aligned at the frame's origin, or a point (3,) of it: ∂P/∂q_k, vee(∂R/∂q_k Rᵀ)."""
    moving = sorted({k for joint in joints_to(model, frame) for k in _columns(place_in_v(model, joint)[2])})
    J = np.zeros((6, model.nv))
    if moving:
        pose = plain_frame_pose(model, q + 1j * STEP * configuration_rates(model, q)[moving], frame)
        rate, R = pose.imag / STEP, pose[0, :3, :3].real
        J[:3, moving] = (rate[:, :3, 3] if point is None else rate[:, :3, 3] + rate[:, :3, :3] @ point).T
        J[3:, moving] = vee(rate[:, :3, :3] @ R.T).T
    return J


def pose_derivative(model: Model, q: Array, frame: str, column: int, point: Array | None = None) -> PoseDerivative:
    """∂T/∂q_k of a frame at q (nq,), for one number of v: ∂R/∂q_k, ∂P/∂q_k and S(ω) = ∂R/∂q_k Rᵀ, by a complex step.

    column : k, from 0 to nv - 1
    point  : (3,) P along the axes of the frame from its origin [m]; None: the origin itself
    Source: kinematic-model, "jacobienne de l'articulation i, au point Oi", "Calcul direct (depuis 0Ti) de la jacobienne".
    Raises UnknownNameError for an unknown frame, ArgumentError for a bad q, column or point.
    """
    (q,) = checked(model, q=q)
    if not 0 <= column < model.nv:
        raise ArgumentError("column must be one of the {nv} numbers of v, from 0; given {column!r}", nv=model.nv, column=column)
    pose = plain_frame_pose(model, q + 1j * STEP * configuration_rates(model, q)[column], frame)
    rate, R = np.imag(pose) / STEP, np.real(pose)[:3, :3]
    place = np.zeros(3) if point is None else checked_point(point)
    matrix = rate[:3, :3] @ R.T
    omega = vee(matrix)
    return PoseDerivative(
        column=column,
        R_rate=frozen(np.array(rate[:3, :3])),
        P_rate=frozen(rate[:3, 3] + rate[:3, :3] @ place),
        matrix=frozen(matrix),
        omega=frozen(omega),
        residual=float(np.abs(matrix - skew(omega)).max()),
    )


def configuration_rates(model: Model, q: Array) -> Array:
    """q̇ (nv, nq) at q (nq,) for each number of v alone at 1: q̇ is v, but for quaternions ½ q ∘ (ω, 0), and R v of a free body."""
    rates = np.zeros((model.nv, model.nq))
    for name, (in_q, in_v) in model.joint_slices().items():
        kind, place = model.joint(name).kind, slice(in_q.stop - 4, in_q.stop)
        if kind is JointKind.FREE_FLYER:
            rates[in_v.start : in_v.start + 3, in_q.start : in_q.start + 3] = _rotation(q[place]).T
        if kind.has_quaternion:
            rates[in_v.stop - 3 : in_v.stop, place] = _quaternion_rates(q[place])
        else:
            rates[in_v, in_q] = np.eye(kind.nv)
    return rates


def _quaternion_rates(quaternion: Array) -> Array:
    """½ q ∘ (e, 0) (3, 4) for turning about each own axis e at 1 rad/s."""
    x, y, z, w = quaternion
    return 0.5 * np.array([[w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]])


def _rotation(quaternion: Array) -> Array:
    """The rotation (3, 3) whose columns are the quaternion's own axes: v ↦ v + 2 w s × v + 2 s × (s × v), s its vector."""
    unit = quaternion / np.linalg.norm(quaternion)
    s, w = unit[:3], unit[3]
    across = np.cross(s, np.eye(3))
    R: Array = np.eye(3) + 2.0 * w * across + 2.0 * np.cross(s, across)
    return R.T


def _columns(place: slice) -> range:
    return range(place.start, place.stop)
