"""M, d and ṅ·ξ of one contact as equations with their numbers."""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.analysis.single_contact import BodyContact
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.laboratory.contact.one_contact.values import SingleContactView
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.look.theme import ACCELERATION, ENERGY, FORCE, FRICTION, MASS, VELOCITY, WARNING

from .contact_terms import ContactTerms

N_RATE = f"n{DOT}"


def body_equations(found: BodyContact, view: SingleContactView, *, is_own: bool) -> tuple[EquationView, ...]:
    """Of a free body; `is_own`: the ground is known, so that ṅ·ξ is taken apart."""
    turning = view.d - found.from_forces - found.from_motion
    rate = _rate(view, turning, f"{N_RATE}·ξ", f"n·ξ{DOT}", tr("the velocity"))
    normal = (_normal_rate(found),) if is_own else ()
    return _mass(found), _drift(found, view), *normal, solution_equation(view), rate


def joint_equations(found: ContactTerms, view: SingleContactView) -> tuple[EquationView, ...]:
    """Of jointed bodies, or of a problem of velocities and impulses."""
    alone, joints = found.alone, found.joints
    unit = view.rate_unit
    mass = EquationView(
        "M",
        tr("M: what one newton along the normal gives"),
        (("M = ", ""), ("t · H⁻¹ t", MASS)),
        (_one("M", view.M, "1/kg", "=", MASS),),
        note=tr(
            "t = (J_s − J_p)ᵀ n is the direction of the contact in joint space, H the mass matrix: what I⁻¹ n is to one body."
        ),
    )
    others = float(alone.from_others.sum())
    own = [_one("d_{own}", alone.own, unit, "", ENERGY)]
    pieces = [("d = ", ""), ("d_{own}", ENERGY)]
    if joints is not None:
        own = [
            _one("t·H⁻¹ τ", joints.from_torques, unit, "", ENERGY),
            _one("−t·H⁻¹ C", joints.from_motion, unit, "+", WARNING),
            _one(f"t{DOT}·q{DOT}", joints.from_normal, unit, "+", VELOCITY),
        ]
        pieces = [
            ("d = ", ""),
            ("t·H⁻¹ τ", ENERGY),
            (" ", ""),
            ("− t·H⁻¹ C", WARNING),
            (" + ", ""),
            (f"t{DOT}·q{DOT}", VELOCITY),
        ]
    if others != 0.0 or alone.from_friction != 0.0:
        own += [_one("Σ M_{ij} λ_j", others, unit, "+", FORCE), _one(tr("friction"), alone.from_friction, unit, "+", FRICTION)]
        pieces += [(" + ", ""), (tr("others"), FORCE), (" + ", ""), (tr("friction"), FRICTION)]
    drift = EquationView(
        "d", tr("d: what separates them without the force"), tuple(pieces), (*own, _one("d", view.d, unit, "="))
    )
    solution = solution_equation(view)
    if joints is None:
        return mass, drift, solution
    return mass, drift, solution, _rate(view, joints.from_normal, f"t{DOT}·q{DOT}", f"t·q{DDOT}", "q̇")


def solution_equation(view: SingleContactView) -> EquationView:
    """ζ̇ = M λ + d with its numbers."""
    unit, pull = view.rate_unit, view.M * view.pull
    terms = [_one(f"M {view.load}", view.M * view.force, unit, "", FORCE), _one("d", view.d, unit, "+", ENERGY)]
    pieces = [(f"{view.rate} = ", ""), (f"M {view.load}", FORCE), (" + ", ""), ("d", ENERGY)]
    if view.pull != 0.0:
        terms.append(_one("M p", pull, unit, "+", WARNING))
        pieces += [(" + ", ""), ("M p", WARNING)]
    return EquationView(
        "solution",
        tr("The equation, with the force that solves it"),
        tuple(pieces),
        (*terms, _one(view.rate, view.separation, unit, "=", ACCELERATION)),
        note="" if view.pull == 0.0 else tr("p is the pull at C along n: it adds M p to d."),
    )


def _rate(view: SingleContactView, turning: float, first: str, second: str, of: str) -> EquationView:
    """ζ̇ from the motion that comes out."""
    return EquationView(
        "rate",
        tr("The same from the motion that comes out"),
        ((f"{view.rate} = ", ""), (first, VELOCITY), (" + ", ""), (second, WARNING)),
        (
            _one(first, turning, view.rate_unit, "", VELOCITY),
            _one(second, view.separation - turning, view.rate_unit, "+", WARNING),
            _one(view.rate, view.separation, view.rate_unit, "=", ACCELERATION),
        ),
        note=tr("The first part is known from {of} alone, the second is that of the acceleration, with the force.", of=of),
    )


def _mass(found: BodyContact) -> EquationView:
    mass = float(found.inertia[0, 0])
    arm = found.normal[3:]
    turn = found.M - 1.0 / mass
    return EquationView(
        "M",
        tr("M: what one newton along the normal gives"),
        (("M = n · I⁻¹ n = ", ""), ("1/m", MASS), (" + ", ""), ("(r×n) · I_c⁻¹ (r×n)", WARNING)),
        (
            Term("n", found.normal[:3], unit="1"),
            Term("r×n", arm, unit="m"),
            _one("1/m", 1.0 / mass, "1/kg", "", MASS),
            _one(tr("by turning"), turn, "1/kg", "+", WARNING),
            _one("M", found.M, "1/kg", "="),
        ),
        note=tr("r = C − c leads from the centre of mass to the contact. n as a spatial vector is [n; r×n]."),
    )


def _drift(found: BodyContact, view: SingleContactView) -> EquationView:
    unit = view.rate_unit
    return EquationView(
        "d",
        tr("d: what separates them without the force"),
        (("d = ", ""), ("n·I⁻¹ f", ENERGY), (" ", ""), ("− n·I⁻¹ (ξ×Iξ)", WARNING), (" + ", ""), (f"{N_RATE}·ξ", VELOCITY)),
        (
            Term("f", found.wrench[:3], unit="N"),
            Term("n_c", found.wrench[3:], unit="N·m"),
            Term("v_c", found.twist[:3], unit="m/s"),
            Term("ω", found.twist[3:], unit="rad/s"),
            _one("n·I⁻¹ f", found.from_forces, unit, "", ENERGY),
            _one("−n·I⁻¹(ξ×Iξ)", found.from_motion, unit, "+", WARNING),
            _one(f"{N_RATE}·ξ", view.d - found.from_forces - found.from_motion, unit, "+", VELOCITY),
            _one("d", view.d, unit, "="),
        ),
        note=tr("Spatial vectors at the fixed place where c is now; f has the weight and all other forces, ξ is of c."),
    )


def _normal_rate(found: BodyContact) -> EquationView:
    return EquationView(
        "normal_rate",
        tr("{symbol}: the normal that changes", symbol=N_RATE + "·ξ"),
        ((f"{N_RATE}·ξ = ", ""), ("v²/(R + r)", VELOCITY), (" + ", ""), ("n·(ω×v)", WARNING)),
        (
            Term(N_RATE, found.normal_rate[:3], unit="1/s"),
            _one("v²/(R+r)", found.turning, "m/s²", "", VELOCITY),
            _one("n·(ω×v)", found.moving, "m/s²", "+", WARNING),
            _one(f"{N_RATE}·ξ", found.from_normal, "m/s²", "="),
        ),
        note=tr(
            "On a round ground the normal turns under a body that passes: v²/R for a point, R < 0 in a hollow. The other part "
            "is the line of force that moves with the body; the spatial ξ̇ has the same with the other sign."
        ),
    )


def _one(symbol: str, value: float, unit: str, sign: str = "", color: str = "") -> Term:
    return Term(symbol, np.array([value]), "", sign, color, unit)
