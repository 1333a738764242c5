"""Friction in the plane of one contact: its section, the laws side by side, and all directions."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError

G, MU, MASS, H = 9.81, 0.5, 2.0, 1e-3
COUPLED = np.array([[3.1, -1.5, -1.2], [-1.5, 3.1, -1.2], [-1.2, -1.2, 5.8]])  # of a corner of a box [1/kg]


def sliding_block(speed, friction=MU):
    """A block as a point, one step of H with gravity."""
    return sim.contact_problem_from(np.eye(3) / MASS, [*speed, -G * H], friction)


@pytest.mark.parametrize("facets", [4, 6, 8, 32])
def test_the_weights_make_the_friction_and_no_others_have_a_smaller_sum(facets):
    from scipy.optimize import linprog

    for friction in np.random.default_rng(3).normal(size=(12, 2)):
        section = sim.friction_section(MU, [*friction, 10.0], facets=facets)
        assert np.all(section.weights >= 0.0)
        np.testing.assert_allclose(section.directions @ section.weights, friction, atol=1e-14)
        best = linprog(np.ones(facets), A_eq=section.directions, b_eq=friction)
        assert section.weights.sum() == pytest.approx(best.fun, abs=1e-9)  # of the reference's tolerance


def test_for_four_facets_the_directions_are_those_of_the_course_and_the_weights_both_signs_apart():
    section = sim.friction_section(0.5, [-3.0, 1.0, 10.0], slip=[3.0, -1.0])
    np.testing.assert_array_equal(section.directions, np.hstack([np.eye(2), -np.eye(2)]))
    np.testing.assert_allclose(section.weights, [0.0, 1.0, 3.0, 0.0], atol=1e-15)
    assert section.limit == 5.0
    assert section.margin == pytest.approx(5.0 - np.sqrt(10.0))
    assert section.pyramid_margin == pytest.approx(1.0)
    assert section.angle_to_slip == pytest.approx(0.0, abs=1e-15)


def test_friction_that_the_cone_allows_across_a_facet_the_pyramid_does_not():
    section = sim.friction_section(0.5, [3.5, 3.5, 10.0])
    assert section.margin > 0.0 > section.pyramid_margin


def test_laws_differ_in_the_lift_and_in_the_direction_and_agree_where_it_sticks():
    coulomb, convex, pyramid = sim.laws_compared(sliding_block((1.0, 1.0)), 0)
    load = MASS * G * H
    np.testing.assert_allclose(coulomb.force, [-MU * load * np.sqrt(0.5), -MU * load * np.sqrt(0.5), load], rtol=1e-9)
    assert convex.velocity[2] == pytest.approx(MU * np.linalg.norm(convex.slip), rel=1e-9)
    assert coulomb.velocity[2] == pytest.approx(0.0, abs=1e-12)
    assert np.abs(pyramid.friction).sum() == pytest.approx(MU * load, rel=1e-9)
    sticks = sim.laws_compared(sliding_block((1e-3, 0.0)), 0)
    for answer in sticks:
        np.testing.assert_allclose(answer.force, sticks[0].force, atol=1e-12)
        assert answer.solved


def test_known_slip_is_asked_for_as_a_step_and_that_gives_the_forces_of_the_accelerations():
    problem = sim.contact_problem_from(np.eye(3) / MASS, [0.0, 0.0, -G], MU, slide=[[1.0, 0.0]])
    with pytest.raises(ArgumentError, match="step_problem"):
        sim.laws_compared(problem, 0)
    step = sim.step_problem(problem, np.array([[1.0, 0.0, 0.0]]), H)
    coulomb = sim.laws_compared(step, 0)[0]
    np.testing.assert_allclose(coulomb.force / H, sim.solve_contact_problem(problem).force[0], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("W", [np.eye(3) / MASS, COUPLED])
def test_the_cone_gives_the_same_friction_in_72_directions_whatever_it_presses_on(W):
    polar = sim.sliding_polar(sim.contact_problem_from(W, np.zeros(3), MU), 0, 10.0)
    assert len(polar.angle) == 72
    np.testing.assert_allclose(np.linalg.norm(polar.force[:, :2], axis=1), MU * polar.force[:, 2], rtol=1e-9)
    opposed = np.einsum("ka,ka->k", polar.force[:, :2], polar.velocity[:, :2])
    np.testing.assert_allclose(
        opposed, -np.linalg.norm(polar.force[:, :2], axis=1) * np.linalg.norm(polar.velocity[:, :2], axis=1), rtol=1e-9
    )


def test_a_block_slides_along_the_push_to_a_tenth_of_a_degree():
    polar = sim.sliding_polar(sliding_block((0.0, 0.0)), 0, MASS * G)
    assert np.degrees(np.abs(polar.slip_angle).max()) < 0.1  # VALIDATION.md, isotropy
    np.testing.assert_allclose(polar.resistance, MU * MASS * G, rtol=1e-9)


@pytest.mark.parametrize("facets", [4, 6, 12, 36])
def test_a_pyramid_resists_less_across_its_facets_and_turns_what_slides_towards_them(facets):
    block = sliding_block((0.0, 0.0))
    cone = sim.sliding_polar(block, 0, MASS * G)
    error = sim.polar_error(sim.sliding_polar(block, 0, MASS * G, "pyramid", facets), cone)
    middle = 0.5 * 2.0 * np.pi / facets  # of a facet: one of the 72 directions
    assert error.force == pytest.approx(1.0 - np.cos(middle), rel=1e-6)
    assert error.direction <= middle + 1e-9
    if facets == 4:
        assert np.degrees(error.direction) == pytest.approx(40.0, abs=1e-6)  # pushed at 5°, it goes at 45°


def test_the_relaxed_law_lifts_in_all_directions_by_mu_times_the_slip():
    polar = sim.sliding_polar(sliding_block((0.0, 0.0)), 0, MASS * G, "convex")
    np.testing.assert_allclose(polar.velocity[:, 2], MU * np.linalg.norm(polar.velocity[:, :2], axis=1), rtol=1e-6)


def test_faults_name_what_was_given():
    problem = sliding_block((1.0, 0.0))
    for ask, text in (
        (lambda: sim.friction_section(MU, [0.0, 0.0, 1.0], facets=5), "even number of facets"),
        (lambda: sim.sliding_polar(sliding_block((1.0, 0.0), 0.0), 0, 1.0), "no friction"),
        (lambda: sim.sliding_polar(problem, 1, 1.0), "numbered from 0 to 0"),
        (lambda: sim.laws_compared(problem, 3), "asked for 3"),
        (lambda: sim.step_problem(problem, np.zeros((1, 3)), 0.0), "positive step"),
    ):
        with pytest.raises(ArgumentError, match=text):
            ask()
