"""The equations of one body as the page writes them, with their numbers.

Source: newton-euler-inverse-dynamics, "Equilibre d'un solide S", "Equations du mouvement spatiales", "Inertie spatiale et
accélération spatiale"; linear parts first.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.multibody.dynamics.values import BodyDynamics
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DDOT, DOT, literal
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, IMPULSE, MASS, VELOCITY, WARNING

GIVEN, OWN, OTHER, CHILD = ENERGY, WARNING, FRICTION, IMPULSE  # colours of terms
KEYS = ("forces", "newton", "euler", "transport", "velocity", "inertia", "spatial", "acceleration")
WRENCH = (("f", "N"), ("n", "N·m"))


def body_equations(found: BodyDynamics, names: Mapping[str, str]) -> tuple[EquationView, ...]:
    """All of them, in the order of KEYS; `names` of bodies as they are read."""
    return (
        _forces(found, names),
        _newton(found),
        _euler(found),
        _transport(found),
        _velocity(found),
        _inertia(found),
        _spatial(found),
        _acceleration(found),
    )


def _forces(found: BodyDynamics, names: Mapping[str, str]) -> EquationView:
    joint, carried = tr("joint"), tr("links carried")
    children = [
        Term(literal(names[child]), wrench, tr("f of {body}, n of {body}", body=literal(names[child])), "+", CHILD)
        for child, wrench in found.through_children.items()
    ]
    pieces = [
        ("f = ", ""),
        ("m g", MASS),
        (" + ", ""),
        ("f_e", OTHER),
        (" + ", ""),
        (f"f_{{{joint}}}", GIVEN),
        *([(" + ", ""), (f"f_{{{carried}}}", CHILD)] if children else []),
    ]
    return EquationView(
        "forces",
        tr("All forces on it, moments about c"),
        tuple(pieces),
        (
            Term("m g", found.weight, "m g", "", MASS),
            Term("f_e", found.external, "f_e, n_e", "+", OTHER),
            Term(f"f_{{{joint}}}", found.through_joint, f"f_{{{joint}}}, n_{{{joint}}}", "+", GIVEN),
            *children,
            Term("f, n_c", found.total, "f, n_c", "=", FORCE),
        ),
        WRENCH,
        tr(
            "Weight is a force here; the algorithm has it in the acceleration of the world instead. Links that it carries push "
            "back on it. At a recorded instant f_e has the forces of contacts too."
        ),
    )


def _newton(found: BodyDynamics) -> EquationView:
    return EquationView(
        "newton",
        tr("Newton: (1) of the course"),
        (("f", FORCE), (" = m ", ""), (f"c{DDOT}", VELOCITY)),
        (
            Term("m", np.array([found.mass]), unit="kg"),
            Term(f"c{DDOT}", found.acceleration[:3], f"c{DDOT}", "", VELOCITY, "m/s²"),
            Term(f"m c{DDOT}", found.force, "f", "=", FORCE, "N"),
        ),
    )


def _euler(found: BodyDynamics) -> EquationView:
    return EquationView(
        "euler",
        tr("Euler: (2) of the course, I_c along the world's axes"),
        (("n_c = ", ""), (f"I_c ω{DOT}", GIVEN), (" + ", ""), ("ω × I_c ω", OWN)),
        (
            *(Term(f"I_c  {axis}", found.inertia[k], unit="kg·m²") for k, axis in enumerate("xyz")),
            Term("ω", found.twist[3:], unit="rad/s"),
            Term(f"ω{DOT}", found.acceleration[3:], unit="rad/s²"),
            Term(f"I_c ω{DOT}", found.torque_of_spin, f"I_c ω{DOT}", "", GIVEN),
            Term("ω × I_c ω", found.gyroscopic_torque, "ω × I_c ω", "+", OWN),
            Term("n_c", found.torque_at_center, "n_c", "=", FORCE),
        ),
        (("", "N·m"),),
    )


def _transport(found: BodyDynamics) -> EquationView:
    return EquationView(
        "transport",
        tr("The same at P"),
        (("n_P = ", ""), ("n_c", GIVEN), (" + ", ""), ("(c − P) × f", OWN)),
        (
            Term("c − P", found.lever, unit="m"),
            Term("n_c", found.torque_at_center, "n_c", "", GIVEN),
            Term("(c − P) × f", found.torque_at_point - found.torque_at_center, "(c − P) × f", "+", OWN),
            Term("n_P", found.torque_at_point, "n_P", "=", FORCE),
        ),
        (("", "N·m"),),
    )


def _velocity(found: BodyDynamics) -> EquationView:
    return EquationView(
        "velocity",
        tr("Velocity at P"),
        (("v_P = ", ""), (f"c{DOT}", GIVEN), (" + ", ""), ("(c − P) × ω", OWN)),
        (
            Term("ω", found.twist[3:], unit="rad/s"),
            Term(f"c{DOT}", found.twist[:3], f"c{DOT}", "", GIVEN),
            Term("(c − P) × ω", found.twist_at_point[:3] - found.twist[:3], "(c − P) × ω", "+", OWN),
            Term("v_P", found.twist_at_point[:3], "v_P", "=", VELOCITY),
        ),
        (("", "m/s"),),
    )


def _inertia(found: BodyDynamics) -> EquationView:
    names, seen = ("f_x", "f_y", "f_z", "n_x", "n_y", "n_z"), tr("ĉ from {point}", point="P")
    return EquationView(
        "inertia",
        tr("Spatial inertia at P"),
        ((f"I = [m 1, −m ĉ; m ĉ, I_c − m ĉ ĉ],  {seen}", ""),),
        tuple(Term(name, row) for name, row in zip(names, found.spatial_inertia, strict=True)),
        (("m 1", "kg"), ("−m ĉ", "kg·m"), ("m ĉ", "kg·m"), ("I_c − m ĉ ĉ", "kg·m²")),
        tr(
            "Columns: along v̇ and ω̇ of P. The course has the angular part first, so its blocks stand the other way round. "
            "At c the blocks m ĉ are 0."
        ),
    )


def _spatial(found: BodyDynamics) -> EquationView:
    force = np.concatenate([found.force, found.torque_at_point])
    return EquationView(
        "spatial",
        tr("Both equations as one, at P"),
        (("[f; n_P] = ", ""), (f"I ξ{DOT}", GIVEN), (" + ", ""), ("ξ ×* I ξ", OWN)),
        (
            Term(f"I ξ{DOT}", found.inertial, f"I ξ{DOT}", "", GIVEN),
            Term("ξ ×* I ξ", found.gyroscopic, "ξ ×* I ξ", "+", OWN),
            Term("f, n_P", force, "f, n_P", "=", FORCE),
        ),
        WRENCH,
    )


def _acceleration(found: BodyDynamics) -> EquationView:
    difference = found.spatial_acceleration[:3] - found.point_acceleration
    return EquationView(
        "acceleration",
        tr("Spatial acceleration is not that of a point"),
        ((f"v{DOT}_P = ", ""), ("a_P", GIVEN), (" − ", ""), ("ω × v_P", OWN)),
        (
            Term("a_P", found.point_acceleration, "a_P", "", GIVEN),
            Term("ω × v_P", -difference, "ω × v_P", "−", OWN),
            Term(f"v{DOT}_P", found.spatial_acceleration[:3], f"v{DOT}_P", "=", VELOCITY),
        ),
        (("", "m/s²"),),
        tr(
            "a is the acceleration of the point of the body that is at P now. v̇ is how the velocity at the fixed place P "
            "changes, as other points of the body come by: it adds up along the chain, which accelerations of points do not."
        ),
    )
