"""Dynamics in CasADi are those of the kernels: equal to rounding on robots of every kind and on random trees."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_state, tree_of_degrees
from torseur import robots
from torseur.sim import frame_accelerations, inverse_dynamics, jacobian
from torseur.sim.multibody.dynamics.passive_torques import passive_torques
from torseur.sim.multibody.kinematics.configuration import difference, integrate

casadi = pytest.importorskip("casadi", reason="planning needs CasADi")
from torseur.sim.trajectory.robot.symbolic_dynamics import (  # noqa: E402
    PointForce,
    configuration_rate,
    joint_forces,
    passive_forces,
    point_motion,
    row_motions,
)

ROBOTS = (
    "planar_2r planar_rp scara cylindrical arm_7r panda ur5 ur5_gripper kinova allegro_left baxter tiago a1 anymal_c solo12 "
    "quadruped bolt simple_humanoid talos hector"
).split()
# Rounding: sums over up to 50 bodies in another order; the greatest seen was 4e-14.
TOLERANCE = 1e-12


def close(found, wanted):
    array = np.array(found).reshape(wanted.shape)
    assert np.abs(array - wanted).max(initial=0.0) <= TOLERANCE * max(1.0, np.abs(wanted).max(initial=0.0))


def agrees_with_the_kernels(model, states):
    q, v, a = (casadi.SX.sym(name, size) for name, size in (("q", model.nq), ("v", model.nv), ("a", model.nv)))
    f = casadi.SX.sym("f", 3)
    frame = model.frame_names[-1]
    row, placement = int(model.frame_row[-1]), model.frame_placement[-1]
    motions = row_motions(model, q, v, a)
    point = point_motion(motions[row], placement[:3, 3])
    pushed = joint_forces(model, motions, a, [PointForce(row, casadi.DM(placement[:3, 3]), f)])
    J = casadi.jacobian(point.velocity, v)
    out = casadi.Function(
        "out",
        [q, v, a, f],
        [joint_forces(model, motions, a), pushed, J, point.position, point.acceleration, passive_forces(model, q, v)],
    )
    for seed in range(states):
        x, xd, xdd = random_state(model, seed)
        push = np.random.default_rng(seed).normal(size=3)
        tau, tau_pushed, rows, _, acceleration, passive = out(x, xd, xdd, push)
        own = jacobian(model, x, frame)[:3]
        close(tau, inverse_dynamics(model, x, xd, xdd))
        close(tau_pushed, inverse_dynamics(model, x, xd, xdd, {frame: np.append(push, np.zeros(3))}))
        close(rows, own)
        close(acceleration, frame_accelerations(model, x, xd, xdd)[-1, :3])
        drift = out(x, xd, np.zeros(model.nv), push)[4]
        close(drift, frame_accelerations(model, x, xd, np.zeros(model.nv))[-1, :3])
        without = model.table["friction"] == 0.0
        if without.all():
            close(passive, passive_torques(model, x[None], xd[None])[0])


@pytest.mark.parametrize("name", ROBOTS)
def test_inverse_dynamics_points_and_their_jacobians_equal_the_kernels_on_robots(name):
    agrees_with_the_kernels(robots.load(name, meshes=False), 2)


@loop_over("degrees", [1, 3, 6, 12, 24])
@loop_over("mimic", [False, True])
def test_inverse_dynamics_equal_the_kernels_on_trees_of_all_joint_kinds(degrees, mimic):
    agrees_with_the_kernels(tree_of_degrees(degrees, degrees, mimic=mimic), 2)


def test_the_rate_of_a_configuration_is_the_limit_of_integrate():
    model = tree_of_degrees(3, 20)
    q, v = casadi.SX.sym("q", model.nq), casadi.SX.sym("v", model.nv)
    rate = casadi.Function("rate", [q, v], [configuration_rate(model, q, v)])
    x, xd, _ = random_state(model, 0)
    h = 1e-5
    central = (integrate(model, x, xd, h) - integrate(model, x, xd, -h)) / (2.0 * h)
    # the error of central differences, h²/6 times third derivatives of the order of v³, and rounding over 2 h
    assert np.allclose(np.array(rate(x, xd)).ravel(), central, atol=1e-9 * (1.0 + np.abs(xd).max() ** 3))
    assert np.allclose(difference(model, x, integrate(model, x, xd, h)) / h, xd, atol=1e-9)
