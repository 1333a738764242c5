"""A robot of a scene, as lines of its form: its pose, joints, control, loads, and what its bodies are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.multibody.model.payload import carriers
from torseur.sim.simulation.running.control.controller import Controller
from torseur.sim.simulation.running.scene.scene import Part
from torseur.sim.texts import marked, tr
from torseur.ui.panels.scene.values import PartLine

from .line_parts import angle_sign, material_line, numbers_line, shown_angle
from .part_in_text import GONE, NEW, Chosen, PartInText
from .value_limits import GAIN, MASS, PLACE, SPEED

YES, NO = "yes", "no"
NO_LAW, PLAYBACK = "", "playback"  # beside the laws of control
START, OWN_TARGET = "", "own"  # targets beside the names of poses
_LAWS = {
    NO_LAW: marked("None"),
    "pd": "PD",
    "computed_torque": marked("Computed torque"),
    PLAYBACK: marked("Torques at instants"),
}
_ARGUMENTS = (".xacro", ".urdf")


def robot_lines(one: PartInText, unit: str, chosen: Chosen) -> list[PartLine]:
    """Of a robot; angles in "deg" or "rad", of the joint, the body and the load that are chosen."""
    return [
        *_pose_lines(one),
        *_joint_lines(one, unit, chosen.joint),
        *_control_lines(one),
        *_load_lines(one, chosen.payload),
        *_surface_lines(one, chosen.body),
        *_file_lines(one),
    ]


def base_velocity(one: PartInText, unit: str) -> tuple[list[float], list[float]]:
    """Velocity [m/s] and spin [unit/s] that a floating body starts with, in the world."""
    if "v" not in one.row:
        spin = [shown_angle(float(x), one.file_unit, unit) for x in one.row.get("spin") or (0.0, 0.0, 0.0)]
        return [float(x) for x in one.row.get("velocity") or (0.0, 0.0, 0.0)], spin
    rotation, place = base_frame(one.part)
    v = np.array(one.row["v"])[place]
    return [float(x) for x in rotation @ v[:3]], [shown_angle(float(x), "rad", unit) for x in rotation @ v[3:]]


def base_frame(part: Part) -> tuple[Array, slice]:
    """How the floating base of a robot is turned in the world (3, 3) at its start, and where its six numbers are in v."""
    base = next(joint for joint in part.model.joints if joint.kind is JointKind.FREE_FLYER)
    q = neutral(part.model) if part.q is None else part.q
    pose = plain_frame_poses(part.model, q)[part.model.frame_index(base.child)]
    return np.asarray(part.placement[:3, :3] @ pose[:3, :3]), part.model.joint_slices()[base.name][1]


def _pose_lines(one: PartInText) -> list[PartLine]:
    model = one.part.model
    frames = {"": tr("Its base"), **{name: name for name in model.frame_names}}
    given = one.row.get("q", "home")
    poses = {name: name for name in model.poses}
    if not isinstance(given, str) or given not in poses:
        poses = {"": tr("Joints as set"), **poses}
    tip = tr("Which body or frame of it has the position and angles above; it stays where it is when another is chosen")
    lines = [
        PartLine("placed_by", tr("Placed by"), str(one.row.get("placed_by", "")), options=frames, tip=tip, group=tr("Start"))
    ]
    if model.nq and poses:
        lines.append(
            PartLine(
                "q",
                tr("Pose"),
                given if isinstance(given, str) and given in poses else "",
                options=poses,
                tip=tr("One of its named poses"),
                group=tr("Start"),
            )
        )
    return lines


def _joint_lines(one: PartInText, unit: str, joint: str) -> list[PartLine]:
    part = one.part
    if not joint:
        return []
    joints = [name for name in part.model.joint_names if part.model.joint(name).kind.nv == 1]
    in_q, in_v = part.model.joint_slices()[joint]
    turns = part.model.joint(joint).kind is not JointKind.PRISMATIC
    shown = unit if turns else "rad"  # metres stay what they are
    control = part.controller if isinstance(part.controller, Controller) else Controller()
    q = np.zeros(part.model.nq) if part.q is None else part.q
    v = np.zeros(part.model.nv) if part.v is None else part.v
    where, step = angle_sign(unit) if turns else "m", 1.0 if turns and unit == "deg" else 0.01

    def line(key: str, title: str, value: Any, unit: str, limits: tuple[float, float], step: float) -> PartLine:
        number = float(np.ravel(value)[0])
        return PartLine(f"joint.{key}", title, number, unit, least=limits[0], most=limits[1], step=step, group=tr("Joint"))

    lines = [
        PartLine("choose.joint", tr("Joint"), joint, options={name: name for name in joints}, group=tr("Joint")),
        line("start", tr("Start"), shown_angle(float(q[in_q][0]), "rad", shown), where, PLACE, step),
        line("velocity", tr("Velocity"), shown_angle(float(v[in_v][0]), "rad", shown), f"{where}/s", SPEED, 10 * step),
    ]
    if not isinstance(part.controller, Controller):
        return lines
    target = q if control.target is None else control.target
    pd = control.law == "pd"
    units = ("N·m/rad" if turns else "N/m", "N·m·s/rad" if turns else "N·s/m") if pd else ("1/s²", "1/s")
    kp, kd = (np.broadcast_to(np.asarray(g, float), (part.model.nv,))[in_v] for g in (control.stiffness, control.damping))
    return [
        *lines,
        line("target", tr("Target"), shown_angle(float(target[in_q][0]), "rad", shown), where, PLACE, step),
        line("stiffness", tr("Stiffness"), kp, units[0], GAIN, 10.0),
        line("damping", tr("Damping"), kd, units[1], GAIN, 1.0),
    ]


def _control_lines(one: PartInText) -> list[PartLine]:
    row, model = one.row, one.part.model
    if not model.nv:
        return []
    laws = {key: tr(text) for key, text in _LAWS.items() if key != PLAYBACK or "playback" in row}
    law = PLAYBACK if "playback" in row else str(row["controller"].get("law", "pd")) if "controller" in row else NO_LAW
    lines = [PartLine("law", tr("Control"), law, options=laws, tip=tr("What drives its joints"), group=tr("Control"))]
    if law == PLAYBACK:
        times = row["playback"]["times"]
        hold = {"previous": tr("Each until the next"), "linear": tr("Straight between")}
        return [
            *lines,
            PartLine(
                "playback.hold",
                tr("In between"),
                str(row["playback"].get("hold", "previous")),
                options=hold,
                group=tr("Control"),
            ),
            PartLine(
                "playback.torques",
                "",
                tr("Torques [N·m, N] at {count} instants [s], changed in the file.", count=len(times)),
                fixed=True,
                group=tr("Control"),
            ),
        ]
    if law == NO_LAW:
        return lines
    control = row["controller"]
    given = control.get("target", START)
    target = given if isinstance(given, str) else OWN_TARGET
    poses = {START: tr("Where it starts"), **{name: name for name in model.poses}, OWN_TARGET: tr("Of each joint")}
    switch = YES if control.get("gravity_compensation", False) else NO
    return [
        *lines,
        PartLine("controller.target", tr("Target"), target, options=poses, group=tr("Control")),
        PartLine(
            "controller.gravity_compensation",
            tr("Gravity"),
            switch,
            options={YES: tr("Compensated"), NO: tr("Not compensated")},
            tip=tr("Whether g(q) is added to the torques"),
            group=tr("Control"),
        ),
    ]


def _load_lines(one: PartInText, k: int) -> list[PartLine]:
    rows = one.payloads
    options = {str(i): tr("{number}: on {body}", number=i + 1, body=row["body"]) for i, row in enumerate(rows)} or {
        "": tr("None")
    }
    options[NEW] = tr("One more") if rows else tr("A new one")
    if rows:
        options[GONE] = tr("Without this one")
    lines = [
        PartLine(
            "choose.payload",
            tr("Payload"),
            str(k) if rows else "",
            options=options,
            group=tr("Payload"),
            tip=tr("A point mass that one of its bodies carries"),
        )
    ]
    if not rows:
        return lines
    least, most = 0.0, MASS[1]
    body = str(rows[k]["body"])
    bodies = {name: name for name in one.part.model.body_names if name == body or name in carriers(one.part.model)}
    return [
        *lines,
        PartLine("payload.body", tr("On"), body, options=bodies, group=tr("Payload")),
        PartLine(
            "payload.mass", tr("Mass"), float(rows[k]["mass"]), "kg", least=least, most=most, step=0.1, group=tr("Payload")
        ),
        numbers_line(
            "payload.point",
            tr("At x, y, z"),
            rows[k].get("point"),
            "m",
            PLACE,
            group=tr("Payload"),
            tip=tr("In the frame of that body"),
        ),
    ]


def _surface_lines(one: PartInText, body: str) -> list[PartLine]:
    row = one.row
    of_bodies = row.get("materials", {})
    bodies = {name: f"{name}: {of_bodies[name]}" if name in of_bodies else name for name in one.part.model.body_names}
    touch = YES if row.get("self_collision", False) else NO
    lines = [
        material_line(one.said, str(row.get("material", "")), "material", tr("Material"), tr("default"), tr("Surface")),
        PartLine("choose.body", tr("Of a body"), body, options=bodies, group=tr("Surface")),
        material_line(
            one.said, str(of_bodies.get(body, "")), "materials", tr("its material"), tr("as the robot"), tr("Surface")
        ),
        PartLine(
            "self_collision",
            tr("Its bodies"),
            touch,
            options={NO: tr("Pass through"), YES: tr("Touch each other")},
            group=tr("Surface"),
            tip=tr("Whether its own bodies touch each other; those that a joint connects never do"),
        ),
    ]
    if touch == YES:
        tip = tr("Pairs of its bodies that never touch, as: hand + forearm; hand + arm")
        pairs = pairs_text(row.get("ignore_collisions", []))
        lines.append(PartLine("ignore_collisions", tr("But not"), pairs, tip=tip, group=tr("Surface")))
    return lines


def _file_lines(one: PartInText) -> list[PartLine]:
    model = str(one.row["model"])
    tip = tr("A robot's name, or its file: {file}", file=model)
    lines = [PartLine("model", tr("Robot"), model, browsed=True, tip=tip, group=tr("File"))]
    given = one.row.get("arguments", {})
    if given or Path(model).suffix.lower() in _ARGUMENTS:
        tip = tr("Of a xacro file, as: prefix=left_; gripper=true")
        lines.append(PartLine("arguments", tr("Arguments"), arguments_text(given), tip=tip, group=tr("File")))
    return lines


def pairs_text(pairs: Sequence[Sequence[str]]) -> str:
    """Pairs of bodies as they are typed."""
    return "; ".join(" + ".join(pair) for pair in pairs)


def arguments_text(given: Mapping[str, object]) -> str:
    """Arguments of a xacro file as they are typed."""
    return "; ".join(f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in given.items())
