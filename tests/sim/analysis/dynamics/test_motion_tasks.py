"""Motion tasks: profiles by their derivatives, torques of a pendulum, payloads by Steiner, played back and read from a file."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.analysis.dynamics.joint_trajectory import PROFILES, highest_frequency, shortest_duration
from torseur.sim.errors import ArgumentError, SceneError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind
from torseur.sim.simulation.motion_playback import strays

M, L, INERTIA, G = 2.0, 0.7, 0.05, 9.81


def pendulum(**joint):
    """Its angle is from the horizontal upwards."""
    body = Body("bob", M, np.array([L, 0.0, 0.0]), np.diag([0.0, INERTIA, INERTIA]))
    turn = {"axis": np.array([0.0, -1.0, 0.0]), **joint}
    return build_model("pendulum", [body], [Joint("pivot", JointKind.REVOLUTE, None, "bob", **turn)])


def task_of(profile="quintic", **options):
    return sim.motion_task(sim.JointTrajectory(pendulum(), np.array([0.3]), np.array([-1.1]), 0.8, profile), **options)


@pytest.mark.parametrize("profile", PROFILES)
def test_velocity_and_acceleration_are_the_derivatives_of_the_position(profile):
    planned = sim.JointTrajectory(pendulum(), np.array([0.3]), np.array([-1.1]), 0.8, profile, 1.7)
    h = 1e-4
    for t in (0.11, 0.4, 0.73):
        (before, _, _), (q, v, a), (after, _, _) = planned(t - h), planned(t), planned(t + h)
        assert v == pytest.approx((after - before) / (2 * h), rel=1e-5)  # h²/6 times a third derivative
        assert a == pytest.approx((after - 2 * q + before) / h**2, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize(("profile", "still"), [("quintic", (1, 2)), ("cubic", (1,))])
def test_polynomials_start_and_end_at_rest(profile, still):
    planned = sim.JointTrajectory(pendulum(), np.array([0.3]), np.array([-1.1]), 0.8, profile)
    assert planned(0.0)[0] == pytest.approx(0.3)
    assert planned(0.8)[0] == pytest.approx(-0.8)
    for t in (0.0, 0.8):
        for k in still:
            assert planned(t)[k] == pytest.approx(0.0, abs=1e-12)
    assert planned(2.0)[0] == pytest.approx(-0.8)


@pytest.mark.parametrize("duration", [0.7, 1.0, 1.0005, 2.3])
def test_the_last_instant_is_the_end_with_the_acceleration_that_brakes(duration):
    planned = sim.JointTrajectory(pendulum(), np.array([0.3]), np.array([-1.1]), duration, "cubic")
    t, q, v, a = planned.sampled()
    assert t[-1] == duration
    assert a[-1] == pytest.approx(6 * 1.1 / duration**2)
    assert v[-1] == pytest.approx(0.0, abs=1e-12)
    assert q[-1] == pytest.approx(-0.8)


def test_torques_of_a_pendulum_are_those_of_the_textbook():
    for gravity in (G, 0.0):
        task = task_of(gravity=(0.0, 0.0, -gravity))
        expected = (M * L**2 + INERTIA) * task.a[:, 0] + M * gravity * L * np.cos(task.q[:, 0])
        np.testing.assert_allclose(task.tau[:, 0], expected, atol=1e-12)
    assert len(task.t) == 801


def test_damping_springs_and_dry_friction_of_joints_are_paid_by_the_motors():
    model = pendulum(damping=0.4, stiffness=3.0, rest=0.1, friction=0.2)
    task = sim.motion_task(sim.JointTrajectory(model, np.array([0.3]), np.array([-1.1]), 0.8))
    expected = 0.4 * task.v + 3.0 * (task.q - 0.1) + 0.2 * np.sign(task.v)
    np.testing.assert_allclose(task.tau - task.inverse, expected, atol=1e-13)


def test_limits_are_compared_joint_by_joint():
    model = pendulum(effort_limit=10.0, velocity_limit=2.0, lower=-0.5, upper=1.0)
    task = sim.motion_task(sim.JointTrajectory(model, np.array([0.3]), np.array([-1.1]), 0.8))
    assert task.share[0] == pytest.approx(np.abs(task.tau).max() / 10.0)
    assert task.speed_share[0] == pytest.approx(1.1 * 1.875 / 0.8 / 2.0)  # a quintic is 15/8 as fast as its mean
    assert task.beyond == ("pivot",)
    assert task_of().share[0] == 0.0  # no limit


def test_a_payload_adds_its_mass_at_its_point():
    model = robots.load("arm_6r")
    body, point, mass = model.body_names[-1], np.array([0.02, -0.05, 0.1]), 3.0
    loaded = sim.with_payload(model, body, mass, point)
    rng = np.random.default_rng(3)
    q = sim.random_configuration(model, rng)
    v = rng.uniform(-1, 1, model.nv)
    pose = sim.frame_pose(model, q, body)
    J = sim.jacobian(model, q, body)
    arm = pose[:3, :3] @ point
    J_point = J[:3] - sim.skew(arm) @ J[3:]
    np.testing.assert_allclose(sim.mass_matrix(loaded, q), sim.mass_matrix(model, q) + mass * J_point.T @ J_point, atol=1e-12)
    np.testing.assert_allclose(sim.gravity_torque(loaded, q), sim.gravity_torque(model, q) + mass * G * J_point[2], atol=1e-12)
    assert sim.kinetic_energy(loaded, q, v) == pytest.approx(
        sim.kinetic_energy(model, q, v) + 0.5 * mass * np.sum((J_point @ v) ** 2), rel=1e-13
    )
    assert sim.with_payload(model, body, 0.0, point) is model
    with pytest.raises(UnknownNameError, match="no body named 'nothing'"):
        sim.with_payload(model, "nothing", 1.0, point)
    with pytest.raises(ArgumentError, match="mass must be a finite number of at least 0"):
        sim.with_payload(model, body, -1.0, point)


@pytest.mark.parametrize("profile", PROFILES)
def test_played_back_the_torques_make_the_motion(profile):
    errors = []
    for dt in (2e-3, 1e-3):
        task = task_of(profile, dt=dt)
        recording = sim.played_back(task)
        assert len(recording) == len(task.t)
        errors.append(np.abs(recording.q - task.q).max())
    assert errors[1] < 1e-4
    # The scheme is of second order, unless the acceleration jumps where a table begins; then still.
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.35)


def test_a_six_axis_arm_follows_its_plan_by_torques_alone():
    model = robots.load("arm_6r")
    task = sim.motion_task(sim.JointTrajectory(model, model.poses["home"], np.full(6, 0.3), 0.5))
    recording = sim.played_back(task)
    assert np.abs(recording.q - task.q).max() < 1e-3  # dry friction holds for a step at the start: 6e-4 rad, first order
    found = sim.recording_dynamics(recording)
    assert np.nanmax(np.abs(found.residual)) < 1e-6 * np.abs(task.tau).max()  # dry friction is solved to a tolerance


def test_the_scene_of_a_task_is_read_from_its_text_with_the_same_bits(tmp_path):
    model = robots.load("planar_2r")
    payload = (model.body_names[-1], 0.8, (0.1, 0.0, 0.02))
    loaded = sim.with_payload(model, *payload)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = sim.rodrigues(np.array([1.0, 0.0, 0.0]), 0.4), [0.5, -0.2, 0.1]
    trajectory = sim.JointTrajectory(loaded, np.array([0.2, 0.4]), np.array([0.5, -0.3]), 0.3, "sine", 0.7)
    task = sim.motion_task(trajectory, placement=pose)
    path = tmp_path / "task.toml"
    path.write_text(sim.playback_text(task, {"name": "robot", "model": "planar_2r"}, payload), encoding="utf-8")
    read = sim.simulate(sim.load_scene(path))
    direct = sim.played_back(task)
    assert np.abs(direct.q - task.q).max() < 5e-3  # gravity is along the leaning base
    np.testing.assert_allclose(read.q, direct.q, atol=1e-13)
    assert read.settings.dt == direct.settings.dt
    path.write_text(path.read_text(encoding="utf-8").replace(payload[0], "nothing"), encoding="utf-8")
    with pytest.raises(SceneError, match="no body named 'nothing'"):
        sim.load_scene(path)


def test_a_payload_is_added_to_those_that_the_file_of_the_robot_has(tmp_path):
    model = robots.load("planar_2r")
    own, more = ("link1", 0.7, (0.0, 0.1, 0.0)), ("link2", 1.5, (0.2, 0.0, 0.0))
    loaded = sim.with_payload(sim.with_payload(model, *own), *more)
    task = sim.motion_task(sim.JointTrajectory(loaded, np.array([0.2, 0.4]), np.array([0.5, -0.3]), 0.3))
    row = {"name": "robot", "model": "planar_2r", "payload": dict(zip(("body", "mass", "point"), own, strict=True))}
    path = tmp_path / "task.toml"
    path.write_text(sim.playback_text(task, row, more), encoding="utf-8")
    (part,) = sim.load_scene(path).parts
    for read, planned in zip(part.model.bodies, loaded.bodies, strict=True):
        assert read.mass == planned.mass
        np.testing.assert_array_equal(read.inertia, planned.inertia)


def free_arm():
    """A floating base that is no ball, with an arm that turns and one that slides."""
    bodies = [
        Body("base", 3.0, np.array([0.05, -0.02, 0.1]), np.diag([0.1, 0.2, 0.15])),
        Body("arm", 1.0, np.array([0.3, 0.0, 0.0]), np.diag([0.01, 0.03, 0.03])),
        Body("slide", 0.5, np.array([0.0, 0.1, 0.0]), np.diag([0.01, 0.01, 0.01])),
    ]
    joints = [
        Joint("float", JointKind.FREE_FLYER, None, "base"),
        Joint("turn", JointKind.REVOLUTE, "base", "arm", axis=np.array([0.0, 1.0, 0.0])),
        Joint("slide", JointKind.PRISMATIC, "arm", "slide", axis=np.array([1.0, 0.0, 0.0])),
    ]
    return build_model("free arm", bodies, joints)


CHANGE = np.array([0.4, -0.3, 0.5, 0.7, -0.9, 0.6, 0.8, 0.2])  # of the base's twist, of the angle and of the slide


def test_a_floating_base_goes_along_a_screw_and_the_work_of_its_wrench_is_what_energy_grows_by():
    model = free_arm()
    start = sim.integrate(model, sim.neutral(model), np.arange(1.0, 9.0) / 4)
    planned = sim.JointTrajectory(model, start, CHANGE, 0.8)
    h = 1e-4
    for t in (0.11, 0.4, 0.73):
        (before, v0, _), (_, v, a), (after, v1, _) = planned(t - h), planned(t), planned(t + h)
        assert v == pytest.approx(sim.difference(model, before, after) / (2 * h), rel=1e-5)  # h²/6 times a third derivative
        assert a == pytest.approx((v1 - v0) / (2 * h), rel=1e-5, abs=1e-6)
    np.testing.assert_allclose(sim.difference(model, start, planned(0.8)[0]), CHANGE, atol=1e-12)
    task = sim.motion_task(planned)
    energy = np.array(
        [sim.kinetic_energy(model, q, v) + sim.potential_energy(model, q) for q, v in zip(task.q, task.v, strict=True)]
    )
    work = np.concatenate([[0.0], np.cumsum(0.5 * np.diff(task.t) * (task.power[1:] + task.power[:-1]))])
    assert np.abs(energy - energy[0] - work).max() < 1e-5 * np.abs(task.power).max()  # trapezoids: h² / 12 of its bend
    assert task.beyond == ()
    recording = sim.played_back(task)
    apart = [sim.difference(model, q, r) for q, r in zip(task.q, recording.q, strict=True)]
    assert np.abs(apart).max() < 1e-4  # the scheme's own, of second order: see the tests of a pendulum
    np.testing.assert_array_equal(strays(task, recording), np.abs(apart).max(axis=0))
    with pytest.raises(ArgumentError, match="its robot or its steps are others"):
        strays(task, sim.simulate(recording.scene, 0.1, dt=5e-4))


def test_what_cannot_be_planned_is_refused():
    with pytest.raises(UnknownNameError, match="no profile named 'spline'"):
        sim.JointTrajectory(pendulum(), np.zeros(1), np.ones(1), 1.0, "spline")
    with pytest.raises(ArgumentError, match="duration must be a finite number above 0"):
        sim.JointTrajectory(pendulum(), np.zeros(1), np.ones(1), 0.0)
    with pytest.raises(ArgumentError, match="dt must be above 0"):
        task_of(dt=2.0)


@pytest.mark.parametrize(("placement", "told"), [
    (2.0 * np.eye(4), "R a rotation"),
    (np.diag([1.0, 1.0, -1.0, 1.0]), "R a rotation"),
    (np.eye(3), "shape"),
    (np.full((4, 4), np.nan), "R a rotation"),
    ("here", "numbers"),
])  # fmt: skip
def test_a_base_that_stands_in_no_pose_is_refused(placement, told):
    with pytest.raises(ArgumentError, match=f"placement must be .*{told}"):
        task_of(placement=placement)


@pytest.mark.parametrize("profile", ["quintic", "cubic"])
def test_in_its_shortest_duration_a_motion_is_as_fast_as_its_limit_and_no_faster(profile):
    model, start = pendulum(velocity_limit=2.5), np.array([0.3])
    duration = shortest_duration(model, np.array([-1.1]), profile)
    planned = sim.JointTrajectory(model, start, np.array([-1.1]), duration, profile)
    assert abs(planned(0.5 * duration)[1][0]) == pytest.approx(2.5, rel=1e-12)
    assert sim.motion_task(planned).speed_share.max() == pytest.approx(1.0, rel=1e-4)  # sampled
    assert shortest_duration(pendulum(), np.array([-1.1]), profile) == 0.0


def test_at_its_highest_frequency_a_sine_is_as_fast_as_its_limit():
    model = pendulum(velocity_limit=2.5)
    frequency = highest_frequency(model, np.array([-1.1]))
    planned = sim.JointTrajectory(model, np.array([0.3]), np.array([-1.1]), 2.0, "sine", frequency)
    assert abs(planned(0.0)[1][0]) == pytest.approx(2.5, rel=1e-12)
    assert highest_frequency(pendulum(), np.array([-1.1])) == np.inf
