"""Whether masses fit the shapes of their links: compared once all links are read, as arrays."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.masses.extents import body_boxes
from torseur.sim.analysis.masses.plausibility import com_distances, inertia_extents, mass_numbers
from torseur.sim.multibody.model.model import Body

from .document import Element, UrdfDocument, owner


class MassExtents:
    """The bodies of a file that have a mass, with their <inertial>. What is found stands where each of them was added."""

    def __init__(self, document: UrdfDocument) -> None:
        self._document = document
        self._elements: list[Element] = []
        self._bodies: list[Body] = []
        self._places: list[int] = []  # among the findings

    def add(self, element: Element, body: Body) -> None:
        """Have a body compared that is read without an error."""
        self._elements.append(element)
        self._bodies.append(body)
        self._places.append(len(self._document.findings))

    def report(self) -> None:
        """Record each centre of mass that is farther from the box about the link's shapes than the diagonal of that box, and each
        inertia that no mass within that box has.
        """
        mass, com, inertia = mass_numbers(self._bodies)
        low, high = body_boxes(self._bodies)
        distance, most = com_distances(com, low, high)
        spread, reach = inertia_extents(mass, com, low, high, *np.linalg.eigh(inertia))
        before = len(self._document.findings)
        for i in np.flatnonzero((distance > most) | (spread > reach)).tolist():
            element = self._elements[i]
            if distance[i] > most[i]:
                message = (
                    f"{owner(element)}its centre of mass is {distance[i]:.3g} m away from its shapes, "
                    f"which are {most[i]:.3g} m long"
                )
                found, wanted = f"{distance[i]:.3g} m", f"at most {most[i]:.3g} m"
                place = self._places[i] + len(self._document.findings) - before
                self._document.report("com-outside", element, message, found, wanted, place)
            if spread[i] > reach[i]:
                message = (
                    f"{owner(element)}by its inertia the mass is {spread[i]:.3g} m from its centre along one axis "
                    f"(root mean square), and the shapes reach {reach[i]:.3g} m along it: no mass within them has it"
                )
                found, wanted = f"{spread[i]:.3g} m", f"at most {reach[i]:.3g} m"
                place = self._places[i] + len(self._document.findings) - before
                self._document.report("inertia-extent", element, message, found, wanted, place)
