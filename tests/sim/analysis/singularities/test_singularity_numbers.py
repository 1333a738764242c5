"""Measures, maps and the nearest singular configuration, by closed forms and by trying many configurations."""

import time
from types import SimpleNamespace

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.analysis.singularities.singularity_measures import MEASURES
from torseur.sim.errors import ArgumentError, UnknownNameError

LIBRARY = ("arm_6r", "arm_7r", "planar_2r", "planar_3r", "planar_rp", "scara", "spherical_rrp")


@pytest.fixture(scope="module")
def scara():
    return robots.load("scara")


@loop_over("name", LIBRARY)
@loop_over("rows", ["position", "orientation", "both"])
def test_measures_are_those_of_the_singular_values_of_the_jacobian(name, rows):
    model = robots.load(name)
    q = np.array([sim.random_configuration(model, seed) for seed in range(12)])
    length = 0.4 if rows == "both" else None
    found = sim.measures_along(model, q, "tool", rows=rows, length=length)
    ranks = []
    for k, one in enumerate(q):
        J = sim.task_jacobian(model, one, "tool", rows=rows, length=length).J
        sigma = np.linalg.svd(J, compute_uv=False)
        ranks.append(np.linalg.matrix_rank(J, tol=1e-9))
        np.testing.assert_allclose(found.measures.sigma_min[k], sigma[found.rank - 1] if found.rank else 0, atol=1e-12)
        np.testing.assert_allclose(found.measures.w[k], np.prod(sigma[: found.rank]) if found.rank else 0, atol=1e-12)
    assert found.rank == max(ranks)


def test_w_of_a_scara_is_the_area_of_its_links_and_the_sine_of_the_elbow(scara):
    q = np.column_stack([np.linspace(-2, 2, 50), np.linspace(-2.6, 2.6, 50), np.full(50, 0.1)])
    found = sim.measures_along(scara, q, "tool")
    np.testing.assert_allclose(found.measures.w, 0.5 * np.abs(np.sin(q[:, 1])), atol=1e-14)
    np.testing.assert_array_equal(found.t, np.arange(50))


def test_measures_along_a_recording_have_its_times():
    model = robots.load("planar_2r")
    motion = SimpleNamespace(t=np.array([0.0, 0.1, 0.3]), q=np.array([[0.1, 0.2], [0.3, 1.4], [0.2, -2.0]]))
    found = sim.measures_along(model, motion, "tool")
    np.testing.assert_array_equal(found.t, motion.t)
    np.testing.assert_allclose(found.measures.w, 0.2 * np.abs(np.sin(motion.q[:, 1])), atol=1e-14)


def test_a_map_has_the_measures_at_each_place_and_spans_the_limits():
    model = robots.load("arm_6r")
    q = sim.random_configuration(model, 3)
    found = sim.singularity_map(model, q, "tool", "elbow", "wrist_pitch", rows="both", resolution=7, length=0.3)
    np.testing.assert_allclose(found.a[[0, -1]], np.radians([-190, 70]))
    for i, k in ((0, 0), (2, 5), (6, 3)):
        there = q.copy()
        there[2], there[4] = found.a[i], found.b[k]
        one = sim.measures_along(model, there[None], "tool", rows="both", length=0.3).measures
        for name in ("w", "sigma_min", "inverse_condition"):
            np.testing.assert_allclose(found.measures.of(name)[i, k], one.of(name)[0], atol=1e-14)
    assert np.max(found.measures.sigma_min[:, 3]) < 1e-12  # the middle of the limits of the wrist is 0


def test_what_rounding_leaves_of_a_singular_map_is_zero(scara):
    stretched = np.array([0.3, 0.0, 0.1])
    found = sim.singularity_map(scara, stretched, "tool", "shoulder", "quill", resolution=9)
    for measure in MEASURES:
        np.testing.assert_array_equal(found.measures.of(measure), 0.0)


def test_a_fine_map_of_seven_joints_is_there_before_one_notices():
    model = robots.load("arm_7r")
    q = sim.random_configuration(model, 3)
    times = []
    for _ in range(3):
        start = time.thread_time()
        found = sim.singularity_map(model, q, "tool", model.joint_names[1], model.joint_names[3], rows="both")
        times.append(time.thread_time() - start)
    assert found.measures.w.shape == (121, 121)
    assert min(times) < 0.3


def test_weights_by_speed_are_those_of_the_limits(scara):
    q = np.array([[0.3, 1.0, 0.1]])
    limits = scara.velocity_limit
    found = sim.measures_along(scara, q, "tool", weights="speed").measures
    by_hand = sim.measures_along(scara, q, "tool", weights=limits).measures
    np.testing.assert_allclose(found.w, by_hand.w)
    np.testing.assert_allclose(found.w, 0.5 * np.sin(1.0) * np.prod(limits))


@pytest.mark.parametrize("theta", [2.2, -1.1, 0.4, -2.6])
def test_the_nearest_singularity_of_a_scara_is_the_stretched_elbow(scara, theta):
    q = np.array([0.7, theta, 0.1])
    found = sim.nearest_singular_configuration(scara, q, "tool")
    assert found.found
    np.testing.assert_allclose(found.q, [0.7, 0.0, 0.1], atol=1e-8)
    np.testing.assert_allclose(found.distance, abs(theta), atol=1e-8)
    assert found.sigma_min < 1e-8  # it grows with the angle of the elbow, which is known to 1e-8 rad
    along = np.array([np.cos(0.7), np.sin(0.7), 0, 0, 0, 0])  # the arm pushes and pulls in vain
    np.testing.assert_allclose(np.abs(found.lost[:, 0] @ along), 1.0, atol=1e-8)


def test_a_planar_arm_of_three_links_is_nearest_singular_by_its_second_joint():
    model = robots.load("planar_3r")
    found = sim.nearest_singular_configuration(model, np.array([0.2, 0.9, -1.4]), "tool", rows="both", length=1.0)
    np.testing.assert_allclose(found.q, [0.2, 0.0, -1.4], atol=1e-8)
    redundant = sim.nearest_singular_configuration(model, np.array([0.2, 0.9, -1.4]), "tool")
    np.testing.assert_allclose(redundant.q, [0.2, 0.0, 0.0], atol=1e-7)


def test_limits_keep_a_singularity_out_of_reach_and_that_is_said():
    model = robots.load("cylindrical")  # singular at r = 0, which its limits leave out
    q = sim.random_configuration(model, 1)
    found = sim.nearest_singular_configuration(model, q, "tool")
    assert not found.found
    assert "within the limits" in found.why
    assert found.distance == np.inf
    np.testing.assert_array_equal(found.q, q)


def test_a_wrist_is_nearest_where_its_middle_joint_is_zero():
    model = robots.load("arm_6r")
    q = np.array([0.2, -0.1, 0.3, 0.4, 0.5, 0.6])
    found = sim.nearest_singular_configuration(model, q, "tool", rows="both", length=0.3)
    np.testing.assert_allclose(found.q, [0.2, -0.1, 0.3, 0.4, 0.0, 0.6], atol=1e-7)
    assert (found.rank, found.full_rank) == (5, 6)
    J = sim.jacobian(model, found.q, "tool")
    lost = found.lost[:, 0] * np.repeat([1.0, 0.3], 3)  # scaled rows back to those of J
    assert np.max(np.abs(lost @ J)) < 1e-7


@pytest.mark.parametrize("seed", range(4))
def test_no_sampled_configuration_of_two_joints_is_singular_and_nearer(seed):
    """The shoulder singularity is a curve over two joints: 400 x 400 places of them, none nearer but for the grid."""
    model = robots.load("arm_6r")
    rng = np.random.default_rng(seed)
    q = np.array([0.2, rng.uniform(-0.5, 1.0), rng.uniform(-2.0, -0.2), 0.4, 1.0, 0.6])
    names = ("shoulder", "elbow")
    found = sim.nearest_singular_configuration(model, q, "tool", rows="both", length=0.3)
    shoulder, elbow = (np.linspace(*np.radians(span), 400) for span in ((-80, 130), (-190, 70)))
    A, B = np.meshgrid(shoulder, elbow, indexing="ij")
    reach = 0.05 + 0.44 * np.sin(A) + 0.42 * np.cos(A + B) + 0.035 * np.sin(A + B)
    stretched = 0.42 * np.cos(B) + 0.035 * np.sin(B)
    change = (np.diff(np.sign(reach), axis=0)[:, :-1] != 0) | (np.diff(np.sign(stretched), axis=1)[:-1] != 0)
    distance = np.hypot(A - q[1], B - q[2])[:-1, :-1][change]
    step = np.hypot(shoulder[1] - shoulder[0], elbow[1] - elbow[0])
    assert names == model.joint_names[1:3]
    assert found.distance <= min(distance.min(), 1.0) + step
    assert found.distance >= min(distance.min(), 1.0) - step


def test_what_cannot_be_is_refused_by_name(scara):
    q = np.zeros(3)
    with pytest.raises(UnknownNameError, match="sideways"):
        sim.measures_along(scara, q[None], "tool", rows="sideways")
    with pytest.raises(UnknownNameError, match="hand"):
        sim.nearest_singular_configuration(scara, q, "hand")
    with pytest.raises(ArgumentError, match="elbow.*-1"):
        sim.singularity_map(scara, q, "tool", "shoulder", "elbow", weights=[1, -1, 1])
    with pytest.raises(ArgumentError, match="two joints"):
        sim.singularity_map(scara, q, "tool", "elbow", "elbow")
    with pytest.raises(UnknownNameError, match="knee"):
        sim.singularity_map(scara, q, "tool", "elbow", "knee")
    with pytest.raises(ArgumentError, match="resolution"):
        sim.singularity_map(scara, q, "tool", "shoulder", "elbow", resolution=1)
    with pytest.raises(ArgumentError, match="metric"):
        sim.nearest_singular_configuration(scara, q, "tool", metric=[1, 0, 1])
    with pytest.raises(ArgumentError, match="motion"):
        sim.measures_along(scara, q, "tool")
    with pytest.raises(ArgumentError, match="moved by no joint"):
        sim.measures_along(scara, q[None], scara.body_names[0])
    with pytest.raises(UnknownNameError, match="brightness"):
        sim.measures_along(scara, q[None], "tool").measures.of("brightness")


def task(name, q, rows="position"):
    return sim.task_jacobian(robots.load(name), np.asarray(q, dtype=float), "tool", rows=rows)


def test_squares_of_minors_add_up_as_cauchy_and_binet_say():
    model = robots.load("arm_7r")
    q = sim.random_configuration(model, np.random.default_rng(4))
    found = task("arm_7r", q, "both")
    for size in range(1, 7):
        some = sim.minors(found, size)
        assert np.sum(some.values**2) == pytest.approx(some.sum_of_squares, rel=1e-12)
        first = found.J[np.ix_(some.rows[0], some.columns[0])]
        assert some.largest == pytest.approx(np.linalg.det(first))
        assert np.all(np.diff(np.abs(some.values)) <= 0.0)
    assert np.sum(sim.minors(found, 6).values ** 2) == pytest.approx(np.linalg.det(found.J @ found.J.T), rel=1e-10)


def test_the_determinant_of_the_spherical_arm_is_the_only_minor_of_three():
    found = sim.minors(task("spherical_rrp", [0.3, 0.8, 0.5]))
    assert (found.size, found.rank, len(found.values)) == (3, 3, 1)
    assert abs(found.largest) == pytest.approx(0.5**2 * np.sin(0.8))  # d₃² sin θ₂, as in the course


@pytest.mark.parametrize("q", [[0.3, 0.0, 0.5], [0.3, 0.8, 0.0], [0.3, np.pi, 0.5]])
def test_at_a_singular_pose_the_largest_minors_that_are_not_zero_have_the_size_of_the_rank(q):
    here = task("spherical_rrp", q)
    rank = sim.minors(here).rank
    assert rank < 3
    assert sim.minors(here, rank).nonzero > 0
    assert sim.minors(here, rank + 1).nonzero == 0


def test_a_given_tolerance_decides_the_rank():
    near = task("spherical_rrp", [0.3, 1e-4, 0.5])
    assert sim.minors(near).rank == 3
    coarse = sim.minors(near, 3, tolerance=1e-2)
    assert (coarse.rank, coarse.nonzero) == (2, 0)


def test_what_twelve_digits_of_pi_leave_counts_as_zero_unless_a_tolerance_is_typed():
    model = robots.load("ur5")
    here = sim.task_jacobian(model, np.zeros(model.nq), "tool0", rows="position")
    exact = sim.minors(here, 1, tolerance=1e-15)
    assert 0.0 < np.abs(exact.values)[exact.nonzero - 1] < 1e-11
    assert np.abs(here.J).max() * 1e-10 < np.abs(exact.values)[sim.minors(here, 1).nonzero - 1]


def test_sizes_that_are_not_there_and_too_many_minors_are_refused():
    here = task("spherical_rrp", [0.3, 0.8, 0.5])
    with pytest.raises(ArgumentError, match="sizes 1 to 3; asked for 4"):
        sim.minors(here, 4)
    with pytest.raises(ArgumentError, match="tolerance is -1"):
        sim.minors(here, tolerance=-1.0)
