"""Edits of a robot of a scene, as the scene's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.definition.toml_editing import with_value, with_values, without
from torseur.sim.definition.toml_lines import KeyPath
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.multibody.model.payload import carriers
from torseur.sim.simulation.running.control.controller import Controller
from torseur.sim.simulation.running.scene.holding_gains import holding_gains
from torseur.sim.simulation.running.scene.scene import Part
from torseur.sim.simulation.running.scene.scene_text import frame_start
from torseur.sim.texts import tr

from .part_in_text import GONE, NEW, Chosen, payload_rows
from .robot_lines import NO_LAW, OWN_TARGET, PLAYBACK, START, YES, base_frame
from .text_entries import with_entry, with_material

_FREQUENCY = 3.0  # of computed torque that is new [Hz], as gains that hold have it
_DIGITS = 6  # of gains, which are chosen and not measured


def with_robot_line(text: str, said: Any, path: tuple[str, int], part: Part, key: str, value: Any, chosen: Chosen) -> str:
    """The text with one line of a robot's form; see `part_text.with_line`."""
    row = said[path[0]][path[1]]
    if key.startswith("joint."):
        return _with_joint(text, path, row, part, chosen.joint, key.removeprefix("joint."), float(value))
    if key.endswith("payload") or key.startswith("payload."):
        return _with_payload(text, path, row, part, chosen.payload, key, value)
    match key:
        case "velocity" | "spin":
            return _with_velocity(text, said, path, row, part, key, value)
        case "placed_by":
            return _placed_by(text, said, path, part, str(value))
        case "q":
            return with_value(text, (*path, "q"), value) if value else text
        case "materials":
            return with_material(text, said, (*path, "materials", chosen.body), str(value))
        case "self_collision":
            gone = [] if value == YES else [(*path, "ignore_collisions")]
            return with_values(text, {(*path, key): value == YES}, gone)
        case "ignore_collisions":
            return with_value(text, (*path, key), _pairs(str(value)))
        case "arguments":
            return with_value(text, (*path, key), _arguments(str(value)))
        case "law":
            return _with_law(text, path, part, str(value))
        case "controller.target":
            return _with_target(text, path, part, str(value))
        case "controller.gravity_compensation":
            return with_value(text, (*path, "controller", "gravity_compensation"), value == YES)
        case "playback.hold":
            return with_value(text, (*path, "playback", "hold"), value)
    return with_entry(text, said, (*path, key), value)


def _with_joint(
    text: str, path: tuple[str, int], row: Mapping[str, Any], part: Part, joint: str, key: str, value: float
) -> str:
    in_q, in_v = part.model.joint_slices()[joint]
    q = _q(part)
    if key == "start":
        q[in_q] = value
        return with_value(text, (*path, "q"), _numbers(q))
    if key == "velocity":
        v = np.zeros(part.model.nv) if part.v is None else np.array(part.v)
        v[in_v] = value
        return with_values(text, {(*path, "v"): _numbers(v)}, _of_base(path, row))
    if "playback" in row:
        raise ArgumentError(tr("it is driven by torques at instants, and has no controller beside them"))
    control = part.controller if isinstance(part.controller, Controller) else Controller()
    if "controller" not in row:
        text = with_value(text, (*path, "controller"), {"stiffness": 0.0, "damping": 0.0})
    if key == "target":
        target = np.array(q if control.target is None else control.target)
        target[in_q] = value
        return with_value(text, (*path, "controller", "target"), _numbers(target))
    gains = np.broadcast_to(np.asarray(getattr(control, key), dtype=float), (part.model.nv,)).copy()
    gains[in_v] = value
    return with_value(text, (*path, "controller", key), _numbers(gains))


def _with_velocity(
    text: str, said: Any, path: tuple[str, int], row: Mapping[str, Any], part: Part, key: str, value: tuple[int, float]
) -> str:
    """Of a floating base, in the world; where the text has all velocities as numbers, among them."""
    if "v" not in row:
        return with_entry(text, said, (*path, key), value)
    rotation, place = base_frame(part)
    v = np.array(row["v"], dtype=float)
    own = v[place]  # a view
    half = slice(0, 3) if key == "velocity" else slice(3, 6)
    world = rotation @ own[half]
    world[value[0]] = value[1] * (radians_per(said.get("angle_unit", "rad")) if key == "spin" else 1.0)
    own[half] = rotation.T @ world
    return with_value(text, (*path, "v"), _numbers(v))


def _placed_by(text: str, said: Any, path: tuple[str, int], part: Part, frame: str) -> str:
    """By another frame, or "" its base, standing where it does."""
    radians = radians_per(said.get("angle_unit", "rad"))
    start = frame_start(part, _q(part), frame, radians)
    values: dict[KeyPath, Any] = {(*path, key): value for key, value in start.items()}
    if frame:
        values[(*path, "placed_by")] = frame
    return with_values(text, values, [] if frame else [(*path, "placed_by")])


def _with_law(text: str, path: tuple[str, int], part: Part, law: str) -> str:
    """Driven by another law, with gains that hold the joints where they start; or by none."""
    place, played = (*path, "controller"), (*path, "playback")
    if law == PLAYBACK:
        return text
    if law == NO_LAW:
        return with_values(text, {}, [place, played])
    if law == "pd":
        stiffness, damping = holding_gains(part.model, _q(part))
    else:
        omega = 2.0 * np.pi * _FREQUENCY
        stiffness, damping = np.full(part.model.nv, omega**2), np.full(part.model.nv, 2.0 * omega)
    gains = {key: [float(f"{x:.{_DIGITS}g}") for x in gain] for key, gain in (("stiffness", stiffness), ("damping", damping))}
    return with_values(text, {place: {"law": law, **gains, "gravity_compensation": law == "pd"}}, [played])


def _with_target(text: str, path: tuple[str, int], part: Part, target: str) -> str:
    place = (*path, "controller", "target")
    if target == START:
        return without(text, place)
    if target == OWN_TARGET:
        now = part.controller.target if isinstance(part.controller, Controller) else None
        return with_value(text, place, _numbers(_q(part) if now is None else now))
    return with_value(text, place, target)


def _with_payload(text: str, path: tuple[str, int], row: Mapping[str, Any], part: Part, k: int, key: str, value: Any) -> str:
    rows = [dict(one) for one in payload_rows(row)]
    place = (*path, "payload")
    if key == "choose.payload":
        if value == NEW:
            rows.append({"body": (carriers(part.model) or part.model.body_names)[-1], "mass": 1.0})
        elif value == GONE:
            del rows[k]
    elif isinstance(value, tuple):
        point = list(rows[k].get("point", (0.0, 0.0, 0.0)))
        point[value[0]] = float(value[1])
        rows[k]["point"] = point
    else:
        rows[k][key.removeprefix("payload.")] = value
    if not rows:
        return without(text, place)
    return with_value(text, place, rows[0] if len(rows) == 1 else rows)


def _pairs(text: str) -> list[list[str]]:
    pairs = [[name.strip() for name in pair.split("+")] for pair in text.split(";") if pair.strip()]
    for pair in pairs:
        if len(pair) != 2:
            raise ArgumentError(
                tr("{given!r} is no pair of bodies; pairs are written as: hand + forearm; hand + arm", given=" + ".join(pair))
            )
    return pairs


def _arguments(text: str) -> dict[str, str | bool]:
    given: dict[str, str | bool] = {}
    for one in filter(str.strip, text.split(";")):
        name, equals, value = (word.strip() for word in one.partition("="))
        if not equals or not name:
            raise ArgumentError(
                tr("{given!r} is no argument; they are written as: prefix=left_; gripper=true", given=one.strip())
            )
        given[name] = value == "true" if value in ("true", "false") else value
    return given


def _of_base(path: tuple[str, int], row: Mapping[str, Any]) -> list[KeyPath]:
    """Velocities beside numbers of all, which the file does not take."""
    return [(*path, key) for key in ("velocity", "spin") if key in row]


def _q(part: Part) -> Array:
    return np.array(neutral(part.model) if part.q is None else part.q, dtype=float)


def _numbers(values: Array) -> list[float]:
    return [float(x) for x in values]
