"""The numbers of q̇ as the page names them."""

from __future__ import annotations

from collections.abc import Callable

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.ui.laboratory.dynamics.values import Coordinate

from ...documents.joint_names import readable

_SEVERAL = {
    JointKind.FREE_FLYER: (("v_x", "v_y", "v_z"), ("ω_x", "ω_y", "ω_z")),
    JointKind.PLANAR: (("v_x", "v_y"), ("ω",)),
    JointKind.SPHERICAL: ((), ("ω_x", "ω_y", "ω_z")),
}
"""Of joints that do more than turn or slide: what slides, then what turns."""


def coordinates(model: Model, number_of: Callable[[str], int]) -> tuple[Coordinate, ...]:
    """One for each number of v; `number_of` gives a joint's number in the joint panel, 0 where it has none."""
    found: list[Coordinate] = []
    several = len({name.split("/")[0] for name in model.joint_names}) > 1
    for full, (_, in_v) in model.joint_slices().items():
        joint = model.joint(full)
        if in_v.stop == in_v.start or joint.mimic is not None:
            continue
        name = readable(full if several else full.split("/", 1)[-1])
        if joint.kind in _SEVERAL:
            sliding, turning = _SEVERAL[joint.kind]
            found += [Coordinate(part, f"{name} {part.replace('_', '')}", f"{full} {part}", False) for part in sliding]
            found += [Coordinate(part, f"{name} {part.replace('_', '')}", f"{full} {part}", True) for part in turning]
        else:
            number = number_of(full) or in_v.start + 1
            symbol = f"q_{number}" if number < 10 else f"q_{{{number}}}"
            found.append(Coordinate(symbol, name, full, joint.kind is not JointKind.PRISMATIC))
    return tuple(found)
