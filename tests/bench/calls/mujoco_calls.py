"""How MuJoCo is called from Python for the quantities of the benchmark, with contacts, limits, springs and dampers off."""

from __future__ import annotations

import mujoco
import numpy as np

from torseur import sim

from ..comparison import Theirs
from ..timing import Contender
from . import robot_peers as peers
from .torseur_calls import ABA, CRBA, FRAMES, JACOBIAN, RNEA, SOLVE


def mujoco_calls(case: peers.Case, text: str, ours: sim.Model, states: peers.States) -> dict[str, Theirs]:
    """The calls, by quantity, for the robot of this URDF in our states; ValueError if MuJoCo cannot read it."""
    model = peers.read_mujoco(case, text)
    places = peers.mujoco_places(ours, model, case.floating)
    s = peers.mujoco_states(states, places, case.floating)
    calls = _contenders(model, s)
    rotations = peers.base_rotations(states.q) if case.floating else []

    def base(k: int) -> np.ndarray:
        return peers.base_change(rotations[k], model.nv) if case.floating else np.eye(model.nv)

    def columns(value: np.ndarray, k: int) -> np.ndarray:
        return value[..., places] @ base(k)

    def both_ways(value: np.ndarray, k: int) -> np.ndarray:
        return base(k).T @ value[np.ix_(places, places)] @ base(k)

    def velocities(value: np.ndarray, k: int) -> np.ndarray:
        return base(k).T @ value.ravel()[places]

    def accelerations(value: np.ndarray, k: int) -> np.ndarray:
        result = velocities(value, k)
        if case.floating:  # the base's frame turns under the velocity
            result[:3] -= np.cross(states.v[k, 3:6], states.v[k, :3])
        return result

    bodies = {model.body(i).name: i for i in range(1, model.nbody)}
    shared = [k for k, name in enumerate(ours.frame_names) if name in bodies]

    def poses(data: mujoco.MjData, k: int) -> np.ndarray:
        result = np.tile(np.eye(4), (len(shared), 1, 1))
        for pose, frame in zip(result, shared, strict=True):
            i = bodies[ours.frame_names[frame]]
            pose[:3, :3], pose[:3, 3] = data.xmat[i].reshape(3, 3), data.xpos[i]
        return result

    return {
        RNEA: Theirs(calls[RNEA], columns),
        CRBA: Theirs(calls[CRBA], both_ways),
        ABA: Theirs(calls[ABA], accelerations),
        JACOBIAN: Theirs(calls[JACOBIAN], columns),
        FRAMES: Theirs(calls[FRAMES], poses, part=shared),
        SOLVE: Theirs(calls[SOLVE], velocities),
    }


def _contenders(model: mujoco.MjModel, s: peers.States) -> dict[str, Contender]:
    """The calls themselves, in MuJoCo's numbers; the arrays of its data are looked up once."""
    data = mujoco.MjData(model)
    qpos, qvel, qacc, qfrc_inverse, qfrc_applied = data.qpos, data.qvel, data.qacc, data.qfrc_inverse, data.qfrc_applied
    M, J, x = np.empty((model.nv, model.nv)), np.empty((6, model.nv)), np.empty((1, model.nv))
    J_linear, J_angular = J[:3], J[3:]
    tool = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, "tool")

    def inverse(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        qpos[:], qvel[:], qacc[:] = q, v, a
        mujoco.mj_inverse(model, data)
        return qfrc_inverse

    def mass(q: np.ndarray) -> np.ndarray:
        qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_makeM(model, data)
        mujoco.mj_fullM(model, data, M)
        return M

    def forward(q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        qpos[:], qvel[:], qfrc_applied[:] = q, v, tau
        mujoco.mj_forward(model, data)
        return qacc

    def tool_jacobian(q: np.ndarray) -> np.ndarray:
        qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_jacSite(model, data, J_linear, J_angular, tool)
        return J

    def kinematics(q: np.ndarray) -> mujoco.MjData:
        qpos[:] = q
        mujoco.mj_kinematics(model, data)
        return data

    def solve(q: np.ndarray, b: np.ndarray) -> np.ndarray:
        qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_makeM(model, data)
        mujoco.mj_factorM(model, data)
        mujoco.mj_solveM(model, data, x, b)
        return x

    alone = [(row,) for row in s.q]
    return {
        RNEA: Contender("mj_inverse", inverse, list(zip(s.q, s.v, s.a, strict=True))),
        CRBA: Contender("mj_kinem., comPos, makeM, fullM", mass, alone),
        ABA: Contender("mj_forward", forward, list(zip(s.q, s.v, s.tau, strict=True))),
        JACOBIAN: Contender("mj_kinem., comPos, jacSite", tool_jacobian, alone),
        FRAMES: Contender("mj_kinematics", kinematics, alone),
        SOLVE: Contender("… makeM, factorM, solveM", solve, [(q, b.reshape(1, -1)) for q, b in zip(s.q, s.tau, strict=True)]),
    }
