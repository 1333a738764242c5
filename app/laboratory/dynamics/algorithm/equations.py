"""The equations of the algorithm at one link, as the page writes them, with their numbers.

Source: newton-euler-inverse-dynamics, "Algorithme de Newton-Euler" and "Résumé", as THEORY §4 corrects it; linear parts first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript, superscript
from torseur.ui.laboratory.dynamics.values import EquationView, Term
from torseur.ui.look.paint_text import DDOT, DOT
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, IMPULSE, VELOCITY, WARNING

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

OUT = ("place", "axis", "velocity", "axis_rate", "acceleration")
BACK = ("center", "inertia", "inertial_force", "joint_force", "torque")

GIVEN, OWN, OTHER, CHILD = ENERGY, WARNING, FRICTION, IMPULSE  # colours of terms
MISPRINT = (
    "The children's forces are added: what a link hands on, its own joint must give it too. One slide of the course prints "
    "− Σ here; its summary prints + Σ, and + is right."
)
GRAVITY = "Of the world it is ξ̇₀ = [−g; 0]: an upward acceleration stands for all weights, so they are in all forces that follow."


class AlgorithmEquations:
    """Of one trace; links by their numbers, from 1 on the way out. Obstacles are no links."""

    def __init__(self, model: Model, trace: NewtonEulerTrace) -> None:
        self._model, self._trace = model, trace
        self.links = _links(trace)
        self._number = {out.body: k for k, (out, _) in enumerate(self.links, 1)}

    def number(self, body: str | None) -> int:
        """Of a link; 0 of the world."""
        return self._number[body] if body is not None else 0

    def outward(self, k: int) -> tuple[EquationView, ...]:
        """Those of link k, from 0, on the way out."""
        step, _ = self.links[k]
        return tuple(
            write(step) for write in (self._place, self._axis, self._velocity, self._axis_rate, self._acceleration)
        )

    def inward(self, k: int) -> tuple[EquationView, ...]:
        """Those of link k, from 0, on the way back."""
        out, step = self.links[k]
        return (
            self._center(step, out),
            self._inertia(step),
            self._inertial(step),
            self._joint_force(step),
            self._torque(step),
        )

    # Outward

    def _place(self, step: OutwardStep) -> EquationView:
        n, up = self.number(step.body), self.number(step.parent)
        i = _index(n)
        above = np.zeros(3) if step.parent is None else self.links[up - 1][0].origin
        R = step.pose[:3, :3]
        return EquationView(
            "place",
            "Where the link is",
            (
                (f"⁰R_{i} = ⁰R_{_index(up)} {superscript(up)}R_{i},   p_{i} = ", ""),
                (f"p_{_index(up)}", GIVEN), (" + ", ""), (f"⁰R_{_index(up)} b_{i}", OWN),
            ),
            (
                *(Term(f"{axis} ⁰R_{i}", R[row]) for row, axis in enumerate("xyz")),
                Term(f"p_{_index(up)}", above, color=GIVEN),
                Term(f"⁰R_{_index(up)} b_{i}", step.origin - above, f"b{subscript(n)}", "+", OWN),
                Term(f"p_{i}", step.origin, f"p{subscript(n)}", "=", VELOCITY),
            ),
            (("rows of R, and p", "m"),),
        )  # fmt: skip

    def _axis(self, step: OutwardStep) -> EquationView:
        joint, n = self._model.joint(step.joint), self.number(step.body)
        i, at = _index(n), "p"
        shift = np.linalg.norm(step.axis_point - step.origin)
        note = ""
        if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS) and shift > 1e-9:
            at, note = (
                "a",
                f"The origin of link {n} is not on the axis of its joint; a{subscript(n)} is a point that is.",
            )
        pieces: list[tuple[str, str]] = [(f"s_{i} = [{at}_{i} × u_{i}; u_{i}]", "")]
        terms: list[Term] = []
        if joint.kind is JointKind.FIXED:
            return EquationView("axis", "Axis of its joint", ((f"fixed: s_{i} has no column", ""),), ())
        if joint.kind is JointKind.PRISMATIC:
            pieces = [(f"s_{i} = [u_{i}; 0]", "")]
        elif joint.kind is JointKind.HELICAL:
            pieces = [(f"s_{i} = [p_{i} × u_{i} + h u_{i}; u_{i}]", "")]
        elif step.S.shape[1] > 1:
            pieces = [(f"s_{i} has {step.S.shape[1]} columns", "")]
        if step.S.shape[1] == 1:
            u = step.S[3:, 0] if joint.kind is not JointKind.PRISMATIC else step.S[:3, 0]
            terms.append(Term(f"u_{i}", u, f"u{subscript(n)}", color=OWN))
            pieces = [(f"u_{i}", OWN), (",  ", ""), *pieces]
        if at == "a":
            terms.append(Term(f"a_{i}", step.axis_point))
        if self._trace.reference == "body":
            note = f"{note} Points are seen from p{subscript(n)}, the origin of this link.".strip()
        terms += [
            Term(f"s_{i}" if step.S.shape[1] == 1 else f"s_{{{n},{k + 1}}}", step.S[:, k], sign="=")
            for k in range(step.S.shape[1])
        ]
        return EquationView(
            "axis", "Axis of its joint", tuple(pieces), tuple(terms), (("v per q̇", ""), ("ω per q̇", "")), note
        )

    def _velocity(self, step: OutwardStep) -> EquationView:
        n, up = self.number(step.body), self.number(step.parent)
        i, j = _index(n), _index(up)
        own = step.S @ step.joint_velocity
        return EquationView(
            "velocity",
            "Velocity of the link",
            ((f"ξ_{i} = ", ""), (f"ξ_{j}", GIVEN), (" + ", ""), (f"s_{i} q{DOT}_{i}", OWN)),
            (
                *_rates(self._model, step.joint, f"q{DOT}_{i}", step.joint_velocity, "/s"),
                Term(f"ξ_{j}", step.parent_twist, f"ξ{subscript(up)}", "", GIVEN),
                Term(f"s_{i} q{DOT}_{i}", own, f"s{subscript(n)}q̇{subscript(n)}", "+", OWN),
                Term(f"ξ_{i}", step.twist, f"ξ{subscript(n)}", "=", VELOCITY),
            ),
            (("v", "m/s"), ("ω", "rad/s")),
        )

    def _axis_rate(self, step: OutwardStep) -> EquationView:
        n = self.number(step.body)
        i = _index(n)
        many = step.S.shape[1] > 1
        note = ""
        if self._model.joint(step.joint).kind is JointKind.PLANAR:
            note = "The two slides of a planar joint move with the parent: for them it is ξ_λ × s."
        columns = [
            Term(f"s{DOT}_{{{n},{k + 1}}}" if many else f"s{DOT}_{i}", step.S_dot[:, k]) for k in range(step.S.shape[1])
        ]
        last = Term(
            f"s{DOT}_{i} q{DOT}_{i}", step.S_dot @ step.joint_velocity, f"ṡ{subscript(n)}q̇{subscript(n)}", "=", OTHER
        )
        return EquationView(
            "axis_rate",
            "The axis is carried along",
            ((f"s{DOT}_{i} = ξ_{i} × s_{i},   ", ""), (f"s{DOT}_{i} q{DOT}_{i}", OTHER)),
            (*columns, last) if columns else (),
            (("v̇ of ṡ q̇", "m/s²"), ("ω̇", "rad/s²")),
            note,
        )

    def _acceleration(self, step: OutwardStep) -> EquationView:
        n, up = self.number(step.body), self.number(step.parent)
        i, j = _index(n), _index(up)
        terms = (
            *_rates(self._model, step.joint, f"q{DDOT}_{i}", step.joint_acceleration, "/s²"),
            Term(f"ξ{DOT}_{j}", step.parent_acceleration, f"ξ̇{subscript(up)}", "", GIVEN),
            Term(f"s_{i} q{DDOT}_{i}", step.S @ step.joint_acceleration, f"s{subscript(n)}q̈{subscript(n)}", "+", OWN),
            Term(
                f"s{DOT}_{i} q{DOT}_{i}",
                step.S_dot @ step.joint_velocity,
                f"ṡ{subscript(n)}q̇{subscript(n)}",
                "+",
                OTHER,
            ),
            Term(f"ξ{DOT}_{i}", step.acceleration, f"ξ̇{subscript(n)}", "=", VELOCITY),
        )
        pieces = (
            (f"ξ{DOT}_{i} = ", ""), (f"ξ{DOT}_{j}", GIVEN), (" + ", ""), (f"s_{i} q{DDOT}_{i}", OWN), (" + ", ""),
            (f"s{DOT}_{i} q{DOT}_{i}", OTHER),
        )  # fmt: skip
        return EquationView(
            "acceleration", "Spatial acceleration of the link", pieces, terms, (("v̇", "m/s²"), ("ω̇", "rad/s²")),
            GRAVITY if step.parent is None else "",
        )  # fmt: skip

    # Inward

    def _center(self, step: InwardStep, out: OutwardStep) -> EquationView:
        n = self.number(step.body)
        i = _index(n)
        return EquationView(
            "center",
            "Centre of mass",
            ((f"c_{i} = ", ""), (f"p_{i}", GIVEN), (" + ", ""), (f"⁰R_{i} {superscript(n)}c_{i}", OWN)),
            (
                Term(f"m_{i}", np.array([step.mass]), unit="kg"),
                Term(f"p_{i}", out.origin, color=GIVEN),
                Term(f"⁰R_{i} {superscript(n)}c_{i}", step.center - out.origin, "R c", "+", OWN),
                Term(f"c_{i}", step.center, f"c{subscript(n)}", "=", VELOCITY),
            ),
            (("", "m"),),
        )

    def _inertia(self, step: InwardStep) -> EquationView:
        n = self.number(step.body)
        i = _index(n)
        names = ("f_x", "f_y", "f_z", "n_x", "n_y", "n_z")
        seen = f", ĉ from p{subscript(n)}" if self._trace.reference == "body" else ", ĉ from O"
        return EquationView(
            "inertia",
            "Spatial inertia",
            ((f"I_{i} = [m 1, −m ĉ; m ĉ, I_c − m ĉ ĉ]{seen}", ""),),
            tuple(Term(name, row) for name, row in zip(names, step.inertia, strict=True)),
            (("m 1 | m ĉ", ""), ("−m ĉ | I_c − m ĉ ĉ", "")),
            "Above, for f: m 1 [kg] and −m ĉ [kg·m]; below, for n: m ĉ [kg·m] and I_c − m ĉ ĉ [kg·m²]. The course has the "
            "angular part first, so its blocks stand the other way round.",
        )

    def _inertial(self, step: InwardStep) -> EquationView:
        n = self.number(step.body)
        i, name = _index(n), f"f_{{acc,{self.number(step.body)}}}"
        return EquationView(
            "inertial_force",
            "What its motion takes",
            ((f"{name} = ", ""), (f"I_{i} ξ{DOT}_{i}", GIVEN), (" + ", ""), (f"ξ_{i} ×* I_{i} ξ_{i}", OWN)),
            (
                Term(f"I_{i} ξ{DOT}_{i}", step.inertial, f"Iξ̇{subscript(n)}", "", GIVEN),
                Term(f"ξ_{i} ×* I_{i} ξ_{i}", step.gyroscopic, f"ξ×*Iξ{subscript(n)}", "+", OWN),
                Term(name, step.net, "motion", "=", FORCE),
            ),
            (("f", "N"), ("n", "N·m")),
        )

    def _joint_force(self, step: InwardStep) -> EquationView:
        n = self.number(step.body)
        children = [self.links[self.number(child) - 1][1] for child in step.children]
        pieces = [(f"f_{{a,{n}}} = ", ""), (f"f_{{acc,{n}}}", GIVEN), (" − ", ""), (f"f_{{e,{n}}}", OWN)]
        terms = [
            Term(f"f_{{acc,{n}}}", step.net, "motion", "", GIVEN),
            Term(f"f_{{e,{n}}}", step.external, "external", "−", OWN),
        ]
        for one in children:
            k = self.number(one.body)
            pieces += [(" + ", ""), (f"f_{{a,{k}}}", CHILD)]
            terms.append(Term(f"f_{{a,{k}}}", one.at(step.point).force, f"from {k}", "+", CHILD))
        terms.append(Term(f"f_{{a,{n}}}", step.force, f"joint {n}", "=", FORCE))
        return EquationView(
            "joint_force", "What its joint must give it", tuple(pieces), tuple(terms), (("f", "N"), ("n", "N·m")),
            MISPRINT if children else "It carries no other link: the sum over its children is empty.",
        )  # fmt: skip

    def _torque(self, step: InwardStep) -> EquationView:
        n = self.number(step.body)
        i, joint = _index(n), self._model.joint(step.joint)
        if joint.kind is JointKind.FIXED:
            text = "A fixed joint has no motor: the structure carries all of f_a."
            return EquationView("torque", "Torque of its joint", ((f"fixed: no τ_{i}", ""),), (), (), text)
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
            pieces += [(" + ", ""), (f"J_m q{DDOT}_{i}", OTHER)]
            terms += [
                Term(f"J_m q{DDOT}_{i}", step.armature_torque[k : k + 1], "", "+", OTHER, unit)
                for k, unit in enumerate(units)
            ]
        terms += [
            Term(f"τ_{{{n},{k + 1}}}" if many else f"τ_{i}", step.torque[k : k + 1], "" if many else f"τ{subscript(n)}", "=",
                 FORCE, unit)
            for k, unit in enumerate(units)
        ]  # fmt: skip
        note = ""
        if joint.mimic is not None:
            note = (
                f"This joint follows {step.leader}: {step.ratio:g} τ{subscript(n)} is added to the torque of that one."
            )
        return EquationView(
            "torque", "Torque of its joint", tuple(pieces), tuple(terms), (("f", "N"), ("n", "N·m")), note
        )


def _links(trace: NewtonEulerTrace) -> tuple[tuple[OutwardStep, InwardStep], ...]:
    """Both steps of all bodies of those trees in which something moves."""
    root: dict[str, str] = {}
    for step in trace.outward:
        root[step.body] = step.body if step.parent is None else root[step.parent]
    moving = {root[step.body] for step in trace.outward if step.S.shape[1]}
    pairs = zip(trace.outward, reversed(trace.inward), strict=True)
    return tuple((out, back) for out, back in pairs if root[out.body] in moving)


def _index(n: int) -> str:
    return str(n) if n < 10 else f"{{{n}}}"


def _rates(model: Model, joint: str, symbol: str, rates: Array, per: str) -> tuple[Term, ...]:
    """The number of a joint of one degree; others have theirs on the page State."""
    if len(rates) != 1:
        return ()
    unit = ("m" if model.joint(joint).kind is JointKind.PRISMATIC else "rad") + per
    return (Term(symbol, rates, unit=unit),)


def _torque_units(kind: JointKind, count: int) -> tuple[str, ...]:
    if kind is JointKind.PRISMATIC:
        return ("N",)
    if kind is JointKind.PLANAR:
        return ("N", "N", "N·m")
    if kind is JointKind.FREE_FLYER:
        return ("N",) * 3 + ("N·m",) * 3
    return ("N·m",) * count
