"""Task Jacobians: rows, axes, weights and the length of both kinds of rows, THEORY §2."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind

LIBRARY = ("arm_6r", "arm_7r", "cylindrical", "planar_2r", "planar_3r", "planar_rp", "scara", "spherical_rrp")


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


def shifted(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def limitless(model, *without, **limits):
    """The model with other limits at joints; with none at those named."""
    changes = {name: {"velocity_limit": np.inf, "effort_limit": np.inf} for name in without} | limits
    joints = [replace(joint, **changes.get(joint.name, {})) for joint in model.joints]
    return build_model(model.name, model.bodies, joints, model.frames)


@loop_over("name", LIBRARY)
def test_rows_and_axes_are_those_of_the_jacobian(name):
    model = robots.load(name)
    q = sim.random_configuration(model, 3)
    for axes in ("world_aligned", "local", "world"):
        J = sim.jacobian(model, q, "tool", axes)
        for rows, part in (("position", J[:3]), ("orientation", J[3:])):
            task = sim.task_jacobian(model, q, "tool", rows=rows, axes=axes)
            np.testing.assert_array_equal(task.J, part)
        both = sim.task_jacobian(model, q, "tool", rows="both", axes=axes, length=0.25)
        np.testing.assert_allclose(both.J, np.vstack((J[:3], 0.25 * J[3:])), rtol=0, atol=1e-15)


@loop_over("seed", range(10))
def test_axes_of_another_frame_turn_the_rows_and_leave_the_point(seed):
    model = random_tree(seed)
    q = sim.random_configuration(model, seed)
    frame, other = model.frame_names[-1], model.frame_names[seed % 5]
    task = sim.task_jacobian(model, q, frame, rows="both", axes=other, length=1.0)
    R = sim.frame_pose(model, q, other)[:3, :3]
    plain = sim.task_jacobian(model, q, frame, rows="both", length=1.0)
    np.testing.assert_allclose(R @ task.J[:3], plain.J[:3], atol=1e-12)
    np.testing.assert_allclose(R @ task.J[3:], plain.J[3:], atol=1e-12)
    np.testing.assert_allclose(task.point, sim.frame_pose(model, q, frame)[:3, 3], atol=1e-12)


@pytest.mark.parametrize("axes", ["world_aligned", "local", "world", "link2"])
@pytest.mark.parametrize("rows", ["position", "orientation", "both"])
def test_the_twist_of_the_task_is_that_of_the_joints(arm, axes, rows):
    """u = J y, turned back into world axes and units, is the twist that q̇ = diag(weights) y gives."""
    q, y = arm.poses["ready"], np.linspace(-1, 1, 6)
    for weights in (None, "speed", "torque", [1, 2, 3, 4, 5, 6]):
        task = sim.task_jacobian(arm, q, "tool", rows=rows, axes=axes, weights=weights)
        wanted = sim.jacobian(arm, q, "tool", "world" if axes == "world" else "world_aligned") @ task.joint_velocity(y)
        wanted[{"position": slice(3, 6), "orientation": slice(0, 3), "both": slice(0, 0)}[rows]] = 0.0
        np.testing.assert_allclose(task.twist(task.J @ y), wanted, atol=1e-12)


def test_speed_limits_multiply_the_columns_and_torque_limits_divide_them(arm):
    q = arm.poses["ready"]
    plain = sim.task_jacobian(arm, q, "tool")
    speed, torque = (sim.task_jacobian(arm, q, "tool", weights=kind) for kind in ("speed", "torque"))
    np.testing.assert_allclose(speed.J, plain.J * arm.velocity_limit)
    np.testing.assert_allclose(torque.J, plain.J / arm.effort_limit)
    np.testing.assert_array_equal(sim.speed_limits(arm, plain.joints), arm.velocity_limit)
    assert (plain.unit, speed.unit, torque.unit) == ("m/s", "m/s", "1/N")
    assert not speed.J.flags.writeable


def test_units_follow_the_joints():
    scara = robots.load("scara")
    q = scara.poses["ready"]
    assert sim.task_jacobian(scara, q, "tool").unit == "m/s"
    assert sim.task_jacobian(scara, q, "tool", joints=["shoulder", "elbow"]).unit == "m/s"
    assert sim.task_jacobian(scara, q, "tool", joints=["quill"]).unit == "m/s"
    assert sim.task_jacobian(scara, q, "tool", rows="orientation", joints=["shoulder"]).unit == "rad/s"
    assert sim.task_jacobian(scara, q, "tool", rows="orientation", weights="torque").unit == "1/(N·m)"


def test_the_default_length_is_the_mean_link_and_is_told(arm):
    """Links of 0.3 m, 0 (which does not count), 0.5 m and 0.1 m, far from the world's origin."""
    joints, parent = [], None
    for i, x in enumerate((7.0, 0.3, 0.0, 0.5)):
        joints.append(Joint(f"j{i}", JointKind.REVOLUTE, parent, f"b{i}", shifted(x)))
        parent = f"b{i}"
    bodies = [Body(joint.child, 1.0, inertia=np.eye(3)) for joint in joints]
    model = build_model("chain", bodies, joints, [Frame("tool", "b3", shifted(0.1))])
    task = sim.task_jacobian(model, np.ones(4), "tool", rows="both")
    assert task.length == pytest.approx(0.3)
    assert task.length_source == "mean link"
    assert sim.mean_link_length(model, "tool", ["j1", "j2", "j3"]) == pytest.approx(0.3)
    assert sim.mean_link_length(model, "tool", ["j3"]) == pytest.approx(0.1)
    assert sim.task_jacobian(arm, np.zeros(6), "tool", rows="both", length=2).length_source == "given"
    assert sim.task_jacobian(arm, np.zeros(6), "tool").length is None


@loop_over("seed", range(10))
def test_random_trees_of_every_kind_of_joint(seed):
    model = random_tree(seed, mimic=True)
    q = sim.random_configuration(model, seed)
    frame = model.frame_names[-1]
    task = sim.task_jacobian(model, q, frame, rows="both", length=1.0)
    columns = [model.joint_slices()[name][1].start for name in task.joints]
    np.testing.assert_array_equal(task.J, sim.jacobian(model, q, frame)[:, columns])


@pytest.mark.parametrize(("asked", "error", "says"), [
    ({"frame": "tol"}, UnknownNameError, "no frame named 'tol'.*did you mean 'tool'"),
    ({"axes": "wrold"}, UnknownNameError, "no axes named 'wrold'.*world_aligned"),
    ({"rows": "all"}, UnknownNameError, "no rows named 'all'.*position, orientation, both"),
    ({"weights": "force"}, UnknownNameError, "no weights named 'force'.*none, speed, torque"),
    ({"joints": ["elbo"]}, UnknownNameError, "no joint named 'elbo'.*'elbow'"),
    ({"weights": [1, 1, 1, 1, 1]}, ArgumentError, r"shape \(5,\); wanted \(6,\).*wrist_roll"),
    ({"weights": [1, 0, 1, 1, 1, 1]}, ArgumentError, "weight of joint 'shoulder' is 0; .* above zero"),
    ({"weights": [1, 1, -2, 1, 1, 1]}, ArgumentError, "weight of joint 'elbow' is -2"),
    ({"weights": [1, 1, 1, np.inf, 1, 1]}, ArgumentError, "weight of joint 'forearm_roll' is inf"),
    ({"rows": "both", "length": 0.0}, ArgumentError, "length is 0 m; wanted one above zero"),
    ({"rows": "both", "length": float("nan")}, ArgumentError, "length must be a finite number"),
    ({"length": 0.3}, ArgumentError, "position rows have one unit"),
])  # fmt: skip
def test_what_cannot_be_is_told(arm, asked, error, says):
    with pytest.raises(error, match=says):
        sim.task_jacobian(arm, np.zeros(6), **({"frame": "tool"} | asked))


def test_joints_without_limits_are_named(arm):
    model = limitless(arm, "elbow", "wrist_roll", shoulder={"velocity_limit": 0.0})
    for weights, says in (("speed", "no speed limit for joints 'elbow', 'wrist_roll'"), ("torque", "no torque limit")):
        with pytest.raises(ArgumentError, match=says):
            sim.task_jacobian(model, np.zeros(6), "tool", weights=weights)
    with pytest.raises(ArgumentError, match="a speed limit of zero for joint 'shoulder'"):
        sim.speed_limits(model, ["base_yaw", "shoulder"])
    np.testing.assert_array_equal(sim.torque_limits(model, ["shoulder"]), [220.0])


def test_a_joint_of_several_degrees_is_no_column():
    model = sim.load_scene("quadruped_drop").model
    free = next(name for name in model.joint_names if model.joint(name).kind.nv == 6)
    with pytest.raises(ArgumentError, match="6 degrees of freedom"):
        sim.speed_limits(model, [free])


def test_a_slide_is_as_long_as_in_the_middle_of_its_range():
    robot = robots.load("cylindrical")
    middle = 0.5 * (robot.lower + robot.upper)
    assert sim.mean_link_length(robot, "tool") == pytest.approx(np.mean(np.abs(middle[1:])))


def test_a_slide_without_limits_is_as_long_as_at_zero():
    bodies = [Body("a"), Body("b")]
    joints = [
        Joint("slide", JointKind.PRISMATIC, None, "a", shifted(0.3)),
        Joint("hinge", JointKind.REVOLUTE, "a", "b", shifted(0.4)),
    ]
    model = build_model("endless", bodies, joints, [Frame("tool", "b", shifted(0.6))])
    assert sim.mean_link_length(model, "tool") == pytest.approx(0.5)


def test_without_links_a_length_has_to_be_given():
    model = robots.load("planar_2r")
    with pytest.raises(ArgumentError, match="give a length in m"):
        sim.task_jacobian(model, np.zeros(2), "base", rows="both")


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
