"""Joint speeds for a wanted twist: laws of the pseudo-inverse, the SCARA of the course, and requests that cannot be."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError


def scara_at_45():
    model = robots.load("scara")
    return model, np.array([np.pi / 4, np.pi / 4, 0.1])


@pytest.mark.parametrize("name", ["arm_6r", "arm_7r", "scara", "planar_3r", "cylindrical"])
def test_the_pseudo_inverse_leaves_a_residual_no_joint_can_lower_and_takes_the_least_speeds(name):
    model = robots.load(name)
    frame, rng = model.frame_names[-1], np.random.default_rng(3)
    for _ in range(10):
        q = sim.random_configuration(model, rng)
        found = sim.inverse_velocity(model, q, frame, rng.normal(size=6), length=0.5)
        W = np.diag([1, 1, 1, 0.5, 0.5, 0.5])
        scale = found.sigma[0] * np.linalg.norm(found.desired)
        assert np.allclose((W @ found.J).T @ W @ found.residual, 0.0, atol=1e-10 * scale)
        in_image = np.linalg.lstsq(found.J.T, found.speeds, rcond=None)[0]
        assert np.allclose(found.J.T @ in_image, found.speeds, atol=1e-7 * max(1.0, np.abs(found.speeds).max()))
        assert np.allclose(found.achieved + found.residual, found.desired)


def test_what_the_joints_can_give_is_given_whole():
    model = robots.load("arm_7r")
    frame, rng = model.frame_names[-1], np.random.default_rng(0)
    q = sim.random_configuration(model, rng)
    v = sim.jacobian(model, q, frame) @ rng.normal(size=7)
    found = sim.inverse_velocity(model, q, frame, v)
    assert found.rank == 6
    assert found.linear_residual < 1e-12
    assert found.angular_residual < 1e-12


def test_a_secondary_task_moves_the_joints_and_not_the_frame():
    model = robots.load("arm_7r")
    frame, rng = model.frame_names[-1], np.random.default_rng(1)
    q, v, z = sim.random_configuration(model, rng), rng.normal(size=6), rng.normal(size=7)
    plain = sim.inverse_velocity(model, q, frame, v)
    both = sim.inverse_velocity(model, q, frame, v, secondary=z)
    added = both.speeds - plain.speeds
    assert np.allclose(both.achieved, plain.achieved, atol=1e-12)
    assert np.linalg.norm(added) > 0.1
    assert abs(added @ (z - added)) < 1e-12  # the projection of z is orthogonal to what is left of it


def test_damping_minimises_what_it_says_and_tends_to_the_pseudo_inverse():
    model = robots.load("arm_6r")
    frame, rng = model.frame_names[-1], np.random.default_rng(2)
    q, v = sim.random_configuration(model, rng), rng.normal(size=6)
    found = sim.inverse_velocity(model, q, frame, v, method="damped", damping=0.3)
    J = found.J
    assert np.allclose(found.speeds, J.T @ np.linalg.solve(J @ J.T + 0.09 * np.eye(6), v), atol=1e-12)
    small = sim.inverse_velocity(model, q, frame, v, method="damped", damping=1e-7)
    assert np.allclose(small.speeds, sim.inverse_velocity(model, q, frame, v).speeds, rtol=1e-8)


def test_truncation_leaves_out_the_weak_directions_alone():
    model = robots.load("arm_6r")
    q = np.array([0.1, 0.2, 0.3, 0.4, 1e-4, 0.5])  # the wrist is all but singular
    v = np.array([0.1, 0.2, 0.3, 1.0, 0.5, 0.2])
    frame = model.frame_names[-1]
    whole = sim.inverse_velocity(model, q, frame, v)
    cut = sim.inverse_velocity(model, q, frame, v, method="truncated", threshold=0.01)
    assert (whole.rank, whole.used, cut.used) == (6, 6, 5)
    assert np.abs(whole.speeds).max() > 100.0 > 10.0 > np.abs(cut.speeds).max()
    U = np.linalg.svd(cut.J)[0]
    assert np.allclose(U[:, :5].T @ cut.residual, 0.0, atol=1e-12)
    assert np.allclose(cut.residual, U[:, 5] * (U[:, 5] @ v), atol=1e-9)


def test_the_transpose_takes_the_share_that_leaves_least():
    model = robots.load("arm_6r")
    frame, rng = model.frame_names[-1], np.random.default_rng(4)
    q, v = sim.random_configuration(model, rng), rng.normal(size=6)
    found = sim.inverse_velocity(model, q, frame, v, method="transpose")
    pulled = found.J.T @ v
    assert np.allclose(np.cross(found.speeds[:3], pulled[:3]), 0.0, atol=1e-12)  # along Jᵀv
    assert abs(found.residual @ (found.J @ pulled)) < 1e-12


def test_the_scara_of_the_course_is_too_fast_at_one_metre_a_second():
    model, q = scara_at_45()  # THEORY §8
    found = sim.inverse_velocity(model, q, "tool", [0.0, 1.0, 0.0], rows="position")
    assert found.speeds == pytest.approx([2.828427, -3.828427, 0.0], abs=1e-6)
    assert list(found.excess > 1.0) == [False, True, False]
    assert found.feasible == pytest.approx(0.820596, abs=1e-6)
    at_limit = sim.inverse_velocity(model, q, "tool", [0.0, found.feasible, 0.0], rows="position")
    assert abs(at_limit.speeds[1]) == pytest.approx(np.pi, abs=1e-12)


def test_at_a_singularity_the_lost_direction_is_left_and_said():
    model = robots.load("scara")
    found = sim.inverse_velocity(model, np.zeros(3), "tool", [1.0, 0.0, 0.0], rows="position")  # stretched out along x
    assert found.rank == 2
    assert found.condition == np.inf
    assert found.linear_residual == pytest.approx(1.0, abs=1e-12)
    assert np.abs(found.speeds).max() < 1e-12


def test_without_limits_nothing_is_too_fast():
    model = robots.load("ur5", meshes=False)
    free = sim.build_model(
        "free",
        model.bodies,
        [
            sim.Joint(j.name, j.kind, j.parent, j.child, j.placement, j.axis, j.child_placement, j.lower, j.upper)
            for j in model.joints
        ],
        model.frames,
    )
    found = sim.inverse_velocity(free, np.ones(6), "tool0", np.ones(6))
    assert found.feasible == np.inf
    assert not found.excess.any()


@loop_over(("change", "error", "named"), [
    ({"frame": "hand"}, UnknownNameError, "tool"),
    ({"method": "best"}, UnknownNameError, "pseudo_inverse"),
    ({"rows": "all"}, UnknownNameError, "orientation"),
    ({"joints": ["hip"]}, UnknownNameError, "shoulder"),
    ({"joints": []}, ArgumentError, "no joint"),
    ({"twist": [1.0, 2.0]}, ArgumentError, r"\(6,\)"),
    ({"twist": [np.nan] * 6}, ArgumentError, "finite"),
    ({"secondary": [1.0]}, ArgumentError, r"\(3,\)"),
    ({"damping": 0.0}, ArgumentError, "damping"),
    ({"length": -1.0}, ArgumentError, "length"),
    ({"threshold": np.inf}, ArgumentError, "threshold"),
    ({"tolerance": "small"}, ArgumentError, "tolerance"),
])  # fmt: skip
def test_what_cannot_be_is_named(change, error, named):
    model, q = scara_at_45()
    asked = {"frame": "tool", "twist": np.ones(6), **change}
    with pytest.raises(error, match=named):
        sim.inverse_velocity(model, q, **asked)
