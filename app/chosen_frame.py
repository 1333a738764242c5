"""Which frame a document shows first."""

from __future__ import annotations

from sim.multibody.arrays import Array
from sim.simulation.scene import Scene

TOOLS = ("tool", "tool0", "tool_frame", "tcp", "ee_link", "hand_tcp", "panda_hand_tcp", "gripper", "end_effector")


def first_frame(scene: Scene) -> str:
    """A tool of the first robot that has joints, else the last body of its longest chain; "" without joints."""
    for part in scene.parts:
        model = part.model
        if not any(model.joint(name).kind.nv == 1 for name in model.joint_names):
            continue
        names = (*(frame.name for frame in model.frames), *model.body_names)
        deepest = max(
            range(len(model.body_names)), key=lambda i: _depth(model.table["parent"], int(model.frame_row[i]))
        )
        chosen = next((name for name in names if name.lower() in TOOLS), model.body_names[deepest])
        whole = scene.model.frame_names
        return chosen if chosen in whole else f"{part.name}/{chosen}"
    return ""


def _depth(parents: Array, row: int) -> int:
    count = 0
    while row > 0:
        row, count = int(parents[row]), count + 1
    return count
