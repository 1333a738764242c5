"""H q̈ + C = τ + T λ joint by joint, and q̈ with and without contact."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.several.values import JointEquation
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DDOT
from torseur.ui.sheet.blocks import Facts, Heading, Paragraph, Section, section
from torseur.ui.text.units import of_both_kinds

from ...motion.coordinates import JointTerm
from ...motion.joint_terms import terms_table
from .several_contacts import SeveralContacts
from .several_facts import SeveralFacts

JOINTS = Heading("joints", marked("Joint by joint"))


def joint_section(facts: SeveralFacts, view: SeveralContacts, force: Array) -> Section:
    """What acts on each joint under forces (n, 3) that may have been moved; or why that is not told."""
    equation, found = facts.equation, facts.joints
    if equation is None or found is None:
        why = tr("What was solved is about velocities: H q̈ + C = τ + Tλ is told of the problem Accelerations.")
        if facts.solved.level == "acceleration":
            why = tr("H q̈ + C = τ + Tλ is told of the problem Accelerations.")
        return section(JOINTS, Paragraph("note", why, "text_second"))
    if np.any(force != facts.shown.force):
        whole = np.array(facts.solved.force)
        whole[facts.part] = force
        found = equation.joint_equation(whole)
    return joint_equation_section(found, facts.free, view)


def joint_equation_section(found: JointEquation, free: Array, view: SeveralContacts) -> Section:
    """The equation, and q̈ beside that (nv,) without contact forces."""
    rubs, passive = bool(np.any(found.friction)), bool(np.any(found.passive))
    told = tr("C holds Coriolis, centrifugal and gravity terms; Tλ is what the normal forces give the joints")
    whole = told + (tr(", Tₜ b what friction does.") if rubs else ".")
    shown, of, all_of = list(view.moving), view.joints, len(view.coordinates)
    terms = [
        JointTerm("C", found.coriolis + found.gravity),
        JointTerm("τ_m" if passive else "τ", found.tau),
        *([JointTerm("τ_p", found.passive)] if passive else []),
        JointTerm("Tλ", found.normal),
        *([JointTerm("T_t b", found.friction)] if rubs else []),
        JointTerm(f"H q{DDOT}", found.inertial),
    ]
    rates = [
        JointTerm(tr("free"), free),
        JointTerm(tr("by contact"), found.acceleration - free),
        JointTerm(f"q{DDOT}", found.acceleration),
    ]
    terms, rates = ([one._replace(values=one.values[shown]) for one in several] for several in (terms, rates))
    residual = of_both_kinds(found.residual.tolist(), [not one.turns for one in view.coordinates], "N·m", "N")
    also = [JointTerm(tr("residual"), found.residual[shown])]
    name, second = tr("The equation of motion with its contacts"), tr("Accelerations with contact and without")
    return section(
        JOINTS,
        Paragraph("note", f"{whole} {view.about_axes}".strip(), "text_second"),
        terms_table("equation", name, terms, of, [one.torque_unit for one in of], also=also),
        Facts("residual", ((tr("Largest |left − right side|"), *residual),)),
        terms_table("accelerations", second, rates, of, ["rad/s²" if one.turns else "m/s²" for one in of]),
        title=f"H q{DDOT} + C = {'τ_m + τ_p' if passive else 'τ'} + Tλ{' + T_t b' if rubs else ''}",
        caption=tr("{n} of {all} joints", n=len(shown), all=all_of) if len(shown) < all_of else "",
    )
