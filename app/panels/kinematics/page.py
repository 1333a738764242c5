"""What there is to say of one frame: pose, Jacobian, singular values, ellipsoids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from torseur.sim.analysis.ellipsoids.values import KINDS, FrameReport
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT, index
from torseur.ui.sheet.blocks import (
    Facts,
    Heading,
    Matrix,
    Options,
    Paragraph,
    Section,
    SingularValues,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.jacobian_text import ROWS, reference_key, reference_of, reference_options
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import JACOBIAN_UNITS, per_unit, power_unit, row_unit

from ...sheet.page import ChooseFrame, LeadTo, Page, PageSettings, PinFrame, Seen, SelectJoint, ShowSwitches
from ...sheet.questions import Questions
from .ellipsoid_section import ELLIPSOIDS, ellipsoid_section
from .pose_section import POSE, pose_section

JACOBIAN = Heading("jacobian", marked("Jacobian J"))
SINGULAR = Heading("singular", marked("Singular values"))


@dataclass(frozen=True, slots=True)
class KinematicsSettings(PageSettings):
    """How the orientation is written, where and in which axes J is, and the joint whose column is accented."""

    form: str = "rpy"
    reference: str = "world_aligned"  # a key of `reference_options`
    joint: str = ""


class Offered(NamedTuple):
    """Of a model: the frames that joints carry, points and axes of J, and the numbers that joints have in their panel."""

    frames: tuple[str, ...]
    references: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]


class Kinematics(Page):
    """Of the chosen frame."""

    key = "kinematics"
    settings_type = KinematicsSettings
    outline = (POSE, JACOBIAN, SINGULAR, ELLIPSOIDS)
    waits_for = ()
    needs_analysis = True

    def sheet(self, seen: Seen, settings: KinematicsSettings, questions: Questions) -> Sheet:
        """Write what there is by now."""
        if not seen.frame:
            return Sheet((absent(tr("Nothing here has joints: choose a robot to see its Jacobian.")),))
        report = seen.analysis.report
        offered: Offered = questions.ask("offered", None, lambda: _offered(seen.model), of=seen.model).value
        pose = pose_section(report, offered.frames, settings.form, seen.angle_unit)
        if report is None:
            return Sheet((pose, absent(tr("The numbers of a frame show here in a moment."))))
        jacobian = _jacobian_section(seen, report, offered, settings)
        if not report.joints:
            return Sheet((pose, jacobian))
        return Sheet((pose, jacobian, _singular_section(report), ellipsoid_section(seen.analysis, report, offered.frames)))

    def reduce(self, settings: KinematicsSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was chosen, pressed or switched."""
        match event:
            case UserEvent("pose.frame", _, name):
                return settings, ChooseFrame(name)
            case UserEvent("pose.form", _, form):
                return replace(settings, form=form)
            case UserEvent("jacobian.reference", _, key):
                return replace(settings, reference=key)
            case UserEvent("jacobian.table", "pressed", (_, place)):
                joint = seen.analysis.report.joints[place]
                return replace(settings, joint=joint), SelectJoint(joint)
            case UserEvent("singular.all_rows", "link", page):
                return settings, LeadTo(page)
            case UserEvent("", "joint", name):
                return replace(settings, joint=name)
            case UserEvent("ellipsoids.also.frame", _, name) if name:
                return settings, PinFrame(name, True)
            case UserEvent("ellipsoids.pinned", "activated" | "deleted", place):
                return settings, PinFrame(seen.analysis.pinned[place], False)
            case UserEvent("ellipsoids.choices.rows", _, rows):
                return settings, _with_switch(seen, "rotation", rows == "orientation")
            case UserEvent("ellipsoids.choices.weights", _, weights):
                return settings, _with_switch(seen, "weighted", weights == "limits")
            case UserEvent(path, "switched", on):
                return settings, _with_switch(seen, path.rpartition(".")[2], on)
        return settings


def _offered(model: Model) -> Offered:
    frames = tuple(name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0)
    return Offered(frames, options(reference_options(model.frame_names)), joint_numbers(model))


def _with_switch(seen: Seen, key: str, on: bool) -> ShowSwitches:
    """Switch something; where no shapes were drawn, a kind of them alone."""
    switches = seen.analysis.switches
    if on and key in KINDS and not switches.ellipsoids:
        switches = replace(switches, ellipsoids=True, **dict.fromkeys(KINDS, False))
    return ShowSwitches(replace(switches, **{key: on}))


def _jacobian_section(seen: Seen, report: FrameReport, offered: Offered, settings: KinematicsSettings) -> Section:
    """J at a point, in axes that are chosen."""
    from torseur.sim.analysis.jacobian.reference import change_reference

    reference, basis = reference_of(settings.reference)
    if basis is not None and basis not in seen.model.frame_names:  # it was one of another robot
        basis = None
    R = None if basis is None else seen.poses[seen.model.frame_index(basis)][:3, :3]
    place = tr("at the world's origin") if reference == "world" else tr("at {frame}", frame=report.frame.rpartition("/")[2])
    unit = per_unit(report.prismatic, "rad/s", "m/s")
    table = Matrix(
        "table",
        tr("Jacobian"),
        change_reference(report.J, report.pose, reference, R),
        ROWS,
        tuple(f"q{DOT}_{index(offered.numbers.get(joint, 0))}" for joint in report.joints),
        JACOBIAN_UNITS,
        report.joints,
        split=3,
        selected=(None, report.joints.index(settings.joint) if settings.joint in report.joints else None),
    )
    name = tr("Point and axes in which J is written")
    chosen = Options("reference", name, offered.references, reference_key(reference, basis), listed=True, widest=124)
    return section(
        JACOBIAN,
        table if report.joints else Paragraph("line", tr("No joint moves this frame."), "text_second", small=False),
        caption=tr("{place}, per {unit}", place=place, unit=unit) if report.joints else place,
        tools=(chosen,),
    )


def _singular_section(report: FrameReport) -> Section:
    """σ of the position rows as bars, w and σ₁/σ_r as tiles, and a word when a direction is lost or never there."""
    unit, count = row_unit("position"), report.full_rank
    names = [f"σ_{k + 1}" for k in range(len(report.sigma))]
    volume = tr("Manipulability w = {product}", product="".join(names[:count]))
    tiles = (
        (volume, number_text(report.manipulability), power_unit(unit, count)),
        (tr("Condition σ_1/σ_{n}", n=count), number_text(report.condition), ""),
    )
    return section(
        SINGULAR,
        SingularValues("bars", tuple(report.sigma.tolist()), unit, (report.frame, report.joints), held=False),
        Facts("tiles", tiles, (0.56, 0.44), tiles=True)
        if count
        else Paragraph("none", _why_none(report), "text_second", "info"),
        Paragraph("all_rows", _all_rows(report), icon="warning", icon_role="warning"),
        caption=tr("position rows"),
        badge=_badge(report.rank, count),
        copied=ArrayText(report.sigma, names),
    )


def _all_rows(report: FrameReport) -> str:
    """That all rows together are singular, which those of the position need not show; empty where they are not."""
    if report.all_rank == report.all_full_rank:
        return ""
    return tr("[All rows: rank {rank} of {most}](singularities).", rank=report.all_rank, most=report.all_full_rank)


def _why_none(report: FrameReport) -> str:
    """Why there are neither manipulability nor condition of a frame that joints turn at most."""
    if not np.any(report.J):
        return tr("No joint moves this frame: it has neither manipulability nor a condition.")
    return tr(
        "Joints turn this frame about its own origin, and move that nowhere: of its position there is neither manipulability "
        "nor a condition."
    )


def _badge(rank: int, full_rank: int) -> tuple[str, str, str]:
    """Which rank it has, where that is below the most that this frame has anywhere, or that is below 3."""
    if rank < full_rank:
        reason = tr(
            "Along a direction in which joints can move the frame none does here: there the ellipsoid of velocity is flat."
        )
        return tr("singular: rank {rank} of {most}", rank=rank, most=full_rank), "warning", reason
    if full_rank == 0:
        return tr("moves nowhere"), "plain", ""
    if full_rank < 3:
        reason = tr("No configuration has more. Manipulability and condition are of these directions.")
        return tr("moves in {rank} of 3 directions", rank=rank), "plain", reason
    return "", "plain", ""
