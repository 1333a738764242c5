"""The quadratic programme of contact: its conditions are those of contact, its steps those of the kernel, its dual a motion."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.contact.problem.methods import solve_contact_problem
from torseur.sim.errors import ArgumentError, UnknownNameError

AT_REST = np.array([0, 0, 0.12, 0, 0, 0, 1.0])


def random_problem(seed):
    """Normals on a few freedoms, redundant for every third seed; with a motion that parts them all, so that forces exist."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    freedoms = 3 if seed % 3 == 0 else n + 2
    root = rng.normal(size=(freedoms, freedoms))
    H, T = root @ root.T + np.eye(freedoms), rng.normal(size=(freedoms, n))
    T[0] = np.abs(T[0]) + 1.0
    M, d = T.T @ np.linalg.solve(H, T), T.T @ rng.normal(size=freedoms)
    return replace(sim.frictionless_problem_from(0.5 * (M + M.T), d), H=H, T=T)


def brick():
    return sim.contact_problem(sim.load_scene("falling_brick"), sim.State(0.0, AT_REST, np.zeros(6)))


@loop_over("seed", range(9))
def test_forces_meet_the_conditions_of_the_programme_exactly_where_they_obey_the_contact_law(seed):
    problem = random_problem(seed)
    size = max(1.0, np.abs(problem.d).max())
    programme = sim.contact_programme(problem)
    found = sim.optimality(problem, programme.force)
    # 1e-10 of the size is what the solver is asked for, and products are with forces of its size.
    assert found.has_motion
    np.testing.assert_allclose(found.stationarity, 0.0, atol=1e-9 * size)
    assert found.inside.min() >= 0.0
    assert found.dual.min() > -1e-9 * size
    np.testing.assert_allclose(found.product, 0.0, atol=1e-9 * size * max(1.0, programme.force.max()))
    assert found.natural_map.max() < 1e-9 * size
    # Other forces that no contact pulls with are worse, and break the law of contact: the programme is that law.
    rng = np.random.default_rng(seed)
    for _ in range(5):
        other = np.abs(programme.force[:, 2] + rng.normal(size=len(problem)))
        worse = sim.optimality(problem, other)
        assert worse.objective >= found.objective - 1e-9 * abs(found.objective)
        if worse.natural_map.max() > 1e-6:
            assert worse.objective > found.objective


@pytest.mark.parametrize("law", ["convex", "coulomb", "pyramid"])
def test_with_friction_forces_lie_in_the_cone_and_velocities_with_the_slip_in_its_dual(law):
    rng = np.random.default_rng(4)
    J = rng.normal(size=(9, 11))
    problem = sim.contact_problem_from(J @ J.T, J @ rng.normal(size=11), 0.5)
    programme = sim.contact_programme(problem, law, 6)
    found = sim.optimality(problem, programme.force, law, 6)
    assert found.inside.min() > -1e-8
    assert found.dual.min() > -1e-8
    np.testing.assert_allclose(found.product, 0.0, atol=1e-7)
    assert found.objective == pytest.approx(programme.objective(programme.force), rel=1e-12)
    for _ in range(20):  # with the shift of the slip held, no forces of the cone have less
        other = programme.force + 0.2 * rng.normal(size=(3, 3))
        other[:, 2] = np.maximum(other[:, 2], 2.5 * np.linalg.norm(other[:, :2], axis=1))  # μ cos(π/6) > 0.4
        assert programme.objective(other) >= programme.objective(programme.force) - 1e-9


def test_the_brick_at_rest_has_its_weight_in_the_conditions():
    problem = brick()
    found = sim.optimality(problem, sim.contact_programme(problem).force)
    np.testing.assert_allclose(found.force[:, 2], 6 * 9.81 / 4, rtol=1e-7)
    assert found.objective == pytest.approx(-0.5 * 6 * 9.81**2, rel=1e-7)  # -½ dᵀ M⁺ d = -½ m g²


@loop_over("seed", range(12))
def test_the_stepped_active_set_makes_the_pivots_of_the_kernel(seed):
    problem = random_problem(seed)
    run = sim.active_set_steps(problem)
    kernel = solve_contact_problem(problem, "active_set")
    assert len(run.steps) == kernel.iterations
    np.testing.assert_array_equal(run.lam, kernel.lam)  # bit for bit
    assert run.residual == pytest.approx(kernel.residual, abs=1e-13)  # summed in another order there


def test_the_steps_of_the_brick_tell_who_enters_and_why():
    run = sim.active_set_steps(brick())
    assert run.steps[0].active == ()
    assert run.steps[0].entering == int(np.argmin(run.steps[0].zeta_dot))
    assert set(run.active) <= {0, 1, 2, 3}
    for step, after in zip(run.steps, run.steps[1:], strict=False):
        expected = (set(step.active) - set(step.leaving)) | ({step.entering} - {-1})
        assert set(after.active) == expected
        assert step.share == 1.0 or step.leaving
        assert after.objective <= step.objective + 1e-9


def test_a_contact_that_would_pull_leaves_the_list_after_its_share_of_the_way():
    # Started with both, the first would pull: λ = (-1, 2) at share λ/(λ - target), from 0: 0 of the way.
    M, d = np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([0.0, -1.0])
    run = sim.active_set_steps(sim.frictionless_problem_from(M, d), start=np.ones(2))
    assert run.steps[0].active == (0, 1)
    assert run.steps[0].leaving == (0,)
    assert run.steps[0].share == 0.0
    np.testing.assert_allclose(run.steps[0].target, [-1.0, 2.0], rtol=1e-5)
    np.testing.assert_allclose(run.lam, [0.0, 1.0], rtol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_a_section_is_the_objective_itself(seed):
    problem = random_problem(seed)
    programme = sim.contact_programme(problem)
    section = sim.multiplier_section(programme, 2, 5, cells=9)
    for i, k in [(0, 0), (3, 8), (8, 2), (5, 5)]:
        force = programme.force.copy()
        force[0, 2], force[1, 2] = section.a[i], section.b[k]
        assert section.objective[i, k] == pytest.approx(programme.objective(force), rel=1e-10, abs=1e-10)
        assert (section.violation[i, k] <= 0.0) == bool(section.a[i] >= 0.0 and section.b[k] >= 0.0)
    assert section.least <= section.objective[section.violation <= 0.0].min() + 1e-9


def test_a_section_with_the_others_minimised_is_nowhere_above_that_with_them_held():
    programme = sim.contact_programme(random_problem(7))
    held = sim.multiplier_section(programme, 2, 5, cells=9)
    least = sim.multiplier_section(programme, 2, 5, others="minimised", cells=9)
    assert np.all(least.objective <= held.objective + 1e-9 * np.abs(held.objective).max())
    inside = least.violation <= 0.0
    assert least.objective[inside].min() >= least.least - 1e-9 * abs(least.least)


def test_the_section_of_a_friction_cone_is_its_disc():
    W = np.eye(3)
    programme = sim.contact_programme(sim.contact_problem_from(W, [1.0, 0.0, -2.0], 0.5), "convex")
    section = sim.multiplier_section(programme, 0, 1, cells=21)
    radius = 0.5 * programme.force[0, 2]
    A, B = np.meshgrid(section.a, section.b, indexing="ij")
    np.testing.assert_array_equal(section.violation <= 0.0, np.maximum(np.hypot(A, B) - radius, -programme.force[0, 2]) <= 0.0)


def test_what_cannot_be_drawn_is_refused_in_words():
    programme = sim.contact_programme(random_problem(1))
    with pytest.raises(ArgumentError, match="along the normals"):
        sim.multiplier_section(programme, 0, 2)
    with pytest.raises(ArgumentError, match="held or minimised"):
        sim.multiplier_section(programme, 2, 5, others="free")


@loop_over("seed", range(9))
def test_the_programme_of_the_motion_has_the_same_value_and_the_forces_as_multipliers(seed):
    problem = random_problem(seed)
    lam = sim.contact_programme(problem).force[:, 2]
    found = sim.velocity_programme(problem, lam)
    size = max(1.0, found.objective)
    assert abs(found.gap) < 1e-8 * size
    assert found.motion_difference < 1e-7 * max(1.0, np.abs(found.y).max())
    assert found.separation.min() > -1e-8
    np.testing.assert_allclose(problem.M @ found.multipliers, problem.M @ lam, atol=1e-6 * size)


def test_the_motion_of_the_brick_is_kept_from_falling():
    problem = brick()
    found = sim.velocity_programme(problem, np.full(4, 6 * 9.81 / 4))
    np.testing.assert_allclose(found.y[:3], [0.0, 0.0, 9.81], atol=1e-12)
    assert found.objective == pytest.approx(0.5 * 6 * 9.81**2, rel=1e-12)
    assert found.gap == pytest.approx(0.0, abs=1e-10)


def test_contacts_that_hold_each_other_are_said_to():
    T = np.array([[1.0, -1.0]])
    problem = replace(sim.frictionless_problem_from(T.T @ T, [-1.0, -1.0]), H=np.eye(1), T=T)
    with pytest.raises(ArgumentError, match="hold each other"):
        sim.velocity_programme(problem, np.zeros(2))


def test_a_path_is_of_a_method_that_there_is_and_that_solves_the_law():
    with pytest.raises(UnknownNameError, match="gauss_seidel"):
        sim.solver_path(random_problem(1), "simplex")
    with pytest.raises(ArgumentError, match="leaves friction out"):
        sim.solver_path(sim.contact_problem_from(np.eye(3), [0.3, 0.0, -1.0], 0.5), "active_set")


@pytest.mark.parametrize("method", ["active_set", "newton", "gauss_seidel", "admm"])
def test_the_path_of_a_method_goes_from_nothing_to_its_solution(method):
    problem = random_problem(1)
    path = sim.solver_path(problem, method, law="frictionless")
    best = sim.contact_programme(problem)
    assert np.all(path.forces[0] == 0.0)
    assert len(path.labels) == len(path.forces) == len(path.residuals)
    if method != "newton":  # whose rounds are of several iterations
        iterations = solve_contact_problem(problem, method, law="frictionless").iterations
        assert path.labels[-1] == str(iterations)
    size = np.abs(problem.d).max()
    np.testing.assert_allclose(path.forces[-1] @ [0, 0, 1], best.force[:, 2], atol=1e-8 * size)
    assert path.residuals[-1] < 1e-9 * size


def solved(scene, duration, i=-1, **settings):
    read = sim.load_scene(scene)
    return sim.solved_problem(sim.simulate(read, duration, settings=replace(read.settings, **settings)), i)


def test_arrays_are_bit_for_bit_ours():
    found = solved("falling_brick", 0.5)
    names = {}
    exec(sim.problem_as_numpy(found.problem, found.force, level=found.level), names)  # the text that this program wrote
    assert np.array_equal(names["W"], found.problem.W)
    assert np.array_equal(names["w"], found.problem.w)
    assert np.array_equal(names["mu"], found.problem.friction)
    assert np.array_equal(names["r"], found.force.ravel())


def test_csv_has_contacts_and_both_matrices_with_every_digit():
    found = solved("falling_brick", 0.5)
    rows = list(csv.reader(io.StringIO(sim.problem_as_csv(found.problem, found.force, level=found.level))))
    table = {row[0]: row for row in rows if row}
    assert [float(x) for x in rows[1][-6:-3]] == found.force[0].tolist()
    assert rows[0][-1] == "u n [m/s]"
    first = [row for row in rows if row and row[0] == "M [1/kg]"][0]
    at = rows.index(first)
    np.testing.assert_array_equal([[float(x) for x in row[1:-1]] for row in rows[at + 1 : at + 5]], found.problem.M)
    assert float(table["c_4 n"][-1]) == found.problem.w[-1]


def test_latex_has_m_d_and_the_forces():
    problem = sim.frictionless_problem_from([[2.0, 0.5], [0.5, 1.0]], [-1.0, 1e-20])
    text = sim.problem_as_latex(problem, np.array([[0.0, 0.0, 0.5], [0.0, 0.0, 0.0]]))
    assert "M = \\begin{bmatrix}\n2.0 & 0.5 \\\\\n0.5 & 1.0\n\\end{bmatrix}" in text
    assert "1 \\cdot 10^{-20}" in text
    assert "W =" not in text
    assert "\\dot\\zeta = M \\lambda + d" in text


def matrices(text):
    """Numbers of a LaTeX text by their symbol."""
    found = {}
    for symbol, rows in re.findall(r"^(\S+) = \\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}", text, re.DOTALL | re.MULTILINE):
        cells = [row.removesuffix(" \\\\").split(" & ") for row in rows.split("\n")]
        found[symbol] = np.array([[float(re.sub(r" \\cdot 10\^\{(.*)\}", r"e\1", x)) for x in row] for row in cells])
    return found


def test_numbers_of_latex_fulfil_its_equation_with_friction_too():
    found = solved("sphere_slip_to_roll", 0.1)
    text = sim.problem_as_latex(found.problem, found.force, level=found.level)
    assert "\\dot\\zeta = M \\lambda + M_t \\lambda_t + d" in text
    x = matrices(text)
    np.testing.assert_allclose(x["M"] @ x["\\lambda"] + x["M_t"] @ x["\\lambda_t"] + x["d"], x["\\dot\\zeta"], atol=1e-15)


def test_what_does_not_fit_is_refused():
    problem = sim.frictionless_problem_from([[2.0]], [-1.0])
    with pytest.raises(ArgumentError, match=r"force has shape \(2,\)"):
        sim.problem_as_csv(problem, np.zeros(2))
    with pytest.raises(ArgumentError, match="2 names"):
        sim.problem_as_latex(problem, names=("a", "b"))
    with pytest.raises(ArgumentError, match="level is one of"):
        sim.problem_as_numpy(problem, level="force")


@loop_over("seed", range(12))
def test_a_set_of_closed_contacts_holds_where_it_makes_the_motion_of_the_solution(seed):
    problem = random_problem(seed)
    rate, found = solve_contact_problem(problem, "active_set").zeta_dot, sim.contact_sets(problem.M, problem.d)
    assert len(found) == 2 ** len(problem)
    assert any(one.holds for one in found)
    for one in found:
        is_solution = min(one.force.min(), 0.0) > -1e-9 and np.allclose(problem.M @ one.force + problem.d, rate, atol=1e-8)
        assert one.holds == is_solution, one.closed
