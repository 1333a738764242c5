"""Random articulated systems of every joint kind, for tests of laws that hold on all of them."""

from __future__ import annotations

import numpy as np

from sim.multibody.build import build_model
from sim.multibody.model import Body, Joint, JointKind, Mimic, Model

ALL_KINDS = tuple(JointKind)
ONE_DEGREE = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC, JointKind.HELICAL)


def random_pose(rng: np.random.Generator, reach: float = 0.3) -> np.ndarray:
    """A pose (4, 4) with any orientation."""
    q = rng.normal(size=4)
    x, y, z, w = q / np.linalg.norm(q)
    pose = np.eye(4)
    pose[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    pose[:3, 3] = rng.uniform(-reach, reach, 3)
    return pose


def random_body(rng: np.random.Generator, name: str) -> Body:
    """A body whose inertia is that of a few point masses."""
    masses, points = rng.uniform(0.02, 0.4, 8), rng.uniform(-0.2, 0.2, (8, 3))
    com = masses @ points / masses.sum()
    inertia = sum(
        m * ((p - com) @ (p - com) * np.eye(3) - np.outer(p - com, p - com))
        for m, p in zip(masses, points, strict=True)
    )
    return Body(name, float(masses.sum()), com, inertia)


def random_tree(seed: int, bodies: int = 12, kinds: tuple[JointKind, ...] = ALL_KINDS, mimic: bool = False) -> Model:
    """A tree with branches; the first joint starts from the world."""
    rng = np.random.default_rng(seed)
    parts, joints = [], []
    for i in range(bodies):
        parts.append(random_body(rng, f"body{i}"))
        axis = rng.normal(size=3)
        kind = kinds[rng.integers(len(kinds))]
        leaders = [joint.name for joint in joints if joint.kind in ONE_DEGREE and joint.mimic is None]
        follows = mimic and kind in ONE_DEGREE and leaders and rng.random() < 0.4
        joints.append(
            Joint(
                f"joint{i}",
                kind,
                None if i == 0 else f"body{rng.integers(max(0, i - 3), i)}",
                f"body{i}",
                random_pose(rng),
                axis / np.linalg.norm(axis),
                np.eye(4) if kind is JointKind.FREE_FLYER else random_pose(rng),
                pitch=rng.uniform(-0.2, 0.2),
                armature=rng.uniform(0.0, 0.05) if kind is not JointKind.FREE_FLYER else 0.0,
                mimic=Mimic(leaders[rng.integers(len(leaders))], rng.uniform(-2, 2), rng.uniform(-1, 1))
                if follows
                else None,
            )
        )
    return build_model(f"tree {seed}", parts, joints)


def random_state(model: Model, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A configuration and two velocity-sized vectors."""
    from sim import random_configuration

    rng = np.random.default_rng(1000 + seed)
    return random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=model.nv)
