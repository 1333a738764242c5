"""The page Equation: each joint's terms in its own unit, what is left of both sides, and where no digit is sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.laboratory.dynamics.equation.balance_section import balance_section
from torseur.app.laboratory.dynamics.equation.forward_sections import acceleration_section, energy_section
from torseur.app.laboratory.dynamics.equation.matrix_sections import column_section, matrix_section
from torseur.app.laboratory.dynamics.equation.recorded_section import recorded_section
from torseur.app.laboratory.motion.coordinates import Coordinate, coordinates
from torseur.sim.multibody.dynamics.values import EquationOfMotion
from torseur.sim.multibody.model.build import build_model
from torseur.sim.simulation.inspection.recorded_dynamics.step_dynamics import StepDynamics
from torseur.ui.look.math_notation import plain_math
from torseur.ui.sheet.sheet import Sheet

OF = (Coordinate("q_1", "elbow", "arm/elbow", True), Coordinate("q_2", "quill", "arm/quill", False))
H, C = np.diag([2.0, 0.5]), np.array([[0.0, 3.0], [-3.0, 0.0]])
V, A = np.array([1.0, 2.0]), np.array([np.pi, 4.0])
TAU = H @ A + C @ V + np.array([0.0, 5.0])
EQUATION = EquationOfMotion(
    V, A, H, C, np.zeros((2, 2)), np.array([0.0, 5.0]), np.zeros(2), TAU, A, A + 1e-9, 2.0, 1.5, "", H, np.zeros(2)
)


def rows(table):
    """What is written in each row, the unit behind the name."""
    return [(f"{plain_math(row[0].text)} {row[0].unit}", *(cell.text for cell in row[1:])) for row in table.rows]


def heads(table):
    return table.copied.csv().splitlines()[0]


def block(section, path):
    return Sheet((section,)).block(path)


def test_each_joint_has_its_terms_in_its_own_unit():
    table = block(balance_section(EQUATION, OF, False), "table")
    assert rows(table) == [
        ("q1 elbow N·m", "6.283", "6.000", "0", "12.28"),
        ("q2 quill N", "2.000", "−3.000", "5.000", "4.000"),
    ]
    lines = table.copied.csv().splitlines()
    assert lines[0] == ",H q̈,C q̇,g,τ,JᵀF,τp,τm,residual"
    assert lines[2] == "arm/quill [N],2.0,-3.0,5.0,4.0,0.0,0.0,4.0,0.0"
    (left,) = block(balance_section(EQUATION, OF, False), "residual").facts
    assert left == ("Largest |left − right side|", "0 | 0", "N·m | N")
    section = acceleration_section(EQUATION, OF, "deg", "ABA")
    table = block(section, "table")
    assert [row[:2] for row in rows(table)] == [("q1 elbow °/s²", "180.0"), ("q2 quill m/s²", "4.000")]
    assert block(section, "apart").facts[0][2] == "°/s² | m/s²", "as in the rows above"
    assert table.copied.rows == ("arm/elbow [rad/s²]", "arm/quill [m/s²]")
    np.testing.assert_array_equal(table.copied.values[:, 0], A)
    assert ("Power of the motors, τ_mᵀ q̇", "20.28", "W") in block(energy_section(EQUATION), "facts").facts


def test_what_the_environment_and_the_joints_do_has_columns_while_there_is_something_and_its_power_is_counted():
    external, passive = np.array([0.0, 2.0]), np.array([-0.5, 0.0])
    loaded = replace(EQUATION, external=external, tau=TAU - external)
    section = balance_section(loaded, OF, False)
    assert rows(block(section, "table"))[1] == ("q2 N", "2.000", "−3.000", "5.000", "2.000", "2.000")
    assert section.title.endswith("Σ JᵀF")
    powers = [text for name, text, _ in block(energy_section(loaded), "facts").facts if name.startswith("Power of the env")]
    assert powers == ["4.000"]
    damped = replace(EQUATION, passive=passive)
    section = balance_section(damped, OF, False)
    assert rows(block(section, "table"))[0] == ("q1 N·m", "6.283", "6.000", "0", "12.28", "−0.500", "12.78")
    assert section.title == "H q̈ + C q̇ + g = τ,   τ = τ_m + τ_p"
    told = dict(fact[:2] for fact in block(energy_section(damped), "facts").facts)
    assert told["Power of the joints by themselves, τ_pᵀ q̇"] == "−0.5000"
    assert told["Power of the motors, τ_mᵀ q̇"] == "20.78"
    table = block(balance_section(replace(damped, external=np.ones(2)), OF, True), "table")
    assert heads(table) == ",H q̈,C q̇,g,JᵀF,τ,τm,τp,residual"
    assert len(rows(table)[0]) == 7, "there is no room for more: τ_p is copied"


def test_a_column_of_the_mass_matrix_stands_beside_its_torques():
    columns = H + np.array([[0.0, 0.0], [0.0, 1e-9]])
    section = column_section(replace(EQUATION, columns=columns), OF, 1)
    assert section.title == "Column q_2 of H"
    assert rows(block(section, "table")) == [("q1 elbow kg·m", "0", "0", "0"), ("q2 quill kg", "0.5000", "0.5000", "1e-9")]


def test_a_recorded_step_has_its_terms_with_those_of_contacts_one_by_one_and_what_is_left():
    zero, each = np.zeros(2), np.array([[1.0, 0.5], [2.0, -0.5]])
    step = StepDynamics(0.5, zero, V, A, TAU - [0.0, 5.0], zero, np.array([0.0, 5.0]), TAU - [3.0, 0.0], zero, each, False)
    section = recorded_section(step, "", OF, ("link · floor",) * 2)
    assert rows(block(section, "table"))[0] == ("q1 N·m", "12.28", "0", "0", "3.000", "9.283")
    assert block(section, "residual").facts[0][1] == "0 | 0"
    np.testing.assert_array_equal(block(section, "each").values, each.T)
    assert (section.title, section.caption) == ("Solved: H q̈ + C q̇ + g = τ + Tλ", "step to 0.5 s")
    assert "Velocities jump here." in str(Sheet((recorded_section(None, "Velocities jump here.", (), ()),)))


def test_the_matrix_that_is_chosen_is_shown_without_what_rounding_leaves_and_copied_with_it():
    for which, expected in {"H": H, "C": C, "skew": -2.0 * C}.items():
        section = matrix_section(EQUATION, OF, which, 0)
        np.testing.assert_array_equal(block(section, "matrix").values, expected)
        np.testing.assert_array_equal(section.copied.values, expected)
    rounded = np.array([[2.0, 3e-17], [3e-17, 0.5]])
    section = matrix_section(replace(EQUATION, H=rounded), OF, "H", 0)
    np.testing.assert_array_equal(block(section, "matrix").values, H)
    np.testing.assert_array_equal(section.copied.values, rounded)


def test_what_is_left_of_a_skew_matrix_has_units_too():
    model = robots.load("scara")
    rng = np.random.default_rng(6)
    q, v, a = sim.random_configuration(model, rng), *rng.uniform(-1, 1, (2, model.nv))
    section = matrix_section(sim.equation_of_motion(model, q, v, a), coordinates(model), "H", 0)
    title, *told = block(section, "facts").facts[:4]
    assert title[0].endswith("|S + Sᵀ|")
    assert [(name.strip(), unit) for name, _, unit in told] == [
        ("two turns", "kg·m²/s"),
        ("a slide and a turn", "kg·m/s"),
        ("two slides", "kg/s"),
    ]


def test_without_an_inverse_of_the_mass_matrix_it_says_so():
    nothing = np.full(2, np.nan)
    found = replace(EQUATION, by_bodies=nothing, by_inverse=nothing, status="No inverse.")
    assert [one.key for one in acceleration_section(found, OF, "deg", "ABA").blocks] == ["status"]


@pytest.mark.parametrize(("moment", "doubt"), [(1e-13, True), (1e-2, False)])
def test_where_a_motion_moves_almost_no_inertia_the_page_names_it(moment, doubt):
    """A head on two hinges, its centre of mass between both axes."""
    bodies = [
        sim.Body("neck", 0.0, np.zeros(3), np.zeros((3, 3))),
        sim.Body("head", 1.3, np.array([0.011, 0.0, 0.11]), moment * np.eye(3)),
    ]
    hinges = [
        sim.Joint("roll", sim.JointKind.REVOLUTE, None, "neck", axis=np.array([1.0, 0.0, 0.0])),
        sim.Joint("yaw", sim.JointKind.REVOLUTE, "neck", "head", axis=np.array([0.0, 0.0, 1.0])),
    ]
    model = build_model("neck", bodies, hinges)
    found = sim.equation_of_motion(model, np.zeros(2), np.zeros(2), np.array([1.0, -2.0]))
    status = block(acceleration_section(found, coordinates(model), "rad", "ABA"), "status").text
    assert ("1.0 × yaw, 0.10 × roll moves almost no inertia" in status) == doubt
    assert bool(status) == doubt
