"""Computing what a frame can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...arrays import Array, frozen, frozen_mapping
from ...errors import SingularMassMatrixError, UnknownNameError
from ...multibody.dynamics.inverse_mass_matrix import solve_mass_matrix
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind, Model
from ...multibody.model.movers import movers, one_degree_columns
from ...texts import tr
from ..jacobian.limits import unusable_limits
from ..rows import checked_rows
from .ellipsoids import force_ellipsoid, velocity_ellipsoid
from .force_polytope import force_polytope
from .values import KINDS, Capability, Ellipsoid, Polytope
from .velocity_zonotope import velocity_zonotope

MOST_JOINTS = 24  # a zonotope of more has many hundred faces, too slow to follow a slider; `velocity_zonotope` makes it
MOST_NAMED = 3


def frame_capability(
    model: Model, q: Array, frame: str, kinds: Iterable[str] = KINDS, rows: str = "position", weighted: bool = False
) -> Capability:
    """The ellipsoids and polytopes of a frame at q (nq,), world axes.

    kinds    : which, of KINDS; polytopes are always of the limits
    rows     : "position": of the frame's origin; "orientation": of its angular velocity and moment
    weighted : ellipsoids with each joint scaled by its limit of speed or torque
    What cannot be, for want of limits or of joints, is told in `absent`. All joints of one degree of freedom count; for
    "dynamic" they drive, and all others are free.
    Raises UnknownNameError, ArgumentError.
    """
    kinds = tuple(kinds)
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownNameError("kind", str(kind), KINDS)
    chosen = checked_rows(rows, ("position", "orientation"))
    pose = frame_pose(model, q, frame)
    names = movers(model, frame)
    all_columns = jacobian(model, q, frame)[chosen]
    columns = one_degree_columns(model, names)
    J = all_columns[:, columns]
    speed, effort = model.velocity_limit[columns], model.effort_limit[columns]
    no_speed, no_effort = _why_none("speed", names, speed), _why_none("torque", names, effort)
    ellipsoids: dict[str, Ellipsoid] = {}
    polytopes: dict[str, Polytope] = {}
    absent: dict[str, str] = {}
    for kind in kinds:
        if not names:
            absent[kind] = tr("no joint moves this frame")
        elif kind == "dynamic":
            found = _dynamic(model, q, all_columns, weighted)
            if isinstance(found, str):
                absent[kind] = found
            else:
                ellipsoids[kind] = found
        elif (weighted or kind.endswith("polytope")) and (why := no_speed if "velocity" in kind else no_effort):
            absent[kind] = why
        elif kind == "velocity_polytope" and len(names) > MOST_JOINTS:
            absent[kind] = tr(
                "{count} joints move this frame: the polytope of more than {most_joints} is not made here",
                count=len(names),
                most_joints=MOST_JOINTS,
            )
        elif kind == "velocity":
            ellipsoids[kind] = velocity_ellipsoid(J, speed if weighted else None)
        elif kind == "force":
            ellipsoids[kind] = force_ellipsoid(J, effort if weighted else None)
        elif kind == "velocity_polytope":
            polytopes[kind] = velocity_zonotope(J, speed)
        else:
            polytopes[kind] = force_polytope(J, effort)
    return Capability(
        frame,
        frozen(pose),
        names,
        tuple(model.joint(name).kind is JointKind.PRISMATIC for name in names),
        rows,
        weighted,
        frozen_mapping(ellipsoids),
        frozen_mapping(polytopes),
        frozen_mapping(absent),
    )


def _dynamic(model: Model, q: Array, J: Array, weighted: bool) -> Ellipsoid | str:
    """Of J H⁻¹ (3, nv), its columns those of the joints that drive; or why there is none."""
    slices = model.joint_slices()
    names = [name for name, (_, place) in slices.items() if place.stop - place.start == 1]
    try:
        response = solve_mass_matrix(model, q, np.ascontiguousarray(J.T)).T
    except SingularMassMatrixError as error:
        return str(error)
    names = [name for name in names if np.any(response[:, slices[name][1].start])]
    columns = one_degree_columns(model, names)
    effort = model.effort_limit[columns]
    if weighted and (why := _why_none("torque", names, effort)):
        return why
    return velocity_ellipsoid(response[:, columns], effort if weighted else None)


def _why_none(kind: str, names: Sequence[str], limits: Array) -> str:
    """Why limits (n,) of these joints cannot be used; "" if they can."""
    words, without = unusable_limits(names, limits, kind)
    found = [name.rsplit("/", 1)[-1] for name in without]
    more = tr(" and {count} more", count=len(found) - MOST_NAMED) if len(found) > MOST_NAMED else ""
    return (
        tr("the file gives {words} for {found}{more}", words=words, found=", ".join(found[:MOST_NAMED]), more=more)
        if found
        else ""
    )
