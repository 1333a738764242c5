"""The model of small displacements as formulas, which another process makes, with its numbers at the pose shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from torseur.sim.analysis.jacobian.values import SmallDisplacement
from torseur.sim.analysis.symbolic.values import DisplacementFormulas, displacement_request
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.movers import joints_moving
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Facts, Heading, Options, Paragraph, Section, options, section
from torseur.ui.text.array_text import FormulaText
from torseur.ui.text.number_text import as_shown, listed, residual_text
from torseur.ui.text.units import unit_text, value_text

from ...background.symbolic_task import DISPLACEMENTS, SymbolicQuestion
from ...sheet.page import Seen
from ...sheet.questions import Cost, Questions
from .displacement_section import ROWS
from .jacobian_settings import JacobianSettings, displacement

DISPLACEMENT_FORMULAS = Heading("displacement_formulas", marked("δX and δq as formulas"))
SINGULAR = 1e-12  # a denominator up to it, as a share of its numerators, is zero


class FormulaLine(NamedTuple):
    """A formula, and its number."""

    formula: str  # δx = −d₃·s₁·δθ₁ + c₁·δd₃
    name: str  # δx
    value: str  # in words where there is no number
    unit: str


def displacement_formulas_section(seen: Seen, settings: JacobianSettings, questions: Questions) -> Section:
    """Each formula with its number at the pose shown, and the inverse."""
    if DISPLACEMENT_FORMULAS.key not in settings.open:
        return section(DISPLACEMENT_FORMULAS, open=False)
    texts = options({"names": tr("Letters"), "numbers": tr("Numbers")})
    form = Options("form", tr("Lengths in formulas"), texts, settings.lengths)
    text = questions.ask(
        "chain", (seen.frame, settings.lengths), lambda: _request(seen, settings.lengths == "names"), of=seen.model
    )
    if text.value is None:
        reason = Paragraph("reason", text.error, "text_second", icon="info")
        return section(DISPLACEMENT_FORMULAS, reason, tools=(form,), open=True)
    asked = SymbolicQuestion(DISPLACEMENTS, text.value)
    answer = questions.ask("displacement formulas", text.value, asked, Cost.PROCESS, of=text.value)
    found: DisplacementFormulas | None = answer.value
    if found is None:
        waits = answer.error or tr("Formulas are being worked out.")
        reason = Paragraph("reason", waits, "text_second", icon="info")
        return section(DISPLACEMENT_FORMULAS, reason, tools=(form,), open=True)
    copied = FormulaText("\n".join((*found.direct, *found.inverse)) + "\n", found.numpy)
    blocks = _written(seen, found, displacement(seen, settings, questions), text.value, questions)
    return section(DISPLACEMENT_FORMULAS, *blocks, tools=(form,), copied=copied, open=True)


def _request(seen: Seen, names: bool) -> str:
    """What the process is asked. Raises TorseurError for a robot that has no such formulas."""
    from torseur.sim.analysis.symbolic.chain import chain_to

    model = seen.model
    if any(model.joint(name).kind is JointKind.FREE_FLYER for name in joints_moving(model, seen.frame)):
        raise TorseurError("The base of this robot is free: formulas are made of robots that stand on the world.")
    return displacement_request(chain_to(model, seen.frame), names=names)


def _written(
    seen: Seen, found: DisplacementFormulas, moved: SmallDisplacement, asked: str, questions: Questions
) -> tuple[Block, ...]:
    model, unit = seen.model, seen.angle_unit
    direct, inverse = questions.ask("numbers of displacements", asked, found.numbers).value
    slices = model.joint_slices()
    own = seen.q[[slices[name][0].start for name in found.joints]]
    dq = moved.dq[[slices[name][1].start for name in found.joints]]
    dX = np.zeros(6)
    dX[list(found.rows)] = direct(own) @ dq
    lines = [
        FormulaLine(_plain(text), ROWS[row], value_text(float(dX[row]), row >= 3, unit), unit_text(row >= 3, unit))
        for row, text in zip(found.rows, found.direct, strict=True)
    ]
    back, said = list[FormulaLine](), list[str]()
    origin = seen.poses[model.frame_index(seen.frame)][:3, 3]
    if float(np.abs(origin - moved.before[:3, 3]).max()) < 1e-9:
        said.append(tr("J δq by the kernel is {x} away.", x=residual_text(float(np.abs(dX - moved.linear).max()))))
    else:
        said.append(tr("The formulas are of the origin of the frame, not of the point P."))
    if inverse is not None:
        above, below = inverse(own)
        wanted = dX[list(found.inverse_rows)]
        zero = np.abs(below) <= SINGULAR * np.maximum(np.abs(above).max(axis=1), 1.0)
        for k, text in enumerate(found.inverse):
            is_angle = model.joint(found.joints[k]).kind is not JointKind.PRISMATIC
            value = tr("{what} = 0: singular", what=found.denominators[k])
            if not zero[k]:
                value = value_text(float(above[k] @ wanted / below[k]), is_angle, unit)
            name = text.partition(" =")[0]
            back.append(FormulaLine(_plain(text), name, value, "" if zero[k] else unit_text(is_angle, unit)))
        if not zero.any():
            off = float(np.abs(above @ wanted / below - dq).max())
            said.append(tr("The inverse gives δq again to {x}.", x=residual_text(off)))
    lengths = listed(f"{subscript(name)} = {as_shown(f'{value:g}')} m" for name, value in found.lengths.items())
    return (
        *_lines("direct", tr("Direct model, δX = J δq, axes of R₀"), lines),
        *_lines("inverse", tr("Inverse model, δq = J⁻¹ δX, of this δX"), back),
        Paragraph("why", found.why, "text_second"),
        Paragraph("lengths", ". ".join(filter(None, (lengths, tr("c₁ = cos θ₁, s₁₂ = sin(θ₁ + θ₂)")))), "text_hint"),
        Paragraph("check", " ".join(said), "text_hint"),
    )


def _lines(key: str, title: str, lines: Sequence[FormulaLine]) -> tuple[Block, ...]:
    """Formulas below one another, each with its number below it."""
    found: list[Block] = [Paragraph(key, title, weight=600)] if lines else []
    for k, line in enumerate(lines):
        found.append(Paragraph(f"{key}_{k}", line.formula))
        found.append(Facts(f"{key}_number_{k}", ((line.name, line.value, line.unit),)))
    return tuple(found)


def _plain(formula: str) -> str:
    """As it is written in a text, which has no indices of letters."""
    return formula.replace("u_", "u")
