"""A velocity that is wanted of a frame, and the joint speeds that each method gives for it, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.analysis.rows import ROWS as PARTS
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import FORCE
from torseur.ui.sheet.blocks import (
    DataTable,
    Heading,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    Vector,
    options,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.jacobian_text import ROWS
from torseur.ui.text.number_text import INFINITY, number_text, quantity_text
from torseur.ui.text.units import AngleUnit, to_display_unit

from ...sheet.page import Seen
from ...sheet.questions import Answer, Questions
from .pose_search import IKSettings
from .target_section import ABOVE_ZERO

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import VelocitySolution

SPEEDS = Heading("speeds", marked("Velocity"))
TITLES = {
    "pseudo_inverse": "J⁺",
    "truncated": marked("truncated"),
    "damped": marked("damped"),
    "transpose": marked("transpose"),
}
SLACK = 1e-12  # of a speed beyond its limit, as a share
Rows = Iterator[tuple[TableCell, ...]]


def speed_section(seen: Seen, settings: IKSettings, questions: Questions) -> Section:
    """What is typed, and the table."""
    rows, unit, reason = settings.rows, seen.angle_unit, tr("A number above 0.")
    answer = _solutions(seen, settings, questions) if seen.frame else Answer(error=tr("There is no frame that joints move."))
    found: Sequence[VelocitySolution] = answer.value or ()
    line = answer.error
    if found and not np.isfinite(found[0].limits).any():
        line = tr("The file gives no limits of joint speeds: no speed is too fast.")
    about = tr("Of the frame's origin, along the axes of the world")
    wanted = options({"both": tr("Twist"), "position": "v", "orientation": "ω"})
    return section(
        SPEEDS,
        Vector(
            "v", tr("Wanted {letter}", letter="v"), "v", np.array(settings.v), "m/s", enabled=rows != "orientation", tip=about
        ),
        Vector(
            "omega",
            tr("Wanted {letter}", letter="ω"),
            "ω",
            np.array(settings.omega),
            _speed_unit(True, unit),
            to_display_unit(1.0, True, unit),
            enabled=rows != "position",
            tip=about,
        ),
        NumberGrid(
            "numbers",
            (
                Number(
                    "threshold",
                    tr("σ left out"),
                    settings.threshold,
                    lower=ABOVE_ZERO,
                    reason=reason,
                    exact=True,
                    label="σ ≤",
                    tip=tr("Truncated: singular values up to this are left out"),
                ),
                Number(
                    "mu",
                    tr("Damping μ"),
                    settings.mu,
                    lower=ABOVE_ZERO,
                    reason=reason,
                    exact=True,
                    label="μ",
                    tip=tr("Damped: μ of Jᵀ(JJᵀ + μ²1)⁻¹"),
                ),
            ),
        ),
        Paragraph("line", line, "text_second"),
        _table(seen, found) if found else None,
        tools=(Options("rows", tr("What counts"), wanted, rows),),
    )


def _solutions(seen: Seen, settings: IKSettings, questions: Questions) -> Answer:
    """What each method gives."""
    twist = np.array((*settings.v, *settings.omega))[PARTS[settings.rows]]

    def solve() -> tuple[VelocitySolution, ...]:
        from torseur.sim.analysis.inverse_kinematics.inverse_velocity import VELOCITY_METHODS, inverse_velocity

        return tuple(
            inverse_velocity(
                seen.model,
                seen.q,
                seen.frame,
                twist,
                rows=settings.rows,
                method=method,
                threshold=settings.threshold,
                damping=settings.mu,
            )
            for method in VELOCITY_METHODS
        )

    about = seen.q, seen.frame, twist, settings.rows, settings.threshold, settings.mu
    return questions.ask("speeds", about, solve, of=seen.model)


def _table(seen: Seen, found: Sequence[VelocitySolution]) -> DataTable:
    """A row a joint, a column a method; below, what the frame does, what is left of the twist, and how much faster all may go."""
    titles = [tr(TITLES[one.method]) for one in found]
    columns = TableColumn("", 76, math=True), *(TableColumn(title, 52, 1, number=True) for title in titles)
    rows = (*_joints(seen, found), *_operational(seen, found), *_left(seen, found), _room(found))
    speeds = ArrayText(np.column_stack([one.speeds for one in found]), found[0].joints, titles)
    return DataTable("table", tr("Joint speeds of the methods"), columns, rows, copied=speeds)


def _joints(seen: Seen, found: Sequence[VelocitySolution]) -> Rows:
    numbers, unit = joint_numbers(seen.model), seen.angle_unit
    for i, (name, limit) in enumerate(zip(found[0].joints, found[0].limits.tolist(), strict=True)):
        turns = seen.model.joint(name).kind is not JointKind.PRISMATIC
        tip = tr("{joint}: the file gives no limit of speed", joint=name)
        if not math.isinf(limit):
            most = quantity_text(to_display_unit(limit, turns, unit), _speed_unit(turns, unit))
            tip = tr("{joint}: at most {limit}", joint=name, limit=most)
        cells = [_cell(_shown(float(one.speeds[i]), turns, unit), bool(one.excess[i] > 1.0 + SLACK)) for one in found]
        yield (TableCell(f"q{DOT}_{{{numbers[name]}}}", unit=_speed_unit(turns, unit), role="text_second", tip=tip), *cells)


def _operational(seen: Seen, found: Sequence[VelocitySolution]) -> Rows:
    """The velocity that the frame has with these speeds, component by component."""
    tip = tr("Of the frame with these speeds, J q̇, wanted or not")
    for k, letter in enumerate(ROWS):
        cells = [_cell(_shown(float(one.operational[k]), k >= 3, seen.angle_unit)) for one in found]
        unit = _speed_unit(k >= 3, seen.angle_unit)
        yield TableCell(letter, unit=unit, role="text_second", tip=tip), *cells


def _left(seen: Seen, found: Sequence[VelocitySolution]) -> Rows:
    """What is left of the wanted twist."""
    if found[0].rows != "orientation":
        head = TableCell(
            f"|v − J q{DOT}|", unit="m/s", role="text_second", tip=tr("What these speeds leave of the wanted velocity")
        )
        yield head, *(_cell(_shown(one.linear_residual, False, "deg")) for one in found)
    if found[0].rows != "position":
        head = TableCell(
            f"|ω − J q{DOT}|",
            unit=_speed_unit(True, seen.angle_unit),
            role="text_second",
            tip=tr("What these speeds leave of the wanted angular velocity"),
        )
        yield head, *(_cell(_shown(one.angular_residual, True, seen.angle_unit)) for one in found)


def _room(found: Sequence[VelocitySolution]) -> tuple[TableCell, ...]:
    tip = tr(
        "So many times the wanted velocity brings the first joint to its limit of speed: "
        "below ×1 it is too fast; ×{infinity}, no joint that moves has a limit",
        infinity=INFINITY,
    )
    cells = [_cell(f"×{number_text(one.feasible, 3)}", one.feasible < 1.0 - SLACK) for one in found]
    return TableCell(tr("to limit"), role="text_second", tip=tip), *cells


def _cell(text: str, is_excess: bool = False) -> TableCell:
    return TableCell(text, role="force_text", weight=700, fill=FORCE) if is_excess else TableCell(text)


def _shown(speed: float, turns: bool, unit: AngleUnit) -> str:
    return number_text(to_display_unit(speed, turns, unit), zero=1e-9)


def _speed_unit(turns: bool, unit: AngleUnit) -> str:
    return ("°/s" if unit == "deg" else "rad/s") if turns else "m/s"
