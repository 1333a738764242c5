"""One contact by hand, against closed forms and against the contact problem of a scene."""

import math

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene
from torseur import sim
from torseur.sim.contact.analysis.single_contact import SingleContact, body_contact, contact_alone
from torseur.sim.errors import ArgumentError

G = 9.81
UP = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize("d", [-3.0, -1e-9, 0.0, 1e-9, 2.0])
def test_force_and_separation_obey_the_corner_and_the_equation(d):
    contact = SingleContact(0.5, d)
    assert contact.separation >= 0.0
    assert contact.force >= 0.0
    assert contact.separation * contact.force == 0.0
    assert contact.M * contact.force + d == pytest.approx(contact.separation, abs=1e-15)  # rounding of d/M
    assert contact.lasts == (d <= 0.0)


def test_a_pull_of_the_force_itself_ends_the_contact():
    contact = SingleContact(0.25, -2.0)
    assert contact.pulled(contact.force).d == pytest.approx(0.0, abs=1e-15)
    assert contact.pulled(contact.force + 1.0).separation == pytest.approx(0.25)


@pytest.mark.parametrize(("M", "d"), [(0.0, 1.0), (-1.0, 1.0), (math.nan, 1.0), (1.0, math.inf)])
def test_a_contact_that_moves_nothing_is_refused(M, d):
    with pytest.raises(ArgumentError, match="M must be positive"):
        SingleContact(M, d)


def weight(mass):
    return np.array([0.0, 0.0, -mass * G, 0.0, 0.0, 0.0])


def test_a_body_at_rest_on_a_point_below_its_centre_weighs_on_it():
    found = body_contact(2.0, 0.1 * np.eye(3), -0.3 * UP, UP, np.zeros(6), weight(2.0))
    assert found.M == pytest.approx(0.5)
    assert found.d == pytest.approx(-G)
    assert found.single.force == pytest.approx(2.0 * G)


def test_beside_the_centre_the_body_also_turns():
    found = body_contact(2.0, np.diag([0.1, 0.2, 0.3]), [0.4, 0.0, -0.3], UP, np.zeros(6), weight(2.0))
    assert found.M == pytest.approx(1 / 2 + 0.4**2 / 0.2)  # 1/m + (r × n)ᵀ I⁻¹ (r × n)
    assert found.d == pytest.approx(-G)


@pytest.mark.parametrize("radius", [0.0, 0.2])
@pytest.mark.parametrize("spin", [0.0, -9.0])
def test_on_a_round_ground_the_normal_turns_by_the_square_of_the_speed_over_the_radius(radius, spin):
    twist = np.array([1.5, 0.0, 0.0, 0.0, spin if radius else 0.0, 0.0])  # a ball may also spin, a point has nothing to
    found = body_contact(1.0, np.eye(3), -radius * UP, UP, twist, weight(1.0), ground_radius=2.0, body_radius=radius)
    assert found.turning == pytest.approx(1.5**2 / (2.0 + radius))
    assert found.d == pytest.approx(1.5**2 / (2.0 + radius) - G)
    hollow = body_contact(1.0, np.eye(3), -radius * UP, UP, twist, weight(1.0), ground_radius=-2.0, body_radius=radius)
    assert hollow.turning == pytest.approx(-(1.5**2) / (2.0 - radius))


def test_a_point_slides_off_a_ball_where_the_cosine_is_two_thirds():
    def contact(angle):
        n = np.array([math.sin(angle), 0.0, math.cos(angle)])
        speed = math.sqrt(2.0 * G * (1.0 - math.cos(angle)))
        twist = np.array([speed * n[2], 0.0, -speed * n[0], 0.0, 0.0, 0.0])
        return body_contact(1.0, np.eye(3), np.zeros(3), n, twist, weight(1.0), ground_radius=1.0)

    at = math.acos(2 / 3)
    assert contact(at).d == pytest.approx(0.0, abs=1e-14)
    assert contact(at - 1e-3).single.lasts
    assert not contact(at + 1e-3).single.lasts


def test_along_the_axis_of_a_cylinder_the_ground_is_straight():
    twist = np.array([0.0, 3.0, 0.0, 0.0, 0.0, 0.0])
    found = body_contact(1.0, np.eye(3), -0.1 * UP, UP, twist, weight(1.0), ground_radius=1.0, axis=[0.0, 2.0, 0.0])
    assert found.from_normal == 0.0


def test_a_hollow_no_wider_than_the_body_is_refused():
    with pytest.raises(ArgumentError, match="at one point"):
        body_contact(1.0, np.eye(3), -UP, UP, np.zeros(6), weight(1.0), ground_radius=-1.0, body_radius=1.0)


def tilted_box(v):
    """A box that stands on one corner of its own, and the lever to that corner in the world."""
    model = box("box", (0.2, 0.3, 0.4), 3.0)
    axis = np.array([0.6, -0.5, 0.2])
    half = 0.5 * np.linalg.norm(axis)
    turn = np.append(np.sin(half) * axis / np.linalg.norm(axis), np.cos(half))
    R = sim.rodrigues(axis / np.linalg.norm(axis), np.linalg.norm(axis))
    corners = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.15, 0.15) for z in (-0.2, 0.2)]) @ R.T
    lever = corners[np.argmin(corners[:, 2])]
    q = np.concatenate([[0.0, 0.0, -lever[2]], turn])
    scene = floor_scene([sim.Part("box", model, q=q, v=np.concatenate([R.T @ v[:3], R.T @ v[3:]]))], 0.0)
    return scene, R @ model.bodies[0].inertia @ R.T, lever


def test_a_corner_by_hand_is_the_problem_of_the_scene_term_by_term():
    omega = np.array([0.7, -1.1, 2.0])
    _, _, lever = tilted_box(np.zeros(6))
    v = -np.cross(omega, lever) + [0.3, -0.2, 0.0]  # the corner slides along the floor
    scene, inertia, lever = tilted_box(np.concatenate([v, omega]))
    problem = sim.contact_problem(scene)
    assert len(problem) == 1
    by_hand = body_contact(3.0, inertia, lever, UP, np.concatenate([v, omega]), weight(3.0))
    assert by_hand.separation_velocity == pytest.approx(0.0, abs=1e-15)
    assert by_hand.M == pytest.approx(problem.M[0, 0], rel=1e-12)  # rounding
    assert by_hand.d == pytest.approx(problem.d[0], rel=1e-12)
    # In the body's own axes, as the scene has them, the same split: Tᵀ H⁻¹ (τ - C), and Ṫᵀ q̇ = ṅ · ξ.
    model, state = scene.model, scene.initial
    free = np.linalg.solve(problem.H, -sim.inverse_dynamics(model, state.q, state.v, np.zeros(6)))
    pushed = float(problem.T[:, 0] @ free)
    assert by_hand.from_forces + by_hand.from_motion == pytest.approx(pushed, rel=1e-12)
    assert by_hand.from_normal == pytest.approx(problem.d[0] - pushed, rel=1e-12)


def test_one_contact_of_several_is_solved_by_what_the_others_leave():
    q = np.array([0.0, 0.0, 0.2, 0.0, 0.0, 0.0, 1.0])
    scene = floor_scene([sim.Part("box", box("box", (0.4, 0.4, 0.4), 4.0), q=q)], 0.5)
    problem = sim.contact_problem(scene)
    solution = sim.least_norm_forces(problem, sim.solve_contact_problem(problem))
    assert len(problem) == 4
    for c in range(4):
        given = contact_alone(problem, c, solution.force)
        assert given.single.force == pytest.approx(G, rel=1e-9)  # a quarter of 4 g; residual of the solve
        alone = contact_alone(problem, c)
        assert alone.single.d == pytest.approx(-G)
        assert alone.single.force == pytest.approx(G / problem.M[c, c])


def test_a_ball_on_a_ball_has_the_curvature_of_both():
    top = np.array([0.0, 0.0, 0.75, 0.0, 0.0, 0.0, 1.0])
    below = sim.Part("below", ball("below", 0.5, 1e9), q=np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]))
    above = sim.Part("above", ball("above", 0.25, 2.0), q=top, v=np.array([1.2, 0.0, 0.0, 0.0, 5.0, 0.0]))
    problem = sim.contact_problem(sim.make_scene("balls", [below, above], gravity=(0.0, 0.0, 0.0)))
    twist = np.array([1.2, 0.0, 0.0, 0.0, 5.0, 0.0])
    hand = body_contact(2.0, 0.05 * np.eye(3), -0.25 * UP, UP, twist, np.zeros(6), ground_radius=0.5, body_radius=0.25)
    assert hand.d == pytest.approx(1.2**2 / 0.75)
    assert abs(problem.d[0]) == pytest.approx(hand.d, rel=1e-8)  # the ball below, of 1e9 kg, gives way


MU, MASS, H = 0.5, 2.0, 1e-3
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
