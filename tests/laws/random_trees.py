"""Random articulated systems of every joint kind, for tests of laws that hold on all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from tests.cases import quick_first
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Mimic, Model

ALL_KINDS = tuple(JointKind)
ONE_DEGREE = (JointKind.REVOLUTE, JointKind.CONTINUOUS, JointKind.PRISMATIC, JointKind.HELICAL)


def random_pose(rng, reach=0.3):
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


def random_body(rng, name):
    """A body whose inertia is that of a few point masses."""
    masses, points = rng.uniform(0.02, 0.4, 8), rng.uniform(-0.2, 0.2, (8, 3))
    com = masses @ points / masses.sum()
    inertia = sum(
        m * ((p - com) @ (p - com) * np.eye(3) - np.outer(p - com, p - com)) for m, p in zip(masses, points, strict=True)
    )
    return Body(name, float(masses.sum()), com, inertia)


def random_joint(rng, i, kind, axis, parent, leaders):
    """Joint number i, which carries body number i; it follows one of `leaders` if there are any."""
    return Joint(
        f"joint{i}",
        kind,
        parent,
        f"body{i}",
        random_pose(rng),
        axis / np.linalg.norm(axis),
        np.eye(4) if kind is JointKind.FREE_FLYER else random_pose(rng),
        pitch=rng.uniform(-0.2, 0.2),
        # Half of the free-flyers have none: such trees go through the articulated body algorithm.
        armature=rng.uniform(0.0, 0.05) if kind is not JointKind.FREE_FLYER else 0.05 * max(0.0, axis[0]),
        mimic=Mimic(leaders[rng.integers(len(leaders))], rng.uniform(-2, 2), rng.uniform(-1, 1)) if leaders else None,
    )


def random_tree(seed, bodies=12, kinds=ALL_KINDS, mimic=False):
    """A tree with branches; the first joint starts from the world."""
    rng = np.random.default_rng(seed)
    parts, joints = [], []
    for i in range(bodies):
        parts.append(random_body(rng, f"body{i}"))
        axis = rng.normal(size=3)
        kind = kinds[rng.integers(len(kinds))]
        leaders = [joint.name for joint in joints if joint.kind in ONE_DEGREE and joint.mimic is None]
        follows = mimic and kind in ONE_DEGREE and leaders and rng.random() < 0.4
        parent = None if i == 0 else f"body{rng.integers(max(0, i - 3), i)}"
        joints.append(random_joint(rng, i, kind, axis, parent, leaders if follows else []))
    return build_model(f"tree {seed}", parts, joints)


def random_state(model, seed):
    """A configuration and two velocity-sized vectors."""
    from torseur.sim import random_configuration

    rng = np.random.default_rng(1000 + seed)
    return random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=model.nv)


class Case(NamedTuple):
    """A random tree at a random state."""

    model: Model
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray


TREES, BLOCK = 200, 25
on_all_trees = pytest.mark.parametrize(
    "block",
    quick_first(2, [range(first, first + BLOCK) for first in range(0, TREES, BLOCK)]),
    ids=lambda block: f"trees {block[0]} to {block[-1]}",
)
"""A test with this mark holds its law on the `cases` of each block it is given."""


def cases(block):
    """The trees of a block: five for each number of degrees of freedom from 1 to 40, every other one with mimic joints.

    Every other one of those without has no helical joints either: where no rows share a number, forward dynamics takes the
    articulated body algorithm.
    """
    return [_case(seed) for seed in block]


@cache
def _case(seed):
    mimic = (seed + seed // 40) % 2 == 1
    kinds = ALL_KINDS if mimic or seed // 2 % 2 else tuple(kind for kind in ALL_KINDS if kind is not JointKind.HELICAL)
    model = tree_of_degrees(seed, 1 + seed % 40, kinds, mimic)
    return Case(model, *random_state(model, seed))


def tree_of_degrees(seed, degrees, kinds=ALL_KINDS, mimic=False):
    """A tree, now and then two, with this many degrees of freedom; with mimic joints at least one joint follows another.

    Beside the bodies' frames there are one in the world, and one on some body, which is the last.
    """
    rng = np.random.default_rng([seed, degrees])
    drawn = _draw(rng, kinds, degrees)
    while mimic and not any(kind in ONE_DEGREE for kind in drawn):
        drawn = _draw(rng, kinds, degrees)
    parts, joints, leaders = [], [], []

    def add(kind, leaders):
        i = len(joints)
        parts.append(random_body(rng, f"body{i}"))
        alone = i == 0 or rng.random() < 0.05
        parent = None if alone else f"body{rng.integers(max(0, i - 4), i)}"
        joints.append(random_joint(rng, i, kind, rng.normal(size=3), parent, leaders))

    for i, kind in enumerate(drawn):
        add(kind, [])
        if kind in ONE_DEGREE:
            leaders.append(joints[-1].name)
        last = i == len(drawn) - 1
        none_yet = not any(joint.mimic for joint in joints)
        if mimic and leaders and (rng.random() < 0.25 or (last and none_yet)):
            add(ONE_DEGREE[rng.integers(len(ONE_DEGREE))], leaders)
    frames = [
        Frame("mark", None, random_pose(rng)),
        Frame("tool", f"body{rng.integers(len(parts) // 2, len(parts))}", random_pose(rng)),
    ]
    return build_model(f"tree {seed} of {degrees} degrees{', mimic' * mimic}", parts, joints, frames)


def _draw(rng, kinds, degrees):
    """Joint kinds, any of those given, with this many degrees of freedom together."""
    drawn = []
    while left := degrees - sum(kind.nv for kind in drawn):
        possible = [kind for kind in kinds if kind.nv <= left]
        drawn.append(possible[rng.integers(len(possible))])
    return drawn


def floated(model):
    """The tree on a body that floats freely: what started from the world starts from that body."""
    body = random_body(np.random.default_rng(len(model.bodies)), "carrier")
    carried = [replace(joint, parent=joint.parent or "carrier") for joint in model.joints]
    joints = [Joint("float", JointKind.FREE_FLYER, None, "carrier"), *carried]
    return build_model(f"{model.name}, floated", [body, *model.bodies], joints, model.frames)
