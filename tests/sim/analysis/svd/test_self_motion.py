"""Self-motions: the joints move along the null space, the tool stays."""

import math
from itertools import product

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError


def null(model, q, frame, rows, which=0):
    """A column of the null space, as joint velocities."""
    task = sim.task_jacobian(model, q, frame, rows=rows)
    return task.joint_velocity(sim.task_svd(task).self_motion[:, which])


def angle_between(A, B):
    """Angle [rad] from one rotation to another, by the chord: exact where it is small."""
    return 2.0 * math.asin(min(1.0, np.linalg.norm(A[:3, :3] - B[:3, :3]) / math.sqrt(8.0)))


@loop_over("seed", range(8))
@loop_over("name", ["panda", "arm_7r"])
def test_the_tool_of_a_redundant_arm_stays_while_the_joints_move_half_a_radian(name, seed):
    model = robots.load(name)
    frame = "panda_hand_tcp" if name == "panda" else "tool"
    rng = np.random.default_rng(seed)
    q = 0.5 * (model.lower + model.upper) + 0.5 * (rng.random(model.nq) - 0.5) * (model.upper - model.lower)
    start = sim.frame_pose(model, q, frame)
    for step in (0.5, -0.5):
        done = sim.self_motion(model, q, frame, null(model, q, frame, "both"), step)
        pose = sim.frame_pose(model, done.q, frame)
        assert np.linalg.norm(pose[:3, 3] - start[:3, 3]) < 1e-10
        assert angle_between(pose, start) < 1e-10
        assert max(done.position, done.rotation) < 1e-10
        assert np.all(done.q >= model.lower)
        assert np.all(done.q <= model.upper)
        if done.end is sim.SelfMotionEnd.REACHED:
            assert done.travelled == pytest.approx(step)
            assert np.linalg.norm(done.q - q) > 0.3
        else:
            assert done.end is sim.SelfMotionEnd.JOINT_LIMIT
            k = model.joint_slices()[done.stopped_by][0].start
            assert min(abs(done.q[k] - model.lower[k]), abs(done.q[k] - model.upper[k])) < 1e-8


def test_some_of_these_ways_are_gone_whole_and_some_end_at_a_limit():
    arm = robots.load("arm_7r")
    q, frame = arm.poses["ready"], "tool"
    whole = sim.self_motion(arm, q, frame, null(arm, q, frame, "both"), 0.5)
    assert whole.end is sim.SelfMotionEnd.REACHED
    assert whole.stopped_by == ""
    far = sim.self_motion(arm, q, frame, null(arm, q, frame, "both"), 30.0)
    assert far.end is sim.SelfMotionEnd.JOINT_LIMIT
    k = arm.joint_slices()[far.stopped_by][0].start
    assert min(abs(far.q[k] - arm.lower[k]), abs(far.q[k] - arm.upper[k])) < 1e-8
    assert 0.5 < far.travelled < 30.0


def test_a_planar_3r_arm_turns_about_its_tool_as_a_four_bar():
    """The law of the triangle: at a tool held in place, elbow and shoulder follow from the wrist's angle."""
    arm = robots.load("planar_3r")
    q = arm.poses["ready"]
    done = sim.self_motion(arm, q, "tool", null(arm, q, "tool", "position"), 0.5, "position")
    before, after = (sim.frame_pose(arm, one, "tool") for one in (q, done.q))
    np.testing.assert_allclose(after[:3, 3], before[:3, 3], atol=1e-11)
    assert done.rotation == pytest.approx(angle_between(after, before), abs=1e-12)
    assert done.rotation > 0.05
    assert done.rotation == pytest.approx(abs(done.q.sum() - q.sum()), abs=1e-11)


@pytest.mark.parametrize("rows", ["position", "orientation"])
def test_other_rows_of_a_6r_arm_have_three_self_motions(rows):
    arm = robots.load("arm_6r")
    q = arm.poses["ready"]
    for which in range(3):
        done = sim.self_motion(arm, q, "tool", null(arm, q, "tool", rows, which), 0.4, rows)
        assert done.end is sim.SelfMotionEnd.REACHED
        held, free = (done.position, done.rotation) if rows == "position" else (done.rotation, done.position)
        assert held < 1e-10
        assert free > 1e-3 or which > 0


def test_there_and_back_again():
    arm = robots.load("arm_7r")
    q = arm.poses["ready"]
    there = sim.self_motion(arm, q, "tool", null(arm, q, "tool", "both"), 0.5)
    back = sim.self_motion(arm, there.q, "tool", there.direction, -0.5, hold=sim.frame_pose(arm, q, "tool"))
    np.testing.assert_allclose(back.q, q, atol=1e-4)  # lengths are of chords of 0.02 rad, not of the curve
    assert max(back.position, back.rotation) < 1e-10


def test_at_a_wrist_singularity_the_two_rolls_cancel():
    """Parallel roll axes: one turns by as much as the other turns back, and goes on as far as one likes."""
    arm = robots.load("arm_6r")
    q = arm.poses["wrist_singular"]
    done = sim.self_motion(arm, q, "tool", null(arm, q, "tool", "both"), 0.8)
    moved = done.q - q
    assert done.end is sim.SelfMotionEnd.REACHED
    np.testing.assert_allclose(np.abs(moved), [0, 0, 0, 0.8 / math.sqrt(2), 0, 0.8 / math.sqrt(2)], atol=1e-7)
    assert max(done.position, done.rotation) < 1e-10


def test_a_fleeting_self_motion_is_told():
    """A stretched 2R arm: J loses a rank, and yet there is nowhere to go with the tool still."""
    arm = robots.load("planar_2r")
    q = np.zeros(2)
    done = sim.self_motion(arm, q, "tool", null(arm, q, "tool", "position"), 0.5, "position")
    assert done.end is sim.SelfMotionEnd.FLEETING
    assert done.travelled == 0.0
    np.testing.assert_array_equal(done.q, q)  # not a hair: J at another pose is not singular any more


def test_how_far_a_fleeting_self_motion_leads_away_is_told():
    """Links a and b in line, the tool held at first order by q̇ = (−b, a + b): it comes nearer by ½ a b (a + b) s²."""
    arm = robots.load("planar_2r")
    q = np.zeros(2)
    J = sim.jacobian(arm, q, "tool")[:3]
    b = np.linalg.norm(J[:, 1])
    a = np.linalg.norm(J[:, 0]) - b
    direction = np.array([-b, a + b]) / np.hypot(b, a + b)
    order = sim.self_motion_order(arm, q, "tool", direction, "position")
    assert order.is_first_order_only
    assert order.branch is None
    away = 0.5 * a * b * (a + b) / (b**2 + (a + b) ** 2)
    np.testing.assert_allclose(order.departure, [-away, 0.0, 0.0], atol=1e-12)  # the arm lies along x
    s = 1e-3
    moved = sim.frame_pose(arm, q + s * direction, "tool")[:3, 3] - sim.frame_pose(arm, q, "tool")[:3, 3]
    np.testing.assert_allclose(moved[0] / s**2, -away, rtol=1e-5)


def free_3r(path):
    """Three links of 0.5, 0.4 and 0.3 m in a plane, without limits."""
    names, lengths = ("a", "b", "c"), (0.5, 0.4, 0.3)
    links = "".join(f'<link name="{name}"/>' for name in ("base", *names, "tool"))
    joints = "".join(
        f'<joint name="j{k}" type="continuous"><parent link="{parent}"/><child link="{name}"/>'
        f'<origin xyz="{shift} 0 0"/><axis xyz="0 0 1"/></joint>'
        for k, (parent, name, shift) in enumerate(zip(("base", *names), names, (0.0, *lengths), strict=False))
    )
    tip = f'<joint name="tip" type="fixed"><parent link="c"/><child link="tool"/><origin xyz="{lengths[2]} 0 0"/></joint>'
    path.write_text(f'<robot name="free">{links}{joints}{tip}</robot>')
    return robots.load(str(path))


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("q", [(0.3, math.pi, 0.0), (0.3, 0.0, math.pi), (0.3, math.pi, math.pi)], ids=str)
def test_at_a_singular_pose_the_branch_that_exists_is_followed(tmp_path, q, which):
    """Folded in line: no direction of the null space but two can be gone along, where two curves of poses cross."""
    arm, q = free_3r(tmp_path / "free.urdf"), np.array(q)
    direction = null(arm, q, "tool", "position", which)
    order = sim.self_motion_order(arm, q, "tool", direction, "position")
    assert order.is_first_order_only
    assert float(order.branch @ direction) > 0.0
    for step in (0.3, -0.3):
        done = sim.self_motion(arm, q, "tool", direction, step, "position")
        assert done.is_branch
        assert done.end is sim.SelfMotionEnd.REACHED
        assert done.position < 1e-10
        gone = (done.q - q) * np.sign(step)
        assert float(gone @ order.branch) > 0.25
        assert not sim.self_motion(arm, done.q, "tool", done.direction, 0.1, "position").is_branch


def test_an_upright_arm_turns_about_the_axis_that_its_rolls_share():
    arm = robots.load("arm_7r")
    q, rolls = arm.poses["upright"], [0, 2, 4, 6]
    for which in range(4):
        done = sim.self_motion(arm, q, "tool", null(arm, q, "tool", "both", which), 0.5)
        assert done.end is sim.SelfMotionEnd.REACHED
        assert max(done.position, done.rotation) < 1e-10
        np.testing.assert_allclose(np.delete(done.q - q, rolls), 0.0, atol=1e-7)  # a double zero: √ε
        assert abs(np.sum(done.q[rolls])) < 1e-9


def test_what_cannot_be_is_told():
    six, seven = robots.load("arm_6r"), robots.load("arm_7r")
    q = seven.poses["ready"]
    with pytest.raises(ArgumentError, match="no self-motion: its both rows have rank 6, as many as there are joints"):
        sim.self_motion(six, six.poses["ready"], "tool", np.ones(6), 0.1)
    with pytest.raises(ArgumentError, match="direction moves the tool"):
        sim.self_motion(seven, q, "tool", np.ones(7), 0.1)
    with pytest.raises(ArgumentError, match=r"direction must be \(7,\)"):
        sim.self_motion(seven, q, "tool", np.ones(6), 0.1)
    with pytest.raises(ArgumentError, match="direction is zero"):
        sim.self_motion(seven, q, "tool", np.zeros(7), 0.1)
    with pytest.raises(ArgumentError, match="step must be a finite number"):
        sim.self_motion(seven, q, "tool", null(seven, q, "tool", "both"), float("inf"))
    with pytest.raises(UnknownNameError, match="no frame named 'tol'"):
        sim.self_motion(seven, q, "tol", np.ones(7), 0.1)
    with pytest.raises(UnknownNameError, match="no rows named 'pose'"):
        sim.self_motion(seven, q, "tool", np.ones(7), 0.1, "pose")


def decomposed(name, rows="both", q=None, **asked):
    model = robots.load(name)
    q = sim.random_configuration(model, np.random.default_rng(5)) if q is None else np.asarray(q)
    return sim.task_svd(sim.task_jacobian(model, q, "tool", rows=rows, **asked))


@pytest.mark.parametrize(("name", "rows"), [("scara", "both"), ("arm_7r", "both"), ("spherical_rrp", "position")])
def test_the_parts_add_up_are_orthogonal_and_the_lost_one_loads_no_joint(name, rows):
    svd = decomposed(name, rows)
    rng = np.random.default_rng(1)
    m, n = svd.task.J.shape
    for split, vector in ((sim.split_task_velocity, rng.normal(size=m)), (sim.split_joint_velocity, rng.normal(size=n))):
        found = split(svd, vector)
        np.testing.assert_allclose(found.kept + found.lost, vector, atol=1e-14)
        np.testing.assert_allclose(found.projector @ found.projector, found.projector, atol=1e-14)
        np.testing.assert_allclose(found.projector, found.projector.T, atol=1e-15)
        assert np.trace(found.projector) == pytest.approx(svd.rank)
        assert found.residual < 1e-14 * max(svd.sigma[0], 1.0) * 10
        again = split(svd, found.kept)
        np.testing.assert_allclose(again.kept, found.kept, atol=1e-13)
        assert again.share < 1e-24


def test_a_weighted_task_splits_joint_speeds_into_what_moves_it_and_what_does_not():
    svd = decomposed("arm_7r", weights="speed")
    found = sim.split_joint_velocity(svd, np.ones(7))
    model = robots.load("arm_7r")
    J = sim.jacobian(model, sim.random_configuration(model, np.random.default_rng(5)), "tool")
    np.testing.assert_allclose(J @ found.lost, 0.0, atol=1e-13)  # whatever the weights: they only say what orthogonal is
    np.testing.assert_allclose(J @ found.kept, J @ np.ones(7), atol=1e-13)


def test_the_spherical_arm_of_the_course_loses_the_velocity_across_its_plane_at_theta2_0():
    q = np.array([0.4, 0.0, 0.7])  # the arm stands upright: x across the plane of the arm is lost
    svd = decomposed("spherical_rrp", "position", q)
    across = np.array([-np.sin(0.4), np.cos(0.4), 0.0])
    found = sim.split_task_velocity(svd, across)
    assert svd.rank == 2
    assert found.share == pytest.approx(1.0)
    np.testing.assert_allclose(found.kept, 0.0, atol=1e-15)


def test_a_velocity_of_another_size_is_refused():
    svd = decomposed("scara")
    with pytest.raises(ArgumentError, match="6 finite numbers, one for each of the rows"):
        sim.split_task_velocity(svd, [1.0, 2.0])
    with pytest.raises(ArgumentError, match="3 finite numbers, one for each of the joints"):
        sim.split_joint_velocity(svd, [1.0, np.inf, 0.0])


COURSE = np.array([np.pi / 4, np.pi / 4, 0.1])


def test_a_single_turning_joint_errs_by_half_a_step_times_its_arm():
    model = robots.load("scara")
    found = sim.repeatability(model, COURSE, "tool", [1e-3, 0.0, 0.0])
    arm = np.hypot(1.353553391, 0.353553391)  # of the first joint, as in the course
    assert found.worst == pytest.approx(0.5e-3 * arm)
    assert found.rms == pytest.approx(1e-3 * arm / np.sqrt(12.0))
    np.testing.assert_allclose(found.deviations[1:], 0.0, atol=1e-18)


def test_the_worst_case_is_the_farthest_corner_of_the_box_of_half_steps():
    model = robots.load("ur5")
    q = sim.random_configuration(model, np.random.default_rng(2))
    steps = np.array([1.0, 2.0, 0.5, 3.0, 1.0, 4.0]) * 1e-4
    found = sim.repeatability(model, q, "tool0", steps)
    J = sim.jacobian(model, q, "tool0")[:3]
    corners = [J @ (0.5 * steps * np.array(signs)) for signs in product((-1.0, 1.0), repeat=6)]
    assert found.worst == pytest.approx(max(np.linalg.norm(corners, axis=1)), rel=1e-12)


def test_readings_rounded_to_steps_scatter_as_the_ellipsoid_says():
    model = robots.load("scara")
    steps = np.array([2e-3, 1e-3, 5e-4])
    found = sim.repeatability(model, COURSE, "tool", steps)
    rng = np.random.default_rng(0)
    J = sim.jacobian(model, COURSE, "tool")[:3]
    errors = (rng.uniform(-0.5, 0.5, (40_000, 3)) * steps) @ J.T
    assert np.sqrt(np.mean(np.sum(errors**2, axis=1))) == pytest.approx(found.rms, rel=0.01)  # 1/√(2·40 000) = 0.4 %
    np.testing.assert_allclose(np.std(errors @ found.axes, axis=0), found.deviations, rtol=0.02)
    assert np.linalg.norm(errors, axis=1).max() <= found.worst
    assert np.sum(found.shares**2) == pytest.approx(found.rms**2)  # variances of joints that do not know each other add up


def test_no_steps_no_error_and_steps_below_zero_are_refused():
    model = robots.load("scara")
    found = sim.repeatability(model, COURSE, "tool", np.zeros(3))
    assert (found.rms, found.worst) == (0.0, 0.0)
    with pytest.raises(ArgumentError, match="elbow"):
        sim.repeatability(model, COURSE, "tool", [0.0, -1e-3, 0.0])
    with pytest.raises(ArgumentError, match="wanted \\(3,\\)"):
        sim.repeatability(model, COURSE, "tool", [1e-3])
