"""A planned motion as a scene that plays its torques, without any control: simulated, and as the text of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..definition.placement_rows import roll_pitch_yaw
from ..definition.toml_writer import toml_text
from .control.torque_playback import TorquePlayback
from .scene.scene import Part, Scene, make_scene
from .scene.settings import Settings
from .simulate import simulate

if TYPE_CHECKING:
    from ..analysis.dynamics.motion_task import MotionTask
    from .recording.recording import Recording

HOLD = "linear"  # torques are straight between the instants of the task


def played_back(task: MotionTask, name: str = "robot") -> Recording:
    """What the torques of a task alone make of its model from where it starts: nothing corrects them. See `playback_scene`."""
    return simulate(playback_scene(task, name))


def playback_scene(task: MotionTask, name: str = "robot") -> Scene:
    """A scene of the robot alone, driven by the torques of a task, straight between its instants; its steps are as long as those.

    Torques are cut at the effort limits, limits of joints act, and there is nothing to touch. Raises SceneError.
    """
    playback = TorquePlayback(task.model, task.t, task.tau, HOLD)
    part = Part(name, task.model, task.placement, task.q[0], task.v[0], playback)
    return make_scene(
        name,
        [part],
        title=_title(task),
        gravity=task.gravity,
        settings=Settings(dt=_step(task)),
        duration=float(task.t[-1]),
    )


def playback_text(
    task: MotionTask,
    robot: Mapping[str, Any],
    payload: tuple[str, float, tuple[float, float, float]] | None = None,
) -> str:
    """The scene of `playback_scene` as the text of a TOML file.

    robot   : name and model of its row, and the arguments of a xacro file, as `[[robots]]` has them
    payload : body, mass [kg] and point in its frame [m] that the model of the task has more than the robot's own file
    """
    placed = task.placement
    row: dict[str, Any] = dict(robot)
    row |= {"xyz": placed[:3, 3].tolist(), "rpy": list(roll_pitch_yaw(placed[:3, :3]))}
    row |= {"q": task.q[0].tolist(), "v": task.v[0].tolist()}
    if payload is not None:
        body, mass, point = payload
        row["payload"] = {"body": body, "mass": mass, "point": list(point)}
    row["playback"] = {"times": task.t.tolist(), "torques": task.tau.tolist(), "hold": HOLD}
    return toml_text({
        "title": _title(task),
        "description": "Inverse dynamics of a planned motion, played back as torques: nothing corrects them.",
        "duration": float(task.t[-1]),
        "gravity": list(task.gravity),
        "settings": {"dt": _step(task)},
        "robots": [row],
    })  # fmt: skip


def _title(task: MotionTask) -> str:
    return f"Motion task of {task.model.name}"


def _step(task: MotionTask) -> float:
    return float(task.t[1] - task.t[0])
