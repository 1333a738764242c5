"""Names for the rows of the joint panel."""

from __future__ import annotations

import re
from functools import lru_cache

from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.ui.panels.joints.values import JointGroup, JointSpec


def joint_groups(scene: Scene) -> tuple[JointGroup, ...]:
    """The joints of one degree of freedom, by robot, as the joint panel shows them."""
    groups = []
    slices = scene.model.joint_slices()
    for part in scene.parts:
        specs = []
        for name in part.model.joint_names:
            joint = part.model.joint(name)
            full = name if name in slices else f"{part.name}/{name}"
            if joint.kind.nv != 1 or joint.mimic is not None or full not in slices:
                continue
            place = slices[full][0]
            specs.append(
                JointSpec(
                    full,
                    readable(name),
                    joint.kind is not JointKind.PRISMATIC,
                    joint.lower,
                    joint.upper,
                    float(scene.initial.q[place][0]),
                )
            )
        if specs:
            groups.append(JointGroup(part.name, tuple(specs)))
    return tuple(groups)


@lru_cache(maxsize=4096)  # several panels ask for each
def readable(name: str) -> str:
    """The name of a joint without that it is one: shoulder_pan_joint is shoulder_pan."""
    return re.sub(r"(?i)(?<=.)[-_]joint$", "", name)
