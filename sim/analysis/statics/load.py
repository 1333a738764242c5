"""A force and a moment at a point of a robot, and how the joints move that point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ...arrays import Array, as_floats, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.algebra.plain_spatial import force_at, motion_at
from ...multibody.kinematics.jacobian import jacobian
from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import Model
from ...texts import tr


@dataclass(frozen=True, eq=False, slots=True)
class Load:
    """A force and a moment at a point that is fixed to a body. Raises ArgumentError for what is not three finite numbers."""

    body: str  # name of a body, or of a frame fixed to one
    point: Array = field(default_factory=lambda: np.zeros(3))  # (3,) along the axes of the body, from its origin [m]
    force: Array = field(default_factory=lambda: np.zeros(3))  # (3,) world axes [N]
    moment: Array = field(default_factory=lambda: np.zeros(3))  # (3,) world axes, beside that of the force [N m]

    def __post_init__(self) -> None:
        for name, unit in (("point", "m"), ("force", "N"), ("moment", "N m")):
            values = as_floats(name, getattr(self, name))
            if values.shape != (3,) or not np.all(np.isfinite(values)):
                raise ArgumentError(
                    "{name} of a load on {body!r} must be three finite numbers x y z [{unit}]; given {reason!r}",
                    name=name,
                    body=self.body,
                    unit=unit,
                    reason=getattr(self, name),
                )
            object.__setattr__(self, name, frozen(values))

    @property
    def wrench(self) -> Array:
        """[f; n] (6,) at the point, world axes [N, N m]."""
        return np.concatenate([self.force, self.moment])

    def place(self, model: Model, q: Array) -> Array:
        """Where the point is in the world at q (nq,): (3,) [m]. Raises UnknownNameError, ArgumentError."""
        pose = frame_pose(model, q, self.body)
        return np.asarray(pose[:3, :3] @ self.point + pose[:3, 3])


def point_jacobian(model: Model, q: Array, body: str, point: Array) -> Array:
    """Jacobian J(P) (6, nv) of a point fixed to a body: [v(P); ω] = J v, world axes [m/s, rad/s per unit of v].

    point : (3,) along the axes of the body or frame `body`, from its origin [m]
    Source: THEORY §1, v(P) = v(O) + ω × OP. Raises UnknownNameError for an unknown body, ArgumentError.
    """
    r = frame_pose(model, q, body)[:3, :3] @ Load(body, point).point
    return motion_at(r, jacobian(model, q, body))


def load_wrenches(model: Model, q: Array, loads: Iterable[Load]) -> dict[str, Array]:
    """The loads as wrenches [f; n] (6,) by body or frame, world axes, at its origin [N, N m], as `inverse_dynamics` takes them.

    q (nq,); n = moment + r × force, r from the origin to the point (THEORY §3); loads on one body are added.
    Raises ArgumentError, UnknownNameError.
    """
    total: dict[str, Array] = {}
    for load in checked_loads(model, loads):
        r = load.place(model, q) - frame_pose(model, q, load.body)[:3, 3]
        total[load.body] = total.get(load.body, np.zeros(6)) + force_at(-r, load.wrench)
    return total


def checked_loads(model: Model, loads: Iterable[Load]) -> tuple[Load, ...]:
    """The loads, each on a body or frame that exists. Raises ArgumentError, UnknownNameError."""
    checked = (loads,) if isinstance(loads, Load) else tuple(loads)
    for load in checked:
        if not isinstance(load, Load):
            raise ArgumentError("loads must be of type Load; given {name}: {load!r}", name=type(load).__name__, load=load)
        if load.body not in model.frame_names:
            raise UnknownNameError(
                tr("body or frame"), str(load.body), model.frame_names, tr("model {model!r}", model=model.name)
            )
    return checked
