"""The same robots read and computed by MuJoCo, on a fixed and on a floating base, at 100 states each."""

from functools import cache

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import assert_close
from tests.robots_to_test import each
from torseur import sim

mujoco = pytest.importorskip("mujoco")
pytest.importorskip("pinocchio")
from tests.bench.calls import robot_peers as peers  # noqa: E402 - needs both

# Those of the gallery that MuJoCo reads as we do. It refuses massless links that move and inertias that no body can have;
# it forgets the inertia of `bolt`'s feet, whose mass is zero, and takes a link named `world`, `asr_twodof`'s, for the world.
ROBOTS = (
    "panda", "ur3", "ur5", "ur10", "xarm7", "kinova", "z1", "so100", "so101", "talos_arm", "double_pendulum",
    "baxter", "tiago_pro", "a1", "go2", "laikago", "quadruped", "solo", "solo12", "alex", "alex_sake", "alexander",
    "centauro", "g1", "g1_hands", "simple_humanoid", "talos", "talos_reduced", "borinot", "hextilt", "iris",
)  # fmt: skip
STATES = 100
AGREEMENT = 1e-10  # relative to the largest number: the bound of the project's specification


class Robot:
    """One robot in both, with random states: ours, and MuJoCo's numbers of them."""

    def __init__(self, name, floating):
        case = peers.Case(name, floating, "")
        text = peers.plain_urdf(case)
        self.floating = floating
        self.ours = peers.read_ours(case, text)
        self.tool = self.ours.body_names[int(np.argmax(self.ours.frame_row[: len(self.ours.bodies)]))]
        self.theirs = peers.read_mujoco(peers.Case(name, floating, self.tool), text)
        self.places = peers.mujoco_places(self.ours, self.theirs, floating)
        rng = np.random.default_rng(11)
        q = np.array([sim.random_configuration(self.ours, rng) for _ in range(STATES)])
        self.states = peers.States(q, *rng.normal(size=(3, STATES, self.ours.nv)))
        self.rotations = peers.base_rotations(q) if floating else [np.eye(3)] * STATES

    def forwarded(self):
        """For each state its number, and MuJoCo's data after mj_forward."""
        data = mujoco.MjData(self.theirs)
        given = peers.mujoco_states(self.states, self.places, self.floating)
        for k in range(STATES):
            data.qpos[:], data.qvel[:], data.qfrc_applied[:] = given.q[k], given.v[k], given.tau[k]
            mujoco.mj_forward(self.theirs, data)
            yield k, data, given

    def change(self, k):
        """B (nv, nv): v of MuJoCo, in our order of joints, is B v."""
        return peers.base_change(self.rotations[k], self.ours.nv) if self.floating else np.eye(self.ours.nv)


@cache
def read(name, floating):
    return Robot(name, floating)


on_all_robots = loop_over("floating", [False, True])
of_all_names = loop_over("name", each(ROBOTS))


@on_all_robots
@of_all_names
@pytest.mark.slow
def test_dynamics_agree(name, floating):
    robot = read(name, floating)
    model, s, H_theirs = robot.ours, robot.states, np.empty((robot.theirs.nv, robot.theirs.nv))
    for k, data, given in robot.forwarded():
        B, q, v = robot.change(k), s.q[k], s.v[k]
        mujoco.mj_fullM(robot.theirs, data, H_theirs)
        H = sim.mass_matrix(model, q)
        assert_close(H, B.T @ H_theirs[np.ix_(robot.places, robot.places)] @ B, AGREEMENT, model)
        assert_close(sim.bias_torque(model, q, v) + drift(robot, k, H), data.qfrc_bias[robot.places] @ B, AGREEMENT, model)
        a = B.T @ data.qacc[robot.places]
        if floating:
            a[:3] -= np.cross(v[3:6], v[:3])
        assert_close(sim.forward_dynamics(model, q, v, s.tau[k]), a, AGREEMENT, model)
        data.qacc[:] = given.a[k]
        mujoco.mj_inverse(robot.theirs, data)
        expected = data.qfrc_inverse[robot.places] @ B
        assert_close(sim.inverse_dynamics(model, q, v, s.a[k]), expected, AGREEMENT, model)


def drift(robot, k, H):
    """What MuJoCo's bias has more: its acceleration of a free base is that of the origin, ours that in turning axes."""
    if not robot.floating:
        return 0.0
    v = robot.states.v[k]
    return -H[:, :3] @ np.cross(v[3:6], v[:3])


@on_all_robots
@of_all_names
@pytest.mark.slow
def test_kinematics_and_energies_agree(name, floating):
    robot = read(name, floating)
    model, s = robot.ours, robot.states
    J = np.empty((6, robot.theirs.nv))
    site = mujoco.mj_name2id(robot.theirs, mujoco.mjtObj.mjOBJ_SITE, "tool")
    pose = np.eye(4)
    for k, data, _ in robot.forwarded():
        B, q, v = robot.change(k), s.q[k], s.v[k]
        pose[:3, :3], pose[:3, 3] = data.site_xmat[site].reshape(3, 3), data.site_xpos[site]
        assert_close(sim.frame_pose(model, q, robot.tool), pose, AGREEMENT, model)
        mujoco.mj_jacSite(robot.theirs, data, J[:3], J[3:], site)
        assert_close(sim.jacobian(model, q, robot.tool), J[:, robot.places] @ B, AGREEMENT, model)
        mujoco.mj_energyPos(robot.theirs, data)
        mujoco.mj_energyVel(robot.theirs, data)
        assert_close(sim.potential_energy(model, q), data.energy[0], AGREEMENT, model)
        assert_close(sim.kinetic_energy(model, q, v), data.energy[1], AGREEMENT, model)
        mujoco.mj_subtreeVel(robot.theirs, data)
        mass = model.table["mass"][1:].sum()
        assert_close(sim.center_of_mass(model, q), data.subtree_com[0], AGREEMENT, model)
        momentum = np.concatenate([mass * data.subtree_linvel[0], data.subtree_angmom[0]])
        assert_close(sim.centroidal_momentum(model, q, v), momentum, AGREEMENT, model)
