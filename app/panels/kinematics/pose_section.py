"""Where a frame is: position and orientation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.analysis.ellipsoids.values import FrameReport
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math
from torseur.ui.sheet.blocks import Custom, Heading, Options, Section, options, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text
from torseur.ui.text.orientation import axis_angle_of, quaternion_of, rpy_of
from torseur.ui.text.units import AngleUnit, angle_texts, unit_text, value_text

POSE = Heading("pose", marked("Frame pose"))
FORMS = {"rpy": marked("RPY"), "quaternion": marked("quaternion"), "axis_angle": marked("axis, angle")}
MEANINGS = {
    "rpy": marked("R = Rz(ψ) Ry(θ) Rx(φ): roll φ, pitch θ, yaw ψ about the world's x, y, z"),
    "quaternion": marked("Unit quaternion, scalar last, w ≥ 0"),
    "axis_angle": marked("A turn by θ about the unit axis a, in world axes"),
}
LABELS = {"rpy": ("φ", "θ", "ψ"), "quaternion": ("q_x", "q_y", "q_z", "q_w"), "axis_angle": ("a_x", "a_y", "a_z", "θ")}


def pose_section(report: FrameReport | None, frames: Sequence[str], form: str, unit: AngleUnit) -> Section:
    """The pose of a frame in the world; None: it is not known yet."""
    forms = options({key: tr(text) for key, text in FORMS.items()})
    return section(
        POSE,
        None if report is None else _tiles(report.pose, form, unit),
        tools=(
            Options("frame", tr("Frame"), options(frames), report.frame if report is not None else "", listed=True, widest=132),
            Options("form", tr("How the orientation is written"), forms, form, listed=True, widest=104),
        ),
        copied=False if report is None else ArrayText(report.pose),
        divided=False,
    )


def _tiles(pose: np.ndarray, form: str, unit: AngleUnit) -> Custom:
    """The six or seven numbers of a pose (4, 4)."""
    position = tuple((name, number_text(x), "m") for name, x in zip("xyz", pose[:3, 3].tolist(), strict=True))
    rows = (
        (tr("Position of the frame's origin in the world"), position),
        (tr(MEANINGS[form]), tuple(zip(LABELS[form], *_orientation(pose[:3, :3], form, unit), strict=True))),
    )
    text = "; ".join(f"{plain_math(name)} {value} {unit}".strip() for _, row in rows for name, value, unit in row)
    return Custom("tiles", "pose_tiles", rows, text)


def _orientation(R: np.ndarray, form: str, unit: AngleUnit) -> tuple[list[str], list[str]]:
    """Numbers and units of the orientation."""
    degrees = unit_text(True, unit)
    if form == "rpy":
        return angle_texts(rpy_of(R), unit), [degrees] * 3
    if form == "quaternion":
        return [number_text(x) for x in quaternion_of(R)], [""] * 4
    *axis, angle = axis_angle_of(R)
    return [*map(number_text, axis), value_text(angle, True, unit)], ["", "", "", degrees]
