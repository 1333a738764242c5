"""A point mass carried by a body."""

from __future__ import annotations

import numpy as np

from ...arrays import Array, as_floats
from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from .model import Model
from .model_changes import changed_body


def with_payload(model: Model, body: str, mass: float, point: Array) -> Model:
    """The model with a point mass [kg] at a point (3,) of a body, in its frame [m]; drawn and touching as before.

    Mass, centre of mass and inertia of the body become those of both, by Huygens and Steiner. Raises UnknownNameError;
    ArgumentError, of a body that cannot move too, as a load there would change nothing.
    """
    if body not in model.body_names:
        raise UnknownNameError("body", str(body), model.body_names, tr("model {model!r}", model=model.name))
    place, load = as_floats("point", point), as_floats("mass", mass)
    if place.shape != (3,) or not np.all(np.isfinite(place)):
        raise ArgumentError("point must be 3 finite numbers [m]; given {point!r}", point=point)
    if load.ndim or not np.isfinite(load) or load < 0.0:
        raise ArgumentError("mass must be a finite number of at least 0 [kg]; given {mass!r}", mass=mass)
    if load == 0.0:
        return model
    if body not in carriers(model):
        raise ArgumentError(
            "a payload on {body!r} changes nothing, as that cannot move; these can: {carriers}",
            body=body,
            carriers=", ".join(carriers(model)) or "none",
        )
    own = model.bodies[model.body_names.index(body)]
    total = own.mass + float(load)
    com = (own.mass * own.com + float(load) * place) / total
    inertia = own.inertia + own.mass * _about(own.com - com) + float(load) * _about(place - com)
    return changed_body(model, body, mass=total, com=com, inertia=inertia)


def carriers(model: Model) -> tuple[str, ...]:
    """The bodies that can move, by name: a payload on another changes nothing. Of most robots the last is the hand."""
    return tuple(name for name, row in zip(model.body_names, model.frame_row, strict=False) if row > 0)


def _about(r: Array) -> Array:
    """Inertia (3, 3) of a unit mass at r (3,) about the origin [m²]."""
    return np.asarray(r @ r * np.eye(3) - np.outer(r, r))
