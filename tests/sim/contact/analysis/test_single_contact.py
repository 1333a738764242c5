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
