"""Bodies, contacts and loads in the plane: what the mouse makes of them, and their contact problem, all of it at rest.

Places are complex numbers x + iy [m], y up.
"""

from __future__ import annotations

import cmath
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.problem.problem import frictionless_problem_from
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written

from ...motion.coordinates import Coordinate
from ..programme.programme_analysis import SolvedProgramme, solved_programme
from ..several.several_contacts import SeveralContacts

GRID, TURN, CORNER = 0.05, cmath.pi / 36, 0.07  # places, angles and corners that the mouse goes to [m, rad, m]
LEAST, UP = 0.05, cmath.pi / 2  # what is shorter is not drawn [m]; an angle
NAMES = {"body": "S_{}", "contact": "c_{}", "force": "F_{}", "gravity": "g"}


@dataclass(frozen=True, slots=True)
class Item:
    """One of them. A contact touches what is at both sides of it; a force acts on the body that is nearest."""

    kind: str  # of `NAMES`
    at: complex
    angle: float = UP  # that a body is turned by; of a normal, a force, or gravity [rad]
    size: float = 1.0  # mass [kg], force [N] or g [m/s²]
    width: float = 0.6  # of a body [m]
    height: float = 0.4

    @property
    def way(self) -> complex:
        """The unit vector along its angle, without what rounding leaves of 0."""
        way = cmath.rect(1.0, self.angle)
        return complex(round(way.real, 15), round(way.imag, 15))

    @property
    def corners(self) -> tuple[complex, ...]:
        """Of a body, anticlockwise."""
        half = complex(self.width, self.height) / 2
        return tuple(self.at + self.way * corner for corner in (-half, half.conjugate(), half, -half.conjugate()))

    def edge(self, place: complex) -> tuple[float, complex]:
        """How far a place is outside of a body [m], negative inside, and the normal into it at the nearest edge."""
        local = (place - self.at) / self.way
        x, y = abs(local.real) - self.width / 2, abs(local.imag) - self.height / 2
        normal = complex(-1 if local.real > 0 else 1) if x > y else complex(0, -1 if local.imag > 0 else 1)
        return max(x, y), normal * self.way


Items = tuple[Item, ...]


def places_of(items: Items, *kinds: str) -> list[int]:
    """Where those of some kinds are."""
    return [k for k, one in enumerate(items) if one.kind in kinds]


def names_of(items: Items) -> list[str]:
    """Of all, in the notation of `paint_math`: S_1, c_1, F_1, g."""
    return [NAMES[one.kind].format(1 + places_of(items, one.kind).index(k)) for k, one in enumerate(items)]


def bodies_at(items: Items, k: int) -> tuple[int, int]:
    """The body that one acts on, and the one that its normal points out of; -1: there is none, it is the ground."""
    one, step = items[k], 0.02 * items[k].way if items[k].kind == "contact" else 0j
    apart = {i: items[i].edge(one.at + step)[0] for i in reversed(places_of(items, "body"))}
    into = min(apart, key=lambda i: apart[i], default=-1)
    return into, next((i for i in apart if i != into and items[i].edge(one.at - step)[0] <= 0.0), -1)


def changed(items: Items, k: int, **changes: Any) -> Items:
    """One with other numbers; a body takes what acts on it along, and a contact stays on an edge."""
    old, new, after = items[k], replace(items[k], **changes), list(items)
    for i in places_of(items, "contact", "force") if new.kind == "body" else ():
        if bodies_at(items, i)[0] == k:
            turn, local = new.angle - old.angle if items[i].kind == "contact" else 0.0, (items[i].at - old.at) / old.way
            local = complex(local.real * (new.width / old.width), local.imag * (new.height / old.height))
            after[i] = replace(items[i], at=new.at + local * new.way, angle=items[i].angle + turn)
    after[k] = replace(new, at=_on_edge(items, new.at)[0]) if new.kind == "contact" else new
    return tuple(after)


def _on_edge(items: Items, at: complex) -> tuple[complex, complex]:
    """The place on an edge of the nearest body, and the normal into that; of the upper one where two touch."""
    away, normal = 0.0, 1j
    for _ in range(2):  # beyond a corner it is outside of two edges
        edges = (items[k].edge(at) for k in reversed(places_of(items, "body")))
        away, normal = min(edges, key=lambda edge: round(abs(edge[0]), 6), default=(0.0, 1j))
        at += away * normal
    return at, normal


def begun(items: Items, kind: str, at: complex) -> tuple[Items, tuple[int, str]] | None:
    """One more, and what of it a drag then changes; None where there is no body for it, or nothing is drawn."""
    at, edge, normal = snapped(items, at), *_on_edge(items, snapped(items, at))
    body, force = Item(kind, at + 0.3 + 0.2j, 0.0), Item(kind, at, -UP, 10.0)
    one = {"body": body, "contact": Item(kind, edge, cmath.phase(normal)), "force": force}.get(kind)
    if one is None or not places_of((*items, one), "body"):
        return None
    return (*items, one), (len(items), "stretch" if kind == "body" else "turn")


def snapped(items: Items, at: complex) -> complex:
    """The corner of a body that is near, or the nearest place of the grid."""
    corners = [corner for k in places_of(items, "body") for corner in items[k].corners if abs(corner - at) < CORNER]
    grid = complex(round(round(at.real / GRID) * GRID, 9), round(round(at.imag / GRID) * GRID, 9))
    return min(corners, key=lambda corner: abs(corner - at), default=grid)


def metre(items: Items) -> float:
    """The force that is drawn a metre long [N]: twice the weight of the heaviest body."""
    return 20.0 * max((items[k].size for k in places_of(items, "body")), default=1.0)


def dragged(items: Items, k: int, part: str, start: complex, at: complex) -> Items:
    """All after a part of one was dragged from a place to another: it moves, a corner of it, or it turns."""
    one, way = items[k], at - items[k].at
    if part == "move":
        return changed(items, k, at=snapped(() if one.kind == "body" else items, one.at + at - start))
    if part == "stretch":
        across = (snapped((), at) - one.corners[0]) / one.way
        width, height = max(abs(across.real), LEAST), max(abs(across.imag), LEAST)
        return changed(items, k, at=one.corners[0] + across * one.way / 2, width=width, height=height)
    size = float(round(abs(way) * metre(items))) if one.kind == "force" else one.size
    return changed(items, k, angle=round(cmath.phase(way) / TURN) * TURN, size=size) if abs(way) >= LEAST else items


class PlaneProblem(NamedTuple):
    """What is drawn, solved."""

    items: Items
    programme: SolvedProgramme
    view: SeveralContacts
    acceleration: Array  # (bodies, 3) along x and y, and of the turn [m/s², rad/s²]


def plane_problem(items: Items) -> PlaneProblem:
    """ζ̇ = M λ + d of all. Raises ArgumentError where nothing touches."""
    names, bodies, contacts = names_of(items), places_of(items, "body"), places_of(items, "contact")
    if not bodies or not contacts:
        raise ArgumentError(tr("Draw a body and a contact: choose one above, and press where it is to be."))
    H = np.array([[one.size, one.size, one.size * (one.width**2 + one.height**2) / 12] for one in (items[k] for k in bodies)])
    N, f = np.zeros((len(items), *H.shape)), np.zeros(H.shape)  # of a unit force of each, on each body
    for k, one in enumerate(items):
        for body, sign in zip(bodies_at(items, k), (1.0, -1.0 if one.kind == "contact" else 0.0), strict=True):
            moment = ((one.at - items[body].at).conjugate() * one.way).imag
            N[k, bodies.index(body) if body >= 0 else 0] += sign * (body >= 0) * np.array([one.way.real, one.way.imag, moment])
        if one.kind in ("force", "gravity"):
            f += one.size * (N[k] if one.kind == "force" else H * [one.way.real, one.way.imag, 0.0])
    T, free, inverse = N[contacts].reshape(len(contacts), -1).T, (f / H).ravel(), 1.0 / H.ravel()
    problem = frictionless_problem_from(T.T @ (inverse[:, None] * T), T.T @ free)
    problem = replace(problem, H=np.diag(H.ravel()), T=T)
    labels = tuple(names[k] for k in contacts)
    programme = solved_programme(problem, "frictionless", 0, labels, free_energy=float(0.5 * f.ravel() @ free))
    force = programme.optimality.force
    sides = [[written(names[k]) if k >= 0 else tr("ground") for k in bodies_at(items, c)] for c in contacts]
    symbols = [f"{part}_{{{i + 1}{axis}}}" for i in range(len(bodies)) for part, axis in (("v", "x"), ("v", "y"), ("ω", ""))]
    coordinates = tuple(Coordinate(symbol, "", "", symbol[0] == "ω") for symbol in symbols)
    pairs, moving, M, d = tuple((out, into) for into, out in sides), tuple(range(H.size)), problem.M, problem.d
    arrays = M, problem.H, T, d, M @ force[:, 2], 0.0 * d, programme.optimality.gradient, force
    view = SeveralContacts(labels, pairs, coordinates, moving, *arrays, impulses=False)
    return PlaneProblem(items, programme, view, (free + inverse * (T @ force[:, 2])).reshape(-1, 3))


_G, _BLOCK = Item("gravity", -1.05 + 1.35j, -UP, 9.81), Item("body", 0.3j, 0.0, 2.0, 1.2, 0.6)
_FEET = Item("contact", -0.6 + 0j), Item("contact", 0.6 + 0j)
_ROD, _LIFT = Item("body", 0.05j, 0.0, 2.0, 1.2, 0.1), Item("force", 0.6 + 0.1j, size=14.0)
_STACK = replace(_BLOCK, size=3.0), Item("body", 0.8j, 0.0), *_FEET, *(replace(foot, at=foot.at / 2 + 0.6j) for foot in _FEET)
_CORNER = (Item("contact", 0.7j - cmath.rect(0.3, angle), angle) for angle in (UP / 2, 1.5 * UP))
EXAMPLES: dict[str, tuple[str, Items]] = {
    "feet": (marked("Block on two feet"), (_G, _BLOCK, *_FEET)),
    "three": (marked("Block on three feet"), (_G, _BLOCK, *_FEET, Item("contact", 0j))),
    "rod": (marked("Rod that is lifted"), (_G, _ROD, *_FEET, _LIFT)),
    "stack": (marked("Two blocks stacked"), (_G, *_STACK)),
    "corner": (marked("Block in a corner"), (_G, Item("body", 0.7j, UP / 2, 2.0, 0.6, 0.6), *_CORNER)),
}
