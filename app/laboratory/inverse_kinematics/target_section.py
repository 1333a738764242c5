"""Where a frame is to be brought, how that is searched, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    Button,
    Buttons,
    Heading,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Section,
    SideBySide,
    Vector,
    options,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.orientation import rpy_of
from torseur.ui.text.units import to_display_unit, unit_text

from ...sheet.page import Seen
from ...sheet.questions import Answer
from .pose_search import IKSettings, iterates_of

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseSolution

TARGET = Heading("target", marked("Target"))
SEARCH = Heading("method", marked("Search"))
METHODS = {
    "levenberg_marquardt": marked("Damped, adaptive μ"),
    "newton": marked("Newton"),
    "damped": marked("Damped, fixed μ"),
    "transpose": marked("Transpose"),
}
ABOVE_ZERO = float(np.finfo(float).tiny)


def target_section(seen: Seen) -> Section:
    """Six numbers, which of them count, and what brings the frame there."""
    pose, options_of, unit = seen.target.pose, seen.target.options, seen.angle_unit
    is_there, position, angles = pose is not None, None, None
    if pose is not None:
        position, angles = pose[:3, 3], np.array(rpy_of(pose[:3, :3]))
    rows = options({"both": tr("Pose"), "position": tr("Position")})
    axes, along = options({"world": tr("World"), "tool": tr("Tool")}), "world" if options_of.along_world else "tool"
    about = tr("R = Rz(ψ) Ry(θ) Rx(φ): roll φ, pitch θ, yaw ψ about the world's x, y, z")
    return section(
        TARGET,
        Vector(
            "position",
            tr("Target"),
            "xyz",
            position,
            "m",
            enabled=is_there,
            step=0.01,
            tip=tr("Where the frame's origin is to be, in the world"),
        ),
        Vector(
            "angles",
            tr("Angles of the target"),
            "φθψ",
            angles,
            unit_text(True, unit),
            to_display_unit(1.0, True, unit),
            enabled=is_there and options_of.rows == "both",
            tip=about,
        ),
        SideBySide(
            "go",
            (
                Buttons(
                    "buttons",
                    (
                        Button("solve", tr("Solve"), "frames", is_there),
                        Button("reset", tr("To the frame"), "", is_there, tr("Put the target where the frame is")),
                    ),
                ),
                Options("axes", tr("Along which axes the handles in the view lie"), axes, along),
            ),
            (1, 0),
        ),
        caption=seen.frame,
        tools=(Options("rows", tr("What counts"), rows, options_of.rows),),
        divided=False,
        copied=False if pose is None else ArrayText(pose),
    )


def search_section(seen: Seen, settings: IKSettings, answer: Answer | None) -> Section:
    """How a pose is searched, and what came of it; the answer is to the last search."""
    word, tone, text = _outcome(seen, answer)
    reason = tr("A number above 0.")
    tolerance = Number(
        "tolerance",
        tr("Tolerance"),
        seen.target.options.tolerance,
        "mm",
        1e3,
        ABOVE_ZERO,
        reason=reason,
        exact=True,
        tip=tr("On √(distance² + (0.5 m · angle)²)"),
        label=tr("tolerance"),
    )
    restarts = Number(
        "restarts",
        tr("Restarts"),
        float(settings.restarts),
        lower=0.0,
        upper=1000.0,
        exact=True,
        reason=tr("A whole number from 0 to 1000."),
        tip=tr("Random starts after the robot's own"),
        label=tr("restarts"),
    )
    damping = Number(
        "damping",
        tr("Damping √μ"),
        settings.damping,
        "m",
        lower=ABOVE_ZERO,
        reason=reason,
        exact=True,
        tip=tr("Of the method with a fixed μ"),
        label=tr("damping √μ"),
    )
    methods = options({key: tr(title) for key, title in METHODS.items()})
    return section(
        SEARCH,
        NumberGrid("numbers", (tolerance, restarts, *((damping,) if settings.method == "damped" else ()))),
        Paragraph("line", text, "text_second", small=False),
        badge=(word, tone, ""),
        tools=(Options("method", tr("Method"), methods, settings.method, listed=True, widest=170),),
    )


def _outcome(seen: Seen, answer: Answer | None) -> tuple[str, str, str]:
    """A word, in one of the tones of a badge, and a sentence."""
    searched = None if answer is None else answer.value
    found: PoseSolution | None = searched or seen.target.found
    if refusal := seen.target.refusal or ("" if answer is None else answer.error):
        return "", "plain", refusal
    if found is None:
        hint = tr("Drag a handle in the view: the robot follows. Or type a target, and press Solve.")
        return "", "plain", hint
    tone = "good" if found.reached else "warning"
    if searched is None:
        return tr("reached") if found.reached else tr("not reached"), tone, _of_drag(found)
    text = f"{found.message} {_of_search(found)}" if found.reached else found.message
    return tr(found.status.value), tone, text


def _of_drag(found: PoseSolution) -> str:
    if found.reached:
        return tr("The robot is at the target.")
    return tr(
        "The robot stopped as near as it came: {distance} from the target. Solve also tries other configurations.",
        distance=_error_text(found),
    )


def _error_text(found: PoseSolution) -> str:
    text = quantity_text(1e3 * found.position_error, "mm")
    if found.rows == "position":
        return text
    return tr("{length} and {angle}", length=text, angle=quantity_text(float(np.degrees(found.angle_error)), "°"))


def _of_search(found: PoseSolution) -> str:
    count = len(iterates_of(found))
    if count == 1 and found.starts == 1:
        return tr("It was there already.")
    text = (
        tr("{count} iterations of the first start are shown; {distance} are left.")
        if found.starts == 1
        else tr("{count} iterations of start {start}, a random one, are shown; {distance} are left.")
    )
    return text.format(count=count - 1, start=found.starts, distance=_error_text(found))
