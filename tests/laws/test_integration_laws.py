"""What integrators keep and how fast they converge: on an arm, a tumbling body, and random trees of every joint kind."""

from functools import cache

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_state, random_tree
from torseur import sim
from torseur.sim.multibody.model.model import Body, Joint, JointKind

DOWN = (0.0, 0.0, -9.81)
DOWN_Y = (0.0, -9.81, 0.0)
NOWHERE = (0.0, 0.0, 0.0)
FIXED_STEP = [name for name, integrator in sim.INTEGRATORS.items() if not integrator.adaptive]
SYMMETRIC = [name for name, integrator in sim.INTEGRATORS.items() if integrator.symmetric]


def planar_2r():
    along = np.eye(4)
    along[0, 3] = 0.6
    bodies = [
        Body("one", 1.3, np.array([0.25, 0.0, 0.0]), np.diag([0.01, 0.01, 0.03])),
        Body("two", 0.9, np.array([0.2, 0.0, 0.0]), np.diag([0.01, 0.01, 0.02])),
    ]
    joints = [Joint("first", JointKind.REVOLUTE, None, "one"), Joint("second", JointKind.REVOLUTE, "one", "two", along)]
    return sim.build_model("2R", bodies, joints)


def tumbling():
    body = Body("asymmetric", 2.0, np.array([0.1, -0.05, 0.02]), np.diag([0.05, 0.1, 0.12]))
    return sim.build_model("asymmetric", [body], [Joint("free", JointKind.FREE_FLYER, None, "asymmetric")])


@cache
def case(name):
    """What is integrated: model, q, v, gravity, duration, dt."""
    if name == "arm":
        return planar_2r(), np.array([-0.3, 1.0]), np.array([0.5, -1.0]), DOWN_Y, 0.5, 5e-3
    if name == "body":
        return tumbling(), np.array([0, 0, 0, 0, 0, 0, 1.0]), np.array([0.3, 0, 0, 1.0, 3.0, 2.0]), DOWN, 0.5, 1e-2
    seed = int(name.removeprefix("tree "))
    model = random_tree(seed, 6, mimic=bool(seed % 2))
    q, v, _ = random_state(model, seed)
    return model, q, v, DOWN, 0.1, 5e-3


@cache
def reference(name):
    model, q, v, gravity, duration, _ = case(name)
    return sim.integrate_motion(model, q, v, duration, duration, "dop853", gravity=gravity, rtol=1e-13, atol=1e-14)


def error(name, motion):
    """Largest difference of the ends of a motion and of its reference."""
    model, exact = case(name)[0], reference(name)
    dq = sim.difference(model, exact.q[-1], motion.q[-1])
    return max(np.max(np.abs(dq)), np.max(np.abs(motion.v[-1] - exact.v[-1])))


@loop_over("name", ["arm", "body", "tree 4", "tree 7", "tree 12"])
@loop_over("integrator", FIXED_STEP)
def test_halving_the_step_divides_the_error_by_two_to_the_order(integrator, name):
    model, q, v, gravity, duration, dt = case(name)
    errors = [error(name, sim.integrate_motion(model, q, v, duration, h, integrator, gravity=gravity)) for h in (dt, dt / 2)]
    measured = np.log2(errors[0] / errors[1])
    # The next term of the error, relative: about dt · (rate of the motion), 5 % of a ratio here.
    assert abs(measured - sim.INTEGRATORS[integrator].order) < 0.12, errors
    assert errors[1] > 1e-12  # what is measured is the method, not rounding


@pytest.mark.parametrize("name", ["arm", "body", "tree 4", "tree 7", "tree 12"])
def test_the_adaptive_error_follows_its_tolerance(name):
    model, q, v, gravity, duration, _ = case(name)
    for tolerance in (1e-5, 1e-8, 1e-11):
        motion = sim.integrate_motion(
            model, q, v, duration, duration, "dop853", gravity=gravity, rtol=tolerance, atol=tolerance
        )
        assert error(name, motion) < 100 * tolerance  # steps add up, and the motion spreads them


@loop_over("name", ["arm", "body", "tree 4", "tree 7", "tree 12"])
@loop_over("integrator", SYMMETRIC)
@pytest.mark.slow
def test_a_symmetric_integrator_goes_back_the_way_it_came(integrator, name):
    model, q, v, gravity, duration, dt = case(name)
    there = sim.integrate_motion(model, q, v, duration, dt, integrator, gravity=gravity)
    back = sim.integrate_motion(model, there.q[-1], -there.v[-1], duration, dt, integrator, gravity=gravity)
    # Solved to rounding in each of 100 steps; the condition of H is up to 1e4.
    assert np.max(np.abs(sim.difference(model, q, back.q[-1]))) < 1e-10
    assert np.max(np.abs(back.v[-1] + v)) < 1e-9


@pytest.mark.parametrize("name", ["arm", "body"])
def test_rk4_does_not_go_back_the_way_it_came(name):
    model, q, v, gravity, duration, dt = case(name)
    there = sim.integrate_motion(model, q, v, duration, dt, "rk4", gravity=gravity)
    back = sim.integrate_motion(model, there.q[-1], -there.v[-1], duration, dt, "rk4", gravity=gravity)
    assert np.max(np.abs(back.v[-1] + v)) > 1e-10


def energies(model, motion, gravity):
    return np.array(
        [
            sim.kinetic_energy(model, q, v) + sim.potential_energy(model, q, gravity)
            for q, v in zip(motion.q, motion.v, strict=True)
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("integrator", SYMMETRIC)
def test_energy_stays_in_a_band_over_ten_thousand_steps(integrator):
    model, q, v = planar_2r(), np.array([-1.2, 0.4]), np.array([0.3, -0.5])
    motion = sim.integrate_motion(model, q, v, 100.0, 1e-2, integrator, gravity=DOWN_Y)
    energy = energies(model, motion, DOWN_Y)
    off = np.abs(energy - energy[0])
    assert len(motion) == 10_001
    assert np.max(off[-2000:]) < 1.2 * np.max(off[:2000])  # no drift
    assert np.max(off) < 1e-3
    assert 0.0 < motion.residual <= 1e-12


def test_energy_of_explicit_euler_runs_away():
    model, q, v = planar_2r(), np.array([-1.2, 0.4]), np.array([0.3, -0.5])
    motion = sim.integrate_motion(model, q, v, 4.0, 1e-2, "explicit_euler", gravity=DOWN_Y)
    energy = energies(model, motion, DOWN_Y)
    off = np.abs(energy - energy[0])
    assert off[-1] > 1.0  # in 400 steps, a thousand times the band of the symmetric ones


@pytest.mark.parametrize(("integrator", "keeps"), [("variational", True), ("implicit_midpoint", False), ("rk4", False)])
def test_only_the_variational_integrator_keeps_all_momentum_of_a_tumbling_body(integrator, keeps):
    model, q, v, *_ = case("body")
    motion = sim.integrate_motion(model, q, v, 10.0, 1e-2, integrator, gravity=NOWHERE)
    h = np.array([sim.momentum(model, q, v) for q, v in zip(motion.q, motion.v, strict=True)])
    drift = np.max(np.abs(h - h[0]))
    assert drift < 1e-11 if keeps else drift > 1e-8  # 1000 steps, each to rounding of numbers up to 5


def test_the_variational_integrator_keeps_the_momentum_of_a_free_two_link_robot():
    model = floating_arm()
    q = np.array([0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0, 0.4, -0.2])
    v = np.array([0.3, -0.2, 0.5, 1.0, 2.0, -1.0, 3.0, 0.5])
    motion = sim.integrate_motion(model, q, v, 2.0, 1e-2, "variational", gravity=NOWHERE)
    h = np.array([sim.momentum(model, q, v) for q, v in zip(motion.q, motion.v, strict=True)])
    assert np.max(np.abs(h - h[0])) < 1e-11
    assert np.ptp(motion.v[:, 6]) > 0.5  # while the joints exchange it


def test_gravity_takes_away_only_the_vertical_momentum():
    model = floating_arm()
    q = np.array([0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0, 0.4, -0.2])
    v = np.array([0.3, -0.2, 0.5, 1.0, 2.0, -1.0, 3.0, 0.5])
    motion = sim.integrate_motion(model, q, v, 1.0, 1e-2, "variational")
    h = np.array([sim.momentum(model, q, v) for q, v in zip(motion.q, motion.v, strict=True)])
    kept = h[:, [0, 1, 5]]  # linear along x and y, angular about z
    assert np.max(np.abs(kept - kept[0])) < 1e-11
    mass = sum(body.mass for body in model.bodies)
    np.testing.assert_allclose(h[:, 2], h[0, 2] - mass * 9.81 * motion.times, atol=1e-10)


def floating_arm():
    out = np.eye(4)
    out[:3, 3] = [0.1, 0.05, 0.2]
    bodies = [
        Body("base", 2.0, np.array([0.02, 0.0, 0.01]), np.diag([0.05, 0.06, 0.04])),
        Body("link", 1.0, np.array([0.2, 0.0, 0.0]), np.diag([0.01, 0.02, 0.02])),
        Body("slide", 0.5, np.array([0.0, 0.1, 0.0]), np.diag([0.01, 0.01, 0.01])),
    ]
    joints = [
        Joint("free", JointKind.FREE_FLYER, None, "base"),
        Joint("turn", JointKind.REVOLUTE, "base", "link", out, np.array([0.0, 1.0, 0.0])),
        Joint("slide", JointKind.PRISMATIC, "link", "slide", out, np.array([1.0, 0.0, 0.0])),
    ]
    return sim.build_model("floating arm", bodies, joints)


@pytest.mark.parametrize("integrator", sim.INTEGRATORS)
def test_quaternions_stay_unit(integrator):
    model, q, v, *_ = case("body")
    motion = sim.integrate_motion(model, q, 3.0 * v, 2.0, 1e-2, integrator)
    assert np.max(np.abs(np.linalg.norm(motion.q[:, 3:7], axis=1) - 1.0)) < 1e-15  # a few roundings


def test_a_body_thrown_flies_along_its_parabola():
    """The variational step is exact for the centre of mass at the origin, whatever the spin."""
    body = Body("ball", 2.0, np.zeros(3), np.diag([0.05, 0.1, 0.12]))
    model = sim.build_model("ball", [body], [Joint("free", JointKind.FREE_FLYER, None, "ball")])
    v = np.array([3.0, 0.0, 4.0, 1.0, 3.0, 2.0])
    motion = sim.integrate_motion(model, sim.neutral(model), v, 1.0, 1e-2, "variational")
    t = motion.times
    expected = np.stack([3.0 * t, 0.0 * t, 4.0 * t - 0.5 * 9.81 * t**2], axis=1)
    np.testing.assert_allclose(motion.q[:, :3], expected, atol=1e-11)  # 100 steps
