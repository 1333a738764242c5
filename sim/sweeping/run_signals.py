"""Signals of a run by name, in SI units: what the measures of a sweep are made of.

- energy, kinetic, potential, residual, step_error, iterations, t; force, friction, impulse: of all contacts together;
- force.BODY, friction.BODY, impulse.BODY: of the contacts of a body;
- q.JOINT, v.JOINT, tau.JOINT: of a joint;
- position.BODY, up.BODY (the vertical, in the body's axes), and of a free body velocity.BODY, spin.BODY: vectors in the world;
  position.BODY.x is one of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
from scipy.spatial.transform import Rotation

from ..arrays import Array
from ..errors import ALIKE, UnknownNameError
from ..multibody.model.coordinate_names import units
from ..multibody.model.model import JointKind
from ..simulation.recording.recording import Recording
from ..simulation.recording.shown_messages import body_poses
from ..simulation.recording.states.contact_sums import contact_sums, where_solved
from ..simulation.running.scene.scene import Scene
from ..simulation.step_arrays import IMPACT, SHAPE_A, SHAPE_B

Read = Callable[[Recording], Array]


@dataclass(frozen=True, eq=False, slots=True)
class RunSignal:
    """One quantity over the states of a run: `read` gives it (n,), or (n, size) where that is not 1."""

    unit: str
    read: Read
    size: int = 1


def run_signals(scene: Scene) -> dict[str, RunSignal]:
    """All of them, by name."""
    found = {name: RunSignal(unit, _of_the_whole(name)) for name, unit in _WHOLE.items()}
    model = scene.model
    for letter in ("q", "v", "tau"):
        of_rows = units(model, letter)
        for joint, places in model.joint_slices().items():
            place = places[letter != "q"]
            if place.stop > place.start and model.joint(joint).kind is not JointKind.FREE_FLYER:
                same = of_rows[place.start] if len(set(of_rows[place])) == 1 else ""
                found[f"{letter}.{joint}"] = RunSignal(same, _rows(letter, place), place.stop - place.start)
    free = {joint.child: joint.name for joint in model.joints if joint.kind is JointKind.FREE_FLYER}
    for k, body in enumerate(model.body_names):
        for name, (unit, column) in _LOADS.items():
            found[f"{name}.{body}"] = RunSignal(unit, _load(k, column))
        moves = {"position": ("m", _position(k)), "up": ("1", _up(k))}
        if body in free:
            in_q, in_v = model.joint_slices()[free[body]]
            moves |= {"velocity": ("m/s", _world(in_q, in_v, 0)), "spin": ("rad/s", _world(in_q, in_v, 3))}
        for name, (unit, read) in moves.items():
            found[f"{name}.{body}"] = RunSignal(unit, read, 3)
            found |= {f"{name}.{body}.{axis}": RunSignal(unit, _entry(read, i)) for i, axis in enumerate("xyz")}
    return found


def signal_named(signals: dict[str, RunSignal], name: str) -> RunSignal:
    """The one of this name. Raises UnknownNameError, which lists those whose first word is alike; else first words."""
    if name not in signals:
        words = list(dict.fromkeys(one.partition(".")[0] for one in signals))
        meant = get_close_matches(name.partition(".")[0], words, 1, ALIKE)
        raise UnknownNameError("signal", name, [one for one in signals if one.partition(".")[0] in meant] or words)
    return signals[name]


_WHOLE = {
    "energy": "J",
    "kinetic": "J",
    "potential": "J",
    "residual": "m/s",
    "step_error": "m/s",
    "iterations": "1",
    "t": "s",
    "force": "N",
    "friction": "N",
    "impulse": "N s",
}
_SUMS = {"force": 0, "friction": 1, "impulse": 2}
_LOADS = {"force": ("N", 0), "friction": ("N", 1), "impulse": ("N s", 2)}


def _of_the_whole(name: str) -> Read:
    if name == "energy":
        return lambda recording: recording.kinetic + recording.potential
    if name in _SUMS:
        return lambda recording: recording.contact_sums(len(recording))[_SUMS[name]]
    return lambda recording: np.asarray(getattr(recording, name))


def _rows(letter: str, place: slice) -> Read:
    def read(recording: Recording) -> Array:
        found = np.asarray(getattr(recording, letter)[:, place])
        return found[:, 0] if found.shape[1] == 1 else found

    return read


def _load(body: int, column: int) -> Read:
    """Of the contacts of a body alone."""

    def read(recording: Recording) -> Array:
        ends, shapes, numbers = recording.contact_rows(slice(None))
        bodies = recording.scene.system.shapes["body"]
        touches = (bodies[shapes[:, SHAPE_A]] == body) | (bodies[shapes[:, SHAPE_B]] == body)
        end = np.concatenate([[0], np.cumsum(touches)])[np.concatenate([[0], ends])]
        own = shapes[touches, IMPACT] == 1, numbers[touches], end[:-1], end[1:]
        found = contact_sums(*own, recording.settings)[column]
        return found if column == _SUMS["impulse"] else where_solved(found, recording.problems.levels[: len(recording)])

    return read


def _position(body: int) -> Read:
    return lambda recording: body_poses(recording.scene.model, np.asarray(recording.q[:]))[:, body, :3]


def _up(body: int) -> Read:
    """The vertical in the axes of the body: which of its sides is above."""

    def read(recording: Recording) -> Array:
        poses = body_poses(recording.scene.model, np.asarray(recording.q[:]))
        return np.asarray(Rotation.from_quat(poses[:, body, 3:]).inv().apply([0.0, 0.0, 1.0]))

    return read


def _world(in_q: slice, in_v: slice, first: int) -> Read:
    """Three numbers of the v of a free body, which has them in its own axes, in those of the world."""

    def read(recording: Recording) -> Array:
        turned = Rotation.from_quat(np.array(recording.q[:, in_q][:, 3:]))
        return np.asarray(turned.apply(np.array(recording.v[:, in_v][:, first : first + 3])))

    return read


def _entry(read: Read, i: int) -> Read:
    return lambda recording: read(recording)[:, i]
