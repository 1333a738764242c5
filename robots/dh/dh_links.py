"""From what a DH file says of a link to a `Body`: mass, centre of mass, inertia, shapes."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.definition.shape_rows import color_of, pose_of, radians_per, shape_of
from torseur.sim.multibody.model.model import Body, Collision, Visual

from .checks import matrix_of
from .definition import Base, Definition, JointRow


def body_of(definition: Definition, given: Base | JointRow, name: str) -> Body:
    """Return the body of this name that a part of a table describes."""
    radians = radians_per(definition.angle_unit)
    visuals = []
    for row in given.visuals:
        color = {"color": color_of(row.color, definition.colors)} if row.color else {}
        visuals.append(Visual(shape_of(row), pose_of(row.xyz, row.rpy, radians), name=row.name, **color))
    return Body(
        name=name,
        mass=given.mass or 0.0,
        com=frozen(np.array(given.com)),
        inertia=frozen(np.zeros((3, 3)) if given.inertia is None else matrix_of(given.inertia)),
        visuals=tuple(visuals),
        collisions=tuple(
            Collision(shape_of(row), pose_of(row.xyz, row.rpy, radians), row.name, row.material)
            for row in given.collisions
        ),
    )
