"""`integrate_motion`: closed forms, what drives the motion, what it reports, and what it says to a wrong call."""

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson
from scipy.special import ellipk

from tests.cases import loop_over
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, IntegrationError, UnknownNameError
from torseur.sim.multibody.dynamics.lagrangian import lagrangian_derivatives
from torseur.sim.multibody.kinematics.exponential import exponential_rate
from torseur.sim.multibody.kinematics.straight_step import straight_momentum, straight_step
from torseur.sim.multibody.model.model import Body, Joint, JointKind, Mimic
from torseur.sim.simulation.running.integration.equations import joint_damping


def pendulum(damping=0.0, armature=0.0):
    """A point of 1 kg on a rod of 1 m turning about x; it hangs down at q = 0."""
    body = Body("bob", 1.0, np.array([0.0, 0.0, -1.0]), np.zeros((3, 3)))
    joint = Joint(
        "hinge", JointKind.CONTINUOUS, None, "bob", axis=np.array([1.0, 0.0, 0.0]), damping=damping, armature=armature
    )
    return sim.build_model("pendulum", [body], [joint])


# Amplitude, and error of the period relative: of order dt^p with 200 steps a swing, found by the methods' orders.
@loop_over("amplitude", [0.1, 1.5, 3.0])
@loop_over(("integrator", "accuracy"), [("dop853", 1e-9), ("rk4", 1e-6), ("implicit_midpoint", 2e-3), ("variational", 2e-3)])
@pytest.mark.slow
def test_pendulum_has_the_period_of_the_elliptic_integral(integrator, accuracy, amplitude):
    period = 4.0 * np.sqrt(1.0 / 9.81) * ellipk(np.sin(0.5 * amplitude) ** 2)
    model = pendulum()
    motion = sim.integrate_motion(model, [amplitude], [0.0], 0.3 * period, period / 200, integrator)
    # A quarter of the period after it is let go it passes the lowest point: where the velocity carries it in the rest of a step.
    k = int(np.flatnonzero(motion.q[:, 0] > 0.0)[-1])
    rest = sim.integrate_motion(model, motion.q[k], motion.v[k], period / 100, period / 8000, "dop853")
    s, x, v = rest.times, rest.q[:, 0], rest.v[:, 0]
    j = int(np.flatnonzero(x > 0.0)[-1])
    passed = motion.times[k] + s[j] - x[j] / v[j]  # acceleration is as good as zero there
    assert abs(4.0 * passed / period - 1.0) < accuracy


def test_it_is_the_motion_that_the_hybrid_scheme_simulates():
    scene = sim.load_scene("pendulum")
    recording = sim.simulate(scene, 1.0, scheme="hybrid", dt=1e-2)
    start = scene.initial
    motion = sim.integrate_motion(scene.model, start.q, start.v, 1.0, 1e-2, "dop853", gravity=scene.gravity, rtol=1e-11)
    np.testing.assert_allclose(motion.times, recording.t, atol=1e-12)
    np.testing.assert_allclose(motion.q, recording.q, atol=1e-9)  # both by DOP853, the other to 1e-10 a step


def test_damping_takes_the_energy_it_should():
    model = pendulum(damping=0.3)
    motion = sim.integrate_motion(model, [2.0], [0.0], 2.0, 1e-2, "dop853")
    energy = np.array(
        [sim.kinetic_energy(model, q, v) + sim.potential_energy(model, q) for q, v in zip(motion.q, motion.v, strict=True)]
    )
    lost = cumulative_simpson(0.3 * motion.v[:, 0] ** 2, x=motion.times, initial=0)
    np.testing.assert_allclose(energy[0] - energy, lost, atol=1e-6)  # Simpson's rule at 10 ms
    free = sim.integrate_motion(model, [2.0], [0.0], 2.0, 1e-2, "dop853", joint_forces=False)
    assert abs(sim.kinetic_energy(model, free.q[-1], free.v[-1]) + sim.potential_energy(model, free.q[-1]) - energy[0]) < 1e-8


def test_damping_of_a_mimic_joint_is_felt_by_its_leader():
    bodies = [Body(name, 1.0, np.zeros(3), np.eye(3)) for name in ("one", "two")]
    joints = [
        Joint("leader", JointKind.REVOLUTE, None, "one", damping=0.5),
        Joint("follower", JointKind.REVOLUTE, "one", "two", damping=0.25, mimic=Mimic("leader", 2.0)),
    ]
    np.testing.assert_array_equal(joint_damping(sim.build_model("pair", bodies, joints)), [0.5 + 0.25 * 2.0**2])


@pytest.mark.parametrize("integrator", sim.INTEGRATORS)
def test_a_model_that_cannot_move_does_not(integrator):
    model = sim.build_model("post", [Body("post", 1.0)], [Joint("foot", JointKind.FIXED, None, "post")])
    motion = sim.integrate_motion(model, [], [], 0.1, 1e-2, integrator)
    assert motion.q.shape == motion.v.shape == (11, 0)


@pytest.mark.parametrize("integrator", sim.INTEGRATORS)
def test_a_constant_torque_turns_a_wheel_uniformly(integrator):
    body = Body("wheel", 1.0, np.zeros(3), np.diag([0.1, 0.1, 0.25]))
    joint = Joint("axle", JointKind.CONTINUOUS, None, "wheel", armature=0.25)
    model = sim.build_model("wheel", [body], [joint])
    for torque in (np.array([2.0]), [2.0], lambda t, q, v: [2.0]):
        motion = sim.integrate_motion(model, [0.0], [1.0], 0.5, 1e-2, integrator, torque)
        np.testing.assert_allclose(motion.v[:, 0], 1.0 + 4.0 * motion.times, rtol=1e-12)
        expected = motion.times + 2.0 * motion.times**2
        first_order = sim.INTEGRATORS[integrator].order == 1
        np.testing.assert_allclose(motion.q[:, 0], expected, atol=0.011 if first_order else 1e-12)


@pytest.mark.parametrize("integrator", ["rk4", "implicit_midpoint", "variational"])
def test_a_torque_of_time_and_state_keeps_the_order(integrator):
    model = pendulum(damping=0.1, armature=0.05)

    def torque(t, q, v):
        return np.array([np.sin(3.0 * t) - 0.5 * v[0] + 0.2 * q[0] ** 2])

    exact = sim.integrate_motion(model, [1.0], [0.0], 1.0, 1.0, "dop853", torque, rtol=1e-13, atol=1e-14)
    errors = [
        abs(sim.integrate_motion(model, [1.0], [0.0], 1.0, h, integrator, torque).q[-1, 0] - exact.q[-1, 0])
        for h in (0.01, 0.005)
    ]
    assert abs(np.log2(errors[0] / errors[1]) - sim.INTEGRATORS[integrator].order) < 0.12


def test_steps_are_equal_and_end_at_the_duration():
    motion = sim.integrate_motion(pendulum(), [1.0], [0.0], 1.0, 0.3)
    np.testing.assert_allclose(motion.times, [0.0, 0.25, 0.5, 0.75, 1.0], atol=1e-16)
    # though 0.3 / 0.1 > 3 - in doubles - is not exact
    assert len(sim.integrate_motion(pendulum(), [1.0], [0.0], 0.3, 0.1)) == 4
    assert (motion.steps, motion.evaluations, motion.iterations, motion.residual) == (4, 16, 0, 0.0)
    for array in (motion.times, motion.q, motion.v):
        assert not array.flags.writeable


def test_an_arm_at_rest_stays_there():
    model = robots.load("arm_6r")
    q = np.array([0.3, -0.5, 0.8, 0.1, 0.4, 0.0])
    hold = sim.gravity_torque(model, q)
    for integrator in sim.INTEGRATORS:
        motion = sim.integrate_motion(model, q, np.zeros(6), 0.1, 1e-2, integrator, hold)
        np.testing.assert_allclose(motion.q[-1], q, atol=1e-12)


def test_a_model_that_hangs_exactly_still_is_solved_too():
    for integrator in ("implicit_midpoint", "variational"):
        motion = sim.integrate_motion(pendulum(), [np.pi], [0.0], 0.1, 1e-2, integrator)
        assert abs(motion.q[-1, 0] - np.pi) < 1e-14


def test_adaptive_steps_do_not_depend_on_how_far_a_body_turns_between_records():
    model = random_tree(5, 1, kinds=(JointKind.FREE_FLYER,))
    q, v = sim.neutral(model), np.array([0.0, 0.0, 0.0, 9.0, 7.0, -8.0])
    coarse = sim.integrate_motion(model, q, v, 2.0, 2.0, "dop853", rtol=1e-11)  # four turns in one recorded interval
    fine = sim.integrate_motion(model, q, v, 2.0, 0.05, "dop853", rtol=1e-11)
    assert np.max(np.abs(sim.difference(model, coarse.q[-1], fine.q[-1]))) < 1e-8
    assert coarse.steps > 10


def test_stiff_control_is_for_the_implicit_ones():
    model = pendulum()
    stiff = lambda t, q, v: -1e7 * q - 1e5 * v  # noqa: E731
    with pytest.raises(IntegrationError, match=r"grew beyond 1e\+100 by t = .* smaller dt"):
        sim.integrate_motion(model, [1.0], [0.0], 1.0, 1e-2, "rk4", stiff)
    motion = sim.integrate_motion(model, [1.0], [0.0], 1.0, 1e-2, "implicit_midpoint", stiff)
    assert abs(motion.q[-1, 0]) < 1.0


def test_equations_that_are_not_solved_are_told():
    jumping = lambda t, q, v: -100.0 * np.sign(v)  # noqa: E731
    with pytest.raises(IntegrationError, match=r"implicit_midpoint, the step from t = .* wanted 1e-12"):
        sim.integrate_motion(pendulum(), [1.0], [0.01], 1.0, 1e-2, "implicit_midpoint", jumping)


@loop_over(("change", "error", "message"), [
    ({"dt": 0.0}, ArgumentError, "dt must be positive"),
    ({"dt": -1e-3}, ArgumentError, "dt must be positive"),
    ({"dt": np.nan}, ArgumentError, "dt must be a finite number; given nan"),
    ({"dt": 1e-12}, ArgumentError, "1e.12 steps; at most 1e.08"),
    ({"duration": np.inf}, ArgumentError, "duration must be a finite number"),
    ({"duration": 0.0}, ArgumentError, "duration must be positive"),
    ({"integrator": "rk45"}, UnknownNameError, "no integrator named 'rk45'.*did you mean 'rk4'.*variational"),
    ({"integrator": 4}, UnknownNameError, "no integrator named '4'"),
    ({"q": [np.nan]}, ArgumentError, r"q\[0\] is nan.*'hinge'"),
    ({"v": [1.0, 2.0]}, ArgumentError, r"v has shape \(2,\)"),
    ({"torque": [1.0, 2.0]}, ArgumentError, r"torque has shape \(2,\); model 'pendulum' wants \(1,\)"),
    ({"torque": "none"}, ArgumentError, "torque must be numbers; given str"),
    ({"torque": lambda t, q, v: np.zeros(3)}, ArgumentError, r"torque\(t = 0, q, v\) has shape \(3,\)"),
    ({"torque": lambda t, q, v: [np.nan]}, ArgumentError, r"torque\(t = 0, q, v\)\[0\] is nan"),
    ({"gravity": (0, 0)}, ArgumentError, "gravity must be three finite numbers"),
    ({"rtol": 0.0}, ArgumentError, "rtol must be from 1e-13 and below 1"),
    ({"atol": 0.0}, ArgumentError, "atol must be above 0 and below 1"),
    ({"tolerance": 2.0}, ArgumentError, "tolerance must be from 1e-13 and below 1; given 2.0"),
])  # fmt: skip
def test_wrong_arguments_are_named(change, error, message):
    given = {"q": [1.0], "v": [0.0], "duration": 1.0, "dt": 1e-2, "integrator": "rk4", **change}
    with pytest.raises(error, match=message):
        sim.integrate_motion(pendulum(), **given)


# ---- The pieces


@loop_over("seed", range(8))
def test_derivatives_of_the_lagrangian_are_its_differences(seed):
    model = random_tree(seed, mimic=bool(seed % 2))
    q, v, _ = random_state(model, seed)
    gravity = (1.0, 2.0, -9.81)

    def lagrangian(x):
        return sim.kinetic_energy(model, x, v) - sim.potential_energy(model, x, gravity)

    p, f = lagrangian_derivatives(model, q, v, gravity)
    np.testing.assert_allclose(p, sim.mass_matrix(model, q) @ v, atol=1e-11)
    e = 1e-5
    slopes = [
        (lagrangian(sim.integrate(model, q, unit, e)) - lagrangian(sim.integrate(model, q, unit, -e))) / (2 * e)
        for unit in np.eye(model.nv)
    ]
    np.testing.assert_allclose(f, slopes, atol=1e-7)  # e² times a third derivative, about 100


@pytest.fixture(scope="module")
def free():
    return random_tree(0, 1, kinds=(JointKind.FREE_FLYER,))


@pytest.mark.parametrize("turn", [0.0, 1e-4, 0.1, 0.2449, 0.2451, 1.0, 3.0])
def test_the_rate_of_exponential_coordinates_undoes_the_differential_of_the_exponential(free, turn):
    rng = np.random.default_rng(3)
    theta, rate = rng.normal(size=6), rng.normal(size=6)
    theta[3:] *= turn / np.linalg.norm(theta[3:])
    q, e = sim.neutral(free), 1e-6
    v = sim.difference(free, sim.integrate(free, q, theta - e * rate), sim.integrate(free, q, theta + e * rate)) / (2 * e)
    np.testing.assert_allclose(exponential_rate(free, theta, v), rate, atol=1e-8)  # rounding / e


@pytest.mark.parametrize("turn", [0.0, 1e-4, 0.9e-3, 1.1e-3, 0.3, 3.0])
def test_the_momentum_of_a_straight_step_is_dual_to_its_differential(free, turn):
    rng = np.random.default_rng(4)
    theta, p, change = rng.normal(size=6), rng.normal(size=6), rng.normal(size=6)
    theta[3:] *= turn / np.linalg.norm(theta[3:])
    q, e = sim.neutral(free), 1e-6
    turning = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
    ends = [straight_step(free, q, theta + sign * e * change, turning) for sign in (-1.0, 1.0)]
    v = sim.difference(free, *ends) / (2 * e)
    assert abs(straight_momentum(free, theta, p) @ v - p @ change) < 1e-8  # rounding / e
    back = straight_step(free, straight_step(free, q, theta, turning), -theta, turning)
    np.testing.assert_allclose(back, q, atol=1e-14)  # roundings of numbers about 1, there and back


@pytest.mark.slow
@pytest.mark.parametrize("integrator", ["rk4", "implicit_midpoint", "variational", "dop853"])
def test_springs_swing_with_their_frequency(integrator):
    body = Body("body", 2.0, np.zeros(3), np.diag([0.02, 0.03, 0.05]))
    joint = Joint("slider", JointKind.PRISMATIC, None, "body", axis=np.array([1.0, 0, 0]), stiffness=50.0, rest=0.1)
    model = sim.build_model("spring", [body], [joint])
    motion = sim.integrate_motion(model, [0.3], [0.0], 2.0, 1e-3, integrator)
    expected = 0.1 + 0.2 * np.cos(5.0 * motion.times)
    # Second order: (ω h)² / 12 of the phase, 2e-6 · 10 rad; of higher order it is rounding and the tolerances.
    np.testing.assert_allclose(motion.q[:, 0], expected, atol=1e-8 if integrator in ("rk4", "dop853") else 1e-5)
    loose = sim.integrate_motion(model, [0.3], [0.1], 1.0, 0.1, integrator, joint_forces=False)
    np.testing.assert_allclose(loose.q[-1], 0.4, atol=1e-12)
