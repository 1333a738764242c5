"""Singularities by formulas: those of the course and of textbooks, each held against the numeric Jacobian."""

import subprocess

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_pose
from torseur import robots, sim
from torseur.sim.analysis.singularities.values import answer, request
from torseur.sim.analysis.symbolic.chain import chain_to
from torseur.sim.analysis.symbolic.exact_chain import exact_chain, jacobian_in, short_jacobian
from torseur.sim.analysis.symbolic.trig_factors import factored
from torseur.sim.child_process import child_command
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Mimic

ROOTS = {
    "planar_2r": ("a₁·a₂·s₂", ["θ₂ = 0", "θ₂ = π"]),
    "planar_rp": ("−d₂", ["d₂ = 0"]),
    "planar_3r": ("a₁·a₂·s₂", ["θ₂ = 0", "θ₂ = π"]),
    "cylindrical": ("d₃", ["d₃ = 0"]),
    "scara": ("−a₁·a₂·s₂", ["θ₂ = 0", "θ₂ = π"]),
    "spherical_rrp": ("−s₂·d₃²", ["θ₂ = 0", "θ₂ = π", "d₃ = 0"]),
}


@pytest.fixture(scope="module")
def arm():
    """The six-axis arm, its lengths as letters."""
    return sim.symbolic_singularities(robots.load("arm_6r"), "tool", names=True)


@pytest.mark.parametrize("name", ROOTS)
@pytest.mark.slow
def test_small_robots_have_the_determinants_of_the_course(name):
    found = sim.symbolic_singularities(robots.load(name), "tool", names=True)
    determinant, conditions = ROOTS[name]
    assert found.quantity == "det J"
    assert found.determinant == determinant
    assert [case.text for case in found.cases] == conditions
    assert all(case.closed for case in found.cases)


def test_the_determinant_of_the_spherical_robot_is_that_of_its_position_block_everywhere():
    model = robots.load("spherical_rrp")
    for seed in range(20):
        q = sim.random_configuration(model, seed)
        value = np.linalg.det(sim.jacobian(model, q, "tool")[:3])
        np.testing.assert_allclose(abs(value), q[2] ** 2 * abs(np.sin(q[1])), atol=1e-13)


def test_the_spherical_robot_loses_one_direction_over_its_axis_and_two_where_it_has_no_length():
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", names=True)
    assert [case.rank for case in found.cases] == [2, 2, 1]
    assert found.cases[0].lost == (("0", "0", "1", "0", "0", "0"),)
    assert found.cases[0].reduced == (("0", "−d₃", "0"), ("0", "0", "1"), ("0", "0", "0"))
    assert len(found.cases[2].lost) == 2


def test_numbers_of_the_scara_are_those_of_the_theory():
    found = sim.symbolic_singularities(robots.load("scara"), "tool", rows="position")
    assert found.determinant == "−0.5·s₂"
    assert not found.cases[1].within_limits  # the elbow stops at 150 degrees


@pytest.mark.slow
def test_an_arm_with_a_spherical_wrist_is_arm_times_wrist(arm):
    assert (arm.wrist, arm.point) == ((4, 5, 6), "wrist")
    assert arm.determinant == "−a₂·(a₃·s₃ + d₄·c₃)·s₅·(a₁ + a₂·s₂ + a₃·s₂₃ + d₄·c₂₃)"
    parts = {factor.text: factor.part for factor in arm.factors}
    assert parts == {"a₂": "", "a₃·s₃ + d₄·c₃": "arm", "s₅": "wrist", "a₁ + a₂·s₂ + a₃·s₂₃ + d₄·c₂₃": "arm"}
    elbow = next(case for case in arm.cases if case.text == "θ₃ = −85.2364°")
    assert elbow.lost == (("a₃", "d₄", "0", "0", "0", "0"),)
    np.testing.assert_allclose(elbow.angles[0][1], -np.arctan2(0.42, 0.035))


def test_every_singular_case_of_the_arm_is_singular_for_the_numeric_jacobian(arm):
    model = robots.load("arm_6r")
    for case in arm.cases:
        assert case.rank == 5
        sigma = np.linalg.svd(sim.jacobian(model, np.array(case.representative), "tool"), compute_uv=False)
        assert sigma[5] < 1e-9
        assert sigma[4] > 1e-3
        inside = model.lower - 1e-9 <= case.representative, case.representative <= model.upper + 1e-9
        assert case.within_limits == bool(np.all(inside))


def test_a_case_is_reached_from_anywhere_by_the_joints_it_names(arm):
    model = robots.load("arm_6r")
    curve = next(case for case in arm.cases if case.zero)
    reached = 0
    for seed in range(8):
        q = sim.random_configuration(model, seed)
        place = sim.place_in_case(curve, q, model.lower, model.upper)
        if place is None:
            continue
        reached += 1
        np.testing.assert_array_equal(place[[0, 3, 4, 5]], q[[0, 3, 4, 5]])
        assert np.linalg.svd(sim.jacobian(model, place, "tool"), compute_uv=False)[5] < 1e-9
    assert reached >= 6


@pytest.mark.slow
def test_ur5_has_its_known_determinant():
    found = sim.symbolic_singularities(robots.load("ur5"), "tool0")
    assert found.determinant == "0.16670625·s₃·s₅·(0.09465·s₂₃₄ − 0.425·c₂ − 0.39225·c₂₃)"
    assert 0 < found.rotation_error < 1e-8  # its file writes π/2 with ten digits
    model = robots.load("ur5")
    for case in found.cases:
        J = sim.jacobian(model, np.array(case.representative), "tool0")
        assert np.linalg.svd(J, compute_uv=False)[5] < 1e-8


def test_a_redundant_planar_arm_is_singular_where_all_its_links_are_in_line():
    found = sim.symbolic_singularities(robots.load("planar_3r"), "tool", rows="position", names=True)
    assert found.quantity == "det J Jᵀ"
    assert found.minors == 3
    expected = {f"θ₂ = {a} and θ₃ = {b}" for a in "0π" for b in "0π"}
    assert {case.text for case in found.cases} == expected
    assert found.determinant == "(a₁·(a₂·s₂ + a₃·s₂₃))² + (a₃·(a₁·s₂₃ + a₂·s₃))² + (a₂·a₃·s₃)²"


def test_a_free_base_leaves_the_formulas_of_its_arm_as_they_are():
    fixed = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", names=True)
    free = sim.symbolic_singularities(robots.load("spherical_rrp", free_flyer=True), "tool", names=True)
    assert (free.determinant, free.cases) == (fixed.determinant, fixed.cases)


def test_squares_that_add_up_to_one_are_added_up():
    """The minors of all six rows are the sine and the cosine of the second joint: they never vanish at once."""
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", rows="both", names=True)
    assert (found.determinant, found.cases) == ("1", ())


def test_rows_beyond_the_joints_never_lose_rank_on_a_scara():
    found = sim.symbolic_singularities(robots.load("scara"), "tool", rows="both", names=True)
    assert found.rank == 3
    assert found.cases == ()
    assert sim.nearest_singular_configuration(robots.load("scara"), np.zeros(3), "tool", rows="both").found is False


@loop_over("seed", range(8))
@pytest.mark.slow
def test_the_exact_jacobian_of_a_random_chain_is_the_numeric_one_turned(seed):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 5))
    joints = [
        Joint(
            f"j{i}",
            JointKind.PRISMATIC if rng.random() < 0.3 else JointKind.REVOLUTE,
            f"b{i - 1}" if i else None,
            f"b{i}",
            random_pose(rng),
            np.eye(3)[int(rng.integers(3))],
            random_pose(rng),
        )
        for i in range(count)
    ]
    model = build_model("any", [Body(f"b{i}") for i in range(count)], joints, [Frame("tip", f"b{count - 1}", random_pose(rng))])
    exact = exact_chain(chain_to(model, "tip"))
    q = rng.uniform(-1, 1, count)
    J = sim.jacobian(model, q, "tip")
    for axes in range(1, count + 1):
        found = jacobian_in(exact, axes, "frame", None)
        numbers = np.array([[exact.ring.numbers(entry).at(q) for entry in line] for line in found.rows])
        # turned axes leave products of columns as they are
        for part in (slice(0, 3), slice(3, 6)):
            np.testing.assert_allclose(numbers[part].T @ numbers[part], J[part].T @ J[part], atol=1e-6)
    assert exact.rotation_error < 1e-6


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.slow
def test_factors_multiply_to_the_polynomial_and_known_products_come_apart(seed):
    rng = np.random.default_rng(seed)
    ring = exact_chain(chain_to(robots.load("arm_6r"), "tool")).ring
    c, s = [ring.cos(i) for i in range(6)], [ring.sin(i) for i in range(6)]
    parts = [s[1] * c[2] + c[1] * s[2], c[4] * 3 + 2 * s[4] + int(rng.integers(4, 9)), s[3], c[1] * s[4] + 2 * s[1] * c[4]]
    power = int(rng.integers(1, 4))
    found = factored(ring, ring.reduced(parts[0] ** power * parts[1] * parts[2] ** 2 * parts[3]))
    powers = {factor.polynomial: factor.power for factor in found.factors}
    for part, expected in zip(parts, (power, 1, 2, 1), strict=True):
        assert powers[part if part.LC > 0 else -part] == expected
    assert len(found.factors) == 4


def test_trig_polynomials_have_the_gradients_of_differences():
    exact = exact_chain(chain_to(robots.load("spherical_rrp"), "tool"))
    J = short_jacobian(exact, "position")
    q = np.array([0.3, 0.8, 0.4])
    for entry in (entry for line in J.rows for entry in line if entry):
        polynomial = exact.ring.numbers(entry * entry + entry)
        _, gradient = polynomial.with_gradient(q)
        for i, step in enumerate(1e-6 * np.eye(3)):
            slope = (polynomial.at(q + step) - polynomial.at(q - step)) / 2e-6
            np.testing.assert_allclose(gradient[i], slope, atol=1e-8)


@pytest.mark.slow
def test_the_other_process_finds_the_same_and_tells_its_stages():
    chain = chain_to(robots.load("scara"), "tool")
    done = subprocess.run(
        child_command("torseur.sim.analysis.singularities.singularity_job"),
        input=request(chain, rows="auto", names=True),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    *stages, last = done.stdout.splitlines()
    assert stages[-1] == "stage formulas as text"
    assert any(line.startswith("stage determinant in the axes of joint") for line in stages)
    assert answer(last.removeprefix("found ")) == sim.symbolic_singularities(robots.load("scara"), "tool", names=True)


@pytest.mark.slow
def test_the_numpy_form_runs_and_is_the_determinant():
    found = sim.symbolic_singularities(robots.load("arm_6r"), "tool")
    space = {}
    exec(found.numpy, space)
    model = robots.load("arm_6r")
    for seed in range(4):
        q = sim.random_configuration(model, seed)
        np.testing.assert_allclose(abs(space["det_J"](*q)), abs(np.linalg.det(sim.jacobian(model, q, "tool"))), atol=1e-14)
        np.testing.assert_allclose(np.linalg.det(space["J"](*q)), space["det_J"](*q), atol=1e-14)


def test_what_has_no_formulas_is_refused_by_name():
    with pytest.raises(UnknownNameError, match="sideways"):
        sim.symbolic_singularities(robots.load("scara"), "tool", rows="sideways")
    ball = build_model("ball", [Body("b")], [Joint("s", JointKind.SPHERICAL, None, "b")], [])
    with pytest.raises(ArgumentError, match="'s', which is spherical"):
        sim.symbolic_singularities(ball, "b")
    for kind, word in ((JointKind.HELICAL, "helical"), (JointKind.PLANAR, "planar")):
        with pytest.raises(ArgumentError, match=f"'s', which is {word}"):
            sim.symbolic_singularities(build_model("odd", [Body("b")], [Joint("s", kind, None, "b", pitch=0.1)], []), "b")
    followed = [Joint("s", JointKind.REVOLUTE, None, "b"), Joint("t", JointKind.REVOLUTE, "b", "c", mimic=Mimic("s"))]
    with pytest.raises(ArgumentError, match="a joint that follows 's'"):
        sim.symbolic_singularities(build_model("pair", [Body("b"), Body("c")], followed, []), "c")
    with pytest.raises(ArgumentError, match="moved by no joint"):
        sim.symbolic_singularities(robots.load("scara"), robots.load("scara").body_names[0])
