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
            element, added = self._elements[i], len(self._document.findings) - before
            if distance[i] > most[i]:
                found, wanted = f"{distance[i]:.3g} m", f"{most[i]:.3g} m"
                message = f"{owner(element)}its centre of mass is {found} away from its shapes, which are {wanted} long"
                place = self._places[i] + added
                self._document.report("com-outside", element, message, found, f"at most {wanted}", place)
                added = len(self._document.findings) - before
            if spread[i] > reach[i]:
                found, wanted = f"{spread[i]:.3g} m", f"{reach[i]:.3g} m"
                message = (
                    f"{owner(element)}by its inertia the mass is {found} from its centre along one axis (root mean square), "
                    f"and the shapes reach {wanted} along it: no mass within them has it"
                )
                place = self._places[i] + added
                self._document.report("inertia-extent", element, message, found, f"at most {wanted}", place)
