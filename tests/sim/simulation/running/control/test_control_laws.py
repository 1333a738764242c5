"""Control laws on a 6R arm: they track, settle, play back, and never leave the limits."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError

MIDDLE = np.array([0.2, -0.4, 0.6, 0.1, 0.5, 0.0])


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


def sway(t):
    """All six joints sway at their own rate, gently enough for the limits."""
    rate, size = np.array([1.0, 1.3, 0.7, 1.9, 1.1, 1.6]), np.array([0.2, 0.15, 0.2, 0.3, 0.3, 0.4])
    return MIDDLE + size * np.sin(rate * t), size * rate * np.cos(rate * t), -size * rate**2 * np.sin(rate * t)


def unlimited(model):
    for name in model.joint_names:
        model = sim.with_joint(model, name, effort_limit=np.inf)
    return model


@pytest.mark.slow
def test_computed_torque_tracks_to_the_integrators_error(arm):
    law = sim.ComputedTorque(arm, sway, stiffness=100.0, damping=20.0)
    q, v, _ = sway(0.0)
    errors = []
    for dt in (2e-2, 1e-2):
        motion = sim.integrate_motion(arm, q, v, 2.0, dt, "rk4", law)
        errors.append(np.max(np.abs(motion.q - [sway(t)[0] for t in motion.times])))
        assert not any(law.command(*state).saturated.any() for state in zip(motion.times, motion.q, motion.v, strict=True))
    assert errors[1] < 1e-6
    assert np.log2(errors[0] / errors[1]) > 3.5  # it is the integrator's: of its order
    fine = sim.integrate_motion(arm, q, v, 2.0, 0.1, "dop853", law, rtol=1e-11)
    assert np.max(np.abs(fine.q - [sway(t)[0] for t in fine.times])) < 1e-9


def test_computed_torque_makes_the_error_a_linear_oscillator(arm):
    law = sim.ComputedTorque(unlimited(arm), sway, stiffness=25.0, damping=10.0)
    q, v, _ = sway(0.0)
    motion = sim.integrate_motion(arm, q + 0.1, v, 2.0, 1e-2, "rk4", law)
    t = motion.times
    expected = 0.1 * (1.0 + 5.0 * t) * np.exp(-5.0 * t)  # critically damped
    error = motion.q - np.array([sway(s)[0] for s in t])
    np.testing.assert_allclose(error, np.repeat(expected[:, None], 6, 1), atol=1e-6)  # rk4 at 10 ms


def test_computed_torque_without_joint_damping_is_inverse_dynamics(arm):
    q, v, a = sway(0.4)
    law = sim.ComputedTorque(unlimited(arm), sway, joint_damping=False)
    np.testing.assert_allclose(law(0.4, q, v), sim.inverse_dynamics(arm, q, v, a), atol=1e-12)


@pytest.mark.slow
def test_pd_with_gravity_compensation_settles_at_the_target(arm):
    gains = {"stiffness": np.array([90.0, 90, 60, 8, 8, 2]), "damping": np.array([25.0, 25, 12, 1.5, 1.5, 0.3])}
    law = sim.PDControl(arm, sim.Controller(target=MIDDLE, gravity_compensation=True, **gains))
    start = MIDDLE + np.array([0.3, -0.2, 0.2, 0.5, -0.4, 0.6])
    motion = sim.integrate_motion(arm, start, np.zeros(6), 12.0, 2e-2, "implicit_midpoint", law)
    np.testing.assert_allclose(motion.q[-1], MIDDLE, atol=1e-9)  # what is left of the slowest decay
    sagging = sim.PDControl(arm, sim.Controller(target=MIDDLE, **gains))
    motion = sim.integrate_motion(arm, start, np.zeros(6), 12.0, 2e-2, "implicit_midpoint", sagging)
    off = sim.gravity_torque(arm, motion.q[-1]) / gains["stiffness"]
    np.testing.assert_allclose(MIDDLE - motion.q[-1], off, atol=1e-8)  # without it, it hangs by g / kp
    assert np.max(np.abs(off)) > 0.05


def test_limits_are_kept_exactly_and_told(arm):
    law = sim.PDControl(arm, sim.Controller(1e4, 0.0, MIDDLE, gravity_compensation=True))
    q = MIDDLE + np.array([1.0, 0.0, -1.0, 0.0, 1.0, 0.0])
    command = law.command(0.0, q, np.zeros(6))
    np.testing.assert_array_equal(command.saturated, [True, False, True, False, True, False])
    limit = arm.effort_limit
    assert (command.tau[0], command.tau[2], command.tau[4]) == (-limit[0], limit[2], -limit[4])
    np.testing.assert_allclose(command.tau[[1, 3, 5]], sim.gravity_torque(arm, q)[[1, 3, 5]], atol=1e-12)
    motion = sim.integrate_motion(arm, q, np.zeros(6), 0.2, 1e-3, "rk4", law)
    asked = np.array([law(*state) for state in zip(motion.times, motion.q, motion.v, strict=True)])
    assert np.all(np.abs(asked) <= limit)
    assert np.any(np.abs(asked) == limit)


def test_pd_leaves_a_free_flyer_alone():
    from tests.laws.random_trees import random_tree

    model = random_tree(2, 6)
    assert (model.table["kind"] == 3).any()
    q = sim.random_configuration(model, 1)
    law = sim.PDControl(model, sim.Controller(10.0, 1.0, sim.neutral(model), gravity_compensation=True))
    tau = law(0.0, q, np.ones(model.nv))
    for name, (_, place) in model.joint_slices().items():
        flying = model.joint(name).kind is sim.JointKind.FREE_FLYER
        assert np.all((tau[place] == 0.0) == flying)


def test_playback_gives_the_rows_of_its_table(arm):
    times, torques = [0.0, 0.5, 2.0], np.array([np.full(6, 1.0), np.full(6, 3.0), np.full(6, -3.0)])
    steps, straight = sim.TorquePlayback(arm, times, torques), sim.TorquePlayback(arm, times, torques, "linear")
    instants = [-1.0, 0.0, 0.25, 0.5, 1.25, 2.0, 9.0]
    assert [steps(t)[0] for t in instants] == [1.0, 1.0, 1.0, 3.0, 3.0, -3.0, -3.0]
    assert [straight(t)[0] for t in instants] == [1.0, 1.0, 2.0, 3.0, 0.0, -3.0, -3.0]
    huge = sim.TorquePlayback(arm, [0.0], 1e6 * np.ones((1, 6))).command(0.0)
    np.testing.assert_array_equal(huge.tau, arm.effort_limit)
    assert huge.saturated.all()


def test_torques_of_a_motion_played_back_make_it_again(arm):
    law = sim.ComputedTorque(arm, sway)
    q, v, _ = sway(0.0)
    first = sim.integrate_motion(arm, q, v, 0.5, 1e-2, "rk4", law)
    torques = [law(*state) for state in zip(first.times, first.q, first.v, strict=True)]
    again = sim.integrate_motion(arm, q, v, 0.5, 1e-2, "rk4", sim.TorquePlayback(arm, first.times, torques, "linear"))
    np.testing.assert_allclose(again.q, first.q, atol=1e-3)  # straight lines between torques 10 ms apart


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda m: sim.PDControl(m, sim.Controller(1.0)), ArgumentError, "wants a target"),
    (lambda m: sim.PDControl(m, sim.Controller(1.0, target=np.zeros(5))), ArgumentError, r"q_target has shape \(5,\)"),
    (lambda m: sim.PDControl(m, sim.Controller(-1.0, target=np.zeros(6))), ArgumentError, "stiffness must be"),
    (lambda m: sim.ComputedTorque(m, sway, damping=[1.0, 2.0]), ArgumentError, r"damping must be one number or \(nv = 6,\)"),
    (lambda m: sim.ComputedTorque(m, lambda t: (MIDDLE, MIDDLE, [0.0]))(0, MIDDLE, MIDDLE), ArgumentError, "a_desired has"),
    (lambda m: sim.TorquePlayback(m, [1.0, 0.0], np.zeros((2, 6))), ArgumentError, "times must be increasing"),
    (lambda m: sim.TorquePlayback(m, [0.0], np.zeros((1, 5))), ArgumentError, r"shape \(1, 6\).*given shape \(1, 5\)"),
    (lambda m: sim.TorquePlayback(m, [0.0], np.zeros((1, 6)), "cubic"), UnknownNameError, "no hold named 'cubic'"),
])  # fmt: skip
def test_wrong_laws_are_refused(arm, make, error, message):
    with pytest.raises(error, match=message):
        make(arm)


def test_computed_torque_is_not_for_what_nothing_drives():
    model = sim.build_model("b", [sim.Body("b", 1.0)], [sim.Joint("f", sim.JointKind.FREE_FLYER, None, "b")])
    with pytest.raises(ArgumentError, match="nothing drives the free-flyer 'f'"):
        sim.ComputedTorque(model, sway)
