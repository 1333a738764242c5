"""The dynamics along a recording: each part true to what was simulated, by laws, closed forms and other functions."""

import numpy as np
import pytest

from tests.sim.simulation.recording.plain_states import plain_states
from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind
from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import BLOCK, dynamics_blocks, whole_dynamics
from torseur.sim.simulation.recording.recording import Recording

ROUNDING = 1e-12  # of sums of a few hundred products, as a share of the largest term
L, LC1, LC2, M1, M2, I1, I2, G = 0.5, 0.3, 0.4, 2.0, 1.5, 0.04, 0.02, 9.81  # of the planar arm: m, kg, kg m²


def planar_arm(**joint):
    """Two links in the plane x z, angles from x upwards."""
    along = np.eye(4)
    along[0, 3] = L
    bodies = [
        Body("upper", M1, np.array([LC1, 0, 0]), np.diag([1e-3, I1, I1])),
        Body("lower", M2, np.array([LC2, 0, 0]), np.diag([1e-3, I2, I2])),
    ]
    turn = {"axis": np.array([0.0, -1.0, 0.0]), **joint}
    joints = [
        Joint("shoulder", JointKind.REVOLUTE, None, "upper", **turn),
        Joint("elbow", JointKind.REVOLUTE, "upper", "lower", along, **turn),
    ]
    return build_model("arm", bodies, joints)


def swung(duration=0.5, scheme="time_stepping", dt=1e-3, **joint):
    """The planar arm under torques that are straight between rows."""
    model = planar_arm(**joint)
    times = np.linspace(0.0, 1.0, 6)
    torques = np.column_stack([12.0 + 6.0 * np.sin(5.0 * times), 3.0 * np.cos(4.0 * times)])
    playback = sim.TorquePlayback(model, times, torques, "linear")
    part = sim.Part("arm", model, q=np.array([0.3, -0.7]), v=np.array([1.0, -2.0]), controller=playback)
    return sim.simulate(sim.make_scene("swung", [part]), duration, scheme=scheme, dt=dt)


def worst(values):
    """The largest size of what there is."""
    return float(np.nanmax(np.abs(values)))


@pytest.fixture(scope="module")
def arm():
    """The planar arm as stepped, and its dynamics."""
    recording = swung()
    return recording, sim.recording_dynamics(recording)


def test_parts_of_a_planar_arm_are_those_of_the_textbook(arm):
    _, found = arm
    (q1, q2), (v1, v2), (a1, a2) = found.q.T, found.v.T, found.a.T
    bend = M2 * L * LC2
    h22 = M2 * LC2**2 + I2
    h12 = h22 + bend * np.cos(q2)
    h11 = M1 * LC1**2 + I1 + M2 * L**2 + h22 + 2.0 * bend * np.cos(q2)
    close = {"rtol": 0.0, "atol": 1e-12 * 50.0}  # of torques of up to 50 N m
    np.testing.assert_allclose(found.inertial, np.column_stack([h11 * a1 + h12 * a2, h12 * a1 + h22 * a2]), **close)
    speed = bend * np.sin(q2)
    np.testing.assert_allclose(found.coriolis, np.column_stack([-speed * (2 * v1 + v2) * v2, speed * v1**2]), **close)
    outer = M2 * LC2 * G * np.cos(q1 + q2)
    np.testing.assert_allclose(found.gravity, np.column_stack([(M1 * LC1 + M2 * L) * G * np.cos(q1) + outer, outer]), **close)


def test_entries_of_the_mass_matrix_over_time_are_those_of_the_textbook(arm):
    recording, found = arm
    entries = sim.mass_matrix_entries(recording, found, [(1, 1), (0, 1)])
    h22 = M2 * LC2**2 + I2
    np.testing.assert_allclose(entries[:, 0], h22, rtol=1e-13)
    np.testing.assert_allclose(entries[:, 1], h22 + M2 * L * LC2 * np.cos(found.q[:, 1]), atol=1e-14)
    with pytest.raises(ArgumentError, match=r"rows and columns 0 to 1; given entry \(0, 2\)"):
        sim.mass_matrix_entries(recording, found, [(0, 2)])


@pytest.mark.parametrize("name", ["falling_brick", "incline_30", "gripper_holds_block", "pendulum"])
def test_a_step_fulfils_its_equation_of_motion_with_the_forces_that_were_recorded(name):
    found = sim.recording_dynamics(sim.simulate(sim.load_scene(name), 0.6))
    largest = max(worst(found.inverse), worst(found.contact), worst(found.tau), 1.0)
    assert worst(found.residual) < 1e-10 * largest  # velocities are kept to 1e-16, and a step is a thousandth of a second


def test_parts_add_up_to_inverse_dynamics_and_to_the_recorded_torques(arm):
    _, found = arm
    parts = found.inertial + found.coriolis + found.gravity
    np.testing.assert_allclose(parts, found.inverse, atol=ROUNDING * 50.0)
    np.testing.assert_allclose(found.needed[1:], found.tau[1:], atol=1e-9)


def test_where_a_step_is_an_approximation_its_residual_is_of_second_order():
    def residual(dt):
        return worst(sim.recording_dynamics(sim.simulate(sim.load_scene("spinning_top"), 0.3, dt=dt)).residual[20:])

    assert residual(1e-3) / residual(5e-4) == pytest.approx(4.0, rel=0.2)


def test_accelerations_of_the_hybrid_scheme_are_of_second_order():
    residuals = [worst(sim.recording_dynamics(swung(0.15, "hybrid", dt)).residual) for dt in (1e-3, 5e-4)]
    assert residuals[0] < 1e-2
    assert residuals[0] / residuals[1] == pytest.approx(4.0, rel=0.2)


@pytest.mark.parametrize("name", ["brick_on_corner", "arm_pushes_table", "quadruped_stand"])
def test_what_contacts_do_to_the_joints_is_what_the_solved_problem_says(name):
    recording = sim.simulate(sim.load_scene(name), 0.4)
    found, dt = sim.recording_dynamics(recording), recording.settings.dt
    touching = [i for i in range(1, len(recording)) if len(recording.contacts(i))]
    assert touching
    for i in touching[:: max(1, len(touching) // 12)]:
        problem = sim.solved_problem(recording, i)
        count = len(recording.contacts(i))
        expected = problem.J[: 3 * count].T @ problem.force[:count].ravel() / dt
        np.testing.assert_allclose(found.contact[i], expected, atol=1e-11 * max(1.0, worst(expected)))


@pytest.mark.parametrize("name", ["arm_pushes_table", "quadruped_stand"])
def test_what_is_needed_to_follow_a_motion_in_contact_is_the_torque_that_was_recorded(name):
    recording = sim.simulate(sim.load_scene(name), 0.4)
    found, dt, model = sim.recording_dynamics(recording), recording.settings.dt, recording.scene.model
    touching = [i for i in range(1, len(recording)) if len(recording.contacts(i))]
    largest = max(worst(found.inverse), worst(found.contact), worst(found.tau))
    # In the step of an impact q̇ jumps, and C is not that of its mean: a share of 5e-5 and 1e-4; elsewhere of rounding, 1e-10.
    assert worst(found.residual) < 2e-4 * largest
    assert np.median(np.abs(found.residual[touching]).max(axis=1)) < 1e-9 * largest
    for i in touching[:: max(1, len(touching) // 8)]:  # from the problem that was solved, and a velocity over its step
        problem, count = sim.solved_problem(recording, i), len(recording.contacts(i))
        pushed = problem.J[: 3 * count].T @ problem.force[:count].ravel() / dt
        middle = 0.5 * (recording.v[i - 1] + recording.v[i])
        a = (recording.v[i] - recording.v[i - 1]) / dt
        inverse = sim.inverse_dynamics(model, found.q[i], middle, a, gravity=recording.scene.gravity)
        np.testing.assert_allclose(found.needed[i], inverse - recording.passive[i] - pushed, atol=1e-10 * largest)
        np.testing.assert_allclose(found.needed[i], recording.tau[i], atol=2e-4 * largest)


def test_a_hybrid_impact_changes_the_momentum_by_what_its_impulses_are():
    recording = sim.simulate(sim.load_scene("bouncing_ball"), 1.0, scheme="hybrid")
    found = sim.recording_dynamics(recording)
    struck = np.flatnonzero(np.any(found.impulse != 0.0, axis=1))
    assert len(struck)
    for i in struck:
        H = sim.mass_matrix(recording.scene.model, recording.q[i])
        np.testing.assert_allclose(H @ (recording.v[i] - recording.v[i - 1]), found.impulse[i], atol=1e-9)
        assert np.isnan(found.contact[i]).all()
        assert np.isnan(found.a[i]).all()


def test_energy_is_what_all_forces_have_worked():
    found = sim.recording_dynamics(swung(damping=0.3, stiffness=8.0, rest=0.2))
    finer = sim.recording_dynamics(swung(dt=5e-4, damping=0.3, stiffness=8.0, rest=0.2))
    worked = np.ptp(found.work)
    assert worked > 1.0
    assert found.passive_work[-1] < -0.1
    assert worst(found.energy_balance) < 1e-4 * worked
    assert worst(found.energy_balance) / worst(finer.energy_balance) == pytest.approx(4.0, rel=0.5)  # second order


@pytest.mark.parametrize("name", ["falling_brick", "bouncing_ball", "pendulum"])
def test_the_hybrid_scheme_leaves_no_energy_unaccounted_for(name):
    found = sim.recording_dynamics(sim.simulate(sim.load_scene(name), 1.0, scheme="hybrid"))
    assert worst(found.energy_balance) < 1e-8 * np.ptp(found.kinetic)  # the tolerance of its integration is 1e-9


def test_momentum_and_centre_of_mass_are_those_of_each_state():
    recording = sim.simulate(sim.load_scene("quadruped_drop"), 0.3)
    found, model = sim.recording_dynamics(recording), recording.scene.model
    for i in (0, 57, 300):
        q, v = recording.q[i], recording.v[i]
        np.testing.assert_allclose(found.center_of_mass[i], sim.center_of_mass(model, q), atol=1e-13)
        np.testing.assert_allclose(found.center_of_mass_velocity[i], sim.center_of_mass_velocity(model, q, v), atol=1e-12)
        np.testing.assert_allclose(found.momentum[i], sim.momentum(model, q, v), atol=1e-11)
        np.testing.assert_allclose(found.centroidal_momentum[i], sim.centroidal_momentum(model, q, v), atol=1e-11)


def test_a_body_in_free_flight_keeps_its_angular_momentum_and_loses_no_part_of_its_weight():
    found = sim.recording_dynamics(sim.simulate(sim.load_scene("quadruped_drop"), 0.1))
    rate = np.diff(found.momentum[:, 2]) / np.diff(found.t)
    mass = found.momentum[50, 2] / found.center_of_mass_velocity[50, 2]
    np.testing.assert_allclose(rate, -mass * G, rtol=1e-9)
    spun = sim.recording_dynamics(sim.simulate(sim.load_scene("dzhanibekov"), 0.5)).centroidal_momentum
    np.testing.assert_allclose(spun, spun[:1] + 0.0 * spun, atol=1e-12 * max(1.0, worst(spun)))


def test_a_start_has_no_forces():
    found = sim.recording_dynamics(swung(0.01))
    for column in (found.a, found.tau, found.residual, found.power):
        assert np.isnan(column[0]).all()
        assert np.isfinite(column[1:]).all()
    assert found.work[0] == 0.0
    assert found.energy_balance[0] == 0.0


def test_long_recordings_are_worked_out_block_by_block_with_the_same_numbers():
    recording = sim.simulate(sim.load_scene("falling_brick"), 2.5)
    blocks = list(dynamics_blocks(recording))
    assert [len(block["t"]) for block in blocks] == [BLOCK, len(recording) - BLOCK]
    found, early = whole_dynamics(recording, blocks), sim.recording_dynamics(recording, 1000)
    np.testing.assert_array_equal(found.residual[:1000], early.residual)
    np.testing.assert_array_equal(found.energy_balance[:1000], early.energy_balance)
    assert len(found) == len(recording)
    assert not found.work.flags.writeable


def test_a_recording_without_states_or_without_where_it_was_solved_is_refused():
    scene = sim.load_scene("falling_brick")
    with pytest.raises(ArgumentError, match="the recording is empty"):
        sim.recording_dynamics(Recording(scene, scene.settings))
    recording = sim.simulate(scene, 0.01)
    states = [dict(state) for state, _, _ in plain_states(recording)]
    for state in states:
        del state["level"]
    old = Recording(scene, scene.settings)
    old.fill(states, {})
    with pytest.raises(ArgumentError, match="older format"):
        sim.recording_dynamics(old)


def run(name, duration, **settings):
    return sim.simulate(sim.load_scene(name), duration, **settings)


@pytest.mark.parametrize(
    ("name", "duration", "settings"),
    [("quadruped_drop", 0.4, {}), ("incline_30", 0.1, {"scheme": "hybrid"}), ("pendulum", 0.05, {})],
)
def test_each_state_has_the_equation_that_the_whole_recording_has_there(name, duration, settings):
    recording = run(name, duration, **settings)
    whole = sim.recording_dynamics(recording)
    known = np.flatnonzero(np.isfinite(whole.residual).all(axis=1))
    assert len(known) > 3
    touched = 0
    for i in known[:: max(1, len(known) // 12)]:
        found = sim.step_dynamics(recording, int(i))
        for field in ("q", "v", "a", "inertial", "coriolis", "gravity", "tau", "passive"):
            np.testing.assert_array_equal(getattr(found, field), getattr(whole, field)[i], err_msg=field)
        scale = max(1.0, float(np.abs(whole.contact[i]).max()))
        np.testing.assert_allclose(found.contact, whole.contact[i], atol=1e-13 * scale)
        np.testing.assert_allclose(found.residual, whole.residual[i], atol=1e-12 * max(1.0, np.abs(found.gravity).max()))
        assert len(found.by_contact) == len(recording.contacts(int(i)).point)
        touched += len(found.by_contact)
    assert touched or name == "pendulum"


def test_a_state_for_which_nothing_was_solved_is_refused():
    with pytest.raises(ArgumentError, match="starts from this state"):
        sim.step_dynamics(run("pendulum", 0.01), 0)
