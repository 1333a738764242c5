"""What several exercises on contact take from a scene."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import HYBRID, POSING, PROBLEMS, SOLVERS, STEPPING
from torseur.sim.contact.problem.problem import ContactProblem
from torseur.sim.multibody.model.model import Body
from torseur.sim.multibody.model.shapes import Box
from torseur.sim.multibody.model.state import State

from ...case import Case

NEEDS = (POSING, STEPPING, PROBLEMS, SOLVERS, HYBRID)


def body(case: Case, name: str) -> Body:
    """A body by its name."""
    return next(one for one in case.model.bodies if one.name == name)


def half_size(case: Case, name: str) -> Array:
    """Half of the edges of a box (3,) [m]."""
    shape = body(case, name).collisions[0].shape
    assert isinstance(shape, Box)
    return 0.5 * np.asarray(shape.size)


def g(case: Case) -> float:
    """Gravity, downwards [m/s²]."""
    return -float(case.scene.gravity[2])


def on_the_floor(case: Case, height: float, force: Sequence[float] = (0.0,) * 6) -> ContactProblem:
    """The accelerations of a scene's one free body, upright, its centre so high [m], under [f; n] at it [N, N m]."""
    q = np.array(case.scene.initial.q)
    q[2:7] = height, 0.0, 0.0, 0.0, 1.0
    return sim.contact_problem(case.scene, State(0.0, q, np.zeros(case.model.nv)), np.asarray(force, dtype=np.float64))
