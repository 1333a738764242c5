"""How exactly a frame comes back to a place whose joint positions are known to a step of their encoders.

Source: kinematic-model, "Décomposition en valeurs singulières" 3/3 (the SVD predicts the repeatability of a robot). A reading
that is rounded to steps s is off by at most s/2, evenly spread: its variance is s²/12. To first order δP = J δq, so that errors
that do not depend on each other give the covariance J diag(s²/12) Jᵀ, whose principal axes and deviations are the u_i and σ_i of
J diag(s)/√12; and all errors together stay in the zonotope J [-s/2, s/2]. Gears, bearings and links that bend are not in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import Model
from ...multibody.model.movers import movers, one_degree_columns
from ..ellipsoids.velocity_zonotope import velocity_zonotope
from .values import Repeatability


def repeatability(
    model: Model, q: Array, frame: str, steps: Sequence[float] | Array, *, joints: Sequence[str] | None = None
) -> Repeatability:
    """The error of a frame's origin for encoders of these steps at q (nq,), to first order.

    steps  : (n,) of one step of each joint's encoder, as the joint moves; 0: no error [rad | m]
    joints : whose steps they are; None: all of one degree of freedom that can move the frame
    World axes. Raises UnknownNameError for an unknown frame or joint, ArgumentError for steps that are below zero, not finite or
    not one a joint, and a bad q.
    """
    names = movers(model, frame) if joints is None else tuple(joints)
    columns = one_degree_columns(model, names)
    values = as_floats("steps", steps)
    if values.shape != (len(names),):
        raise ArgumentError(
            "steps have shape {shape}; wanted ({count},), one for each of: {names}",
            shape=values.shape,
            count=len(names),
            names=", ".join(names),
        )
    for name, step in zip(names, values.tolist(), strict=True):
        if not 0.0 <= step < np.inf:
            raise ArgumentError(
                "the step of joint {name!r} is {step:g}; wanted a finite number of 0 or more [rad | m]", name=name, step=step
            )
    J = jacobian(model, q, frame)[:3, columns]
    U, sigma, _ = np.linalg.svd(J * (values / np.sqrt(12.0)), full_matrices=True)
    deviations = np.zeros(3)
    deviations[: len(sigma)] = sigma
    moving = values > 0.0
    bounds = velocity_zonotope(J[:, moving], 0.5 * values[moving])
    farthest = bounds.vertices[int(np.argmax(np.round(np.linalg.norm(bounds.vertices, axis=1), 15)))]
    return Repeatability(
        frame=frame,
        point=frozen(frame_pose(model, q, frame)[:3, 3].copy()),
        joints=names,
        steps=frozen(values),
        axes=frozen(U),
        deviations=frozen(deviations),
        shares=frozen(np.linalg.norm(J, axis=0) * values / np.sqrt(12.0)),
        bounds=bounds,
        farthest=frozen(np.array(farthest)),
    )
