"""A scene of the benchmark in PyBullet, if it is installed."""

from __future__ import annotations

import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from torseur import sim

from .law import Contacts, normal_first
from .tree import Link, friction, links, rotation
from .urdf import Tree, trees

INSTALLED = find_spec("pybullet") is not None


class _Client:
    """A world of PyBullet's own, with its functions; it ends with the object."""

    def __init__(self) -> None:
        import pybullet

        self._module, self._id = pybullet, pybullet.connect(pybullet.DIRECT)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        return partial(found, physicsClientId=self._id) if callable(found) else found

    def __del__(self) -> None:
        self._module.disconnect(self._id)


class PyBullet:
    """`stepSimulation` from Python, 50 iterations as it comes; damping of bodies, which it adds, is off."""

    def __init__(self, scene: sim.Scene, iterations: int = 50) -> None:
        self._bullet: Any = _Client()
        self._dt = scene.settings.dt
        bullet = self._bullet
        self._step, self._nothing = bullet.stepSimulation, bullet.isConnected
        bullet.setGravity(*scene.gravity)
        bullet.setPhysicsEngineParameter(fixedTimeStep=self._dt, numSubSteps=0, numSolverIterations=iterations)
        self._ground = bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
        mu = float(np.sqrt(friction(scene)))  # it multiplies those of both sides
        bullet.changeDynamics(self._ground, -1, lateralFriction=mu, restitution=0.0)
        self._where: dict[str, tuple[int, int]] = {}  # body and link by the link's name
        self._names = [link.name for link in links(scene)]
        with tempfile.TemporaryDirectory() as folder:
            for tree in trees(links(scene)):
                self._add(tree, scene, Path(folder), mu)

    def many(self, steps: int) -> None:
        """One call a step: there is no other way."""
        step = self._step
        for _ in range(steps):
            step()

    def one(self) -> None:
        """One call."""
        self._step()

    def none(self) -> None:
        """A call that does next to nothing."""
        self._nothing()

    def contacts(self) -> Contacts:
        """Forces of the last solve, velocities after it; gaps of its start moved on by the velocities."""
        points = [p for p in self._bullet.getContactPoints() if p[1] != p[2] or p[3] != p[4]]
        if not points:
            return Contacts(np.zeros(0), np.zeros((0, 3)), np.zeros((0, 3)))
        normal = np.array([p[7] for p in points])  # from b to a
        force = np.array([p[9] * np.array(p[7]) + p[10] * np.array(p[11]) + p[12] * np.array(p[13]) for p in points])
        motion: dict[tuple[int, int], tuple[np.ndarray, ...]] = {}
        velocity = np.array(
            [self._velocity(p[1], p[3], p[5], motion) - self._velocity(p[2], p[4], p[6], motion) for p in points]
        )
        velocity = normal_first(velocity, normal)
        gap = np.array([p[8] for p in points]) + self._dt * velocity[:, 0]
        return Contacts(gap, normal_first(force, normal) * self._dt, velocity)

    def places(self) -> np.ndarray:
        """Centres of mass after the last step (n, 3) [m]."""
        found = []
        for name in self._names:
            body, link = self._where[name]
            if link < 0:
                found.append(self._bullet.getBasePositionAndOrientation(body)[0])
            else:
                found.append(self._bullet.getLinkState(body, link, computeForwardKinematics=1)[0])
        return np.array(found)

    def _velocity(
        self, body: int, link: int, point: tuple[float, ...], motion: dict[tuple[int, int], tuple[np.ndarray, ...]]
    ) -> np.ndarray:
        """Of a point of a link, after the step [m/s]; `motion` keeps centres and twists that were looked up."""
        if body == self._ground:
            return np.zeros(3)
        if (body, link) not in motion:
            if link < 0:
                centre = self._bullet.getBasePositionAndOrientation(body)[0]
                v, w = self._bullet.getBaseVelocity(body)
            else:
                state = self._bullet.getLinkState(body, link, computeLinkVelocity=1)
                centre, v, w = state[0], state[6], state[7]
            motion[body, link] = np.array(centre), np.array(v), np.array(w)
        centre, v, w = motion[body, link]
        return v + np.cross(w, np.array(point) - centre)

    def _add(self, tree: Tree, scene: sim.Scene, folder: Path, mu: float) -> None:
        """Load a tree, put it where it starts, and hold the joints that are controlled by PyBullet's own motors."""
        bullet, path = self._bullet, folder / "tree.urdf"
        path.write_text(tree.urdf.replace("><", ">\n<"), encoding="utf-8")  # it reads pieces of 1024 characters of a line
        flags = bullet.URDF_USE_INERTIA_FROM_FILE
        body = bullet.loadURDF(str(path), flags=flags)
        base = tree.links[0].row
        q, v = scene.initial.q[base["iq"] :], scene.initial.v[base["iv"] :]
        local = bullet.getDynamicsInfo(body, -1)[3:5]  # it places the base by its centre of mass
        bullet.resetBasePositionAndOrientation(body, *bullet.multiplyTransforms(q[:3], q[3:7], *local))
        R = rotation(q[3:7])
        centre = R @ (v[:3] + np.cross(v[3:6], tree.links[0].com))  # of which it takes the velocity, in the world's axes
        bullet.resetBaseVelocity(body, centre.tolist(), (R @ v[3:6]).tolist())
        self._where[tree.links[0].name] = (body, -1)
        for k in range(-1, bullet.getNumJoints(body)):
            bullet.changeDynamics(
                body,
                k,
                lateralFriction=mu,
                restitution=0.0,
                rollingFriction=0.0,
                spinningFriction=0.0,
                linearDamping=0.0,
                angularDamping=0.0,
            )
        by_name = {link.name: link for link in tree.links}
        for k in range(bullet.getNumJoints(body)):
            link = by_name[bullet.getJointInfo(body, k)[1].decode()]
            self._where[link.name] = (body, k)
            self._hold(body, k, link, scene)

    def _hold(self, body: int, joint: int, link: Link, scene: sim.Scene) -> None:
        """Put a joint where it starts; its motor holds it if it is controlled, and is off if not."""
        bullet, row = self._bullet, link.row
        bullet.resetJointState(body, joint, scene.initial.q[row["iq"]], scene.initial.v[row["iv"]])
        if scene.control.stiffness[row["iv"]] > 0.0:
            target, effort = scene.control.q_target[row["iq"]], min(float(row["effort"]), 1e6)
            bullet.setJointMotorControl2(body, joint, bullet.POSITION_CONTROL, targetPosition=target, force=effort)
        else:
            bullet.setJointMotorControl2(body, joint, bullet.VELOCITY_CONTROL, force=0.0)
