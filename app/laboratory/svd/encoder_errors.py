"""How exactly the frame comes back: a step of each joint's encoder, typed, and the error that they leave."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from torseur.sim.analysis.svd.values import Repeatability, TaskJacobian
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import WARNING
from torseur.ui.sheet.blocks import Facts, Heading, Number, NumberGrid, Paragraph, Section, Toggle, UserEvent, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import to_display_unit, unit_text
from torseur.ui.text.vector_text import vector_text
from torseur.ui.viewport.marks import EllipsoidMark, LegendRow, Overlays, PolytopeMark

from ...drawing.arrow_scale import Scale, scale_text
from ...sheet.page import NOTHING_DRAWN, Layer, Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import short_name
from .svd_settings import SVDSettings

REPEATABILITY = Heading("repeatability", marked("Repeatability"))
STEP = {True: np.radians(0.01), False: 1e-5}  # of a joint that turns or slides, until another is typed [rad, m]
LARGEST = {True: np.radians(10.0), False: 0.1}  # that may be typed [rad, m]


def repeatability_section(seen: Seen, settings: SVDSettings, task: TaskJacobian, questions: Questions) -> Section:
    """Write a field for each joint, and what their steps leave of exactness."""
    found = _errors(seen, settings, task, questions)
    if found is None:
        return section(REPEATABILITY, open=False)
    drawn = Toggle("drawn", tr("Draw the error in the view"), settings.drawn)
    steps = zip(found.joints, found.steps.tolist(), strict=True)
    first, *_ = deviations = [_small(float(x)) for x in found.deviations]
    about = tr(
        "One step of each joint's encoder. No file tells them: 0.01° and 0.01 mm until you type others. "
        "A reading is off by up to half a step, δP = J δq."
    )
    line = tr(
        "σ of J·diag(s)/√12: standard deviations of readings rounded to steps s, independent of each other. "
        "Gears, bearings and links that bend are not in it."
    )
    facts = [
        (
            tr(
                "{sigma} along {axis} {numbers}",
                sigma=f"σ_{k + 1}",
                axis=f"u{subscript(k + 1)}",
                numbers=vector_text(np.round(found.axes[:, k], 9)),
            ),
            *deviation,
        )
        for k, deviation in enumerate(deviations)
    ]
    if len(found.joints) and np.any(found.shares):
        most = int(np.argmax(found.shares))
        share = 100.0 * float(found.shares[most] / found.rms) ** 2
        facts.append((tr("Most of it by {joint}", joint=short_name(found.joints[most])), number_text(share, 3), "%"))
    tiles = ((tr("rms of |δP|"), *_small(found.rms)), (tr("worst case"), *_small(found.worst)), ("σ_1", *first))
    return section(
        REPEATABILITY,
        Paragraph("about", about, "text_second"),
        NumberGrid("steps", tuple(_field(seen, name, step) for name, step in steps)),
        Facts("tiles", tiles, (0.34, 0.36, 0.3), tiles=True),
        Facts("facts", tuple(facts)),
        Paragraph("line", line, "text_hint"),
        open=True,
        copied=ArrayText(np.vstack([found.axes, found.deviations]), ("u_x", "u_y", "u_z", "σ"), ("1", "2", "3")),
        tools=(drawn,),
    )


def error_layer(seen: Seen, settings: SVDSettings, task: TaskJacobian, questions: Questions) -> Layer:
    """Draw the ellipsoid of the standard deviations and the solid of all errors, larger than they are as the legend says."""
    found = _errors(seen, settings, task, questions)
    if found is None or not settings.drawn or found.worst <= 0.0:
        return NOTHING_DRAWN
    scale = questions.kept("errors", lambda: Scale(0.15, 0.06, 0.3)).fit(found.worst, seen.size)
    bounds, point = found.bounds, found.point
    labels = tuple(f"σ{subscript(k + 1)} {_text(float(x))}" for k, x in enumerate(found.deviations))
    said = tr("error, rms {size}", size=_text(found.rms))
    ellipsoid = EllipsoidMark(point, found.axes * found.deviations * scale, WARNING, said, axis_labels=labels)
    solid = PolytopeMark(
        point + scale * bounds.vertices,
        bounds.triangles,
        bounds.edges,
        WARNING,
        "",
        False,
        True,
        (point + scale * found.farthest)[None],
        (tr("at most {size}", size=_text(found.worst)),),
        True,
    )
    value = scale_text(1e-6 * scale, "µm")
    return Overlays(ellipsoids=(ellipsoid,), polytopes=(solid,)), (
        LegendRow("ellipsoid", WARNING, tr("Error of the tool"), value, tr("standard deviations")),
        LegendRow("dashed_polytope", WARNING, tr("All errors within half a step")),
    )


def with_step(settings: SVDSettings, event: UserEvent) -> SVDSettings:
    """Have another step, or the errors drawn or not; settings after an event of the section."""
    if event.kind == "switched":
        return replace(settings, drawn=event.value)
    return replace(settings, steps={**settings.steps, event.path.split(".", 2)[2]: event.value})


def _errors(seen: Seen, settings: SVDSettings, task: TaskJacobian, questions: Questions) -> Repeatability | None:
    """What the steps do to the task's frame; None while the section is folded."""
    if REPEATABILITY.key not in settings.open:
        return None
    steps = np.array([settings.steps.get(name, STEP[_turns(seen.model, name)]) for name in task.joints])

    def find() -> Repeatability:
        from torseur.sim.analysis.svd.repeatability import repeatability

        return repeatability(seen.model, seen.q, task.frame, steps, joints=task.joints)

    found: Repeatability = questions.ask("errors", (seen.model, seen.q, task.frame, task.joints, steps), find).value
    return found


def _field(seen: Seen, joint: str, step: float) -> Number:
    turns, unit, scale = _turns(seen.model, joint), "mm", 1000.0
    if turns:
        unit, scale = unit_text(True, seen.angle_unit), to_display_unit(1.0, True, seen.angle_unit)
    most = LARGEST[turns]
    reason = tr("A step from 0 to {most}{unit}.", most=number_text(scale * most), unit=unit if turns else " mm")
    name = short_name(joint)
    spoken = tr("Step of {joint}", joint=name)
    return Number(joint, spoken, step, unit, scale, 0.0, most, reason, exact=True, label=name)


def _turns(model: Model, joint: str) -> bool:
    return model.joint(joint).kind is not JointKind.PRISMATIC


def _small(length: float) -> tuple[str, str]:
    """A length [m] that is small, in mm or µm."""
    if length >= 1e-4:
        return number_text(1e3 * length, 3), "mm"
    return number_text(1e6 * length, 3, zero=1e-9), "µm"


def _text(length: float) -> str:
    return " ".join(_small(length))
