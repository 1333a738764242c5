"""What is drawn of a vector that turns: the vector before and after, and the parts that Rodrigues' formula has."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.ui.laboratory.rotation.geometry_section import ACROSS, ALONG, CROSS
from torseur.ui.laboratory.rotation.values import RotationView
from torseur.ui.look.theme import ENERGY, VELOCITY
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, Trail

CIRCLE = 96  # points of the circle that the tip goes round
LEAST = 1e-6  # of the vectors' unit: shorter ones are not drawn


def vector_arrows(view: RotationView, origin: Array, length: float) -> list[Arrow]:
    """v, R v and the small change of v; `length` : of a vector of length 1 [m]."""
    found = [
        Arrow(origin, length * view.v, VELOCITY, "v", "dashed"),
        Arrow(origin, length * view.turned, VELOCITY, "R v"),
    ]
    if np.any(view.linear):
        size = quantity_text(float(np.linalg.norm(view.linear)), "")
        found.append(Arrow(origin + length * view.v, length * view.linear, ENERGY, f"δθ u × v  {size}"))
    return found


def part_arrows(view: RotationView, origin: Array, length: float) -> list[Arrow]:
    """v_z from the origin, v_x and v_y from its tip, and there v_x cos θ and v_y sin θ, head to tail up to the tip of R v."""
    foot = origin + length * view.along
    x, y, _ = view.parts
    pairs = (
        (origin, view.along, ALONG, "vz", "solid"),
        (foot, view.across, ACROSS, "vx", "solid"),
        (foot, view.cross, CROSS, "vy = u × v", "solid"),
        (foot, x, ACROSS, "vx cos θ", "dashed"),
        (foot + length * x, y, CROSS, "vy sin θ", "dashed"),
    )
    return [
        Arrow(tail, length * vector, color, text, kind)
        for tail, vector, color, text, kind in pairs if float(np.linalg.norm(vector)) > LEAST
    ]  # fmt: skip


def tip_circle(view: RotationView, origin: Array, length: float) -> Trail:
    """The circle about the axis that the tip of v goes round."""
    turns = np.linspace(0.0, 2.0 * np.pi, CIRCLE)[:, None]
    points = view.along + np.cos(turns) * view.across + np.sin(turns) * view.cross
    return Trail(origin + length * points, ACROSS, dashed=True)
