"""U Σ Vᵀ of a task, its four subspaces, and its continuity: THEORY §2."""

import itertools
import math

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError

ROBOTS = ("arm_6r", "arm_7r", "cylindrical", "planar_3r", "scara", "spherical_rrp", "panda", "ur5")


def tool_of(model):
    return next(name for name in ("tool", "tool0", "panda_hand_tcp") if name in model.frame_names)


def tasks(name, seed):
    """Every choice of rows and weights at a random configuration."""
    model = robots.load(name)
    q = sim.random_configuration(model, seed)
    for rows, weights in itertools.product(("position", "orientation", "both"), ("none", "speed", "torque")):
        yield sim.task_jacobian(model, q, tool_of(model), rows=rows, weights=weights)


@loop_over("name", ROBOTS)
def test_the_laws_of_the_decomposition(name):
    for task in tasks(name, 1):
        svd = sim.task_svd(task)
        m, n = task.J.shape
        k, scale = min(m, n), svd.sigma[0] if len(svd.sigma) and svd.sigma[0] > 0 else 1.0
        assert (svd.U.shape, svd.sigma.shape, svd.V.shape) == ((m, m), (k,), (n, n))
        S = np.zeros((m, n))
        S[range(k), range(k)] = svd.sigma
        np.testing.assert_allclose(svd.U @ S @ svd.V.T, task.J, rtol=0, atol=1e-14 * scale * max(m, n))
        np.testing.assert_allclose(svd.U.T @ svd.U, np.eye(m), atol=1e-14)
        np.testing.assert_allclose(svd.V.T @ svd.V, np.eye(n), atol=1e-14)
        assert svd.residual <= 1e-14 * scale * max(m, n)
        assert svd.orthogonality <= 1e-14
        assert np.all(np.diff(svd.sigma) <= 0)
        assert svd.rank == np.linalg.matrix_rank(task.J)
        # the four subspaces
        np.testing.assert_allclose(task.J @ svd.self_motion, 0, atol=1e-14 * scale * max(m, n))
        np.testing.assert_allclose(svd.unreachable.T @ task.J, 0, atol=1e-14 * scale * max(m, n))
        np.testing.assert_allclose(task.J @ svd.effective, svd.image * svd.sigma[: svd.rank], atol=1e-13 * scale)
        # the measures
        if m <= n:
            wanted = math.sqrt(max(0.0, np.linalg.det(task.J @ task.J.T)))
            assert svd.manipulability == pytest.approx(wanted, rel=1e-6, abs=1e-7 * scale**m)
        assert svd.inverse_condition == pytest.approx(svd.sigma[-1] / scale)


@pytest.mark.parametrize("t2", [0.3, 1.1, 2.5, -0.7])
def test_the_singular_values_of_a_planar_2r_arm_have_a_closed_form(t2):
    """σ₁σ₂ = ℓ₁ℓ₂|sin θ₂| and σ₁² + σ₂² = the squares of both columns: the roots of a quadratic."""
    model = robots.load("planar_2r")
    svd = sim.task_svd(sim.task_jacobian(model, [0.4, t2], "tool"))
    at = [sim.frame_pose(model, [0.0, 0.0], frame)[0, 3] for frame in ("link1", "tool")]
    a, b = at[0], at[1] - at[0]
    trace, det = a * a + 2 * b * b + 2 * a * b * math.cos(t2), a * b * abs(math.sin(t2))
    root = math.sqrt(trace * trace / 4 - det * det)
    np.testing.assert_allclose(svd.sigma[:2], [math.sqrt(trace / 2 + root), math.sqrt(trace / 2 - root)], rtol=1e-12)
    assert svd.rank == 2
    np.testing.assert_allclose(np.abs(svd.unreachable[:, 0]), [0, 1, 0], atol=1e-14)  # it cannot leave its plane
    assert svd.manipulability == pytest.approx(det, rel=1e-12)


def test_the_scara_of_the_course():
    """THEORY §8: links 0.5 m and 1 m at 45°, 45°; the quill moves along z by itself, with σ = 1."""
    scara = robots.load("scara")
    svd = sim.task_svd(sim.task_jacobian(scara, [math.pi / 4, math.pi / 4, 0.1], "tool"))
    planar = np.array([[-1.353553390593274, -1.0], [0.353553390593274, 0.0]])
    wanted = sorted([*np.linalg.svd(planar, compute_uv=False), 1.0], reverse=True)
    np.testing.assert_allclose(svd.sigma, wanted, rtol=1e-12)
    assert svd.manipulability == pytest.approx(0.5 * 1.0 * math.sin(math.pi / 4), rel=1e-12)
    straight = sim.task_svd(sim.task_jacobian(scara, [0.3, 0.0, 0.1], "tool"))
    assert straight.rank == 2
    lost = straight.unreachable[:, 0]  # along the stretched arm
    np.testing.assert_allclose(np.abs(lost), [math.cos(0.3), math.sin(0.3), 0.0], atol=1e-9)


def test_a_tolerance_of_ones_own_sets_the_rank():
    arm = robots.load("arm_6r")
    task = sim.task_jacobian(arm, arm.poses["ready"], "tool")
    sigma = sim.task_svd(task).sigma
    svd = sim.task_svd(task, tolerance=float(0.5 * (sigma[1] + sigma[2])))
    assert (svd.rank, svd.tolerance_source) == (2, "given")
    assert svd.unreachable.shape == (3, 1)
    machine = sim.task_svd(task)
    assert machine.tolerance == pytest.approx(6 * np.finfo(float).eps * sigma[0])
    with pytest.raises(ArgumentError, match="tolerance is -1; wanted zero or more"):
        sim.task_svd(task, tolerance=-1.0)
    with pytest.raises(ArgumentError, match="tolerance must be a finite number"):
        sim.task_svd(task, tolerance=float("nan"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arm_6r", "arm_7r", "planar_3r", "panda", "scara", "ur5"])
@pytest.mark.parametrize("rows", ["position", "both"])
def test_small_moves_turn_the_directions_a_little(name, rows):
    """Away from crossings, directions follow; the bases of unreachable and self-motion directions do everywhere."""
    model = robots.load(name)
    frame = tool_of(model)
    q0, q1 = sim.random_configuration(model, 5), sim.random_configuration(model, 6)
    before = None
    for share in np.linspace(0.0, 0.3, 601):
        task = sim.task_jacobian(model, sim.interpolate(model, q0, q1, share), frame, rows=rows, length=_length(rows))
        svd = sim.task_svd(task, like=before)
        if before is not None and svd.rank == before.rank:
            turned = np.linalg.norm(svd.self_motion - before.self_motion)
            lost = np.linalg.norm(svd.unreachable - before.unreachable)
            # a subspace turns by no more than ‖ΔJ‖ / σ_r (Wedin 1972)
            bound = 3.0 * np.linalg.norm(task.J - before.task.J) / svd.sigma[svd.rank - 1] + 1e-9
            assert turned <= bound
            assert lost <= bound
            for i, j in enumerate(svd.continues[: svd.rank]):
                assert svd.U[:, i] @ before.U[:, j] > -1e-9 or svd.V[:, i] @ before.V[:, j] > -1e-9
        assert svd.residual < 1e-13
        before = svd


def _length(rows):
    return 0.5 if rows == "both" else None


def test_where_two_singular_values_cross_one_is_told_which_is_which():
    """Two slides, weighted to cross: what was σ₁ becomes σ₂, along the same direction."""
    scara = robots.load("scara")
    q = [0.5, 1.2, 0.1]
    planar = sim.task_svd(sim.task_jacobian(scara, q, "tool", joints=["shoulder", "elbow"])).sigma
    below, above = 0.95 * planar[0], 1.05 * planar[0]
    first = sim.task_svd(sim.task_jacobian(scara, q, "tool", weights=[1, 1, below]))
    then = sim.task_svd(sim.task_jacobian(scara, q, "tool", weights=[1, 1, above]), like=first)
    assert first.continues == (0, 1, 2)
    assert then.continues[:2] == (1, 0)
    np.testing.assert_allclose(then.U[:, 0], first.U[:, 1], atol=1e-12)
    np.testing.assert_allclose(then.U[:, 1], first.U[:, 0], atol=1e-12)


def test_signs_do_not_hang_on_the_joints():
    for seed in range(20):
        model = random_tree(seed)
        task = sim.task_jacobian(model, sim.random_configuration(model, seed), model.frame_names[-1])
        svd = sim.task_svd(task)
        for u in svd.U.T:
            assert u[np.argmax(np.abs(u))] > 0


def test_a_frame_that_nothing_moves():
    svd = sim.task_svd(sim.task_jacobian(robots.load("arm_6r"), np.zeros(6), "base"))
    assert (svd.rank, svd.U.shape, svd.V.shape) == (0, (3, 3), (0, 0))
    assert (svd.manipulability, svd.sigma_min, svd.inverse_condition) == (0.0, 0.0, 0.0)
    assert svd.unreachable.shape == (3, 3)
