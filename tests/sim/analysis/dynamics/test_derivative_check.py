"""Derivatives beside differences: agreement on robots of every joint, the pendulum, words for what has no inverse."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind


@pytest.mark.parametrize("name", ["planar_2r", "scara", "arm_6r", "arm_7r", "quadruped"])
def test_exact_derivatives_are_those_of_differences(name):
    if name not in robots.names():
        pytest.skip("not shipped")
    model, rng = robots.load(name), np.random.default_rng(7)
    q = sim.random_configuration(model, rng)
    v, a = rng.uniform(-1, 1, (2, model.nv))
    found = sim.derivative_check(model, q, v, a)
    assert set(found.checks) == {("tau", "q"), ("tau", "v"), ("a", "q"), ("a", "v"), ("a", "tau")}
    condition = np.linalg.cond(sim.mass_matrix(model, q))
    for (of, _), check in found.checks.items():
        # Rounding by the step, 2e-14 of the numbers that make the function, and through H⁻¹ by its condition.
        assert np.abs(check.apart).max() < 1e-9 * (1.0 if of == "tau" else condition) * max(1.0, check.largest)


def test_derivatives_of_a_pendulum_are_those_of_the_textbook():
    m, length, inertia = 2.0, 0.7, 0.05
    body = Body("bob", m, np.array([length, 0.0, 0.0]), np.diag([0.0, inertia, inertia]))
    axis = np.array([0.0, -1.0, 0.0])  # the angle is from the horizontal upwards
    model = build_model("pendulum", [body], [Joint("pivot", JointKind.REVOLUTE, None, "bob", axis=axis)])
    q = np.array([0.4])
    checks = sim.derivative_check(model, q, np.array([1.5]), np.array([-2.0])).checks
    swing = m * length**2 + inertia
    slope = -m * 9.81 * length * np.sin(0.4)
    for by in ("exact", "differences"):
        assert getattr(checks["tau", "q"], by)[0, 0] == pytest.approx(slope, rel=1e-11)
        assert getattr(checks["tau", "v"], by)[0, 0] == pytest.approx(0.0, abs=1e-11)
        assert getattr(checks["a", "tau"], by)[0, 0] == pytest.approx(1.0 / swing, rel=1e-11)
        assert getattr(checks["a", "q"], by)[0, 0] == pytest.approx(-slope / swing, rel=1e-11)


def test_where_a_joint_moves_no_inertia_there_are_no_accelerations_and_the_reason_is_said():
    joint = Joint("pivot", JointKind.REVOLUTE, None, "nothing")
    model = build_model("empty", [Body("nothing")], [joint])
    found = sim.derivative_check(model, np.zeros(1), np.zeros(1), np.zeros(1))
    assert set(found.checks) == {("tau", "q"), ("tau", "v")}
    assert "moves no inertia" in found.status
