"""Inverse kinematics of a pose: laws, closed forms, limits, targets that cannot be reached, and how often it succeeds."""

import math

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur import robots, sim
from torseur.sim.analysis.inverse_kinematics.pose_descent import METHODS
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import JointKind

ARMS = {"panda": "panda_hand_tcp", "ur5": "tool0", "arm_6r": "tool", "arm_7r": "tool"}


def arm(name):
    return robots.load(name, meshes=False) if name in ("panda", "ur5") else robots.load(name)


def pose(x, y, z, angle=0.0):
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1.0]])


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_reachable_poses_are_reached_within_the_limits(name):
    model, rng = arm(name), np.random.default_rng(11)
    reached = 0
    for seed in range(100):
        target = sim.frame_pose(model, sim.random_configuration(model, rng), ARMS[name])
        found = sim.inverse_kinematics(model, target, ARMS[name], sim.random_configuration(model, rng), seed=seed)
        reached += found.reached
        assert np.all(found.q >= model.lower)
        assert np.all(found.q <= model.upper)
        if found.reached:  # a length of 0.5 m/rad: 1e-6 m is 2e-6 rad
            assert np.allclose(sim.frame_pose(model, found.q, ARMS[name]), target, atol=4e-6)
    assert reached >= 99


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_every_iterate_stays_within_the_limits_and_says_which_it_touches(method):
    model, rng = arm("panda"), np.random.default_rng(5)
    touched = 0
    for _ in range(10):
        target = sim.frame_pose(model, sim.random_configuration(model, rng), "panda_hand_tcp")
        found = sim.inverse_kinematics(
            model, target, "panda_hand_tcp", sim.random_configuration(model, rng), method=method, keep_iterates=True, restarts=0
        )
        went = found.iterates
        assert np.all(went.q >= model.lower)
        assert np.all(went.q <= model.upper)
        assert np.array_equal(went.q[-1], found.q)
        assert went.size[-1] == found.size
        joints = [model.joint_slices()[joint][0].start for joint in found.joints]
        assert np.array_equal(
            went.q[:, joints][went.bounds < 0], np.broadcast_to(model.lower[joints], went.bounds.shape)[went.bounds < 0]
        )
        assert np.array_equal(
            went.q[:, joints][went.bounds > 0], np.broadcast_to(model.upper[joints], went.bounds.shape)[went.bounds > 0]
        )
        touched += int(np.any(went.bounds != 0.0))
    assert touched > 0


def test_the_error_of_the_adaptive_method_never_grows():
    model, rng = arm("arm_6r"), np.random.default_rng(6)
    for _ in range(20):
        target = sim.frame_pose(model, sim.random_configuration(model, rng), "tool")
        went = sim.inverse_kinematics(model, target, "tool", sim.random_configuration(model, rng), keep_iterates=True).iterates
        assert np.all(np.diff(went.size) < 0.0)


def test_newton_is_quadratic_near_the_solution():
    model = arm("arm_6r")
    q = np.deg2rad([25.0, -5.0, 20.0, 10.0, 60.0, 25.0])
    target = sim.frame_pose(model, q, "tool")
    found = sim.inverse_kinematics(
        model, target, "tool", q + 0.05, method="newton", keep_iterates=True, restarts=0, tolerance=1e-12
    )
    size = found.iterates.size
    assert found.reached
    assert len(size) <= 6
    assert all(after < 10.0 * before**2 for before, after in zip(size[1:-1], size[2:], strict=True) if after > 1e-13)


def test_the_recorded_error_is_the_distance_and_the_rotation_that_is_left():
    model, rng = arm("arm_6r"), np.random.default_rng(8)
    target = sim.frame_pose(model, sim.random_configuration(model, rng), "tool")
    found = sim.inverse_kinematics(model, target, "tool", sim.random_configuration(model, rng), keep_iterates=True, length=0.3)
    from scipy.spatial.transform import Rotation

    for q, error, size in zip(found.iterates.q, found.iterates.error, found.iterates.size, strict=True):
        at = sim.frame_pose(model, q, "tool")
        assert np.allclose(error[:3], target[:3, 3] - at[:3, 3], atol=1e-12)
        turned = Rotation.from_rotvec(error[3:].copy()).as_matrix() @ at[:3, :3]
        assert np.allclose(turned, target[:3, :3], atol=1e-9)
        assert size == pytest.approx(math.hypot(*error[:3], *(0.3 * error[3:])), rel=1e-12)


@pytest.mark.parametrize("rows", ["both", "position", "orientation"])
def test_the_first_step_is_along_the_derivative_of_the_error(rows):
    model, rng = arm("arm_7r"), np.random.default_rng(9)
    target = sim.frame_pose(model, sim.random_configuration(model, rng), "tool")
    q = 0.5 * sim.random_configuration(model, rng)
    kept = {"rows": rows, "restarts": 0, "max_iterations": 1, "keep_iterates": True, "length": 0.4}
    went = sim.inverse_kinematics(model, target, "tool", q, method="transpose", **kept).iterates
    weights = np.array([1, 1, 1, 0.4, 0.4, 0.4])

    def half_square(at):
        return 0.5 * sim.inverse_kinematics(model, target, "tool", at, **kept).iterates.size[0] ** 2

    gradient = np.array([(half_square(q + h) - half_square(q - h)) / 2e-6 for h in 1e-6 * np.eye(7)])
    step = went.q[1] - went.q[0]
    assert np.linalg.norm(weights * went.error[0]) == pytest.approx(went.size[0])
    assert step @ -gradient == pytest.approx(np.linalg.norm(step) * np.linalg.norm(gradient), rel=1e-6)


def test_the_planar_arm_bends_its_elbow_either_way():
    model = robots.load("planar_2r")  # two links, in a vertical plane: closed form by the law of cosines
    frame = model.frame_names[-1]
    q = np.array([0.4, 0.9])
    target = sim.frame_pose(model, q, frame)
    up = sim.inverse_kinematics(model, target, frame, np.array([0.3, 0.8]), rows="position", tolerance=1e-10)
    down = sim.inverse_kinematics(model, target, frame, np.array([1.2, -0.8]), rows="position", tolerance=1e-10)
    assert up.q == pytest.approx(q, abs=1e-9)
    assert down.q[1] == pytest.approx(-q[1], abs=1e-9)
    assert down.q[0] != pytest.approx(q[0], abs=0.1)


def test_a_target_beyond_the_sum_of_the_links_is_proved_out_of_reach():
    model = arm("ur5")
    found = sim.inverse_kinematics(model, pose(2.0, 0.0, 0.3), "tool0", np.zeros(6))
    assert found.status is sim.PoseStatus.OUT_OF_REACH
    assert found.reach.shortfall(found.target[:3, 3]) > 0.0
    assert "links allow at most" in found.message
    assert "mm" in found.message
    assert found.position_error > found.reach.shortfall(found.target[:3, 3])


def test_a_target_nearer_than_the_links_allow_is_proved_out_of_reach():
    model, q = robots.load("planar_2r"), np.array([0.3, 0.3])
    frame = model.frame_names[-1]
    at = sim.inverse_kinematics(model, np.eye(4), frame, q, rows="position", restarts=0)
    center, inner = np.array(at.reach.center), at.reach.inner_radius
    stretched = sim.frame_pose(model, np.array([0.3, 0.0]), frame)[:3, 3] - center
    assert inner < np.linalg.norm(stretched) <= at.reach.outer_radius
    target = np.eye(4)
    target[:3, 3] = center + 0.5 * inner * stretched / np.linalg.norm(stretched)
    found = sim.inverse_kinematics(model, target, frame, q, rows="position")
    assert inner > 0.01
    assert found.status is sim.PoseStatus.OUT_OF_REACH
    assert "at least" in found.message


@pytest.mark.parametrize("name", ["arm_6r", "scara", "planar_3r", "spherical_rrp", "cylindrical", "panda", "ur5"])
def test_no_configuration_is_outside_the_bounds_of_reach(name):
    from torseur.sim.analysis.inverse_kinematics.reach import reach

    model, rng = arm(name), np.random.default_rng(4)
    frame = ARMS.get(name, model.frame_names[-1])
    bounds = reach(model, np.zeros(model.nq), frame, range(model.nv))
    for _ in range(300):
        place = sim.frame_pose(model, sim.random_configuration(model, rng), frame)[:3, 3]
        assert bounds.shortfall(place) <= 1e-12


@loop_over("seed", range(10))
def test_no_random_tree_is_outside_the_bounds_of_reach(seed):
    from torseur.sim.analysis.inverse_kinematics.reach import reach

    kinds = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.SPHERICAL, JointKind.HELICAL)
    model, rng = random_tree(seed, 8, kinds, mimic=True), np.random.default_rng(seed)
    held = sim.random_configuration(model, rng)
    movable = [name for name in model.joint_names if rng.random() < 0.6]
    columns = {k for name in movable for k in range(model.nv)[model.joint_slices()[name][1]]}
    for frame in model.frame_names:
        bounds = reach(model, held, frame, columns)
        for _ in range(20):
            q, drawn = np.array(held), sim.random_configuration(model, rng)
            for name in movable:
                place = model.joint_slices()[name][0]
                q[place] = drawn[place]
            if bounds is not None:
                assert bounds.shortfall(sim.frame_pose(model, q, frame)[:3, 3]) <= 1e-9


def test_an_unreachable_pose_is_told_from_a_start_that_came_to_rest():
    model = arm("arm_6r")
    straight_down = np.diag([1.0, -1.0, -1.0, 1.0])
    straight_down[:3, 3] = [1.1, 0.0, 0.45]  # as far as the arm stretches, but with the hand turned down
    many = sim.inverse_kinematics(model, straight_down, "tool", model.poses["ready"])
    one = sim.inverse_kinematics(model, straight_down, "tool", model.poses["ready"], restarts=0, max_iterations=1000)
    assert many.status is sim.PoseStatus.UNREACHABLE
    assert many.starts == 51
    assert "nearest pose found is" in many.message
    assert one.status is sim.PoseStatus.STATIONARY
    assert one.size >= many.size - 1e-9


@pytest.mark.slow
@loop_over("seed", range(8))
def test_at_the_nearest_pose_no_small_motion_within_the_limits_is_nearer(seed):
    model, rng = arm("panda"), np.random.default_rng(seed)
    target = sim.frame_pose(model, sim.random_configuration(model, rng), "panda_hand_tcp")
    target[:3, 3] *= 1.2 / np.linalg.norm(target[:3, 3])
    found = sim.inverse_kinematics(model, target, "panda_hand_tcp", found_home(model))
    assert not found.reached

    def size(q):
        return sim.inverse_kinematics(
            model, target, "panda_hand_tcp", q, restarts=0, max_iterations=1, keep_iterates=True
        ).iterates.size[0]

    for _ in range(200):
        near = np.clip(found.q + 1e-4 * rng.normal(size=model.nq), model.lower, model.upper)
        assert size(near) >= found.size - 1e-8


def found_home(model):
    return np.clip(np.zeros(model.nq), model.lower, model.upper)


def test_joints_that_may_not_move_do_not():
    model = arm("panda")
    q = found_home(model)
    moving = ["panda_joint2", "panda_joint4"]
    found = sim.inverse_kinematics(model, pose(0.5, 0.0, 0.4), "panda_hand_tcp", q, rows="position", joints=moving, restarts=2)
    held = [model.joint_slices()[name][0].start for name in model.joint_names if name not in moving]
    assert found.joints == tuple(moving)
    assert np.array_equal(found.q[held], q[held])


def test_a_free_flyer_moves_only_where_it_is_named():
    model = sim.build_model(
        "flyer",
        [sim.Body("base", 1.0, inertia=np.eye(3)), sim.Body("arm", 1.0, inertia=np.eye(3))],
        [
            sim.Joint("float", JointKind.FREE_FLYER, None, "base"),
            sim.Joint("hinge", JointKind.REVOLUTE, "base", "arm", lower=-1.0, upper=1.0, child_placement=pose(0.5, 0, 0)),
        ],
    )
    q = sim.neutral(model)
    target = pose(1.0, 2.0, 3.0, 2.0)
    assert sim.inverse_kinematics(model, target, "arm", q).joints == ("hinge",)
    found = sim.inverse_kinematics(model, target, "arm", q, joints=["float", "hinge"])
    assert found.reached
    assert np.linalg.norm(found.q[3:7]) == pytest.approx(1.0, abs=1e-12)
    assert np.allclose(sim.frame_pose(model, found.q, "arm"), target, atol=1e-5)
    with pytest.raises(ArgumentError, match="no joint that may move moves frame 'base'"):
        sim.inverse_kinematics(model, target, "base", q)


@loop_over("seed", range(12))
def test_trees_of_every_kind_of_joint_reach_what_they_can(seed):
    kinds = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.SPHERICAL, JointKind.HELICAL, JointKind.PLANAR)
    model, rng = random_tree(seed, 7, kinds, mimic=True), np.random.default_rng(seed)
    frame = next(name for name in reversed(model.body_names) if model.frame_row[model.frame_index(name)] > 0)
    target = sim.frame_pose(model, sim.random_configuration(model, rng), frame)
    found = sim.inverse_kinematics(model, target, frame, sim.random_configuration(model, rng), restarts=200)
    assert found.reached
    assert np.allclose(sim.frame_pose(model, found.q, frame), target, atol=1e-5)


def test_the_same_seed_gives_the_same_bits():
    model = arm("panda")
    target = sim.frame_pose(model, sim.random_configuration(model, 5), "panda_hand_tcp")
    one, other = (sim.inverse_kinematics(model, target, "panda_hand_tcp", found_home(model), seed=3) for _ in range(2))
    assert one.q.tobytes() == other.q.tobytes()


@loop_over(("change", "error", "named"), [
    ({"frame": "hand"}, UnknownNameError, "tool"),
    ({"method": "best"}, UnknownNameError, "newton"),
    ({"rows": "all"}, UnknownNameError, "orientation"),
    ({"joints": ["hip"]}, UnknownNameError, "shoulder"),
    ({"joints": "shoulder"}, ArgumentError, "list"),
    ({"joints": ["shoulder", "shoulder"]}, ArgumentError, "different"),
    ({"target": np.eye(3)}, ArgumentError, r"\(4, 4\)"),
    ({"target": np.diag([1.0, 1.0, -1.0, 1.0])}, ArgumentError, "det R is -1"),
    ({"target": np.diag([2.0, 1.0, 0.5, 1.0])}, ArgumentError, "rotation"),
    ({"q0": np.zeros(5)}, ArgumentError, "nq = 6"),
    ({"q0": np.full(6, 9.0)}, ArgumentError, "beyond the limits of joint 'base_yaw'"),
    ({"tolerance": 0.0}, ArgumentError, "tolerance"),
    ({"length": -1.0}, ArgumentError, "length"),
    ({"damping": np.nan}, ArgumentError, "damping"),
    ({"max_iterations": 0}, ArgumentError, "max_iterations"),
    ({"restarts": -1}, ArgumentError, "restarts"),
    ({"restarts": 2.5}, ArgumentError, "restarts"),
    ({"seed": -1}, ArgumentError, "seed"),
    ({"seed": None}, ArgumentError, "seed"),
])  # fmt: skip
def test_what_cannot_be_is_named(change, error, named):
    model = arm("arm_6r")
    asked = {"target": np.eye(4), "frame": "tool", "q0": np.zeros(6), **change}
    with pytest.raises(error, match=named):
        sim.inverse_kinematics(model, **asked)
