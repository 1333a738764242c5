"""Which forces are not determined, what a regularisation picks of them, and how a contact acts on the joints."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.contact.analysis.several.delassus_kernel import readable_basis
from torseur.sim.contact.analysis.touching_body import contact_on_one_body
from torseur.sim.errors import ArgumentError

CORNERS = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)]  # one after the other around the face
MASS, G = 3.0, 9.81


def brick_on(points, friction=0.0):
    """A brick of 3 kg at rest on points of the floor, seen from its centre, 0.1 m above."""
    rows = np.array([[*axis, *np.cross([0.2 * x, 0.1 * y, -0.1], axis)] for x, y in points for axis in np.eye(3)])
    inverse = np.diag([1.0 / MASS] * 3 + [50.0, 20.0, 15.0])
    return sim.contact_problem_from(rows @ inverse @ rows.T, rows @ inverse @ [0.0, 0.0, -MASS * G, 0.0, 0.0, 0.0], friction)


def random_problem(seed):
    """Without friction; every second one with more contacts than M has rank."""
    rng = np.random.default_rng(seed)
    n, freedoms = int(rng.integers(3, 9)), 6 if seed % 2 else 3
    T = rng.normal(size=(freedoms, n))
    if seed % 2 == 0:
        T[-1] = np.abs(T[-1]) + 0.2  # all lean on one side, so that a push against it is borne
    push = -T[-1] if seed % 2 == 0 else -rng.uniform(0.0, 5.0, n)
    return sim.frictionless_problem_from(T.T @ T, push + T.T @ rng.normal(size=freedoms) * 0.3)


@pytest.fixture(scope="module")
def settled():
    """The equations of scenes at the end of some seconds."""

    def of(name, seconds):
        scene = sim.load_scene(name)
        recording = sim.simulate(scene, seconds)
        state = sim.State(float(recording.t[-1]), recording.q[-1], recording.v[-1])
        return scene, state, sim.contact_equation(scene, state, recording.tau[-1], recording.passive[-1])

    return {
        name: of(name, s)
        for name, s in (
            ("gripper_holds_block", 0.25),
            ("arm_pushes_table", 0.3),
            ("falling_brick", 1.0),
            ("heterogeneous_stack", 0.3),
        )
    }


def test_a_brick_on_four_corners_cannot_tell_one_pair_of_opposite_corners_from_the_other():
    kernel = sim.kernel_of_delassus(brick_on(CORNERS))
    assert kernel.rank == 3
    np.testing.assert_allclose(kernel.directions, [[1.0], [-1.0], [1.0], [-1.0]], atol=1e-12)  # rounding of an eigenvector
    np.testing.assert_allclose(kernel.eigenvalues[0], 0.0, atol=1e-13)


def test_three_corners_have_no_kernel_and_no_contact_has_an_empty_one():
    assert sim.kernel_of_delassus(brick_on(CORNERS[:3])).directions.shape == (3, 0)
    assert sim.kernel_of_delassus(brick_on(CORNERS).part(np.arange(0))).rank == 0


@pytest.mark.parametrize("seed", range(6))
def test_a_basis_to_be_read_spans_what_it_is_made_from_and_has_numbers_up_to_1(seed):
    rng = np.random.default_rng(seed)
    columns = rng.normal(size=(9, 3)) @ rng.normal(size=(3, 3))
    found = readable_basis(columns)
    assert np.linalg.matrix_rank(np.column_stack([columns, found])) == 3
    np.testing.assert_array_equal(np.abs(found).max(axis=0), 1.0)
    assert np.sum(np.abs(found) < 1e-12) >= 6  # each column is 0 where the two others have their pivots


def test_along_the_kernel_a_corner_bears_between_nothing_and_half_the_weight_and_friction_stops_it_before():
    z = np.zeros((4, 3))
    z[:, 2] = [1.0, -1.0, 1.0, -1.0]
    force = np.tile([0.0, 0.0, MASS * G / 4.0], (4, 1))
    free = sim.shift_bounds(force, z, np.zeros(4))
    assert free.upper == pytest.approx(MASS * G / 4.0)
    assert free.lower == pytest.approx(-MASS * G / 4.0)
    assert not free.upper_slips
    assert free.upper_contact in (1, 3)
    force[:, 0] = [1.0, -1.0, 1.0, -1.0]
    rubs = sim.shift_bounds(force, z, np.full(4, 0.5))
    assert rubs.upper == pytest.approx(MASS * G / 4.0 - 2.0)  # where μ λ = 1
    assert rubs.upper_slips
    pyramid = sim.shift_bounds(force, z, np.full(4, 0.5), 4)
    assert pyramid.upper == pytest.approx(rubs.upper)  # friction points to a corner of the pyramid


@loop_over("seed", range(20))
@loop_over("facets", [0, 6])
def test_forces_stay_in_their_cones_up_to_the_bounds_and_leave_them_beyond(seed, facets):
    rng = np.random.default_rng(seed)
    n, mu = rng.uniform(1.0, 5.0, 3), rng.uniform(0.2, 1.0, 3)
    force = np.column_stack([rng.uniform(-0.4, 0.4, (3, 2)) * (mu * n)[:, None], n])
    z = rng.normal(size=(3, 3))
    bounds = sim.shift_bounds(force, z, mu, facets)
    corners = np.exp(2j * np.pi * (np.arange(facets) + 0.5) / max(facets, 1))

    def room(s):
        r = force + s * z
        reach = np.hypot(r[:, 0], r[:, 1])
        if facets:
            reach = np.max([r[:, 0] * c.real + r[:, 1] * c.imag for c in corners], axis=0) / np.cos(np.pi / facets)
        return min(np.min(mu * r[:, 2] - reach), np.min(r[:, 2]))

    for end, contact in ((bounds.lower, bounds.lower_contact), (bounds.upper, bounds.upper_contact)):
        if np.isfinite(end):
            assert room(end) == pytest.approx(0.0, abs=1e-9 * (1.0 + abs(end)))
            assert room(1.001 * end) < 0.0 < room(0.999 * end)
            assert contact >= 0
        else:
            assert contact == -1
            assert room(np.sign(end) * 1e6) > 0.0


def test_a_contact_that_leaves_keeps_a_direction_from_being_gone_along():
    z = np.zeros((4, 3))
    z[:3, 2] = [1.0, -1.0, 1.0]
    force = np.tile([0.0, 0.0, 5.0], (4, 1))
    leaves = np.array([False, True, False, False])
    bounds = sim.shift_bounds(force, z, np.zeros(4), held=leaves)
    assert (bounds.lower, bounds.upper, bounds.upper_contact) == (0.0, 0.0, 1)
    apart = np.array([False, False, False, True])  # it is none of the direction
    assert sim.shift_bounds(force, z, np.zeros(4), held=apart).upper == pytest.approx(5.0)


def test_what_is_nearly_a_kernel_is_none():
    T = np.array([[1.0, 1.0], [1.0, 1.0 + 1e-7]])  # squared its least singular value is rounding, which M cannot tell from 0
    problem = replace(sim.frictionless_problem_from(T.T @ T, [-1.0, -1.0], accept=1e-5), T=T, H=np.eye(2))
    assert sim.kernel_of_delassus(problem).rank == 2
    alike = np.ones((2, 2))
    problem = replace(sim.frictionless_problem_from(alike.T @ alike, [-1.0, -1.0]), T=alike, H=np.eye(2))
    np.testing.assert_array_equal(sim.kernel_of_delassus(problem).directions, [[1.0], [-1.0]])


def test_a_regularisation_misses_the_law_by_its_bound_at_most_with_masses_a_thousand_apart(settled):
    problem = settled["heterogeneous_stack"][2].problem
    for epsilon in (1e-4, 1e-6, 1e-8):
        found = sim.regularised_forces(problem, epsilon, "coulomb")
        assert found.violation <= found.violation_bound, epsilon


@pytest.mark.parametrize("scene", ["gripper_holds_block", "falling_brick"])
def test_accelerations_stay_to_1e_12_along_every_null_direction_with_friction_or_without(settled, scene):
    _, _, equation = settled[scene]
    problem = equation.problem
    solution = sim.least_norm_forces(problem, sim.solve_contact_problem(problem))
    normals = np.zeros((len(problem), 3))
    kernel = sim.kernel_of_delassus(problem)
    assert kernel.rank < len(problem)
    for z in kernel.directions.T:
        normals[:, 2] = z
        bounds = sim.shift_bounds(solution.force, normals, problem.friction)
        assert bounds.lower <= 0.0 <= bounds.upper
        moved = equation.change_of_acceleration(bounds.upper * normals)
        np.testing.assert_allclose(moved, 0.0, atol=1e-12)  # of 200 m/s²: rounding
    for z in sim.redundant_directions(problem, solution).T:
        direction = z.reshape(-1, 3)
        bounds = sim.shift_bounds(solution.force, direction, problem.friction)
        np.testing.assert_allclose(equation.change_of_acceleration(min(bounds.upper, 1.0) * direction), 0.0, atol=1e-11)


@loop_over(("seed", "epsilon"), list(itertools.product(range(8), (1e-9, 1e-4, 1e-1))))
def test_a_regularisation_changes_the_motion_by_less_than_its_stated_bounds(seed, epsilon):
    problem = random_problem(seed)
    found = sim.regularised_forces(problem, epsilon)
    rounding = 1e-12 * max(1.0, float(np.abs(problem.d).max()))
    assert found.violation <= found.violation_bound + 10.0 * rounding
    assert found.energy_change <= found.energy_bound + np.sqrt(rounding) * 1e-5
    if np.isfinite(found.linear_bound):
        assert found.energy_change <= found.linear_bound + np.sqrt(rounding) * 1e-5
    assert found.rate_change <= found.rate_bound + 10.0 * rounding
    assert np.linalg.norm(found.force) <= np.linalg.norm(found.least) * (1.0 + 1e-9)
    assert found.residual <= 10.0 * rounding
    obeys = found.rate[:, 2] + epsilon * found.force[:, 2]  # the law is asked of ζ̇ + ε λ
    assert obeys.min() >= -10.0 * rounding
    assert abs(obeys @ found.force[:, 2]) <= 1e-9 * max(1.0, np.linalg.norm(found.force))


@pytest.mark.parametrize("friction", [0.0, 0.6])
def test_as_the_regularisation_goes_to_zero_the_forces_go_to_those_of_least_norm(friction):
    problem, law = brick_on(CORNERS, friction), "coulomb" if friction else "frictionless"
    away = [sim.regularised_forces(problem, e, law).force_change for e in (1e-2, 1e-4, 1e-6)]
    assert away[0] > 50.0 * away[1] > 2500.0 * away[2]  # in proportion to ε
    np.testing.assert_allclose(sim.regularised_forces(problem, 1e-6, law).least[:, 2], MASS * G / 4.0, rtol=1e-9)


def test_where_something_slides_under_coulombs_law_no_bound_of_the_motion_is_claimed():
    problem = brick_on(CORNERS, 0.3)
    pushed = sim.contact_problem_from(problem.W, problem.w + np.tile([6.0, 0.0, 0.0], 4), 0.3)
    found = sim.regularised_forces(pushed, 1e-4, "coulomb")
    assert np.isnan(found.energy_bound)
    assert np.isnan(found.rate_bound)
    assert found.violation <= found.violation_bound
    with pytest.raises(ArgumentError, match="positive"):
        sim.regularised_forces(pushed, 0.0, "coulomb")


@pytest.mark.parametrize("scene", ["gripper_holds_block", "arm_pushes_table", "falling_brick"])
def test_t_is_the_difference_of_both_jacobians_on_the_normal_about_any_point(settled, scene):
    place, state, equation = settled[scene]
    for i, about in itertools.product(range(len(equation.problem)), (None, np.array([0.3, -0.2, 1.0]))):
        found = sim.contact_direction(place.model, state.q, equation.problem, i, about)
        np.testing.assert_allclose(found.t, equation.problem.T[:, i], atol=1e-14)
        inside = scene == "gripper_holds_block"
        assert (found.fixed == "") is inside
    with pytest.raises(ArgumentError, match="no contact 99"):
        sim.contact_direction(place.model, state.q, equation.problem, 99)


def test_one_free_body_has_the_same_M_and_d_from_its_spatial_inertia_as_from_the_mass_matrix(settled):
    scene, _, _ = settled["falling_brick"]
    model = scene.model
    start = scene.initial
    rng = np.random.default_rng(0)
    state = sim.State(0.0, settled["falling_brick"][1].q, rng.normal(size=model.nv))
    tau = rng.normal(size=model.nv)
    equation = sim.contact_equation(scene, state, tau)
    body = contact_on_one_body(model, equation.problem)
    assert body == "brick"
    found = sim.body_contacts(model, state.q, state.v, equation.problem, body, tau, scene.gravity)
    np.testing.assert_allclose(found.M, equation.problem.M, atol=1e-14)
    d = found.of_force + found.of_gyroscopic + equation.drift_parts.of_motion
    np.testing.assert_allclose(d, equation.problem.d, atol=1e-12)
    np.testing.assert_allclose(found.of_gyroscopic, equation.drift_parts.of_coriolis, atol=1e-12)
    with pytest.raises(ArgumentError, match="no contact"):
        sim.body_contacts(model, start.q, start.v, equation.problem.part(np.arange(0)), body)


def test_a_block_between_two_fingers_is_no_case_of_one_body(settled):
    scene, _, equation = settled["gripper_holds_block"]
    assert contact_on_one_body(scene.model, equation.problem) == ""
