"""The contact that is selected in the table, lit in the view: its point, its normal and its friction cone."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.texts import tr
from torseur.ui.look.theme import FRICTION, SELECTION
from torseur.ui.text.number_text import number_text
from torseur.ui.viewport.many_marks import SolidField
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays, PolytopeMark
from torseur.ui.viewport.mesh.color import srgb

from .contact_parts import contact_label, tangents

NORMAL, CONE = 0.4, 0.3  # lengths of the normal and of the cone's axis, as shares of the scene's size
BALL, LEAST = 0.03, 7.0  # radius of the point: share of the scene's size, and at least [screen unit]
SIDES = 24  # of the cone


def highlight(contacts: Contacts, i: int, size: float, facets: int = 0) -> Overlays:
    """Light contact i; `size` is the radius of a ball around the bodies [m], `facets` those of a pyramid; 0: it is a cone."""
    point, normal, friction = contacts.point[i], contacts.normal[i], float(contacts.friction[i])
    arrow = Arrow(point, NORMAL * size * normal, SELECTION, contact_label(i))
    ball = np.column_stack([BALL * size * np.eye(3), point])[None]
    mark = SolidField("egg", ball, np.array([[*srgb(SELECTION), 1.0]]), LEAST)
    cones = (friction_cone(point, normal, friction, CONE * size, facets),) if friction > 0.0 else ()
    return Overlays(arrows=(arrow,), fields=(mark,), polytopes=cones)


def highlight_legend(contacts: Contacts, i: int, facets: int = 0) -> tuple[LegendRow, ...]:
    """What is lit."""
    rows = [LegendRow("arrow", SELECTION, tr("Normal of {contact}", contact=contact_label(i)))]
    friction = float(contacts.friction[i])
    if friction > 0.0:
        name, about = tr("Friction cone"), f"μ {number_text(friction)}"
        if facets:
            name, about = tr("Friction pyramid"), tr("{n} facets, {friction}", n=facets, friction=about)
        rows.append(LegendRow("polytope", FRICTION, name, about))
    return tuple(rows)


def friction_cone(point: Array, normal: Array, friction: float, height: float, facets: int = 0) -> PolytopeMark:
    """The cone of forces ‖λₜ‖ ≤ μ λₙ at a point (3,) about a unit normal (3,), so high [m]; or the pyramid in it."""
    sides = facets or SIDES
    angles = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)[:, None]
    first, second = tangents(normal[None])
    ring = point + height * (normal + friction * (np.cos(angles) * first + np.sin(angles) * second))
    vertices = np.vstack([ring, point, point + height * normal])
    here = np.arange(sides)
    beside = (here + 1) % sides
    mantle = np.column_stack([np.full(sides, sides), beside, here])
    base = np.column_stack([np.full(sides, sides + 1), here, beside])
    rim = np.column_stack([here, beside])
    few = here if 0 < facets <= SIDES else here[::6]
    spokes = np.column_stack([np.full(len(few), sides), few])
    return PolytopeMark(vertices, np.vstack([mantle, base]), np.vstack([rim, spokes]), FRICTION)
