"""A scene in MuJoCo's format: the same links, shapes, joints, controllers, step and friction."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.model import FREE_FLYER, REVOLUTE
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere

from .tree import Geom, Link, friction, links, quaternion, text


def mjcf(scene: sim.Scene, stiff: bool, iterations: int | None = None) -> str:
    """The text; stiff: elliptic cones, Newton, and springs of two steps for contacts and limits, else all as it comes.

    iterations : of the solver, at most; as it comes (100) when None
    """
    tree, mu, dt = links(scene), friction(scene), scene.settings.dt
    stiffness, damping = scene.control.stiffness, scene.control.damping
    controlled = [link for link in tree if stiffness[link.row["iv"]] or damping[link.row["iv"]]]
    integrator = "implicitfast" if controlled else "Euler"  # the one that takes the controllers' damping implicitly
    cone = 'cone="elliptic" solver="Newton"' if stiff else ""
    if iterations is not None:
        cone += f' iterations="{iterations}"'
    geom_spring, joint_spring = (f'{name}="{2 * dt} 1"' if stiff else "" for name in ("solref", "solreflimit"))
    alone = {k for k, link in enumerate(tree) if link.parent < 0} - {link.parent for link in tree}
    bodies = "".join(_body(tree, k, alone, scene) for k, link in enumerate(tree) if link.parent < 0)
    dimensions = f'condim="3" friction="{mu!r} 0 0"' if mu > 0.0 else 'condim="1"'
    return f"""
        <mujoco>
          <compiler angle="radian" autolimits="true" balanceinertia="false"/>
          <size memory="2G"/>
          <option timestep="{dt!r}" integrator="{integrator}" gravity="{text(scene.gravity)}" {cone}/>
          <default><geom {dimensions} {geom_spring}/><joint {joint_spring}/></default>
          <worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody>
          <actuator>{"".join(_actuator(link, scene) for link in controlled)}</actuator>
        </mujoco>"""


def _body(tree: list[Link], k: int, alone: set[int], scene: sim.Scene) -> str:
    """Link k with its children. Bodies that stand alone touch each other; links of one robot touch the ground only."""
    link = tree[k]
    ixx, ixy, ixz, iyy, iyz, izz = link.inertia[np.triu_indices(3)]
    inertia = text((ixx, iyy, izz, ixy, ixz, iyz))
    group = "" if k in alone else 'contype="0" conaffinity="1"'
    inside = "".join(_geom(geom, group) for geom in link.geoms)
    inside += "".join(_body(tree, i, alone, scene) for i, child in enumerate(tree) if child.parent == k)
    return (
        f'<body name="{link.name}" {_placed(link.pose)}>{_joint(link)}'
        f'<inertial mass="{link.mass!r}" pos="{text(link.com)}" fullinertia="{inertia}"/>{inside}</body>'
    )


def _joint(link: Link) -> str:
    row = link.row
    if link.kind == FREE_FLYER:
        return f'<freejoint name="{link.name}"/>'
    limits = f'range="{text((row["lower"], row["upper"]))}"' if np.isfinite(row["lower"]) else ""
    kind = "hinge" if link.kind == REVOLUTE else "slide"
    own = f'damping="{row["damping"]}" frictionloss="{row["friction"]}" armature="{row["armature"]}"'
    spring = f'stiffness="{row["stiffness"]}" springref="{row["rest"]}"'
    return f'<joint name="{link.name}" type="{kind}" axis="0 0 1" {limits} {own} {spring}/>'


def _actuator(link: Link, scene: sim.Scene) -> str:
    kp, kd = (float(gain[link.row["iv"]]) for gain in (scene.control.stiffness, scene.control.damping))
    effort = float(link.row["effort"])
    limits = f'forcerange="{-effort} {effort}"' if np.isfinite(effort) else ""
    gains = f'gainprm="{kp}" biastype="affine" biasprm="0 {-kp} {-kd}"'
    return f'<general name="{link.name}" joint="{link.name}" {gains} {limits}/>'


def _geom(geom: Geom, group: str) -> str:
    match geom.shape:
        case Box(size=size):
            shape = f'type="box" size="{text(np.array(size) / 2)}"'
        case Sphere(radius=radius):
            shape = f'type="sphere" size="{radius!r}"'
        case Capsule(radius=radius, length=length):
            shape = f'type="capsule" size="{radius!r} {length / 2!r}"'
        case Cylinder(radius=radius, length=length):
            shape = f'type="cylinder" size="{radius!r} {length / 2!r}"'
        case other:
            raise ValueError(f"no MuJoCo geom is written for {other!r}")
    return f"<geom {shape} {_placed(geom.pose)} {group}/>"


def _placed(pose: np.ndarray) -> str:
    return f'pos="{text(pose[:3, 3])}" quat="{text(quaternion(pose[:3, :3]))}"'
