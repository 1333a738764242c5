"""Whether a body can have the mass, the inertia and the centre of mass that a link gives it."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.masses.extents import body_box
from torseur.sim.analysis.masses.plausibility import broken_inertia_rules, com_distance
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Body

from .document import Document, Element, owner


def say_inertia(document: Document, element: Element, mass: float, matrix: Array, moves: bool) -> None:
    """Record what no body can have, by the rules of `torseur.sim.analysis.masses.plausibility`.

    Many published robots break the triangle inequality of the principal moments, and their mass matrices are positive
    definite all the same: so it is never an error.

    matrix : (3, 3) about the centre of mass [kg m²]
    moves  : whether a joint moves the link
    """
    moments: Array = np.linalg.eigvalsh(matrix).astype(np.float64)
    a, b, c = moments.tolist()
    found = f"{a:.4g}, {b:.4g}, {c:.4g} kg m²"
    told = f"{owner(element)}principal moments of inertia of {found}"
    for rule in broken_inertia_rules(mass, moments):
        match rule:
            case "mass-zero":
                message = f"{owner(element)}it has no mass, and principal moments of inertia of {found}"
                document.say(rule, element, message, "0 kg", "above 0")
            case "inertia-negative":
                rule = rule if moves else "inertia-negative-fixed"
                document.say(rule, element, f"{told}; none can be negative", found, "above 0")
            case "inertia-zero":
                message = f"{owner(element)}it has a mass of {mass:g} kg and no inertia: it is a point"
                document.say(rule, element, message, found, "above 0")
            case "inertia-singular":
                document.say(rule, element, f"{told}; each should be above 0", found, "above 0")
            case _:
                message = f"{told}; the largest exceeds the sum of the others, which no body's does"
                document.say(rule, element, message, f"{c:.4g}", f"at most {a + b:.4g}")


def say_center_of_mass(document: Document, element: Element, body: Body) -> None:
    """Record a centre of mass that is farther from the box about the link's shapes than the diagonal of that box."""
    bounds = body_box(body)
    if bounds is None:
        return
    distance, most = com_distance(body, bounds)
    if distance > most:
        message = (
            f"{owner(element)}its centre of mass is {distance:.3g} m away from its shapes, which are {most:.3g} m long"
        )
        document.say("com-outside", element, message, f"{distance:.3g} m", f"at most {most:.3g} m")
