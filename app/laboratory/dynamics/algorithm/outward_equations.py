"""The equations of the algorithm at one link on the way out, as the page writes them, with their numbers.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler" and "Résumé", as THEORY §4 corrects it; linear parts first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript, superscript
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DDOT, DOT, index
from torseur.ui.look.theme import VELOCITY

from .trace_links import GIVEN, OTHER, OWN, TraceLinks

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import OutwardStep

OUT = ("place", "axis", "velocity", "axis_rate", "acceleration")
GRAVITY = marked(
    "The acceleration of the world is [−g; 0]: an upward one stands for all weights, so they are in all forces that follow."
)


def outward_equations(links: TraceLinks, k: int) -> tuple[EquationView, ...]:
    """Those of the link at place k, in the order of OUT."""
    step, _ = links.steps[k]
    return tuple(write(links, step) for write in (_place, _axis, _velocity, _axis_rate, _acceleration))


def _place(links: TraceLinks, step: OutwardStep) -> EquationView:
    n, up = links.number(step.body), links.number(step.parent)
    i = index(n)
    above = np.zeros(3) if step.parent is None or not up else links.trace.of_body(step.parent)[0].origin
    R = step.pose[:3, :3]
    return EquationView(
        "place",
        tr("Where the link is"),
        (
            (f"⁰R_{i} = ⁰R_{index(up)} {superscript(up)}R_{i},   p_{i} = ", ""),
            (f"p_{index(up)}", GIVEN),
            (" + ", ""),
            (f"⁰R_{index(up)} b_{i}", OWN),
        ),
        (
            *(Term(f"{axis} ⁰R_{i}", R[row]) for row, axis in enumerate("xyz")),
            Term(f"p_{index(up)}", above, f"p_{index(up)}", color=GIVEN),
            Term(f"⁰R_{index(up)} b_{i}", step.origin - above, f"b_{i}", "+", OWN),
            Term(f"p_{i}", step.origin, f"p_{i}", "=", VELOCITY),
        ),
        (("", "m"),),
    )


def _axis(links: TraceLinks, step: OutwardStep) -> EquationView:
    joint, n = links.model.joint(step.joint), links.number(step.body)
    i, low, at = index(n), subscript(n), "p"
    shift = np.linalg.norm(step.axis_point - step.origin)
    note = ""
    if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS) and shift > 1e-9:
        at, note = (
            "a",
            tr("The origin of link {n} is not on the axis of its joint; {a} is a point that is.", n=n, a="a" + low),
        )
    pieces: list[tuple[str, str]] = [(f"s_{i} = [{at}_{i} × u_{i}; u_{i}]", "")]
    terms: list[Term] = []
    if joint.kind is JointKind.FIXED:
        return EquationView("axis", tr("Axis of its joint"), ((tr("fixed: {s} has no column", s="s_" + i), ""),), ())
    if joint.kind is JointKind.PRISMATIC:
        pieces = [(f"s_{i} = [u_{i}; 0]", "")]
    elif joint.kind is JointKind.HELICAL:
        pieces = [(f"s_{i} = [p_{i} × u_{i} + h u_{i}; u_{i}]", "")]
    elif step.S.shape[1] > 1:
        pieces = [(tr("{s} has {n} columns", s="s_" + i, n=step.S.shape[1]), "")]
    if step.S.shape[1] == 1:
        u = step.S[3:, 0] if joint.kind is not JointKind.PRISMATIC else step.S[:3, 0]
        terms.append(Term(f"u_{i}", u, f"u_{i}", color=OWN))
        pieces = [(f"u_{i}", OWN), (",  ", ""), *pieces]
    if at == "a":
        terms.append(Term(f"a_{i}", step.axis_point))
    if links.trace.reference == "body":
        seen = tr("Points are seen from {p}, the origin of this link.", p="p" + low)
        note = f"{note} {seen}".strip()
    terms += [
        Term(f"s_{i}" if step.S.shape[1] == 1 else f"s_{{{n},{k + 1}}}", step.S[:, k], sign="=") for k in range(step.S.shape[1])
    ]
    return EquationView(
        "axis", tr("Axis of its joint"), tuple(pieces), tuple(terms), ((tr("v per q̇"), ""), (tr("ω per q̇"), "")), note
    )


def _velocity(links: TraceLinks, step: OutwardStep) -> EquationView:
    n, up = links.number(step.body), links.number(step.parent)
    i, j = index(n), index(up)
    own = step.S @ step.joint_velocity
    return EquationView(
        "velocity",
        tr("Velocity of the link"),
        ((f"ξ_{i} = ", ""), (f"ξ_{j}", GIVEN), (" + ", ""), (f"s_{i} q{DOT}_{i}", OWN)),
        (
            *_rates(links.model, step.joint, f"q{DOT}_{i}", step.joint_velocity, "/s"),
            Term(f"ξ_{j}", step.parent_twist, f"ξ_{j}", "", GIVEN),
            Term(f"s_{i} q{DOT}_{i}", own, f"s_{i} q{DOT}_{i}", "+", OWN),
            Term(f"ξ_{i}", step.twist, f"ξ_{i}", "=", VELOCITY),
        ),
        (("v", "m/s"), ("ω", "rad/s")),
    )


def _axis_rate(links: TraceLinks, step: OutwardStep) -> EquationView:
    n = links.number(step.body)
    i = index(n)
    many = step.S.shape[1] > 1
    note = ""
    if links.model.joint(step.joint).kind is JointKind.PLANAR:
        note = tr("The two slides of a planar joint move with the parent: for them it is ξ_λ × s.")
    columns = [Term(f"s{DOT}_{{{n},{k + 1}}}" if many else f"s{DOT}_{i}", step.S_dot[:, k]) for k in range(step.S.shape[1])]
    last = Term(f"s{DOT}_{i} q{DOT}_{i}", step.S_dot @ step.joint_velocity, f"s{DOT}_{i} q{DOT}_{i}", "=", OTHER)
    return EquationView(
        "axis_rate",
        tr("The axis is carried along"),
        ((f"s{DOT}_{i} = ξ_{i} × s_{i},   ", ""), (f"s{DOT}_{i} q{DOT}_{i}", OTHER)),
        (*columns, last) if columns else (),
        ((tr("v̇ of ṡ q̇"), "m/s²"), ("ω̇", "rad/s²")),
        note,
    )


def _acceleration(links: TraceLinks, step: OutwardStep) -> EquationView:
    n, up = links.number(step.body), links.number(step.parent)
    i, j = index(n), index(up)
    terms = (
        *_rates(links.model, step.joint, f"q{DDOT}_{i}", step.joint_acceleration, "/s²"),
        Term(f"ξ{DOT}_{j}", step.parent_acceleration, f"ξ{DOT}_{j}", "", GIVEN),
        Term(f"s_{i} q{DDOT}_{i}", step.S @ step.joint_acceleration, f"s_{i} q{DDOT}_{i}", "+", OWN),
        Term(f"s{DOT}_{i} q{DOT}_{i}", step.S_dot @ step.joint_velocity, f"s{DOT}_{i} q{DOT}_{i}", "+", OTHER),
        Term(f"ξ{DOT}_{i}", step.acceleration, f"ξ{DOT}_{i}", "=", VELOCITY),
    )
    pieces = (
        (f"ξ{DOT}_{i} = ", ""),
        (f"ξ{DOT}_{j}", GIVEN),
        (" + ", ""),
        (f"s_{i} q{DDOT}_{i}", OWN),
        (" + ", ""),
        (f"s{DOT}_{i} q{DOT}_{i}", OTHER),
    )
    return EquationView(
        "acceleration",
        tr("Spatial acceleration of the link"),
        pieces,
        terms,
        (("v̇", "m/s²"), ("ω̇", "rad/s²")),
        "" if up else tr(GRAVITY),
    )


def _rates(model: Model, joint: str, symbol: str, rates: Array, per: str) -> tuple[Term, ...]:
    """The number of a joint of one degree; others have theirs on the page State."""
    if len(rates) != 1:
        return ()
    unit = ("m" if model.joint(joint).kind is JointKind.PRISMATIC else "rad") + per
    return (Term(symbol, rates, unit=unit),)
