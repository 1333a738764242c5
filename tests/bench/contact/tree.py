"""A scene as plain links, one a moving joint with all that is fixed to it, for writing it in other engines' formats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.model import FREE_FLYER, PRISMATIC, REVOLUTE
from torseur.sim.multibody.model.shapes import Plane, Shape

KINDS = (FREE_FLYER, REVOLUTE, PRISMATIC)


@dataclass(frozen=True, eq=False, slots=True)
class Geom:
    """A shape of a link."""

    shape: Shape
    pose: np.ndarray  # (4, 4) in the link


@dataclass(frozen=True, eq=False, slots=True)
class Link:
    """What one joint carries; the joint turns about or slides along the link's z axis, or is free."""

    name: str
    parent: int  # index of a link, -1: the world
    kind: int  # of KINDS
    pose: np.ndarray  # (4, 4) in the parent at zero motion
    mass: float  # [kg]
    com: np.ndarray  # (3,) [m]
    inertia: np.ndarray  # (3, 3) about the centre of mass [kg m²]
    geoms: tuple[Geom, ...]
    row: np.void  # of the model's table: limits, damping, where its numbers are in q and v


def links(scene: sim.Scene) -> list[Link]:
    """The links of a scene, parents before children; ValueError if it has joints or a ground that other engines do not.

    The ground must be planes through the world's origin, normal up, and every shape must have the same friction.
    """
    model, made = scene.model, []
    geoms = _geoms(model)
    for geom in geoms[0]:
        if not isinstance(geom.shape, Plane) or np.abs(geom.pose - np.eye(4)).max() > 0.0:
            raise ValueError(f"{scene.name}: the ground must be the plane z = 0, not {geom.shape!r}")
    friction(scene)
    for k, row in enumerate(model.table):
        if k == 0:
            continue
        if row["kind"] not in KINDS or row["nv"] == 0 or row["ratio"] != 1.0 or row["offset"] != 0.0:
            raise ValueError(f"{scene.name}: no such joint is written for other engines: row {k} of {model!r}")
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = row["rotation"], row["translation"]
        com = row["moment"] / row["mass"]
        xx, xy, xz, yy, yz, zz = row["inertia"]
        about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        inertia = about_origin - row["mass"] * (com @ com * np.eye(3) - np.outer(com, com))
        name, parent = f"link{k}", int(row["parent"]) - 1
        made.append(Link(name, parent, int(row["kind"]), pose, float(row["mass"]), com, inertia, tuple(geoms[k]), row))
    return made


def friction(scene: sim.Scene) -> float:
    """The friction of every contact of the scene; ValueError if there are several."""
    values = set(scene.system.shapes["friction"].tolist())
    if len(values) != 1:
        raise ValueError(f"{scene.name}: engines combine friction differently, so it must be one; given {sorted(values)}")
    return float(values.pop())


def _geoms(model: sim.Model) -> list[list[Geom]]:
    """The shapes of each row of the table."""
    geoms: list[list[Geom]] = [[] for _ in model.table]
    for body in model.bodies:
        frame = model.frame_index(body.name)
        for collision in body.collisions:
            pose = model.frame_placement[frame] @ collision.placement
            geoms[int(model.frame_row[frame])].append(Geom(collision.shape, pose))
    return geoms


def quaternion(R: np.ndarray) -> np.ndarray:
    """The unit quaternion w x y z of a rotation (3, 3)."""
    w = np.sqrt(max(0.0, 1.0 + np.trace(R))) / 2
    if w > 0.1:
        return np.array([w, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / [1, 4 * w, 4 * w, 4 * w]
    i = int(np.argmax(np.diag(R)))
    j, k = (i + 1) % 3, (i + 2) % 3
    x = np.sqrt(1.0 + R[i, i] - R[j, j] - R[k, k]) / 2
    result = np.empty(4)
    result[0] = (R[k, j] - R[j, k]) / (4 * x)
    result[1 + i], result[1 + j], result[1 + k] = x, (R[j, i] + R[i, j]) / (4 * x), (R[k, i] + R[i, k]) / (4 * x)
    return result


def rotation(q: np.ndarray) -> np.ndarray:
    """The matrix (3, 3) of a unit quaternion x y z w."""
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def text(values: object) -> str:
    """Numbers as XML takes them, in full."""
    return " ".join(repr(float(value)) for value in values)  # type: ignore[attr-defined]
