"""A Denavit-Hartenberg table as numbers, and its transforms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import screw_x, screw_z
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import JointKind

from .definition import Convention


@dataclass(frozen=True, slots=True)
class DHRow:
    """One joint. The value of the variable (θ if revolute, d if prismatic) is what is added to q.

    In the modified convention, row i holds a and α of index i-1: those that come before θ and d.
    """

    name: str
    kind: JointKind  # REVOLUTE, PRISMATIC or FIXED
    theta: float  # about z [rad]
    d: float  # along z [m]
    a: float  # along x [m]
    alpha: float  # about x [rad]


@dataclass(frozen=True, eq=False, slots=True)
class DHTable:
    """The rows of a robot, from the base to the tool."""

    name: str
    convention: Convention
    rows: tuple[DHRow, ...]
    base: Array  # (4, 4) pose of frame 0 in the world
    tool: Array  # (4, 4) pose of the tool in the last frame

    @property
    def nq(self) -> int:
        """Numbers of a configuration: the rows that move."""
        return sum(row.kind.nq for row in self.rows)

    def transforms(self, q: Sequence[float] | Array) -> Array:
        """Pose (n, 4, 4) of each frame i in frame i-1, at configuration q (nq,) [rad | m]."""
        values = iter(self._checked(q))
        return np.array([dh_transform(row, next(values) if row.kind.nq else 0.0, self.convention) for row in self.rows])

    def frames(self, q: Sequence[float] | Array) -> Array:
        """Pose (n + 1, 4, 4) of each frame, from 0 on, in the world, at configuration q (nq,) [rad | m]."""
        poses = [self.base]
        for transform in self.transforms(q):
            poses.append(poses[-1] @ transform)
        return np.array(poses)

    def _checked(self, q: Sequence[float] | Array) -> list[float]:
        values = [float(value) for value in q]
        if len(values) != self.nq:
            raise ArgumentError(
                "table {name!r}: q has {count} numbers; the table has {nq} moving rows",
                name=self.name,
                count=len(values),
                nq=self.nq,
            )
        return values


def dh_transform(row: DHRow, q: float, convention: Convention) -> Array:
    """Pose (4, 4) of frame i in frame i-1.

    standard : Rot z(θ) · Trans z(d) · Trans x(a) · Rot x(α), distal. Siciliano et al. 2009, eq. (2.52).
    modified : Rot x(α) · Trans x(a) · Rot z(θ) · Trans z(d), proximal. Craig 2005, eq. (3.6).
    """
    turn = q if row.kind is JointKind.REVOLUTE else 0.0
    slide = q if row.kind is JointKind.PRISMATIC else 0.0
    about_z, about_x = screw_z(row.d + slide, row.theta + turn), screw_x(row.a, row.alpha)
    if convention == "standard":
        return about_z @ about_x
    if convention == "modified":
        return about_x @ about_z
    raise ArgumentError("no DH convention {convention!r}; there are 'standard' and 'modified'", convention=convention)
