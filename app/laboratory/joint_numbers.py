"""Numbers of joints that are typed on a page: they outlive other parameters of the robot, and its file's being read again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import velocity_names
from torseur.sim.multibody.model.model import JointKind, Model

from ..session.session import Session

Kept = tuple[list[str], Array]  # names and values
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


class JointNumbers:
    """One for each number of v [rad | m], per second for speeds."""

    def __init__(self, session: Session, first: tuple[float, float]) -> None:
        """What joints of one degree start with: those that turn and those that slide [rad, m]; others start at 0."""
        self._session, self._first = session, first
        self._model: Model | None = None
        self._opened = 0  # as the session counts documents
        self.values = np.zeros(0)  # (nv,)

    def follow(self) -> bool:
        """Be of the session's model, and say whether that is another robot, whose numbers begin anew."""
        session, model = self._session, self._session.model
        if model is self._model:
            return False
        same = self._opened == session.opened and len(self.values) == model.nv
        self._model, self._opened = model, session.opened
        if not same:
            self.values = _first_values(model, self._first)
        return not same

    def keep(self) -> Kept:
        """What there is now."""
        return [] if self._model is None else velocity_names(self._model), self.values.copy()

    def bring_back(self, kept: Kept) -> None:
        """Have it again, if the robot that was read has the same joints."""
        self.follow()
        names, values = kept
        if names == velocity_names(self._session.model):
            self.values = values


def _first_values(model: Model, values: tuple[float, float]) -> np.ndarray:
    """What is typed at first (nv,): for joints of one degree one of two values [rad, m], for others 0."""
    found = np.zeros(model.nv)
    for name, (_, place) in model.joint_slices().items():
        if place.stop - place.start == 1:
            found[place] = values[model.joint(name).kind is JointKind.PRISMATIC]
    return found
