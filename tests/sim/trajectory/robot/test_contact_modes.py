"""Modes and blows of robots against forms by hand: sliding, forces that repeat each other, free fall, an impact."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.random_trees import random_state, tree_of_degrees
from torseur import robots
from torseur.sim import build_model, frame_accelerations, inverse_dynamics, jacobian
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.dynamics.passive_torques import passive_torques
from torseur.sim.multibody.kinematics.configuration import difference, integrate
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind
from torseur.sim.trajectory.robot.contact_robot import ContactMode, ContactRobot, Touch, TouchingPoint
from torseur.sim.trajectory.robot.symbolic_dynamics import (  # noqa: E402
    PointForce,
    configuration_rate,
    joint_forces,
    passive_forces,
    point_motion,
    row_motions,
)
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

casadi = pytest.importorskip("casadi", reason="planning needs CasADi")
from torseur.sim.trajectory.robot.robot_system import robot_system  # noqa: E402

MASS, G, MU = 2.0, 9.81, 0.3
CORNERS = {"rear": (-0.2, 0.0, -0.1), "front": (0.1, 0.0, -0.1), "side": (0.1, 0.15, -0.1)}


def block(kind, **modes):
    body = Body("block", MASS, np.array([0.0, 0.0, 0.0]), np.diag([0.02, 0.03, 0.04]))
    joint = Joint("base", kind, None, "block", axis=np.array([0.0, 1.0, 0.0]))
    frames = [
        Frame(name, "block", np.block([[np.eye(3), np.array([[x], [y], [z]])], [np.zeros(3), 1.0]]))
        for name, (x, y, z) in CORNERS.items()
    ]
    return ContactRobot(
        build_model("block", [body], [joint], frames),
        tuple(TouchingPoint(name, name) for name in CORNERS),
        tuple(ContactMode(name, tuple(touches.items())) for name, touches in modes.items()),
        planar=kind is JointKind.PLANAR,
    )


def system_of(robot, *sequence):
    return robot_system(PlanTask("block", tuple(TaskPhase(mode) for mode in sequence), "robot", robot=robot))


def unknowns(mode, x):
    """Accelerations and forces (points, 3) of a mode at x."""
    z, p = casadi.SX.sym("z", mode.nz), np.zeros(mode.np)
    theta = np.full(3, MU)
    residual = mode.residual(x, casadi.DM(0, 1), z, p, theta)
    solved = casadi.rootfinder("z", "newton", {"x": z, "g": residual})(mode.first_z, 0)
    force = np.array(mode.force(x, casadi.DM(0, 1), solved, p, theta)).reshape(-1, 3)
    rate = np.array(mode.rate(x, casadi.DM(0, 1), solved, p, theta)).ravel()
    return rate[x.size - len(rate) // 2 :] if x.size % 2 == 0 else rate[7:], force


PLANE_Q = np.array([0.1, 0.0, 0.0])  # z x turn


def test_a_block_that_slides_on_two_corners_slows_down_by_friction_alone():
    slide = {"rear": Touch.SLIDE_FORWARD, "front": Touch.SLIDE_FORWARD}
    mode = system_of(block(JointKind.PLANAR, slide=slide), "slide").modes["slide"]
    a, force = unknowns(mode, np.concatenate([PLANE_Q, [0.0, 1.0, 0.0]]))
    assert a == pytest.approx([0.0, -MU * G, 0.0], abs=1e-12)
    # moments about the centre: what friction turns at height 0.1 m, the normals at -0.2 and 0.1 m turn back
    assert force[:2, 2].sum() == pytest.approx(MASS * G)
    assert -0.2 * force[0, 2] + 0.1 * force[1, 2] == pytest.approx(0.1 * MU * MASS * G)
    assert force[:, 0] == pytest.approx(-MU * force[:, 2])


def test_two_corners_that_stick_share_their_force_with_the_least_norm():
    mode = system_of(block(JointKind.PLANAR, stand={"rear": Touch.STICK, "front": Touch.STICK}), "stand").modes["stand"]
    a, force = unknowns(mode, np.concatenate([PLANE_Q, np.zeros(3)]))
    assert a == pytest.approx(np.zeros(3), abs=1e-12)
    assert force[:, 2] == pytest.approx([MASS * G / 3.0, 2.0 * MASS * G / 3.0, 0.0])
    assert force[:, 0] == pytest.approx(np.zeros(3), abs=1e-12)


def test_in_space_a_block_slides_wherever_it_goes_against_friction():
    touches = dict.fromkeys(CORNERS, Touch.SLIDE)
    mode = system_of(block(JointKind.FREE_FLYER, slide=touches), "slide").modes["slide"]
    way = np.array([0.6, -0.8])
    x = np.concatenate([[0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 1.0], [*(2.0 * way), 0.0, 0.0, 0.0, 0.0]])
    z = np.array(mode.first_z)
    z[-9:] = np.tile([*way, 2.0], 3)  # near the direction that it has
    given = (x, casadi.DM(0, 1), casadi.SX.sym("z", mode.nz), np.zeros(mode.np), np.full(3, MU))
    solved = casadi.rootfinder("z", "newton", {"x": given[2], "g": mode.residual(*given)})(z, 0)
    found = (x, casadi.DM(0, 1), solved, np.zeros(mode.np), np.full(3, MU))
    assert np.array(mode.rate(*found)).ravel()[7:10] == pytest.approx([*(-MU * G * way), 0.0], abs=1e-9)


def test_a_corner_that_strikes_takes_the_velocity_that_mass_and_lever_say():
    robot = block(JointKind.PLANAR, fall={}, stand={"rear": Touch.STICK})
    system = system_of(robot, "fall", "stand")
    jump = system.jumps["fall", "stand"]
    assert jump.kind == "touch-down"
    before = np.concatenate([PLANE_Q, [-1.0, 0.0, 0.0]])  # falls flat at 1 m/s, its rear corner is held from now on
    after, w, p = casadi.SX.sym("x", 6), casadi.SX.sym("w", jump.nw), casadi.SX.sym("p", 1)
    arguments = (before, casadi.DM(0, 1), after, p, w, np.full(3, MU))
    unknown = casadi.vertcat(after, w, p)
    rows = casadi.Function("rows", [unknown], [jump.rows(*arguments), casadi.jacobian(jump.rows(*arguments), unknown)])
    value, slope = (np.array(part) for part in rows(np.zeros(9)))  # linear; one row asks for the height that there is
    solved = np.linalg.lstsq(slope, -value.ravel(), rcond=None)[0]
    v = solved[3:6]
    # angular momentum about the corner, 0.2 m behind the centre and 0.1 m below it: m 0.2 · 1 = (I + m r²) ω, ω about -y lifts z
    turn = MASS * 0.2 * 1.0 / (0.03 + MASS * 0.05)
    assert v == pytest.approx([-0.2 * turn, 0.1 * turn, turn])
    assert slope @ solved == pytest.approx(-value.ravel(), abs=1e-12)
    assert solved[8] == pytest.approx(-0.2)  # where it is held


@pytest.mark.parametrize("way", [Touch.STICK, Touch.SLIDE_FORWARD])
def test_what_lifts_off_keeps_its_motion(way):
    system = system_of(block(JointKind.PLANAR, on={"rear": way}, fly={}), "on", "fly")
    jump = system.jumps["on", "fly"]
    assert (jump.kind, jump.nw) == ("lift-off", 0)
    assert "rear above its surface" in jump.implied_after


def test_what_a_robot_cannot_be_held_by_is_refused_in_words():
    with pytest.raises(ArgumentError, match="leaves the plane x z"):
        system_of(replace(block(JointKind.FREE_FLYER, on={"rear": Touch.STICK}), planar=True), "on")
    with pytest.raises(ArgumentError, match="of one body touch; wanted at most 2"):
        system_of(block(JointKind.PLANAR, on=dict.fromkeys(CORNERS, Touch.STICK)), "on")
    with pytest.raises(ArgumentError, match="forward or backward"):
        block(JointKind.PLANAR, on={"rear": Touch.SLIDE})
    with pytest.raises(UnknownNameError, match="touching point named 'heel'"):
        block(JointKind.PLANAR, on={"heel": Touch.STICK})
    robot = block(JointKind.PLANAR, on={})
    with pytest.raises(UnknownNameError, match="frame named 'nose'"):
        ContactRobot(robot.model, (TouchingPoint("nose", "nose"),), ())


def test_facets_of_a_cone_are_within_it_and_touch_it_at_their_edges():
    touches = {"rear": Touch.STICK}
    robot = block(JointKind.FREE_FLYER, stand=touches)
    rows = {}
    for facets in (0, 4, 8):
        mode = system_of(replace(robot, facets=facets), "stand").modes["stand"]
        rows[facets] = next(row for row in mode.path if row.group == "friction cone")
    x, theta = np.concatenate([[0.0] * 6, [1.0], [0.0] * 6]), np.full(3, MU)

    def least(facets, share):
        z = np.concatenate([np.zeros(6), share])
        return float(np.array(rows[facets].function(x, casadi.DM(0, 1), z, np.zeros(2), theta)).min())

    for angle in np.linspace(0.0, 2.0 * np.pi, 33):  # forces of friction 0.3 n: at the edge of the cone
        edge = np.array([MU * np.cos(angle), MU * np.sin(angle), 1.0])
        assert least(0, edge) == pytest.approx(0.0, abs=1e-12)
        assert least(8, edge) <= 1e-12
        assert least(4, edge) <= least(8, edge) + 1e-12
        inside = np.array([0.92 * edge[0], 0.92 * edge[1], 1.0])  # cos 22.5° = 0.924
        assert least(8, inside) > 0.0
    assert least(4, np.array([MU, 0.0, 1.0])) == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(ArgumentError, match="even number of facets"):
        replace(robot, facets=5)


def test_equal_robots_are_of_one_structure_and_others_are_not():
    one, other = (block(JointKind.PLANAR, on={"rear": Touch.STICK}) for _ in range(2))
    assert (one, hash(one)) == (other, hash(other))
    assert pickle.loads(pickle.dumps(one)) == one
    assert block(JointKind.PLANAR, on={"front": Touch.STICK}) != one


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
@pytest.mark.slow
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
