"""Bodies, contacts and loads in the plane, and what the mouse makes of them. Places are complex numbers x + iy [m], y up."""

from __future__ import annotations

import cmath
from dataclasses import dataclass, replace
from typing import Any

from torseur.sim.texts import marked

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
    """One with other numbers; a body takes what acts on it along."""
    old, new, after = items[k], replace(items[k], **changes), list(items)
    for i in places_of(items, "contact", "force") if new.kind == "body" else ():
        if bodies_at(items, i)[0] == k:
            turn = new.angle - old.angle if items[i].kind == "contact" else 0.0
            at = new.at + (items[i].at - old.at) / old.way * new.way
            after[i] = replace(items[i], at=at, angle=items[i].angle + turn)
    return (*after[:k], new, *after[k + 1 :])


def begun(items: Items, kind: str, at: complex) -> Items:
    """One more, where it is begun to be drawn; none where there is no body for it."""
    at, edges = snapped(items, at), [items[k].edge(at) for k in reversed(places_of(items, "body"))]
    normal = min(edges, key=lambda edge: round(abs(edge[0]), 6), default=(0.0, 1.0j))[1]  # of the upper of two that touch
    if kind == "body":
        return (*items, Item(kind, at + 0.3 + 0.2j, 0.0))
    one = Item(kind, at, cmath.phase(normal)) if kind == "contact" else Item(kind, at, -UP, 10.0)
    return (*items, one) if edges else items


def snapped(items: Items, at: complex) -> complex:
    """The corner of a body that is near, or the nearest place of the grid."""
    corners = [corner for k in places_of(items, "body") for corner in items[k].corners if abs(corner - at) < CORNER]
    grid = complex(round(round(at.real / GRID) * GRID, 9), round(round(at.imag / GRID) * GRID, 9))
    return min(corners, key=lambda corner: abs(corner - at), default=grid)


def metre(items: Items) -> float:
    """The force that is drawn a metre long [N]: twice the weight of the heaviest body."""
    return 20.0 * max((items[k].size for k in places_of(items, "body")), default=1.0)


def dragged(items: Items, k: int, part: str, grip: complex, at: complex) -> Items:
    """All after one was dragged to a place. `grip`: from the press to its place; or the corner of a body that stays."""
    one, way = items[k], at - items[k].at
    if part == "move":
        return changed(items, k, at=snapped(() if one.kind == "body" else items, at + grip))
    if part == "stretch":
        across = (snapped((), at) - grip) / one.way
        width, height = max(abs(across.real), LEAST), max(abs(across.imag), LEAST)
        return changed(items, k, at=grip + across * one.way / 2, width=width, height=height)
    size = float(round(abs(way) * metre(items))) if one.kind == "force" else one.size
    return changed(items, k, angle=round(cmath.phase(way) / TURN) * TURN, size=size) if abs(way) >= LEAST else items


def _contacts(y: float, *xs: float) -> list[Item]:
    return [Item("contact", complex(x, y)) for x in xs]


_G, _BLOCK = Item("gravity", -1.05 + 1.35j, -UP, 9.81), Item("body", 0.3j, 0.0, 2.0, 1.2, 0.6)
_ROD, _LIFT = Item("body", 0.05j, 0.0, 2.0, 1.2, 0.1), Item("force", 0.6 + 0.1j, size=14.0)
_CORNER = [Item("contact", 0.7j - cmath.rect(0.3, angle), angle) for angle in (UP / 2, 1.5 * UP)]
EXAMPLES: dict[str, tuple[str, Items]] = {
    "feet": (marked("Block on two feet"), (_G, _BLOCK, *_contacts(0.0, -0.6, 0.6))),
    "three": (marked("Block on three feet"), (_G, _BLOCK, *_contacts(0.0, -0.6, 0.6, 0.0))),
    "rod": (marked("Rod that is lifted"), (_G, _ROD, *_contacts(0.0, -0.6, 0.6), _LIFT)),
    "stack": (
        marked("Two blocks stacked"),
        (_G, replace(_BLOCK, size=3.0), Item("body", 0.8j, 0.0), *_contacts(0.0, -0.6, 0.6), *_contacts(0.6, -0.3, 0.3)),
    ),
    "corner": (marked("Block in a corner"), (_G, Item("body", 0.7j, UP / 2, 2.0, 0.6, 0.6), *_CORNER)),
}
