"""A scene of the benchmark in MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np

from torseur import sim
from torseur.sim.multibody.model.model import FREE_FLYER

from .law import Contacts
from .mjcf import mjcf
from .tree import Link, links, rotation


class MuJoCo:
    """`mj_step` from Python; it keeps nothing."""

    def __init__(self, scene: sim.Scene, stiff: bool, iterations: int | None = None) -> None:
        self.model = mujoco.MjModel.from_xml_string(mjcf(scene, stiff, iterations))
        self.data = mujoco.MjData(self.model)
        self._bodies = [self.model.body(link.name).id for link in links(scene)]
        for link in links(scene):
            self._start(link, scene)

    def many(self, steps: int) -> None:
        """All in one call."""
        mujoco.mj_step(self.model, self.data, nstep=steps)

    def one(self) -> None:
        """One call."""
        mujoco.mj_step(self.model, self.data)

    def none(self) -> None:
        """No step."""
        mujoco.mj_step(self.model, self.data, nstep=0)

    def contacts(self) -> Contacts:
        """Forces of the last solve, velocities after it, both at the poses it was solved at; gaps moved on by the velocities."""
        model, data = self.model, self.data
        speeds, force = np.zeros(data.nefc), np.zeros((data.ncon, 6))
        if data.nefc:
            mujoco.mj_mulJacVec(model, data, speeds, data.qvel)
        at = data.contact.efc_address
        for k in np.flatnonzero(at >= 0):
            mujoco.mj_contactForce(model, data, int(k), force[k])
        kept = at >= 0
        velocity = self._velocities(speeds, at[kept])
        gap = data.contact.dist[kept] + model.opt.timestep * velocity[:, 0]
        return Contacts(gap, force[kept, :3] * model.opt.timestep, velocity)

    def places(self) -> np.ndarray:
        """Centres of mass after the last step (n, 3) [m]."""
        mujoco.mj_kinematics(self.model, self.data)
        return np.array(self.data.xipos[self._bodies])

    def _velocities(self, speeds: np.ndarray, at: np.ndarray) -> np.ndarray:
        """Velocities (nc, 3), normal first, from those along the rows of the constraint Jacobian; `at` is each one's first."""
        velocity = np.zeros((len(at), 3))
        contact = self.data.contact
        if len(at) == 0 or contact.dim[0] == 1:
            velocity[:, 0] = speeds[at]
        elif self.model.opt.cone == mujoco.mjtCone.mjCONE_ELLIPTIC:
            velocity[:] = speeds[at[:, None] + np.arange(3)]
        else:  # the rows are n + μ t, n - μ t, for both tangents
            rows, mu = speeds[at[:, None] + np.arange(4)], contact.friction[0, 0]
            velocity[:, 0] = 0.5 * (rows[:, 0] + rows[:, 1])
            velocity[:, 1:] = 0.5 / mu * (rows[:, 0::2] - rows[:, 1::2])
        return velocity

    def _start(self, link: Link, scene: sim.Scene) -> None:
        """Put a link where it starts, and tell its controller where to hold it."""
        joint, row = self.model.joint(link.name), link.row
        q, v = scene.initial.q[row["iq"] :], scene.initial.v[row["iv"] :]
        in_q, in_v = int(joint.qposadr[0]), int(joint.dofadr[0])
        if link.kind == FREE_FLYER:
            self.data.qpos[in_q : in_q + 7] = q[[0, 1, 2, 6, 3, 4, 5]]
            self.data.qvel[in_v : in_v + 6] = (
                *(rotation(q[3:7]) @ v[:3]),
                *v[3:6],
            )  # linear in the world's axes, angular in its own
            return
        self.data.qpos[in_q], self.data.qvel[in_v] = q[0], v[0]
        actuator = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_ACTUATOR, link.name)
        if actuator >= 0:
            self.data.ctrl[actuator] = scene.control.q_target[row["iq"]]
