"""The equations of the algorithm at one link on the way back, as the page writes them, with their numbers.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler" and "Résumé", as THEORY §4 corrects it; linear parts first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.model import JointKind
from torseur.sim.superscripts import subscript, superscript
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DDOT, DOT, index
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.text.number_text import number_text

from ....documents.joint_names import readable
from .trace_links import CHILD, GIVEN, OTHER, OWN, TraceLinks

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, OutwardStep

BACK = ("center", "inertia", "inertial_force", "joint_force", "torque")
MISPRINT = marked(
    "The children's forces are added: what a link hands on, its own joint must give it too. One slide of the course prints "
    "−\u00a0Σ here; its summary prints +\u00a0Σ, and + is right."
)


def inward_equations(links: TraceLinks, k: int) -> tuple[EquationView, ...]:
    """Those of the link at place k, in the order of BACK."""
    out, step = links.steps[k]
    rest = (write(links, step) for write in (_inertia, _inertial, _joint_force, _torque))
    return (_center(links, step, out), *rest)


def _center(links: TraceLinks, step: InwardStep, out: OutwardStep) -> EquationView:
    n = links.number(step.body)
    i = index(n)
    return EquationView(
        "center",
        tr("Centre of mass"),
        ((f"c_{i} = ", ""), (f"p_{i}", GIVEN), (" + ", ""), (f"⁰R_{i} {superscript(n)}c_{i}", OWN)),
        (
            Term(f"m_{i}", np.array([step.mass]), unit="kg"),
            Term(f"p_{i}", out.origin, color=GIVEN),
            Term(f"⁰R_{i} {superscript(n)}c_{i}", step.center - out.origin, f"⁰R_{i} {superscript(n)}c_{i}", "+", OWN),
            Term(f"c_{i}", step.center, f"c_{i}", "=", VELOCITY),
        ),
        (("", "m"),),
    )


def _inertia(links: TraceLinks, step: InwardStep) -> EquationView:
    n = links.number(step.body)
    i = index(n)
    names = ("f_x", "f_y", "f_z", "n_x", "n_y", "n_z")
    point = f"p{subscript(n)}" if links.trace.reference == "body" else "O"
    seen = tr("ĉ from {point}", point=point)
    return EquationView(
        "inertia",
        tr("Spatial inertia"),
        ((f"I_{i} = [m 1, −m ĉ; m ĉ, I_c − m ĉ ĉ], {seen}", ""),),
        tuple(Term(name, row) for name, row in zip(names, step.inertia, strict=True)),
        (("m 1 | m ĉ", ""), ("−m ĉ | I_c − m ĉ ĉ", "")),
        tr(
            "Above, for f: m 1 [kg] and −m ĉ [kg·m]; below, for n: m ĉ [kg·m] and I_c − m ĉ ĉ [kg·m²]. The course has the "
            "angular part first, so its blocks stand the other way round."
        ),
    )


def _inertial(links: TraceLinks, step: InwardStep) -> EquationView:
    n = links.number(step.body)
    i, name = index(n), f"f_{{acc,{links.number(step.body)}}}"
    return EquationView(
        "inertial_force",
        tr("What its motion takes"),
        ((f"{name} = ", ""), (f"I_{i} ξ{DOT}_{i}", GIVEN), (" + ", ""), (f"ξ_{i} ×* I_{i} ξ_{i}", OWN)),
        (
            Term(f"I_{i} ξ{DOT}_{i}", step.inertial, f"I_{i} ξ{DOT}_{i}", "", GIVEN),
            Term(f"ξ_{i} ×* I_{i} ξ_{i}", step.gyroscopic, f"ξ_{i} ×* I_{i} ξ_{i}", "+", OWN),
            Term(name, step.net, name, "=", FORCE),
        ),
        (("f", "N"), ("n", "N·m")),
    )


def _joint_force(links: TraceLinks, step: InwardStep) -> EquationView:
    n = links.number(step.body)
    children = [links.trace.of_body(child)[1] for child in step.children]
    pieces = [(f"f_{{a,{n}}} = ", ""), (f"f_{{acc,{n}}}", GIVEN), (" − ", ""), (f"f_{{e,{n}}}", OWN)]
    terms = [
        Term(f"f_{{acc,{n}}}", step.net, f"f_{{acc,{n}}}", "", GIVEN),
        Term(f"f_{{e,{n}}}", step.external, f"f_{{e,{n}}}", "−", OWN),
    ]
    for one in children:
        k = links.number(one.body)
        pieces += [(" + ", ""), (f"f_{{a,{k}}}", CHILD)]
        terms.append(Term(f"f_{{a,{k}}}", one.at(step.point).force, f"f_{{a,{k}}}", "+", CHILD))
    terms.append(Term(f"f_{{a,{n}}}", step.force, f"f_{{a,{n}}}", "=", FORCE))
    return EquationView(
        "joint_force",
        tr("What its joint must give it"),
        tuple(pieces),
        tuple(terms),
        (("f", "N"), ("n", "N·m")),
        tr(MISPRINT) if children else tr("It carries no other link: the sum over its children is empty."),
    )


def _torque(links: TraceLinks, step: InwardStep) -> EquationView:
    n = links.number(step.body)
    i, joint, low = index(n), links.model.joint(step.joint), subscript(n)
    if joint.kind is JointKind.FIXED:
        text = tr("A fixed joint has no motor: the structure carries all of f_a.")
        none = tr("fixed: no {torque}", torque="τ_" + i)
        return EquationView("torque", tr("Torque of its joint"), ((none, ""),), (), (), text)
    many, parts = step.S.shape[1] > 1, step.S.T @ step.force
    units = _torque_units(joint.kind, step.S.shape[1])
    terms: list[Term] = [Term(f"f_{{a,{n}}}", step.force, "", "", GIVEN)]
    pieces = [(f"τ_{i} = ", ""), (f"s_{i}ᵀ f_{{a,{n}}}", OWN)]
    for k, unit in enumerate(units):
        name = f"s_{{{n},{k + 1}}}" if many else f"s_{i}"
        if not many:
            terms.append(Term(name, step.S[:, k]))
        terms.append(Term(f"{name}ᵀ f_{{a,{n}}}", parts[k : k + 1], "", "", OWN, unit))
    if np.any(step.armature_torque):
        # v of a free body is along axes that turn with it.
        rotor = f"J_m (v{DOT} + ω × v; ω{DOT})_{i}" if joint.kind is JointKind.FREE_FLYER else f"J_m q{DDOT}_{i}"
        pieces += [(" + ", ""), (rotor, OTHER)]
        terms += [Term(rotor, step.armature_torque[k : k + 1], "", "+", OTHER, unit) for k, unit in enumerate(units)]
    for back in links.followers(step.joint):
        follower = f"{number_text(back.ratio)} τ_{index(links.number(back.body))}"
        pieces += [(" + ", ""), (follower, CHILD)]
        terms.append(Term(follower, back.generalized_force, "", "+", CHILD, units[0]))
    terms += [
        Term(
            f"τ_{{{n},{k + 1}}}" if many else f"τ_{i}",
            links.torque(step)[k : k + 1],
            "" if many else f"τ_{i}",
            "=",
            FORCE,
            unit,
        )
        for k, unit in enumerate(units)
    ]
    note = tr("The columns {s} are at “Axis of its joint”, on the way out.", s="s" + low) if many else ""
    if joint.mimic is not None:
        torque = f"{number_text(step.ratio)} τ{low}"
        note = tr(
            "This joint follows {leader}: {torque} is added to the torque of that one.", leader=step.leader, torque=torque
        )
    return EquationView(
        "torque",
        tr("Torque of its joint, {joint}", joint=readable(step.joint.split("/", 1)[-1])),
        tuple(pieces),
        tuple(terms),
        (("f", "N"), ("n", "N·m")),
        note,
    )


def _torque_units(kind: JointKind, count: int) -> tuple[str, ...]:
    if kind is JointKind.PRISMATIC:
        return ("N",)
    if kind is JointKind.PLANAR:
        return ("N", "N", "N·m")
    if kind is JointKind.FREE_FLYER:
        return ("N",) * 3 + ("N·m",) * 3
    return ("N·m",) * count
