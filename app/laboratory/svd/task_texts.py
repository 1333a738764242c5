"""A task of the page "SVD" in words, and what of it stays the same at another configuration."""

from __future__ import annotations

from collections.abc import Sequence

from torseur.sim.analysis.svd.values import TaskJacobian
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.movers import joints_moving
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT, index
from torseur.ui.text.units import per_unit

AXES = {"world_aligned": marked("world axes"), "local": marked("frame axes"), "world": marked("world origin")}
STILL = 1e-9  # share of a unit direction below which a joint takes no part in it
ROW_WORDS = {"position": marked("position rows"), "orientation": marked("orientation rows"), "both": marked("six rows")}
ROWS = {"vx": "v_x", "vy": "v_y", "vz": "v_z", "wx": "ω_x", "wy": "ω_y", "wz": "ω_z"}  # in the notation of `paint_math`
STAYS = {
    "position": marked("its point stays"),
    "orientation": marked("its orientation stays"),
    "both": marked("the tool stays"),
}
"""What does not move in a self-motion, by the rows that are held."""


def path_unit(model: Model, joints: Sequence[str], direction: Array) -> str:
    """Of the length of a path along a direction (n,) of joints: of those that take part in it."""
    moving = [name for name, share in zip(joints, direction.tolist(), strict=True) if abs(share) > STILL]
    return per_unit([model.joint(name).kind is JointKind.PRISMATIC for name in moving], "rad", "m")


def held_still(model: Model, task: TaskJacobian) -> str:
    """What the columns leave out: joints of several degrees on the way to the frame."""
    fixed = [name for name in joints_moving(model, task.frame) if model.joint(name).kind.nv > 1]
    return tr("Held still, with several degrees of freedom: {joints}.", joints=", ".join(fixed)) if fixed else ""


def joint_labels(model: Model, joints: Sequence[str]) -> tuple[str, ...]:
    """Labels of joint velocities, in the notation of `paint_math`, by the joint panel's numbers."""
    numbers = joint_numbers(model)
    return tuple(f"q{DOT}_{index(numbers[name])}" for name in joints)
