"""Which frame a document shows first."""

from __future__ import annotations

from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Scene

TOOLS = ("tool", "tool0", "tool_frame", "tcp", "ee_link", "hand_tcp", "panda_hand_tcp", "gripper", "end_effector")


def first_frame(scene: Scene) -> str:
    """A tool of the first robot that has joints, else the last body of its longest chain; "" without joints."""
    for part in scene.parts:
        model = part.model
        if not any(model.joint(name).kind.nv == 1 for name in model.joint_names):
            continue
        names = (*(frame.name for frame in model.frames), *model.body_names)
        chosen = next((name for name in names if name.lower() in TOOLS), _farthest(model))
        whole = scene.model.frame_names
        return chosen if chosen in whole else f"{part.name}/{chosen}"
    return ""


def _farthest(model: Model) -> str:
    """The last body listed of those fixed to the end of the longest chain: a foot rather than the shank it belongs to."""
    rows = [int(model.frame_row[i]) for i in range(len(model.body_names))]
    depths = _depths(model.table["parent"].tolist())
    end = max(rows, key=lambda row: depths[row])
    return next(name for name, row in reversed(list(zip(model.body_names, rows, strict=True))) if row == end)


def _depths(parents: list[int]) -> list[int]:
    """How many joints are between the world and each row; parents come before what they carry."""
    depths = [0] * len(parents)
    for row in range(1, len(parents)):
        depths[row] = depths[parents[row]] + 1
    return depths
