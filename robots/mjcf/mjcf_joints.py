"""From MuJoCo's joints to ours.

MuJoCo turns a body by its joints one after the other, each about its anchor in the body's own frame. Here that is a chain:
between two joints of a body stands a link without mass, with the frame that the body has then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.multibody.model.model import Body, Joint, JointKind
from torseur.sim.texts import marked, tr

from .compiled import Compiled, at, pose

FREE, BALL, SLIDE, HINGE = range(4)
WORLD = "world"
_ON_JOINT = (0, 1)  # mjTRN_JOINT, mjTRN_JOINTINPARENT
_FIXED_GAIN, _NO_BIAS = 0, 0


def joints_of(
    source: Compiled, body: int, parent: str | None, efforts: dict[int, float]
) -> Iterator[tuple[Joint, Body | None]]:
    """Yield the joints that carry a body, each with the link it needs after it if it is not the last."""
    name = source.names["body"][body]
    first, count = int(source["body_jntadr"][body]), int(source["body_jntnum"][body])
    placement = pose(source["body_pos"][body], source["body_quat"][body])
    if not count:
        if source["body_mocapid"][body] >= 0:
            source.report("mjcf-left-out", tr("it is moved by a motion capture; here it is fixed"), "body", body)
        yield Joint(_free(source, f"{name}_fixed"), JointKind.FIXED, parent, name, frozen(placement)), None
        return
    for joint in range(first, first + count):
        last = joint == first + count - 1
        own = source.names["jnt"][joint]
        child = name if last else _free(source, f"{name}_{own}")
        yield _joint(source, joint, parent, child, placement, efforts), None if last else Body(child)
        parent, placement = child, np.eye(4)


def _free(source: Compiled, name: str) -> str:
    """Return a name that no body, joint or site has."""
    while any(name in source.names[kind] for kind in ("body", "jnt", "site")):
        name += "_"
    return name


def _joint(source: Compiled, i: int, parent: str | None, child: str, placement: Array, efforts: dict[int, float]) -> Joint:
    name, kind = source.names["jnt"][i], int(source["jnt_type"][i])
    armature, damping, friction = (_of_joint(source, i, f"dof_{key}") for key in ("armature", "damping", "frictionloss"))
    _report_unsupported(source, i, kind)
    if kind == FREE:
        for what, value in (("damping", damping), (tr("dry friction"), friction)):
            if value:
                message = tr("its {what} of {value:g} is left out: a free joint has none here", what=what, value=value)
                source.report("mjcf-left-out", message, "jnt", i)
        return Joint(name, JointKind.FREE_FLYER, None, child, armature=armature)
    anchor = at(source["jnt_pos"][i])
    placement, after = placement @ anchor, np.linalg.inv(anchor)
    if kind == BALL:
        return Joint(
            name,
            JointKind.SPHERICAL,
            parent,
            child,
            frozen(placement),
            child_placement=frozen(after),
            damping=damping,
            friction=friction,
            armature=armature,
        )
    if kind == HINGE and source["jnt_limited"][i] and np.abs(source["jnt_range"][i]).max() > 2.0 * math.tau:
        low, high = source["jnt_range"][i].tolist()
        degrees = f"{math.radians(low):.6g} {math.radians(high):.6g}"
        source.report(
            "angle-degrees",
            tr(
                "its range of {low:g} to {high:g} rad is many turns; of degrees it would be {degrees}",
                low=low,
                high=high,
                degrees=degrees,
            ),
            "jnt",
            i,
        )
    limited, at_zero = bool(source["jnt_limited"][i]), int(source["jnt_qposadr"][i])
    axis, start = source["jnt_axis"][i] / np.linalg.norm(source["jnt_axis"][i]), float(source["qpos0"][at_zero])
    turning = JointKind.REVOLUTE if limited else JointKind.CONTINUOUS
    return Joint(
        name=name,
        kind=turning if kind == HINGE else JointKind.PRISMATIC,
        parent=parent,
        child=child,
        placement=frozen(placement),
        axis=frozen(axis),
        child_placement=frozen(_moved(kind, axis, -start) @ after),
        lower=float(source["jnt_range"][i][0]) if limited else -math.inf,
        upper=float(source["jnt_range"][i][1]) if limited else math.inf,
        effort_limit=efforts.get(i, math.inf),
        damping=damping,
        friction=friction,
        armature=armature,
        stiffness=float(source["jnt_stiffness"][i]),
        rest=float(source["qpos_spring"][at_zero]),
    )


def _of_joint(source: Compiled, i: int, key: str) -> float:
    """Return what a joint has of this for each of its degrees of freedom; none where it would drive the joint."""
    value = float(source[key][int(source["jnt_dofadr"][i])])
    if value >= 0.0:
        return value
    what = {"dof_damping": "damping", "dof_frictionloss": tr("dry friction")}.get(key, "armature")
    source.report(
        "mjcf-negative", tr("its {what} of {value:g} would drive what moves; none is taken", what=what, value=value), "jnt", i
    )
    return 0.0


def _moved(kind: int, axis: Array, by: float) -> Array:
    """Return the motion (4, 4) of a hinge or slide, which starts at `ref` in MuJoCo."""
    if kind == SLIDE:
        return at(by * axis)
    return pose(np.zeros(3), np.concatenate([[math.cos(by / 2)], math.sin(by / 2) * axis]))


def _report_unsupported(source: Compiled, i: int, kind: int) -> None:
    dof = int(source["jnt_dofadr"][i])
    if kind in (FREE, BALL) and source["jnt_stiffness"][i]:
        source.report("mjcf-left-out", tr("its spring is left out: only joints of one degree of freedom have one"), "jnt", i)
    if kind == BALL and source["jnt_limited"][i]:
        source.report("mjcf-left-out", tr("its limit is left out: only joints of one degree of freedom have one"), "jnt", i)
    low, high = source["jnt_range"][i]
    if low > high and not source["jnt_limited"][i]:
        message = tr("the first number of its range is above the second, which limits nothing; none is taken")
        source.report("limit-left-out", message, "jnt", i)
    for name, what in (("jnt_stiffnesspoly", "stiffness"), ("dof_dampingpoly", "damping"), ("jnt_springyield", "yielding")):
        values = source.get(name)
        if values.size and np.any(values[dof if name.startswith("dof") else i]):
            source.report("mjcf-left-out", tr("what of its {what} is not linear is left out", what=what), "jnt", i)


def coordinates(source: Compiled, qpos: Array, order: list[int]) -> Array:
    """Return q of MuJoCo's qpos, for joints in this order: quaternions have w last."""
    parts = []
    for i in order:
        start, kind = int(source["jnt_qposadr"][i]), int(source["jnt_type"][i])
        if kind == FREE:
            x, y, z, w, a, b, c = qpos[start : start + 7]
            parts.append(np.array([x, y, z, a, b, c, w]))
        elif kind == BALL:
            parts.append(np.roll(qpos[start : start + 4], -1))
        else:
            parts.append(qpos[start : start + 1])
    return np.concatenate([*parts, np.zeros(0)])


def efforts_of(source: Compiled) -> dict[int, float]:
    """Return the effort limit of each joint that has one: by its own range, or by the one actuator that drives it."""
    names, limits = source.names["actuator"], {}
    drives: dict[int, list[int]] = {}
    for i in range(len(names)):
        if source["actuator_trntype"][i] in _ON_JOINT:
            drives.setdefault(int(source["actuator_trnid"][i][0]), []).append(i)
    for joint, actuators in drives.items():
        limit = _effort_limit(source, actuators[0]) if len(actuators) == 1 else math.inf
        if math.isfinite(limit):
            limits[joint] = limit
    if len(source.get("jnt_actfrclimited")):
        for i in map(int, np.flatnonzero(source["jnt_actfrclimited"])):
            limits[i] = min(limits.get(i, math.inf), float(np.abs(source["jnt_actfrcrange"][i]).max()))
    servos = [names[i] for i in range(len(names)) if source["actuator_biastype"][i] != _NO_BIAS]
    if servos:
        one = marked("1 servo is left out that acts on joints without control: {servos}")
        several = marked("{count} servos are left out that act on joints without control: {servos}")
        message = tr(one if len(servos) == 1 else several, count=len(servos), servos=_listed(servos))
        source.report("mjcf-servo", message, "actuator")
    if names:
        kept = marked("limits are kept as effort limits where one drives a joint")
        what = tr(kept if limits else marked("no effort limit is set"))
        one = marked("1 actuator is left out; {what}: {names}")
        several = marked("{count} actuators are left out; {what}: {names}")
        message = tr(one if len(names) == 1 else several, count=len(names), what=what, names=_listed(names))
        source.report("mjcf-unused", message, "actuator")
    return limits


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:8])) + (", …" if len(names) > 8 else "")


def _effort_limit(source: Compiled, i: int) -> float:
    """Return the largest effort of an actuator on its joint; inf if it has no limit that can be told."""
    gear = abs(float(source["actuator_gear"][i][0]))
    force = math.inf
    if source["actuator_forcelimited"][i]:
        force = float(np.abs(source["actuator_forcerange"][i]).max())
    if (
        source["actuator_ctrllimited"][i]
        and source["actuator_gaintype"][i] == _FIXED_GAIN
        and source["actuator_biastype"][i] == _NO_BIAS
    ):
        control = float(np.abs(source["actuator_ctrlrange"][i]).max())
        force = min(force, control * abs(float(source["actuator_gainprm"][i][0])))
    return gear * force if force else math.inf
