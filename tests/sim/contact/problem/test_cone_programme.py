"""Optima over cones: against closed forms, and said not to be reached where they are not."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.contact.problem import cone_programme
from torseur.sim.contact.problem.cone_programme import interior_of, optima

from .test_redundant_forces import box_on, corners

AXES = np.eye(3)


def ball(radius, d=3):
    """The cone of points z with ‖z‖ ≤ radius."""
    F, h = np.zeros((1, 4, d)), np.array([[radius, 0.0, 0.0, 0.0]])
    F[0, 1 : 1 + d] = np.eye(d)
    return interior_of(F, h, np.zeros(d), np.eye(d))


def test_the_largest_value_of_a_linear_function_on_a_ball_is_reached():
    found = optima(ball(2.0), np.vstack([AXES, [[3.0, 4.0, 0.0]]]))
    np.testing.assert_allclose(found.values, [2.0, 2.0, 2.0, 10.0], rtol=1e-9)
    assert found.reached.all()


def test_an_optimum_is_not_reached_in_too_few_steps(monkeypatch):
    points = ball(2.0)
    monkeypatch.setattr(cone_programme, "STEPS", 3)
    assert not optima(points, AXES).reached.any()


def test_what_nothing_bounds_has_no_optimum_and_does_not_spoil_the_others():
    half_space = np.zeros((2, 4, 2))
    half_space[0, 0, 0], half_space[1, 0, 0] = 1.0, -1.0  # -1 ≤ z₁ ≤ 1; z₂ is free
    points = interior_of(half_space, np.array([[1.0, 0, 0, 0]] * 2), np.zeros(2), np.eye(2))
    found = optima(points, np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert not found.reached[1]
    assert not found.reached[0] or found.values[0] == pytest.approx(1.0, abs=1e-6)


def test_faces_that_were_not_found_give_no_optimum(monkeypatch):
    # The ball's cone and the plane that touches it: one point, on an edge of the cone.
    F, h = np.zeros((2, 4, 3)), np.array([[1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]])
    F[0, 1:], F[1, 0, 0] = np.eye(3), 1.0
    origin = np.array([1.0, 0.0, 0.0])
    h = h + F @ origin
    assert interior_of(F, h, origin, np.eye(3)).found
    monkeypatch.setattr(cone_programme, "STEPS", 3)
    points = interior_of(F, h, origin, np.eye(3))
    assert not points.found
    assert not optima(points, AXES).reached.any()


def test_bounds_of_forces_that_were_not_found_are_no_numbers(monkeypatch):
    problem = box_on(corners(), 0.5)
    found = sim.solve_contact_problem(problem)
    whole = sim.force_ranges(problem, found)
    assert whole.found.all()
    monkeypatch.setattr(cone_programme, "STEPS", 4)
    cut = sim.force_ranges(problem, found)
    assert not cut.found.any()
    assert not cut.unique.any()
    assert np.all(np.isnan(cut.lower) == np.isnan(cut.upper))
