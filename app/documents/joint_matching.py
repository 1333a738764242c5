"""Which joints of a robot are those of the robot that it was made from."""

from __future__ import annotations

from torseur.sim.multibody.model.model import Model


def same_joints(before: Model, after: Model) -> list[tuple[slice, slice]]:
    """Where the numbers of joints in `after` are, and were before: of joints of one name and kind, without their robot's name.

    Where names changed and nothing else, joints keep their places.
    """

    def joints(model: Model) -> list[tuple[str, object, slice]]:
        slices = model.joint_slices()
        return [(name.split("/")[-1], model.joint(name).kind, slices[name][0]) for name in model.joint_names]

    old, new = joints(before), joints(after)
    if [kind for _, kind, _ in old] == [kind for _, kind, _ in new] and {n for n, *_ in old} != {n for n, *_ in new}:
        return [(there[2], here[2]) for here, there in zip(old, new, strict=True)]
    known = {(name, kind): place for name, kind, place in old}
    return [(place, known[name, kind]) for name, kind, place in new if (name, kind) in known]
