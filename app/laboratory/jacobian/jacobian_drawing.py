"""What is drawn of the Jacobian: the point P, a column of J, and a small displacement."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.jacobian.values import JointAxis, SmallDisplacement
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.look.theme import ENERGY, JOINT, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, Label, LegendRow, Overlays, Point, joined

from ...documents.body_names import bare_names
from ...drawing.arrow_scale import Scale, scale_text
from ...sheet.page import Layer, Seen
from ...sheet.questions import Questions
from .jacobian_settings import JacobianSettings, columns, displacement, joint_of, point_of, routes

ARM = "#6B788A"  # of P - o


def jacobian_layer(seen: Seen, settings: JacobianSettings, questions: Questions) -> Layer:
    """Of the sections that are to be drawn, each with its rows of the legend, and P."""
    pose, offered = routes(seen, settings, questions).pose, columns(seen, settings, questions)
    found, rows = Overlays(), list[LegendRow]()
    if (point := point_of(seen, settings)) is not None:
        found = _point(seen, pose, point)
    if "column" in settings.drawn and offered.axes:
        scale = questions.kept("scale", lambda: Scale(0.35, 0.12, 0.6))
        number = joint_numbers(seen.model).get(joint_of(seen, offered.at), 0)
        letter = subscript(number) if number else ""
        found = joined(found, _column(offered.axes[offered.axis], pose[:3, 3], letter, scale, seen.size))
        value = scale_text(scale.value, "m/s") if scale.value else ""
        rows.append(LegendRow("arrow", JOINT, tr("Axis z of the column")))
        rows.append(LegendRow("dashed_line", ARM, tr("Arm P − o"), tr("true size")))
        rows.append(LegendRow("arrow", VELOCITY, tr("Velocity of P"), value, tr("per unit of q̇")))
    if "displacement" in settings.drawn and offered.speeds:
        moved = displacement(seen, settings, questions)
        if np.any(moved.dq[[amount.column for amount in offered.speeds]]):
            found = joined(found, _displacement(moved, seen.size))
            rows.append(LegendRow("arrow", ENERGY, tr("Displacement J δq"), tr("true size")))
            rows.append(LegendRow("dashed_line", ENERGY, tr("Exact displacement"), tr("true size")))
    return found, tuple(rows)


def _point(seen: Seen, pose: Array, point: Array) -> Overlays:
    """P, and OP from the origin of its frame."""
    place, r = pose[:3, 3], seen.poses[seen.model.frame_index(seen.frame)][:3, :3] @ point
    text = tr("P on {body}", body=bare_names(seen.model.frame_names)[seen.frame])
    return Overlays(
        arrows=(Arrow(place - r, r, JOINT, "OP", "dashed"),),
        points=(Point(place, "sticking", JOINT),),
        labels=(Label(place, text, JOINT),),
    )


def _column(axis: JointAxis, point: Array, letter: str, scale: Scale, size: float) -> Overlays:
    """z, the arm P − o, and the velocity of P (3,) for one unit of the column."""
    linear, arm = axis.linear(point), axis.lever(point)
    speed = float(np.linalg.norm(linear))
    by = scale.fit(speed, size)
    arrows, labels = [Arrow(axis.o, 0.3 * size * axis.z, JOINT, f"z{letter}")], list[Label]()
    if axis.turn and float(np.linalg.norm(arm)) > 1e-9:
        length = quantity_text(float(np.linalg.norm(arm)), "m")
        arrows.append(Arrow(axis.o, arm, ARM, kind="dashed"))
        labels.append(Label(axis.o + 0.5 * arm, f"P − o{letter}  {length}", ARM))
    product = f"z{letter} × (P − o{letter})" if axis.turn else f"z{letter}"
    if speed > 1e-12:
        arrows.append(Arrow(point, by * linear, VELOCITY, f"{product}  {quantity_text(speed, 'm/s')}"))
    return Overlays(arrows=tuple(arrows), labels=tuple(labels))


def _displacement(moved: SmallDisplacement, size: float) -> Overlays:
    """J δq, the exact displacement, and the gap from one to the other, in their true size."""
    start, linear, exact = moved.before[:3, 3], moved.linear[:3], moved.exact[:3]
    by_J, truly, gap = (float(np.linalg.norm(x)) for x in (linear, exact, moved.gap[:3]))
    arrows = [
        Arrow(start, linear, ENERGY, f"J δq  {quantity_text(by_J, 'm')}"),
        Arrow(start, exact, ENERGY, tr("exact  {length}", length=quantity_text(truly, "m")), "dashed"),
    ]
    if gap > 1e-9:
        text = tr("gap  {length}", length=quantity_text(gap, "m"))
        arrows.append(Arrow(start + linear, exact - linear, WARNING, text))
    return Overlays(arrows=tuple(arrows), frames=(FrameTriad(moved.after, 0.12 * size),))
