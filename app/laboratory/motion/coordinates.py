"""The numbers of q̇ as the page names them."""

from __future__ import annotations

from functools import lru_cache

from torseur.sim.multibody.model.coordinate_names import joint_numbers, speed_letters
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.math_notation import index

from ...documents.joint_names import readable


@lru_cache(maxsize=8)  # a heap has a thousand, which are the same at each instant; models are compared by identity
def coordinates(model: Model) -> tuple[Coordinate, ...]:
    """One for each number of v."""
    found: list[Coordinate] = []
    several = len({name.split("/")[0] for name in model.joint_names}) > 1
    numbers = joint_numbers(model)
    for full, (_, in_v) in model.joint_slices().items():
        joint = model.joint(full)
        if in_v.stop == in_v.start or joint.mimic is not None:
            continue
        name = readable(full if several else full.split("/", 1)[-1])
        letters = speed_letters(joint.kind)
        for part in letters:
            found.append(Coordinate(part, f"{name} {part.replace('_', '')}", f"{full} {part}", part.startswith("ω")))
        if not letters:
            found.append(Coordinate(f"q_{index(numbers[full])}", name, full, joint.kind is not JointKind.PRISMATIC))
    return tuple(found)
