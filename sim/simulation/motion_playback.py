"""A planned motion as a scene that plays its torques, without any control: simulated, and as the text of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array
from ..definition.placement_rows import roll_pitch_yaw
from ..definition.toml_writer import toml_text
from ..errors import ArgumentError
from ..multibody.kinematics.configuration import difference
from ..texts import marked, tr
from .running.control.torque_playback import TorquePlayback
from .running.scene.scene import Part, Scene, make_scene
from .running.scene.settings import Settings
from .simulate import simulate

if TYPE_CHECKING:
    from ..analysis.dynamics.motion_task import MotionTask
    from .recording.recording import Recording

HOLD = "linear"  # torques are straight between the instants of the task
BLOCK = 1000  # instants in a piece of the text
_ABOUT = marked("Inverse dynamics of a planned motion, played back as torques: nothing corrects them.")

Payload = tuple[str, float, tuple[float, float, float]]
"""Body, mass [kg] and point in the body's frame [m]."""


def played_back(task: MotionTask, name: str = "robot") -> Recording:
    """What the torques of a task alone make of its model from where it starts: nothing corrects them. See `playback_scene`."""
    return simulate(playback_scene(task, name))


def playback_scene(task: MotionTask, name: str = "robot", source: str = "") -> Scene:
    """A scene of the robot alone, driven by the torques of a task, straight between its instants; its steps are as long as those.

    source : the text of its file, of `playback_text`; empty: it has none
    Torques are cut at the effort limits, limits of joints act, and there is nothing to touch; a floating base is driven by the
    wrench that the task has for it. Raises SceneError.
    """
    playback = TorquePlayback(task.model, task.t, task.tau, HOLD)
    part = Part(name, task.model, task.placement, task.q[0], task.v[0], playback)
    return make_scene(
        name,
        [part],
        title=_title(task),
        description=_ABOUT,
        gravity=task.gravity,
        settings=Settings(dt=_step(task)),
        duration=float(task.t[-1]),
        source=source,
        path=f"{name}.toml" if source else "",
    )


def strays(task: MotionTask, recording: Recording) -> Array:
    """How far a recording of what plays a task back is from the task at most, for each number of v (nv,) [rad | m].

    Of the instants that both have; of a floating base the twist that leads from one to the other in a second. Raises
    ArgumentError for a recording of another robot, or of other steps.
    """
    n = min(len(recording), len(task.t))
    q = recording.q[:n]
    if q.shape[1:] != task.q.shape[1:] or np.abs(recording.t[:n] - task.t[:n]).max(initial=0.0) > 1e-9:
        raise ArgumentError("the recording is not of this motion played back: its robot or its steps are others")
    if task.model.nq == task.model.nv:
        apart = q - task.q[:n]
    else:
        apart = np.array([difference(task.model, planned, found) for planned, found in zip(task.q, q, strict=False)])
    return np.asarray(np.abs(apart).max(axis=0, initial=0.0))


def playback_text(task: MotionTask, robot: Mapping[str, Any], payload: Payload | None = None) -> str:
    """The scene of `playback_scene` as the text of a TOML file.

    robot   : name and model of its row, as `[[robots]]` has them, with the arguments of a xacro file and payloads if there are
    payload : one that the model of the task has beside those
    """
    return "".join(playback_pieces(task, robot, payload))


def playback_pieces(task: MotionTask, robot: Mapping[str, Any], payload: Payload | None = None) -> Iterator[str]:
    """The text of `playback_text`, first what stands before the torques and then those of `BLOCK` instants at a time."""
    placed = task.placement
    row: dict[str, Any] = dict(robot)
    row |= {"xyz": placed[:3, 3].tolist(), "rpy": list(roll_pitch_yaw(placed[:3, :3]))}
    row |= {"q": task.q[0].tolist(), "v": task.v[0].tolist()}
    carried = _payloads(robot, payload)
    if carried:
        row["payload"] = carried[0] if len(carried) == 1 else carried
    head = toml_text(
        {
            "title": _title(task),
            "description": _ABOUT,
            "duration": float(task.t[-1]),
            "gravity": list(task.gravity),
            "settings": {"dt": _step(task)},
            "robots": [row],
        }
    )
    yield f'{head}\n[robots.playback]\nhold = "{HOLD}"\ntimes = [{_numbers(task.t)}]\ntorques = [\n'
    for first in range(0, len(task.t), BLOCK):
        yield "".join(f"    [{_numbers(tau)}],\n" for tau in task.tau[first : first + BLOCK])
    yield "]\n"


def _payloads(robot: Mapping[str, Any], payload: Payload | None) -> list[Any]:
    """Those that the row of the robot has, and one more."""
    given = robot.get("payload", [])
    carried = [given] if isinstance(given, Mapping) else list(given)
    if payload is not None:
        body, mass, point = payload
        carried.append({"body": body, "mass": mass, "point": list(point)})
    return carried


def _numbers(values: Array) -> str:
    return ", ".join(map(repr, values.tolist()))


def _title(task: MotionTask) -> str:
    return tr("Motion task of {model}", model=task.model.name)


def _step(task: MotionTask) -> float:
    return float(task.t[1] - task.t[0])
