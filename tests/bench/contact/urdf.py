"""The trees of a scene in URDF, which PyBullet reads: the same links, shapes and joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.multibody.model.model import REVOLUTE
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere

from .tree import Geom, Link, text


@dataclass(frozen=True, eq=False, slots=True)
class Tree:
    """One tree with a free base: its links in the order of the text, the base first."""

    urdf: str
    links: tuple[Link, ...]


def trees(links: list[Link]) -> list[Tree]:
    """Every tree of the scene."""
    made = []
    for k, base in enumerate(links):
        if base.parent < 0:
            members = _family(links, k)
            body = "".join(_link(link) for link in members)
            body += "".join(_joint(link, links[link.parent]) for link in members[1:])
            made.append(Tree(f'<robot name="{base.name}">{body}</robot>', tuple(members)))
    return made


def _family(links: list[Link], k: int) -> list[Link]:
    """Link k and all that it carries."""
    family = {k}
    for i, link in enumerate(links):
        if link.parent in family:
            family.add(i)
    return [links[i] for i in sorted(family)]


def _link(link: Link) -> str:
    xx, xy, xz, yy, yz, zz = (float(x) for x in link.inertia[np.triu_indices(3)])
    inertia = f'<inertia ixx="{xx!r}" ixy="{xy!r}" ixz="{xz!r}" iyy="{yy!r}" iyz="{yz!r}" izz="{zz!r}"/>'
    own = f'<inertial><origin xyz="{text(link.com)}"/><mass value="{link.mass!r}"/>{inertia}</inertial>'
    return f'<link name="{link.name}">{own}{"".join(_collision(geom) for geom in link.geoms)}</link>'


def _joint(link: Link, parent: Link) -> str:
    row = link.row
    kind = "revolute" if link.kind == REVOLUTE else "prismatic"
    limits = f'lower="{row["lower"]}" upper="{row["upper"]}"'
    if not np.isfinite(row["lower"]):
        kind, limits = ("continuous" if link.kind == REVOLUTE else kind), ""
    return (
        f'<joint name="{link.name}" type="{kind}"><parent link="{parent.name}"/><child link="{link.name}"/>'
        f'{_origin(link.pose)}<axis xyz="0 0 1"/><limit {limits} effort="{min(float(row["effort"]), 1e6)}" velocity="1e6"/>'
        f'<dynamics damping="{row["damping"]}" friction="{row["friction"]}"/></joint>'
    )


def _collision(geom: Geom) -> str:
    match geom.shape:
        case Box(size=size):
            shape = f'<box size="{text(size)}"/>'
        case Sphere(radius=radius):
            shape = f'<sphere radius="{radius!r}"/>'
        case Capsule(radius=radius, length=length):
            shape = f'<capsule radius="{radius!r}" length="{length!r}"/>'
        case Cylinder(radius=radius, length=length):
            shape = f'<cylinder radius="{radius!r}" length="{length!r}"/>'
        case other:
            raise ValueError(f"no URDF geometry is written for {other!r}")
    return f"<collision>{_origin(geom.pose)}<geometry>{shape}</geometry></collision>"


def _origin(pose: np.ndarray) -> str:
    """Place and roll, pitch, yaw."""
    R = pose[:3, :3]
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    if abs(np.cos(pitch)) > 1e-9:
        roll, yaw = np.arctan2(R[2, 1], R[2, 2]), np.arctan2(R[1, 0], R[0, 0])
    else:
        roll, yaw = 0.0, np.arctan2(-R[0, 1], R[1, 1])
    return f'<origin xyz="{text(pose[:3, 3])}" rpy="{text((roll, pitch, yaw))}"/>'
