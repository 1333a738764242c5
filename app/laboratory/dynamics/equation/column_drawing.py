"""A column of H on the robot: the torque that each joint takes as one of them accelerates, along the joints' axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import Term
from torseur.ui.look.math_notation import literal
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.viewport.marks import Arrow, Overlays

from ...motion.coordinates import Coordinate
from ..term_arrows import TermArrows

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import NewtonEulerTrace

LEAST = 1e-6  # a torque below it, as a share of the column's largest, is not drawn: its label would hide others
AXIS = 0.3  # of the axis of the joint that accelerates, as a share of the scene's size


def column_overlays(
    arrows: TermArrows, model: Model, trace: NewtonEulerTrace, coordinates: tuple[Coordinate, ...], j: int, size: float
) -> Overlays:
    """Torques of a trace of q̈ = e_j at rest without gravity. `size`: of the scene [m]."""
    arrows.clear()
    turning, sliding, axis = list[tuple[Term, Array]](), list[tuple[Term, Array]](), list[Arrow]()
    least = LEAST * float(np.abs(trace.tau).max(initial=0.0))
    for step in trace.outward:
        joint = model.joint(step.joint)
        if joint.mimic is not None or not step.S.shape[1]:
            continue
        place = model.joint_slices()[step.joint][1]
        moment, force = np.zeros(3), np.zeros(3)
        for k in range(place.start, place.stop):
            column = step.S[:, k - place.start]
            turns = coordinates[k].turns
            u = column[3:] if turns else column[:3]
            if turns:
                moment += trace.tau[k] * u
            else:
                force += trace.tau[k] * u
            if k == j:
                label = f"{coordinates[j].acceleration} = {'1 rad/s²' if turns else '1 m/s²'}"
                axis.append(Arrow(step.axis_point, AXIS * size * u, VELOCITY, label, "dashed", math=True))
        label, number = _entry(coordinates, place, j), None
        if place.stop - place.start == 1:
            number = float(trace.tau[place.start])
        for parts, vector in ((turning, moment), (sliding, force)):
            if np.linalg.norm(vector) > least:
                parts.append((Term("", vector, label, color=FORCE, number=number), step.axis_point))
    torques = (*arrows.at(turning, ("N·m",), size), *arrows.at(sliding, ("N",), size))
    return Overlays(arrows=(*torques, *axis))


def _entry(coordinates: tuple[Coordinate, ...], rows: slice, j: int) -> str:
    """The entries of H in some rows of column j times the acceleration, as H_{21} q̈_1; of several rows the joint's name."""
    column = coordinates[j]
    product = f" {column.acceleration}"
    if rows.stop - rows.start > 1:
        return tr("{entry} of {joint}", entry="H" + product, joint=literal(coordinates[rows.start].joint))
    indices = [one.symbol.partition("_")[2].strip("{}") for one in (coordinates[rows.start], column)]
    return f"H_{{{('' if all(len(one) == 1 for one in indices) else ',').join(indices)}}}{product}"
