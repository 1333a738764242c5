"""The differential model: what small displacements of joints do, to first order and truly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.analysis.jacobian.values import SmallDisplacement
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.sheet.blocks import Amounts, Button, Buttons, Facts, Heading, Matrix, Paragraph, Section, Toggle, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import ABSENT, number_text
from torseur.ui.text.units import AngleUnit, to_display_unit, unit_text, value_text

from ...sheet.page import Seen
from ...sheet.questions import Questions
from .jacobian_settings import Columns, JacobianSettings, displacement, displacement_steps

DISPLACEMENT = Heading("displacement", marked("Small displacements δX = J δq"))
ROWS = ("δx", "δy", "δz", "δu_x", "δu_y", "δu_z")
COLUMNS = ("J δq", marked("exact"), marked("gap"))


def displacement_section(seen: Seen, settings: JacobianSettings, offered: Columns, questions: Questions) -> Section:
    """δq, and δX three ways."""
    found, half = (displacement(seen, settings, questions, share) for share in (1.0, 0.5))
    unit = seen.angle_unit
    angle, factor = unit_text(True, unit), to_display_unit(1.0, True, unit)
    three = np.column_stack([found.linear, found.exact, found.gap])
    gap, smaller, turn = (float(np.linalg.norm(x)) for x in (found.gap[:3], half.gap[:3], factor * found.gap[3:]))
    tiles = (
        (tr("Gap of P"), number_text(gap), "m"),
        (tr("Gap of u"), number_text(turn), angle),
        (tr("Gap / at δq/2"), number_text(gap / smaller, 3) if smaller > 1e-12 else ABSENT, ""),
    )
    text = tr(
        "δ of P in m, δu in {unit}, world axes. The gap is of second order: δq halved, about a quarter of it.", unit=angle
    )
    return section(
        DISPLACEMENT,
        Amounts(
            "amounts",
            tr("Small displacements of joints"),
            offered.steps,
            tuple(displacement_steps(seen, settings).tolist()),
            angle_unit=unit,
        ),
        Buttons("change", (Button("halve", tr("Halve δq")), Button("clear", tr("δq = 0")))),
        Matrix(
            "table",
            tr("Displacement of the frame"),
            three * np.repeat([1.0, factor], 3)[:, None],
            ROWS,
            tuple(map(tr, COLUMNS)),
            ("m",) * 3 + (angle,) * 3,
            split=3,
        ),
        Facts("tiles", tiles, (0.36, 0.36, 0.28), tiles=True),
        Paragraph("beyond", _beyond(found, offered.steps, unit), "warning", "warning", "warning"),
        Paragraph("line", text, "text_hint", small=False),
        tools=(Toggle("drawn", tr("Draw the displacement in the view"), "displacement" in settings.drawn),),
        copied=ArrayText(three, ROWS, COLUMNS),
    )


def _beyond(found: SmallDisplacement, amounts: Sequence[Amount], unit: AngleUnit) -> str:
    """Which of the joints that are offered leave their limits, and by what."""
    told = []
    for amount in amounts:
        if amount.column in found.beyond:
            of = unit_text(amount.is_angle, unit)
            space = "" if of == "°" else " "
            reached, limit = (value_text(x, amount.is_angle, unit) + space + of for x in found.beyond[amount.column])
            told.append(tr("{joint} {reached}, limit {limit}", joint=amount.name, reached=reached, limit=limit))
    text = tr("q + δq is out of limits, the robot cannot go there: {joints}.", joints="; ".join(told))
    return text if told else ""
