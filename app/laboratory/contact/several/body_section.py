"""One free body on its contacts: N = [n₁ …], f_c = N λ, and M from its spatial inertia."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.touching_body import contact_wrench
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, MASS, WARNING
from torseur.ui.sheet.blocks import EquationCards, Facts, Heading, Matrix, Paragraph, Section, section
from torseur.ui.text.number_text import residual_text

from .several_contacts import SeveralContacts
from .several_facts import SeveralFacts

BODY = Heading("body", marked("One body: f_c = N λ"))
ROWS = ("n_x", "n_y", "n_z", "(r×n)_x", "(r×n)_y", "(r×n)_z")
UNITS = ("1",) * 3 + ("m",) * 3
WRENCH = (("f", "N"), ("n", "N·m"))


def body_section(facts: SeveralFacts, view: SeveralContacts, force: Array, place: int) -> Section | None:
    """With forces (n, 3) that may have been moved; None where more than one body, or one of a robot, is touched."""
    body, equation, balance = facts.body, facts.equation, body_balance(facts, force)
    if body is None or equation is None or balance is None:
        return None
    at = list(body.contacts)
    d = body.of_force + body.of_gyroscopic + equation.drift_parts.of_motion[at]
    residuals = (
        (tr("Nᵀ I⁻¹ N less Tᵀ H⁻¹ T, at most"), body.M - view.M, "1/kg"),
        (tr("d of the body less d of the joints, at most"), d - equation.problem.d[at], "m/s²"),
    )
    return section(
        BODY,
        Paragraph(
            "note",
            tr(
                "Only {body} moves. Each column of N is the normal nᵢ of a contact, into the body, with its moment "
                "m = (P − c) × n about the centre of mass c; M = Nᵀ I⁻¹ N and d = Nᵀ I⁻¹ (f − ξ ×* I ξ) + Ṅᵀ ξ, I the body's "
                "spatial inertia.",
                body=body.body,
            ),
            "text_second",
        ),
        Matrix(
            "N",
            tr("N: the normals of one body as 6-vectors"),
            body.N,
            ROWS,
            view.names,
            UNITS,
            selected=(None, place if place >= 0 else None),
            precise=True,
            wide=True,
        ),
        EquationCards("balance", (balance,)),
        Facts("facts", tuple((name, residual_text(float(np.abs(x).max(initial=0.0))), unit) for name, x, unit in residuals)),
        caption=body.body,
    )


def body_balance(facts: SeveralFacts, force: Array) -> EquationView | None:
    """F + N λ = I ξ̇ + ξ ×* I ξ of the one body that touches, with forces (n, 3) of all contacts."""
    body, problem = facts.body, facts.shown.problem
    if body is None:
        return None
    friction = contact_wrench(problem, force * [1.0, 1.0, 0.0], body.body, body.center)
    contact = body.N @ force[list(body.contacts), 2]
    total = body.force + contact + friction - body.gyroscopic
    rubs = bool(np.any(friction))
    terms = [Term("f", body.force, "", "", ENERGY), Term("N λ", contact, "", "+", FORCE)]
    pieces = [("f", ENERGY), (" + ", ""), ("N λ", FORCE)]
    if rubs:
        terms.append(Term(tr("friction"), friction, "", "+", FRICTION))
        pieces += [(" + ", ""), (tr("friction"), FRICTION)]
    terms += [Term("ξ ×* I ξ", body.gyroscopic, "", "−", WARNING), Term(f"I ξ{DOT}", total, "", "=", MASS)]
    pieces += [(" − ", ""), ("ξ ×* I ξ", WARNING), (f" = I ξ{DOT}", "")]
    title = tr("N λ in the equation of the body, moments about c")
    return EquationView("body", title, tuple(pieces), tuple(terms), WRENCH)
