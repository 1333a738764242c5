"""The equation of a recorded step as it was solved, with what contacts do to the joints, all together and one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import index
from torseur.ui.sheet.blocks import Heading, Matrix, Paragraph, Section, section
from torseur.ui.text.number_text import residual_text

from ...motion.coordinates import Coordinate, JointTerm
from .balance_section import PARTS, balance_table, residual_facts

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.recorded_dynamics.step_dynamics import StepDynamics

RECORDED = Heading("recorded", marked("As it was solved"))
MOST = 12  # contacts that have columns of their own


def recorded_section(step: StepDynamics | None, why: str, of: Sequence[Coordinate], contacts: Sequence[str]) -> Section:
    """Of a step, with what touches what in each contact; None: `why` there is none."""
    if step is None:
        return section(RECORDED, Paragraph("why", why, role="text_second", icon="info"))
    words = tr("{joint}: H q̈ + C q̇ + g − τ − Tλ = {residual} {unit}")
    tips = [
        words.format(joint=one.full, residual=residual_text(left), unit=one.torque_unit)
        for one, left in zip(of, step.residual.tolist(), strict=True)
    ]
    parts = (" + Tλ" if np.any(step.contact) else "") + (PARTS if np.any(step.passive) else "")
    loads, name = JointTerm("Tλ", step.contact), tr("The recorded step joint by joint")
    count, each = len(step.by_contact), None
    note = tr("Tλ contact by contact, of each the torques of its force:") if count else ""
    if count > MOST:
        note = tr("{n} contacts touch; Tλ is shown one by one for at most {most}.", n=count, most=MOST)
    elif count:
        each = Matrix(
            "each",
            tr("Tλ contact by contact"),
            step.by_contact.T,
            tuple(one.symbol for one in of),
            tuple(f"c_{index(k)}" for k in range(1, count + 1)),
            units=tuple(one.torque_unit for one in of),
            names=tuple(contacts),
        )
    return section(
        RECORDED,
        balance_table(name, step, loads, step.tau + step.passive, step.tau, of, tips),
        residual_facts(step.residual, of),
        Paragraph("each_note", note, role="text_hint"),
        each,
        title=tr("Solved: H q̈ + C q̇ + g = τ{parts}", parts=parts),
        caption=tr("instant {t:.4g} s", t=step.t) if step.instant else tr("step to {t:.4g} s", t=step.t),
    )
