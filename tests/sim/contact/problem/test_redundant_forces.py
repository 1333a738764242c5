"""Forces that are one of many: the one of least norm, and the bounds of each, against closed forms and another solver."""

import time
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.contact.problem.redundant_forces import redundancy_of
from torseur.sim.contact.problem.solution import solution_of
from torseur.sim.contact.status import Status
from torseur.sim.errors import ArgumentError

MASS, G = 2.0, 9.81
HALF = np.array([0.2, 0.1, 0.05])  # sides of the box over two [m]
INERTIA = MASS / 3.0 * np.array([HALF[1] ** 2 + HALF[2] ** 2, HALF[0] ** 2 + HALF[2] ** 2, HALF[0] ** 2 + HALF[1] ** 2])
AXES = np.eye(3)


def box_on(points, friction, force=(0.0, 0.0, -MASS * G), moment=(0.0, 0.0, 0.0)):
    """The problem of a box that touches the floor at points, seen from its centre, under a force and a moment [N, N m]."""
    rows = np.array([[*axis, *np.cross(point, axis)] for point in points for axis in AXES])
    inverse = np.diag([1.0 / MASS] * 3 + list(1.0 / INERTIA))
    return sim.contact_problem_from(rows @ inverse @ rows.T, rows @ inverse @ [*force, *moment], friction)


def corners(height=HALF[2]):
    return [np.array([x * HALF[0], y * HALF[1], -height]) for x, y in ((1, 1), (1, -1), (-1, -1), (-1, 1))]


def solution_with(problem, force, law="coulomb", facets=0):
    found = solution_of(
        problem, np.ravel(force), law, facets, status=Status.SOLVED, iterations=0, method="given", regularisation=0.0
    )
    assert found.residual < 1e-8
    return found


@loop_over(("method", "law"), [
    ("newton", "coulomb"),
    ("gauss_seidel", "coulomb"),
    ("admm", "coulomb"),
    ("gauss_seidel", "convex"),
    ("gauss_seidel", "pyramid"),
    ("newton", "pyramid"),
    ("gauss_seidel", "frictionless"),
])  # fmt: skip
@loop_over("seed", range(3))
def test_a_box_on_four_corners_has_four_equal_forces_whatever_the_start(method, law, seed):
    problem = box_on(corners(), 0.5)
    start = np.random.default_rng(seed).uniform(0.0, 20.0, (4, 3))
    found = sim.solve_contact_problem(problem, method=method, law=law, start=start, tolerance=1e-9)
    least = sim.least_norm_forces(problem, found)
    np.testing.assert_allclose(least.force, np.tile([0.0, 0.0, MASS * G / 4.0], (4, 1)), atol=1e-7)
    assert np.linalg.norm(found.force) > np.linalg.norm(least.force) - 1e-9
    assert least.residual <= found.residual + 1e-11
    np.testing.assert_allclose(least.velocity, found.velocity, atol=1e-7)  # ten times what the solve may leave


def test_corners_without_friction_share_the_weight_in_pairs_and_each_bears_half_of_it_at_most():
    # λ₁ - λ₂ + λ₃ - λ₄ is free: each pair of opposite corners bears half the weight, in any proportions.
    problem = box_on(corners(), 0.0)
    found = sim.solve_contact_problem(problem)
    ranges = sim.force_ranges(problem, found)
    np.testing.assert_allclose(ranges.lower, 0.0, atol=1e-7)
    np.testing.assert_allclose(ranges.upper, np.tile([0.0, 0.0, MASS * G / 2.0], (4, 1)), atol=1e-6)
    assert not ranges.unique.any()


def test_three_feet_have_one_answer_without_friction():
    problem = box_on(corners()[:3], 0.0, moment=(0.0, -0.1, 0.0))
    found = sim.solve_contact_problem(problem)
    ranges = sim.force_ranges(problem, found)
    assert ranges.unique.all()
    np.testing.assert_array_equal(ranges.lower, found.force)
    assert sim.least_norm_forces(problem, found) is found  # told by the rank of the directions, before any other is looked for


def test_two_feet_may_push_against_each_other_along_the_line_between_them_and_nowhere_else():
    # Below the centre of mass: the weight is shared equally, and friction along x is free up to μ λ on both.
    mu = 0.4
    problem = box_on([np.array([x * HALF[0], 0.0, -HALF[2]]) for x in (1, -1)], mu)
    found = sim.solve_contact_problem(problem)
    least, ranges = sim.least_norm_forces(problem, found), sim.force_ranges(problem, found)
    half = MASS * G / 2.0
    np.testing.assert_allclose(least.force, np.tile([0.0, 0.0, half], (2, 1)), atol=1e-8)
    np.testing.assert_allclose(ranges.upper, np.tile([mu * half, 0.0, half], (2, 1)), atol=1e-6)
    np.testing.assert_allclose(ranges.lower, np.tile([-mu * half, 0.0, half], (2, 1)), atol=1e-6)


def test_a_mass_wedged_between_two_walls_is_held_with_any_force_from_one_on():
    # f₁ + f₂ = m g with |f| ≤ μ N, the same N on both: N from m g / 2 μ, and nothing bounds it.
    mu = 0.5
    rows = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]])
    problem = sim.contact_problem_from(rows @ rows.T / MASS, rows @ [0.0, 0.0, -G], mu)
    held = solution_with(problem, [[0.0, 0.6 * MASS * G, 40.0], [0.0, -0.4 * MASS * G, 40.0]])
    least, ranges = sim.least_norm_forces(problem, held), sim.force_ranges(problem, held)
    np.testing.assert_allclose(ranges.lower[:, 2], MASS * G / (2.0 * mu), rtol=1e-6)
    assert np.all(np.isinf(ranges.upper[:, 2]))
    np.testing.assert_allclose(least.lam, MASS * G / (2.0 * mu), rtol=1e-6)
    np.testing.assert_allclose(least.tangential, [[0.0, MASS * G / 2.0], [0.0, -MASS * G / 2.0]], atol=1e-5)


def test_forces_of_a_box_that_slides_oppose_the_slip_and_are_shared():
    mu = 0.3
    problem = box_on(corners(1e-12), mu, force=(20.0, 0.0, -MASS * G))  # pushed at the floor: it does not tip
    found = sim.solve_contact_problem(problem, method="gauss_seidel", start=[5.0, 0.0, 4.0, 1.0], tolerance=1e-12)
    least, ranges = sim.least_norm_forces(problem, found), sim.force_ranges(problem, found)
    np.testing.assert_allclose(least.force, np.tile([-mu * MASS * G / 4.0, 0.0, MASS * G / 4.0], (4, 1)), atol=1e-7)
    np.testing.assert_allclose(ranges.upper[:, 2], MASS * G / 2.0, rtol=1e-6)
    np.testing.assert_allclose(ranges.lower[:, 0], -mu * MASS * G / 2.0, rtol=1e-6)


def test_a_solution_with_regularisation_is_the_only_one():
    problem = box_on(corners(), 0.5)
    found = sim.solve_contact_problem(problem, regularisation=1e-3)
    assert sim.least_norm_forces(problem, found) is found
    assert sim.force_ranges(problem, found).unique.all()


def test_solutions_of_other_problems_and_contacts_that_do_not_exist_are_refused():
    problem = box_on(corners(), 0.5)
    found = sim.solve_contact_problem(problem)
    with pytest.raises(ArgumentError, match="4 contacts, the problem 3"):
        sim.least_norm_forces(problem.part([0, 1, 2]), found)
    with pytest.raises(ArgumentError, match="from 0 to 3; asked for \\[4\\]"):
        sim.force_ranges(problem, found, [4])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("law", ["coulomb", "convex"])
def test_another_solver_finds_the_same_norm_and_bounds(seed, law):
    clarabel = pytest.importorskip("clarabel")
    from scipy import sparse

    rng = np.random.default_rng(seed)
    points = [*corners(), np.array([0.5 * HALF[0], 0.0, -HALF[2]])]
    problem = box_on(points, 0.5, (*rng.uniform(-2.0, 2.0, 2), -MASS * G), rng.uniform(-0.3, 0.3, 3))
    start = rng.uniform(0.0, 9.0, (5, 3))
    found = sim.solve_contact_problem(problem, method="gauss_seidel", law=law, start=start, tolerance=1e-12)
    assert np.abs(found.velocity).max() < 1e-9  # it sticks: every force in the cones that carries the box is possible
    values, vectors = np.linalg.eigh(problem.W)
    A = (vectors * np.sqrt(np.maximum(values, 0.0)))[:, values > 1e-12].T
    cones = np.zeros((15, 15))
    for c in range(5):
        cones[3 * c : 3 * c + 3, 3 * c : 3 * c + 3] = [[0.0, 0.0, -0.5], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.tol_gap_abs, settings.tol_gap_rel, settings.tol_feas = False, 1e-11, 1e-11, 1e-11

    def optimum(P, q):
        kinds = [clarabel.ZeroConeT(len(A)), *[clarabel.SecondOrderConeT(3)] * 5]
        b = np.concatenate([A @ found.force.ravel(), np.zeros(15)])
        rows = sparse.csc_matrix(np.vstack([A, cones]))
        return np.array(clarabel.DefaultSolver(sparse.csc_matrix(P), q, rows, b, kinds, settings).solve().x)

    least = optimum(np.eye(15), np.zeros(15))
    np.testing.assert_allclose(sim.least_norm_forces(problem, found).force.ravel(), least, atol=1e-6)
    ranges = sim.force_ranges(problem, found, [2])
    for axis in range(3):
        for sign, bound in ((1.0, ranges.upper), (-1.0, ranges.lower)):
            q = np.zeros(15)
            q[6 + axis] = -sign
            assert bound[0, axis] == pytest.approx(optimum(np.zeros((15, 15)), q)[6 + axis], abs=1e-5)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
@pytest.mark.parametrize(
    ("name", "duration"), [("brick_on_corner", 1.2), ("incline_30", 0.3), ("box_stack", 0.2), ("gripper_holds_block", 0.3)]
)
def test_what_is_recorded_is_of_least_norm(scheme, name, duration):
    scene = sim.load_scene(name)
    if scheme == "hybrid" and name in ("box_stack", "gripper_holds_block"):
        pytest.skip("the hybrid scheme takes minutes here")
    recording = sim.simulate(scene, duration, settings=replace(scene.settings, scheme=scheme))
    checked = 0
    for i in np.random.default_rng(7).choice(np.arange(1, len(recording)), 25, replace=False):
        solved = sim.solved_problem(recording, int(i))
        part = np.flatnonzero(solved.taking_part)
        if len(part) < 2 or any(solved.joints):
            continue
        problem = solved.problem.part(part)
        recorded = solution_with(problem, solved.force[part], solved.law, solved.facets)
        least = sim.least_norm_forces(problem, recorded)
        size = np.abs(recorded.force).max(initial=0.0)
        np.testing.assert_allclose(recorded.force, least.force, atol=1e-6 * size)
        checked += size > 0.0
    assert checked > 3


@pytest.mark.parametrize(
    ("name", "duration", "count", "seconds"), [("gripper_holds_block", 0.3, 8, 1.0), ("box_stack", 0.2, 40, 3.0)]
)
def test_bounds_of_a_gripper_and_of_a_stack_are_found_while_one_waits(name, duration, count, seconds):
    recording = sim.simulate(sim.load_scene(name), duration)
    solved = sim.solved_problem(recording, len(recording) - 1)
    assert len(solved) == count
    found = solution_with(solved.problem, solved.force, solved.law, solved.facets)
    begun = time.thread_time()
    ranges = sim.force_ranges(solved.problem, found)
    assert time.thread_time() - begun < seconds  # 0.1 and 0.4 s; by linear programmes 10 s, and none
    assert not ranges.unique.any()
    assert np.all(ranges.lower <= found.force)
    assert np.all(found.force <= ranges.upper)
    if name == "box_stack":  # each pair of opposite corners bears half
        load = np.add.reduceat(found.lam, np.arange(0, count, 4))
        np.testing.assert_allclose(ranges.lower[:, 2], 0.0, atol=5e-2 * load.max())  # the boxes lean by so much
        np.testing.assert_allclose(ranges.upper[:, 2], np.repeat(load / 2.0, 4), rtol=5e-2)


def test_contacts_that_bear_nothing_where_a_box_is_about_to_tip_have_one_force():
    # The weight stands over the edge x = a: what acts at the other two corners is zero, and each of these bears half of it.
    problem = box_on(corners(), 0.5, moment=(0.0, MASS * G * HALF[0], 0.0))
    held = solution_with(problem, [[0.0, 0.0, MASS * G / 2.0]] * 2 + [[0.0, 0.0, 0.0]] * 2)
    ranges = sim.force_ranges(problem, held)
    np.testing.assert_allclose(ranges.lower[2:], 0.0, atol=1e-6)
    np.testing.assert_allclose(ranges.upper[2:], 0.0, atol=1e-6)
    np.testing.assert_allclose(ranges.upper[:2, 2], MASS * G / 2.0, rtol=1e-6)
    np.testing.assert_allclose(ranges.upper[:2, 1], 0.5 * MASS * G / 2.0, rtol=1e-6)  # against each other along y
    np.testing.assert_allclose(ranges.upper[:2, 0], 0.0, atol=1e-5)


@pytest.mark.parametrize("contact", range(4))
def test_bounds_of_one_contact_are_those_that_it_has_among_all(contact):
    problem = box_on(corners(), 0.5)
    found = sim.solve_contact_problem(problem)
    one, all_of_them = sim.force_ranges(problem, found, [contact]), sim.force_ranges(problem, found)
    np.testing.assert_allclose(one.lower[0], all_of_them.lower[contact], atol=1e-8 * MASS * G)
    np.testing.assert_allclose(one.upper[0], all_of_them.upper[contact], atol=1e-8 * MASS * G)


def test_boxes_that_do_not_feel_each_other_have_directions_of_their_own():
    one = box_on(corners(), 0.5)
    n = len(one)
    W = np.kron(np.eye(3), one.W)
    problem = sim.contact_problem_from(W, np.tile(one.w, 3), 0.5)
    found = redundancy_of(problem, sim.solve_contact_problem(problem))
    alone = redundancy_of(one, sim.solve_contact_problem(one))
    assert found.directions.shape == (9 * n, 3 * alone.directions.shape[1])
    touched = np.abs(found.directions.reshape(3, 3 * n, -1)).max(axis=1) > 0.0
    assert np.all(touched.sum(axis=0) == 1)  # each of one box alone
    np.testing.assert_allclose(found.rows @ found.rows.T, W, atol=1e-14)
    np.testing.assert_allclose(
        sim.least_norm_forces(problem, sim.solve_contact_problem(problem)).force,
        np.tile(sim.least_norm_forces(one, sim.solve_contact_problem(one)).force, (3, 1)),
        atol=1e-10,
    )  # N, what solvers leave
