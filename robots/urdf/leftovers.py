"""What a URDF file holds that is not read, each kind named once."""

from __future__ import annotations

from sim.multibody.model import Severity

from .document import Document, Element, children, owner

_READ = {
    "robot": {"link", "joint", "material"},
    "link": {"inertial", "visual", "collision"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
    "inertial": {"origin", "mass", "inertia"},
    "visual": {"origin", "geometry", "material"},
    "collision": {"origin", "geometry"},
}
# Known to robot descriptions, but of no use here.
_KNOWN = {
    "calibration",
    "collision_checking",
    "contact",
    "gazebo",
    "ros2_control",
    "safety_controller",
    "sensor",
    "transmission",
}


def name_leftovers(document: Document) -> None:
    """Record one finding for each kind of element that is not read."""
    found: dict[tuple[str, str], list[Element]] = {}
    _collect(document.root, found)
    for (parent, tag), elements in found.items():
        first = elements[0]
        times = f", {len(elements)} times" if len(elements) > 1 else ""
        name = tag.rpartition("}")[2]
        if name in _KNOWN:
            document.say(Severity.NOTE, first, f"<{name}> is not used; it is left out{times}")
        else:
            where = owner(first) or f"in <{parent}>: "
            document.say(Severity.WARNING, first, f"{where}<{name}> does not belong here; it is left out{times}")


def _collect(element: Element, found: dict[tuple[str, str], list[Element]]) -> None:
    read = _READ.get(element.tag)
    if read is None:
        return
    for child in children(element):
        if child.tag in read:
            _collect(child, found)
        else:
            found.setdefault((element.tag, child.tag), []).append(child)
