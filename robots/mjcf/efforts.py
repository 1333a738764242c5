"""What MuJoCo's actuators say of the efforts that joints have."""

from __future__ import annotations

import math

import numpy as np

from .compiled import Compiled

_ON_JOINT = (0, 1)  # mjTRN_JOINT, mjTRN_JOINTINPARENT
_FIXED_GAIN, _NO_BIAS = 0, 0


def efforts_of(given: Compiled) -> dict[int, float]:
    """Return the effort limit of each joint that has one: by its own range, or by the one actuator that drives it."""
    names, limits = given.names["actuator"], {}
    drives: dict[int, list[int]] = {}
    for i in range(len(names)):
        if given["actuator_trntype"][i] in _ON_JOINT:
            drives.setdefault(int(given["actuator_trnid"][i][0]), []).append(i)
    for joint, actuators in drives.items():
        limit = _limit(given, actuators[0]) if len(actuators) == 1 else math.inf
        if math.isfinite(limit):
            limits[joint] = limit
    if len(given.get("jnt_actfrclimited")):
        for i in map(int, np.flatnonzero(given["jnt_actfrclimited"])):
            limits[i] = min(limits.get(i, math.inf), float(np.abs(given["jnt_actfrcrange"][i]).max()))
    if names:
        listed = ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")
        told = (
            "their limits are kept as effort limits where one drives a joint" if limits else "they set no effort limit"
        )
        given.say(
            "mjcf-unused", f"{len(names)} actuator{'s are' if len(names) > 1 else ' is'} left out; {told}: {listed}"
        )
    return limits


def _limit(given: Compiled, i: int) -> float:
    """Return the largest effort of an actuator on its joint; inf if it has no limit that can be told."""
    gear = abs(float(given["actuator_gear"][i][0]))
    force = math.inf
    if given["actuator_forcelimited"][i]:
        force = float(np.abs(given["actuator_forcerange"][i]).max())
    if (given["actuator_ctrllimited"][i] and given["actuator_gaintype"][i] == _FIXED_GAIN
            and given["actuator_biastype"][i] == _NO_BIAS):  # fmt: skip
        control = float(np.abs(given["actuator_ctrlrange"][i]).max())
        force = min(force, control * abs(float(given["actuator_gainprm"][i][0])))
    return gear * force if force else math.inf
