"""A direction of a decomposition, drawn on the robot: u at the tool, v at the joints, and how the tool moves along it."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.svd.values import TaskSVD
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.theme import FORCE, JOINT, VELOCITY
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.many_marks import ArrowField, LineField
from torseur.ui.viewport.marks import Arrow, Label, LegendRow, Overlays
from torseur.ui.viewport.mesh.color import srgb

from ...documents.joint_names import readable
from .task_texts import STAYS

ARROW = 0.45  # of a unit direction at the tool, as a share of the scene's size
RING = 0.1  # radius of the mark of a joint that turns
SWEEP = 2.0 * np.pi  # of the mark of a joint that does it all alone
PIECES = 48
FAINT = 0.02  # shares below it are not drawn
NAMED = 3  # joints with a label each, the largest shares
WIDTH = 4.0  # of the arcs [screen unit]


def direction_marks(svd: TaskSVD, kind: str, which: int, model: Model, poses: Array, size: float) -> Overlays:
    """Draw u, v or the pair of a σ.

    kind  : "u", "v" or "sigma"; which: its number from 0
    poses : (≥ bodies, 4, 4) of the bodies in the world; size: radius of a ball around them [m]
    """
    k = len(svd.sigma)
    arrows: list[Arrow] = []
    fields: list[ArrowField | LineField] = []
    labels: list[Label] = []
    if kind in ("u", "sigma"):
        arrows += _at_tool(svd, svd.U[:, which], f"u{subscript(which + 1)}{_label(svd, which)}", which < svd.rank, size)
    if kind in ("v", "sigma"):
        fields, labels = _at_joints(svd, svd.V[:, which], model, poses, size)
    if kind == "v":
        sigma = float(svd.sigma[which]) if which < k else 0.0
        name = f"v{subscript(which + 1)}"
        if which < svd.rank:
            share = sigma / float(svd.sigma[0])
            text = f"J{name} = {quantity_text(sigma, svd.task.unit)} u{subscript(which + 1)}"
            arrows += _at_tool(svd, share * svd.U[:, which], text, True, size)
        else:
            labels.append(Label(svd.task.point, f"J{name} = 0: {tr(STAYS[svd.task.rows])}", JOINT))
    return Overlays(arrows=tuple(arrows), fields=tuple(fields), labels=tuple(labels))


def direction_legend(svd: TaskSVD, kind: str, which: int) -> tuple[LegendRow, ...]:
    """What the marks mean."""
    rows = []
    if kind in ("v", "sigma"):
        scale = tr("whole turn = its limit") if svd.task.weighting == "speed" else tr("whole turn = 1")
        rows.append(LegendRow("arc", JOINT, f"v{subscript(which + 1)}", scale))
    if kind in ("u", "sigma"):
        if which < svd.rank:
            rows.append(LegendRow("arrow", VELOCITY, f"u{subscript(which + 1)}", tr("the tool moves")))
        else:
            rows.append(LegendRow("arrow", FORCE, f"u{subscript(which + 1)}", tr("unreachable")))
    return tuple(rows)


def _label(svd: TaskSVD, which: int) -> str:
    if which >= svd.rank:
        return " " + tr("unreachable")
    return f"  σ{subscript(which + 1)} {quantity_text(float(svd.sigma[which]), svd.task.unit)}"


def _at_tool(svd: TaskSVD, u: Array, text: str, reached: bool, size: float) -> list[Arrow]:
    """An arrow for the translation, one with two heads for the rotation; the length of both is that of u."""
    task = svd.task
    twist = task.twist(u) * ARROW * size
    moved, turned = twist[:3], twist[3:] * (task.length or 1.0)
    color = VELOCITY if reached else FORCE
    least = 1e-9 * size
    found = []
    if np.linalg.norm(moved) > least:
        found.append(Arrow(task.point, moved, color, text, "solid" if reached else "dashed"))
    if np.linalg.norm(turned) > least:
        words = text if not found else tr("rotation")
        found.append(Arrow(task.point, turned, color, words, "double"))
    return found


def _at_joints(
    svd: TaskSVD, v: Array, model: Model, poses: Array, size: float
) -> tuple[list[ArrowField | LineField], list[Label]]:
    """An arc about the axis of each joint that turns, an arrow along that of one that slides, as long as its share."""
    starts: list[Array] = []
    ends: list[Array] = []
    tails: list[Array] = []
    tips: list[Array] = []
    labels: list[Label] = []
    named = set(np.argsort(-np.abs(v), kind="stable")[:NAMED].tolist())
    for j, (name, share) in enumerate(zip(svd.task.joints, v.tolist(), strict=True)):
        if abs(share) < FAINT:
            continue
        origin, axis, side = _axis(model, name, poses)
        if model.joint(name).kind is JointKind.PRISMATIC:
            tip = origin + share * 4.0 * RING * size * axis
            tails.append(origin)
            tips.append(tip - origin)
        else:
            angles = np.linspace(0.0, share * SWEEP, PIECES + 1)[:, None]
            arc = origin + RING * size * (np.cos(angles) * side + np.sin(angles) * np.cross(axis, side))
            starts.append(arc[:-1])
            ends.append(arc[1:])
            tip = arc[-1]
            along = np.sign(share) * np.cross(axis, (tip - origin) / (RING * size))
            tails.append(tip)
            tips.append(0.3 * RING * size * along)
        if j in named and abs(share) > 0.1:
            labels.append(Label(tip, f"{readable(name.rsplit('/', 1)[-1])} {number_text(share, 2)}", JOINT))
    ink = np.array([*srgb(JOINT), 1.0])
    fields: list[ArrowField | LineField] = []
    if starts:
        lines = np.concatenate(starts), np.concatenate(ends)
        fields.append(LineField(*lines, np.tile(ink, (len(lines[0]), 1)), WIDTH))
    if tails:
        count = len(tails)
        fields.append(ArrowField(np.array(tails), np.array(tips), np.tile(ink, (count, 1)), np.full(count, 0.09 * RING * size)))
    return fields, labels


def _axis(model: Model, name: str, poses: Array) -> tuple[Array, Array, Array]:
    """Origin, axis and a direction across it (3,) of a joint, in the world."""
    joint = model.joint(name)
    parent = np.eye(4) if joint.parent is None else poses[model.body_names.index(joint.parent)]
    frame = parent @ joint.placement
    axis = frame[:3, :3] @ joint.axis
    other = np.eye(3)[int(np.argmin(np.abs(joint.axis)))]
    side = np.cross(joint.axis, other)
    return frame[:3, 3], axis, frame[:3, :3] @ (side / np.linalg.norm(side))
