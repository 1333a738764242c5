"""The inertia of motors' rotors, as Drake's files say it: seen at the joint it is the square of the gear's ratio as large."""

from __future__ import annotations

from torseur.sim.texts import tr

from .document import Element, UrdfDocument, children
from .quantities import INERTIA, RATIO


def reflected_inertia(document: UrdfDocument, element: Element) -> float:
    """Return what an element's <rotor_inertia> and <gear_ratio>, of any namespace, make at a joint [kg m² | kg]; 0 without.

    Source: Featherstone 2008, §9.6 (motors and gears); Drake's manual, "drake:rotor_inertia".
    """
    said = {child.tag.rpartition("}")[2].rpartition(":")[2]: child for child in children(element)}
    if "rotor_inertia" not in said:
        return 0.0
    inertia = document.number(said["rotor_inertia"], "value", None, INERTIA)
    ratio = document.number(said["gear_ratio"], "value", None, RATIO) if "gear_ratio" in said else 1.0
    if inertia < 0.0:
        found = said["rotor_inertia"].get("value")
        message = tr("<rotor_inertia> {found} must not be negative", found=found)
        raise document.error("negative", said["rotor_inertia"], message, found, tr("0 or more"))
    return ratio * ratio * inertia


def transmitted_inertias(document: UrdfDocument) -> dict[str, float]:
    """Return by the names of joints what the actuators of <transmission> elements make at them; of those that say it."""
    found = {}
    for transmission in document.root.findall("transmission"):
        inertia = sum(document.attempt(0.0, reflected_inertia, document, one) for one in transmission.findall("actuator"))
        for joint in transmission.findall("joint"):
            if inertia:
                found[(joint.get("name") or "").strip()] = inertia
    return found
