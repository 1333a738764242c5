"""One robot in three engines: the same tree, read from the same URDF, and the same random states in each one's numbers."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
from lxml import etree

from torseur import robots, sim

RING = 16
_NOT_DYNAMICS = ("visual", "collision", "transmission", "gazebo", "safety_controller")


@dataclass(frozen=True, slots=True)
class Case:
    """A robot of the benchmark."""

    name: str  # in `robots.names()`
    floating: bool
    tool: str  # frame whose Jacobian is taken

    def title(self, nv: int) -> str:
        """The robot in words."""
        return f"{self.name}, {'floating' if self.floating else 'fixed'} base, {nv} degrees of freedom"


PANDA = Case("panda", False, "panda_hand_tcp")
TALOS = Case("talos", True, "gripper_right_base_link")
CASES = (
    PANDA,
    Case("ur5", False, "tool0"),
    Case("talos", False, "gripper_right_base_link"),
    TALOS,
    Case("solo12", True, "FR_FOOT"),
)
WITH_MIMIC = (PANDA, TALOS)  # those with joints that follow others, each once


@dataclass(frozen=True, eq=False, slots=True)
class States:
    """Random states (n, …) in our numbers: q (nq), v, a and τ (nv)."""

    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    tau: np.ndarray


def plain_urdf(case: Case, *, mimic: bool = False) -> str:
    """The text of the robot's URDF without shapes, and unless asked for without mimic joints: each turns by itself.

    Not every engine follows mimic joints, and none but ours in all four algorithms; without them all compute one tree.
    """
    root = etree.parse(str(robots.describe(case.name).path)).getroot()
    for tag in _NOT_DYNAMICS if mimic else (*_NOT_DYNAMICS, "mimic"):
        for element in root.findall(f".//{tag}"):
            element.getparent().remove(element)
    return etree.tostring(root, encoding="unicode")


def read_ours(case: Case, text: str) -> sim.Model:
    """Our model."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{case.name}.urdf"
        path.write_text(text, encoding="utf-8")
        return robots.load(path, free_flyer=case.floating, meshes=False)


def read_pinocchio(case: Case, text: str, *, mimic: bool = False) -> pin.Model:
    """Pinocchio's model; ValueError if it cannot read the text."""
    if case.floating:
        return pin.buildModelFromXML(text, pin.JointModelFreeFlyer(), mimic)
    return pin.buildModelFromXML(text, mimic)


def read_mujoco(case: Case, text: str) -> mujoco.MjModel:
    """MuJoCo's model, with the tool as a site and everything off that is not rigid-body dynamics; ValueError if it cannot."""
    root = etree.fromstring(text.encode())
    options = {"fusestatic": "true", "strippath": "true", "balanceinertia": "false"}
    etree.SubElement(etree.SubElement(root, "mujoco"), "compiler", **options)
    spec = mujoco.MjSpec.from_string(etree.tostring(root, encoding="unicode"))
    spec.body(case.tool).add_site(name="tool")
    if case.floating:
        spec.worldbody.first_body().add_freejoint()
    off = mujoco.mjtDisableBit
    spec.option.disableflags = off.mjDSBL_CONSTRAINT | off.mjDSBL_CONTACT | off.mjDSBL_SPRING | off.mjDSBL_DAMPER
    model = spec.compile()
    model.dof_damping[:] = 0.0
    model.dof_frictionloss[:] = 0.0
    return model


def random_states(model: sim.Model, count: int = RING, seed: int = 0) -> States:
    """Configurations between the limits; velocities, accelerations and torques normally distributed."""
    rng = np.random.default_rng(seed)
    q = np.array([sim.random_configuration(model, rng) for _ in range(count)])
    return States(q, *rng.normal(size=(3, count, model.nv)))


def pinocchio_places(ours: sim.Model, theirs: pin.Model) -> tuple[np.ndarray, np.ndarray]:
    """Where our numbers of q (nq,) and of v (nv,) are among Pinocchio's."""
    joints = [theirs.joints[theirs.getJointId(name)] for name in ours.joint_names]
    in_q = np.concatenate([np.arange(joint.idx_q, joint.idx_q + joint.nq) for joint in joints])
    in_v = np.concatenate([np.arange(joint.idx_v, joint.idx_v + joint.nv) for joint in joints])
    return in_q, in_v


def scattered(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Rows of numbers, each number put where the other engine has it."""
    result = np.empty_like(values)
    result[:, places] = values
    return result


def mujoco_places(ours: sim.Model, theirs: mujoco.MjModel, floating: bool) -> np.ndarray:
    """Where our numbers of v (nv,) are among MuJoCo's; those of the free base stay first."""
    places = list(range(6)) if floating else []
    places += [int(theirs.joint(name).dofadr[0]) for name in ours.joint_names[1 if floating else 0 :]]
    return np.array(places)


def mujoco_states(states: States, places: np.ndarray, floating: bool) -> States:
    """The same states in MuJoCo's numbers: a free base has its linear velocity along world axes, and a quaternion w x y z."""
    v, a, tau = (scattered(values, places) for values in (states.v, states.a, states.tau))
    if not floating:
        return States(scattered(states.q, places), v, a, tau)
    q = np.empty_like(states.q)
    q[:, 7:][:, places[6:] - 6] = states.q[:, 7:]
    q[:, :3], q[:, 3], q[:, 4:7] = states.q[:, :3], states.q[:, 6], states.q[:, 3:6]
    for k, R in enumerate(base_rotations(states.q)):
        body_v, body_a, spin = states.v[k, :3], states.a[k, :3], states.v[k, 3:6]
        v[k, :3], tau[k, :3] = R @ body_v, R @ states.tau[k, :3]
        a[k, :3] = R @ (body_a + np.cross(spin, body_v))
    return States(q, v, a, tau)


def base_rotations(q: np.ndarray) -> np.ndarray:
    """Rotations (n, 3, 3) of the free base at configurations q (n, nq)."""
    return np.array([pin.Quaternion(row[3:7]).matrix() for row in q])


def base_change(R: np.ndarray, nv: int) -> np.ndarray:
    """B (nv, nv) with v of MuJoCo = B v of ours (in our order of joints), for a free base turned by R."""
    B = np.eye(nv)
    B[:3, :3] = R
    return B
