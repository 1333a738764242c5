"""Whether masses and inertias are such as bodies have, and fit their links' shapes: judged once all are read, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

import numpy as np

from torseur.sim.analysis.masses.extents import body_boxes
from torseur.sim.analysis.masses.plausibility import (
    broken_inertia_rules,
    com_distances,
    inertia_extents,
    mass_numbers,
    moment_text,
    principal_moments,
)
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Body
from torseur.sim.texts import tr

from .document import Element, UrdfDocument, owner

_Place = tuple[int, int]  # before which finding, and how many were added before
_Said = tuple[str, Element, str, str, str]  # rule, element, message, found, wanted


class MassRules:
    """The inertias and the bodies with a mass of a file. What is found stands where each of them was added."""

    def __init__(self, document: UrdfDocument) -> None:
        self._document = document
        self._inertias: list[tuple[_Place, Element, float, Array, bool]] = []
        self._bodies: list[tuple[_Place, Element, Body]] = []

    def add_inertia(self, element: Element, mass: float, matrix: Array, moves: bool) -> None:
        """Have an inertia judged that is read without an error.

        matrix : (3, 3) about the centre of mass [kg m²]
        moves  : whether a joint moves the link
        """
        self._inertias.append((self._place, element, mass, matrix, moves))

    def add_body(self, element: Element, body: Body) -> None:
        """Have a body with a mass compared with its shapes that is read without an error, with its <inertial>."""
        self._bodies.append((self._place, element, body))

    def report(self) -> None:
        """Record what no body has, by the rules of `torseur.sim.analysis.masses.plausibility`.

        Each inertia that no body can have. Many published robots break the triangle inequality of the principal moments, and
        their mass matrices are positive definite all the same: so it is never an error. Each centre of mass that is farther
        from the box about the link's shapes than the diagonal of that box, and each inertia that no mass within it has.
        """
        before = len(self._document.findings)
        for (place, _), said in merge(self._of_inertias(), self._of_bodies(), key=lambda one: one[0]):
            added = len(self._document.findings) - before
            self._document.report(*said, place=place + added)

    @property
    def _place(self) -> _Place:
        return len(self._document.findings), len(self._inertias) + len(self._bodies)

    def _of_inertias(self) -> Iterator[tuple[_Place, _Said]]:
        matrices = np.array([matrix for *_, matrix, _ in self._inertias], dtype=float).reshape(-1, 3, 3)
        moments, _ = principal_moments(matrices)
        for (place, element, mass, _, moves), (a, b, c) in zip(self._inertias, moments.tolist(), strict=True):
            for rule in broken_inertia_rules(mass, (a, b, c)):
                yield place, _inertia_fault(rule, element, mass, (a, b, c), moves)

    def _of_bodies(self) -> Iterator[tuple[_Place, _Said]]:
        bodies = [body for *_, body in self._bodies]
        mass, com, inertia = mass_numbers(bodies)
        low, high = body_boxes(bodies)
        distance, most = com_distances(com, low, high)
        spread, reach = inertia_extents(mass, com, low, high, *np.linalg.eigh(inertia))
        for i in np.flatnonzero((distance > most) | (spread > reach)).tolist():
            place, element, _ = self._bodies[i]
            if distance[i] > most[i]:
                found, wanted = f"{distance[i]:.3g} m", f"{most[i]:.3g} m"
                message = tr(
                    "{owner}its centre of mass is {found} away from its shapes, which are {wanted} long",
                    owner=owner(element),
                    found=found,
                    wanted=wanted,
                )
                yield place, ("com-outside", element, message, found, tr("at most {wanted}", wanted=wanted))
            if spread[i] > reach[i]:
                found, wanted = f"{spread[i]:.3g} m", f"{reach[i]:.3g} m"
                message = tr(
                    "{owner}by its inertia the mass is {found} from its centre along one axis (root mean square), and the "
                    "shapes reach {wanted} along it: no mass within them has it",
                    owner=owner(element),
                    found=found,
                    wanted=wanted,
                )
                yield place, ("inertia-extent", element, message, found, tr("at most {wanted}", wanted=wanted))


def _inertia_fault(rule: str, element: Element, mass: float, moments: tuple[float, float, float], moves: bool) -> _Said:
    """Return what is said of an inertia with these principal moments, least first [kg m²]."""
    a, b, c = moments
    found = f"{', '.join(map(moment_text, moments))} kg m²"
    moments_are = tr("{owner}principal moments of inertia of {found}", owner=owner(element), found=found)
    match rule:
        case "mass-zero":
            return (
                rule,
                element,
                tr("{owner}it has no mass, and principal moments of inertia of {found}", owner=owner(element), found=found),
                "0 kg",
                "above 0",
            )
        case "inertia-negative":
            rule = rule if moves else "inertia-negative-fixed"
            return rule, element, tr("{moments_are}; none can be negative", moments_are=moments_are), found, "above 0"
        case "inertia-zero":
            message = tr("{owner}it has a mass of {mass:g} kg and no inertia: it is a point", owner=owner(element), mass=mass)
            return rule, element, message, found, "above 0"
        case "inertia-singular":
            return rule, element, tr("{moments_are}; each should be above 0", moments_are=moments_are), found, "above 0"
    message = tr("{moments_are}; the largest exceeds the sum of the others, which no body's does", moments_are=moments_are)
    return rule, element, message, moment_text(c), tr("at most {most}", most=moment_text(a + b))
