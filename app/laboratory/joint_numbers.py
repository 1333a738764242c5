"""Numbers of joints that are typed on a page: they outlive other parameters of the robot, and its file's being read again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import velocity_names
from torseur.sim.multibody.model.model import JointKind, Model

TypedNumbers = tuple[tuple[str, float], ...]
"""By the names of numbers of v: joints, and of those that have several which of them."""


def joint_values(model: Model, typed: TypedNumbers, first: tuple[float, float]) -> Array:
    """What is typed (nv,); what is not yet, `first`: for joints of one degree that turn and that slide, others start at 0."""
    found, places = _first_values(model, first), {name: k for k, name in enumerate(velocity_names(model))}
    for name, value in typed:
        if name in places:
            found[places[name]] = value
    return found


def with_values(model: Model, typed: TypedNumbers, values: Mapping[int, float]) -> TypedNumbers:
    """The same with others, by their columns in v."""
    names = velocity_names(model)
    return tuple({**dict(typed), **{names[column]: value for column, value in values.items()}}.items())


def _first_values(model: Model, values: tuple[float, float]) -> np.ndarray:
    """What is typed at first (nv,): for joints of one degree one of two values [rad, m], for others 0."""
    found = np.zeros(model.nv)
    for name, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 1:
            found[place] = values[model.joint(name).kind is JointKind.PRISMATIC]
    return found
