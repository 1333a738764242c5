"""A task of the page "SVD" in words, and what of it stays the same at another configuration."""

from __future__ import annotations

from collections.abc import Sequence

from torseur.sim.analysis.svd.values import TaskJacobian
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.movers import joints_moving
from torseur.sim.texts import marked, tr
from torseur.ui.text.units import per_unit

AXES = {"world_aligned": marked("world axes"), "local": marked("frame axes"), "world": marked("world origin")}
STILL = 1e-9  # share of a unit direction below which a joint takes no part in it
ROW_WORDS = {
    "position": marked("position rows"),
    "orientation": marked("orientation rows"),
    "both": marked("six rows"),
}


def alike(one: TaskJacobian, other: TaskJacobian) -> bool:
    """Whether the same was asked for, at another configuration."""
    return (one.frame, one.axes, one.rows, one.weighting, one.joints) == (
        other.frame, other.axes, other.rows, other.weighting, other.joints,
    )  # fmt: skip


def path_unit(model: Model, joints: Sequence[str], direction: Array) -> str:
    """Of the length of a path along a direction (n,) of joints: of those that take part in it."""
    moving = [name for name, share in zip(joints, direction.tolist(), strict=True) if abs(share) > STILL]
    return per_unit([model.joint(name).kind is JointKind.PRISMATIC for name in moving], "rad", "m")


def held_still(model: Model, task: TaskJacobian) -> str:
    """What the columns leave out: joints of several degrees on the way to the frame."""
    fixed = [name for name in joints_moving(model, task.frame) if model.joint(name).kind.nv > 1]
    return tr("Held still, with several degrees of freedom: {joints}.", joints=", ".join(fixed)) if fixed else ""
