"""What the page Friction asks of the problem of an instant: forces of steps, laws, directions, modes."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.friction.friction_answers import contact_load, laws_of, polar_of
from torseur.app.laboratory.contact.friction.mode_answers import modes_of
from torseur.sim.errors import ArgumentError

G = 9.81


@pytest.fixture(scope="module")
def incline():
    return sim.simulate(sim.load_scene("incline_30"), 0.2)


@pytest.fixture(scope="module")
def ball():
    return sim.simulate(sim.load_scene("sphere_slip_to_roll"), 0.3)


def place_on(problem, body):
    return next(k for k, bodies in enumerate(problem.problem.bodies) if body in bodies)


@pytest.mark.parametrize("body", ["worn", "rough"])
def test_forces_of_a_step_are_its_mean_and_sum_to_those_of_the_closed_form(incline, body):
    problem = sim.inspected_problem(incline, 150)
    loads = [contact_load(problem, k) for k, bodies in enumerate(problem.problem.bodies) if body in bodies]
    normal, alpha = sum(load.force[2] for load in loads), np.radians(30.0)
    friction = np.linalg.norm(sum(load.force[:2] for load in loads))
    assert normal == pytest.approx(G * np.cos(alpha), rel=1e-9)
    assert friction == pytest.approx(G * (np.sin(alpha) if body == "rough" else 0.5 * np.cos(alpha)), rel=1e-6)
    for load in loads:
        assert load.unit == "N"
        speed = np.linalg.norm(load.slip)
        assert speed == pytest.approx(0.0 if body == "rough" else 0.657145 * 0.15, rel=1e-4)


def test_the_relaxation_lifts_what_slides_in_a_step_and_the_cone_does_not(incline):
    problem = sim.inspected_problem(incline, 150)
    place = place_on(problem, "worn")
    coulomb, relaxed, pyramid = laws_of(problem, place, 8).answers
    np.testing.assert_allclose(coulomb.force, contact_load(problem, place).force, rtol=1e-6, atol=1e-9)
    assert coulomb.velocity[2] == pytest.approx(0.0, abs=1e-9)
    assert relaxed.velocity[2] == pytest.approx(0.5 * np.linalg.norm(relaxed.slip), rel=1e-6)
    assert pyramid.facets == 8


def test_laws_of_what_hybrid_solved_are_those_of_a_step(ball):
    problem = sim.inspected_problem(ball, 100)
    assert problem.level == "acceleration"
    coulomb = laws_of(problem, 0, 4).answers[0]
    np.testing.assert_allclose(coulomb.force, [-0.2 * G, 0.0, G], atol=1e-6)  # 1e-10 m/s over a step of 1e-3 s
    load = contact_load(problem, 0)
    assert load.slip[0] == pytest.approx(7.0 - 3.5 * 0.2 * G * ball.t[100], rel=1e-6)


def test_a_block_pushed_all_around_has_the_errors_of_the_polygon(incline):
    problem = sim.inspected_problem(incline, 150)
    found = polar_of(problem, place_on(problem, "worn"), 4, "block")
    assert found.pyramid.force == pytest.approx(1.0 - np.sqrt(0.5), rel=1e-6)
    assert np.degrees(found.pyramid.direction) == pytest.approx(40.0, abs=1e-6)
    assert found.relaxed.force < 1e-6
    own = polar_of(problem, place_on(problem, "worn"), 4, "contact")
    assert own.pyramid.force == pytest.approx(found.pyramid.force, abs=0.05)  # of its own inertia, and a push of 2 % too much


def test_modes_have_names_and_a_rest_without_contact_has_a_word(incline):
    view = modes_of(incline, len(incline), None)
    assert view.names[0] == "rough · slope ₁"
    scene = sim.load_scene("falling_brick")
    with pytest.raises(ArgumentError, match="flight"):
        modes_of(sim.simulate(scene, 0.05), 10, None)


def test_what_cannot_be_asked_is_refused_in_words(incline):
    start = sim.inspected_problem(incline, 0, "accelerations")
    with pytest.raises(ArgumentError, match="go on by a step"):
        laws_of(start, 0, 4)
