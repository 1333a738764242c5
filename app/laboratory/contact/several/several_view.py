"""The numbers of a problem of several contacts as the page shows them, with sentences on them."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.touching_body import contact_wrench
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.laboratory.contact.several.values import DriftColumn, SeveralContacts, ShiftFacts
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.math_notation import DOT, written
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, MASS, WARNING
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.units import of_both_kinds

from .force_shift import ForceShift
from .several_facts import MOST, SeveralFacts

WHOLE = 24  # joints that are all shown
WRENCH = (("f", "N"), ("n", "N·m"))


def several_contacts(facts: SeveralFacts, coordinates: tuple[Coordinate, ...]) -> SeveralContacts:
    """The contacts that are shown."""
    solved, part = facts.problem.solved, facts.part
    problem = solved.problem
    rate, drift, product = facts.rate[:, 2], facts.drift, facts.product
    return SeveralContacts(
        names=facts.names,
        bodies=tuple(problem.bodies[c] for c in part),
        coordinates=coordinates,
        moving=_moving(facts, len(coordinates)),
        M=facts.sub.M,
        H=problem.H,
        T=np.asarray(problem.T[:, part]),
        d=drift,
        product=product,
        tangential=_without_rounding(rate - drift - product, drift),
        rate=rate,
        force=facts.force,
        impulses=facts.is_impulsive,
        note=part_note(facts),
    )


def _moving(facts: SeveralFacts, count: int) -> tuple[int, ...]:
    """Which joints are shown: all, or of very many those that the contacts move."""
    if count <= WHOLE:
        return tuple(range(count))
    return tuple(np.flatnonzero(np.any(facts.sub.T != 0.0, axis=1)).tolist())


def _without_rounding(values: Array, size: Array) -> Array:
    """With 0 for what rounding leaves of numbers of a size."""
    return np.where(np.abs(values) <= 1e-9 * np.abs(size).max(initial=0.0), 0.0, values)


def part_note(facts: SeveralFacts) -> str:
    """Which of many contacts are shown; empty: all."""
    count, shown = int(np.sum(facts.problem.solved.taking_part)), len(facts.part)
    if count <= MOST:
        return ""
    name = written(facts.problem.names[facts.center])
    if facts.whole and shown == 1:
        return tr("{count} contacts; shown is {name} alone: no other contact feels it.", count=count, name=name)
    if facts.whole:
        text = tr("{count} contacts; shown are the {shown} of the island of {name}: no contact outside it feels them.")
    else:
        text = tr(
            "{count} contacts; shown are the {shown} that feel {name} most. Others of its island act on them too."
        )
    return text.format(count=count, shown=shown, name=name)


def about_problem(facts: SeveralFacts) -> str:
    """Which problem it is, and by what it was solved."""
    problem, solved = facts.problem, facts.problem.solved
    rubs = np.any(solved.problem.friction > 0.0)
    law = LAWS[solved.law if rubs else "frictionless"].title(solved.facets)
    if problem.which == "accelerations":
        return tr("Accelerations and forces of this instant: {law}, forces of least norm.", law=law)
    if solved.level == "velocity":
        what = tr("velocities after the step of {step:g} ms and impulses Λ = hλ", step=1e3 * solved.interval)
    elif solved.level == "impact":
        what = tr("velocities after an impact and its impulses")
    else:
        what = tr("accelerations and forces")
    soft = tr(" Softening stands on the diagonal of M.") if np.any(solved.softness > 0.0) else ""
    return tr("What was solved: {what}, {law}.", what=what, law=law) + soft


def drift_columns(facts: SeveralFacts) -> tuple[tuple[DriftColumn, ...], str, float | None]:
    """The parts of d, the formula of their sum, and by how much that misses d; None: the last part is what is left."""
    solved, part = facts.problem.solved, facts.part
    if facts.equation is not None:
        parts = facts.equation.drift_parts
        passive = bool(np.any(parts.of_passive))
        of_controller = tr("Tᵀ H⁻¹ {τ} of the controller", τ="τₘ" if passive else "τ")
        causes = [("τ_m" if passive else "τ", parts.of_tau, of_controller)]
        if passive:
            causes.append(("τ_p", parts.of_passive, tr("Tᵀ H⁻¹ τₚ of springs, damping and dry friction of joints")))
        causes += [
            (f"−C q{DOT}", parts.of_coriolis, tr("−Tᵀ H⁻¹ C q̇, Coriolis and centrifugal")),
            ("−g", parts.of_gravity, tr("−Tᵀ H⁻¹ g, of gravity")),
            ("Ṫᵀ q̇", parts.of_motion, tr("how normals and points turn")),
        ]
        columns = tuple(DriftColumn(symbol, values[part], about) for symbol, values, about in causes)
        return columns, f"Tᵀ H⁻¹ ({'τ_m + τ_p' if passive else 'τ'} − C) + Ṫᵀ q̇", parts.residual
    d, target = facts.drift, solved.target[part]
    asked = DriftColumn("−a", -target, tr("what ζ is asked to be at least, −e ζ⁻ or what closes the gap, taken off"))
    if solved.level == "velocity" and facts.problem.index > 0:
        before = solved.J[3 * part + 2] @ facts.problem.recording.v[facts.problem.index - 1]
        step = DriftColumn(
            tr("step"),
            d + target - before,
            tr("what the step adds without contact, h Tᵀ H⁻¹ (τ − C) and the turn of T"),
        )
        return (DriftColumn("ζ⁻", before, tr("Tᵀ q̇ before the step")), step, asked), tr("ζ⁻ + step − a"), None
    return (DriftColumn(tr("free"), d + target, tr("ζ without contact")), asked), tr("ζ free − a"), None


def body_balance(facts: SeveralFacts, force: Array) -> EquationView | None:
    """F + N λ = I ξ̇ + ξ ×* I ξ of the one body that touches, with forces (n, 3) of all contacts."""
    body, problem = facts.body, facts.sub
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


def rank_sentence(facts: SeveralFacts) -> str:
    """What M determines."""
    kernel, n = facts.kernel, len(facts.part)
    if kernel is None:
        if not facts.whole:
            return tr("Looked for where at most {most} contacts feel each other.", most=MOST)
        return tr(
            "Impacts before this solve gave a part of the impulses; which of them are one of many is not looked for."
        )
    left = n - kernel.rank
    letter = "Λ" if facts.is_impulsive else "λ"
    if not left:
        return tr(
            "M has rank {rank} of {n}: no combination of normal forces is free, {letter} is unique.",
            rank=kernel.rank, n=n, letter=letter,
        )  # fmt: skip
    many = (
        tr("M has rank {rank} of {n}: {left} combinations of normal forces (σ = 0) make no motion, so {letter} is one of many. "
           "Columns are eigenvectors, σ their eigenvalues.")
        if left > 1
        else tr("M has rank {rank} of {n}: {left} combination of normal forces (σ = 0) makes no motion, so {letter} is one of "
                "many. Columns are eigenvectors, σ their eigenvalues.")
    )  # fmt: skip
    return many.format(rank=kernel.rank, n=n, left=left, letter=letter)


def kernel_sentence(shift: ForceShift) -> str:
    """What the directions are."""
    facts, total = shift.facts, shift.directions.shape[1]
    if facts.kernel is None:
        return ""
    every = facts.directions.shape[1] if shift.kind == "friction" else facts.kernel.directions.shape[1]
    if not every:
        if shift.kind == "friction":
            return tr("No combination of normal and friction forces is free.")
        return tr("No combination of normal forces alone is free.")
    more = tr(" The first {count} of {all}.", count=total, all=every) if every > total else ""
    if shift.kind == "friction":
        return tr("Forces r + s z with their friction, W z = 0, each contact within the law.") + more
    letter = "Λ" if facts.is_impulsive else "λ"
    return tr("{letter} + s z along the normals, friction as it is: + pushes, − relieves.", letter=letter) + more


def shift_facts(shift: ForceShift, coordinates: tuple[Coordinate, ...]) -> ShiftFacts | None:
    """What changed along the kernel."""
    facts = shift.facts
    if not len(shift.amounts):
        return None
    change = shift.change
    whole = np.zeros_like(facts.problem.solved.force)
    whole[facts.part] = change
    slides = [not one.turns for one in coordinates]
    equation = facts.equation
    J = equation.J if equation is not None else facts.problem.solved.J
    torque = whole.ravel() @ J
    unit = ("N·m·s", "N·s") if facts.is_impulsive else ("N·m", "N")
    acceleration = None
    if equation is not None:
        moved = equation.change_of_acceleration(whole)
        acceleration = _small(moved, slides, "rad/s²", "m/s²")
    return ShiftFacts(
        acceleration,
        _small(torque, slides, *unit),
        float(np.abs((facts.sub.W @ change.ravel())[2::3]).max(initial=0.0)),
        float(np.abs(change).max(initial=0.0)),
    )


def _small(values: Array, slides: list[bool], turning: str, sliding: str) -> tuple[str, str]:
    """The largest of both kinds, by its size alone."""
    if not np.any(values):
        kinds = [unit for unit, there in ((turning, not all(slides)), (sliding, any(slides))) if there]
        return residual_text(0.0), " | ".join(kinds)
    return of_both_kinds(values.tolist(), slides, turning, sliding)
