"""The numbers of q̇ as the page names them."""

from __future__ import annotations

from collections.abc import Callable

from torseur.sim.multibody.model.coordinate_names import speed_letters
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.ui.laboratory.dynamics.values import Coordinate

from ...documents.joint_names import readable


def coordinates(model: Model, number_of: Callable[[str], int]) -> tuple[Coordinate, ...]:
    """One for each number of v; `number_of` gives a joint's number in the joint panel, 0 where it has none."""
    found: list[Coordinate] = []
    several = len({name.split("/")[0] for name in model.joint_names}) > 1
    for full, (_, in_v) in model.joint_slices().items():
        joint = model.joint(full)
        if in_v.stop == in_v.start or joint.mimic is not None:
            continue
        name = readable(full if several else full.split("/", 1)[-1])
        letters = speed_letters(joint.kind)
        for part in letters:
            found.append(Coordinate(part, f"{name} {part.replace('_', '')}", f"{full} {part}", part.startswith("ω")))
        if not letters:
            number = number_of(full) or in_v.start + 1
            symbol = f"q_{number}" if number < 10 else f"q_{{{number}}}"
            found.append(Coordinate(symbol, name, full, joint.kind is not JointKind.PRISMATIC))
    return tuple(found)


class NamedCoordinates:
    """`coordinates` of the model that was asked for last: a heap has a thousand, which are the same at each instant."""

    def __init__(self, number_of: Callable[[str], int]) -> None:
        self._number_of = number_of
        self._named: tuple[Model, tuple[Coordinate, ...]] | None = None

    def of(self, model: Model) -> tuple[Coordinate, ...]:
        """One for each number of v."""
        if self._named is None or self._named[0] is not model:
            self._named = model, coordinates(model, self._number_of)
        return self._named[1]
