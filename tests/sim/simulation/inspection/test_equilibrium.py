"""Whether torques hold a robot still under loads."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError

SOME = ("scara", "arm_6r", "panda", "ur5", "allegro_left", "so100", "solo12", "tiago", "talos")


def pendulum(stiffness=0.0):
    """A rod of 1 m and 2 kg that turns about y; q = 0 hangs."""
    rod = sim.Body("rod", 2.0, np.array([0.0, 0.0, -0.5]), np.diag([2.0 / 12, 2.0 / 12, 1e-3]))
    hinge = sim.Joint("hinge", sim.JointKind.REVOLUTE, None, "rod", axis=np.array([0.0, 1.0, 0.0]), stiffness=stiffness)
    return sim.build_model("pendulum", [rod], [hinge])


@pytest.mark.parametrize("name", [name for name in SOME if name in robots.names()])
@pytest.mark.slow
def test_holding_torques_give_no_acceleration_and_no_drift_where_without_them_it_falls(name):
    model = robots.load(name, meshes=False) if name not in robots.names()[:8] else robots.load(name)
    q = sim.random_configuration(model, 3)
    load = sim.Load(model.body_names[-1], (0.02, 0.01, -0.03), (4.0, -3.0, 6.0), (0.2, 0.1, -0.3))
    check = sim.equilibrium_check(model, q, [load], duration=0.05, dt=2e-3)
    assert check.largest_acceleration <= 1e-9
    assert np.abs(check.drift).max() <= 1e-9
    assert np.abs(check.free_drift).max() > 1e-4
    assert check.verdict != "unbalanced"
    assert check.times[-1] == pytest.approx(0.05)
    assert check.motion.shape == check.free_motion.shape == (26, model.nq)


@pytest.mark.slow
def test_a_hanging_pendulum_is_stable_and_an_upright_one_is_not():
    """Frequency and growth are both √(m g ℓ / I) with ℓ = 1/2, I = m/3: √(3 g / 2)."""
    rate = np.sqrt(1.5 * 9.81)
    hanging = sim.equilibrium_check(pendulum(), np.zeros(1), [])
    assert hanging.verdict == "stable"
    assert hanging.growth == 0.0
    assert hanging.slowest == pytest.approx(rate, rel=1e-9)
    assert np.abs(hanging.nudged_drift).max() <= 1.001e-4
    upright = sim.equilibrium_check(pendulum(), np.array([np.pi]), [])
    assert upright.verdict == "unstable"
    assert upright.growth == pytest.approx(rate, rel=1e-9)
    assert upright.largest_acceleration < 1e-12
    assert np.abs(upright.nudged_drift).max() == pytest.approx(1e-4 * np.cosh(0.5 * rate), rel=1e-6)


@pytest.mark.slow
def test_a_load_makes_a_pendulum_stable_or_unstable():
    """Pulled upwards by more than half its weight at its end, the hanging pendulum wants to turn over."""
    weight = 2.0 * 9.81
    for pull, verdict in ((0.4 * weight, "stable"), (0.6 * weight, "unstable")):
        load = sim.Load("rod", (0.0, 0.0, -1.0), (0.0, 0.0, pull))
        assert sim.equilibrium_check(pendulum(), np.zeros(1), [load]).verdict == verdict


@pytest.mark.slow
def test_an_arm_that_turns_about_the_vertical_is_neutral():
    model = robots.load("scara")
    assert sim.equilibrium_check(model, np.array([0.3, 0.5, 0.1]), []).verdict == "neutral"


@pytest.mark.slow
def test_springs_call_back():
    upright = sim.equilibrium_check(pendulum(stiffness=20.0), np.array([np.pi]), [])
    assert upright.verdict == "stable"
    assert upright.slowest == pytest.approx(np.sqrt((20.0 - 9.81) / (2.0 / 3.0)), rel=1e-6)


@pytest.mark.slow
def test_torques_that_do_not_hold_are_told():
    model = pendulum()
    tau = sim.static_torques(model, np.array([0.7]), []).torque
    assert sim.equilibrium_check(model, np.array([0.7]), [], tau).verdict != "unbalanced"
    short = sim.equilibrium_check(model, np.array([0.7]), [], 0.9 * tau)
    assert short.verdict == "unbalanced"
    assert short.largest_acceleration == pytest.approx(0.1 * abs(tau[0]) / (2.0 / 3.0), rel=1e-9)
    assert np.abs(short.drift).max() > 0.01


def test_what_cannot_be_asked_is_refused():
    model = pendulum()
    with pytest.raises(ArgumentError, match="duration must be positive"):
        sim.equilibrium_check(model, np.zeros(1), [], duration=0.0)
    with pytest.raises(ArgumentError, match="torque has shape"):
        sim.equilibrium_check(model, np.zeros(1), [], np.zeros(2))
    with pytest.raises(UnknownNameError, match="no body or frame named 'rood'"):
        sim.equilibrium_check(model, np.zeros(1), [sim.Load("rood")])
