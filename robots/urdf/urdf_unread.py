"""What a URDF file holds that is not read, each kind named once."""

from __future__ import annotations

from .document import Element, UrdfDocument, children, is_xacro, owner

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
# What they do to the robot where they are read.
_PHYSICS = {
    "loop": "closes a loop of links",
    "loop_joint": "closes a loop of links",
    "mimic": "makes a joint follow another",
    "joint": "connects links",
    "springStiffness": "puts a spring on a joint",
    "spring_stiffness": "puts a spring on a joint",
}


def report_unread(document: UrdfDocument) -> None:
    """Record one finding for each kind of element that is not read."""
    found: dict[tuple[str, str], list[Element]] = {}
    waiting = [document.root]
    while waiting:
        element = waiting.pop()
        read = _READ[element.tag]
        for child in children(element):
            if child.tag in read:
                if child.tag in _READ:
                    waiting.append(child)
            elif not is_xacro(child):
                found.setdefault((element.tag, child.tag), []).append(child)
    kinds = [(parent, sorted(elements, key=_line)) for (parent, _), elements in found.items()]
    for parent, elements in sorted(kinds, key=lambda kind: _line(kind[1][0])):
        _report(document, parent, elements)


def _line(element: Element) -> int:
    line: int = element.sourceline
    return line


def report_xacro(document: UrdfDocument) -> None:
    """Record one finding for each kind of element that xacro should have replaced."""
    found: dict[str, list[Element]] = {}
    for element in document.root.iter("{*}*"):
        if is_xacro(element):
            found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    for name, elements in found.items():
        times = f", {len(elements)} times" if len(elements) > 1 else ""
        message = f"<xacro:{name}> is not expanded{times}; run xacro on the file first"
        document.report("xacro", elements[0], message, f"<xacro:{name}>", "a file without xacro")


def _report(document: UrdfDocument, parent: str, elements: list[Element]) -> None:
    first = elements[0]
    times = f", {len(elements)} times" if len(elements) > 1 else ""
    name = first.tag.rpartition("}")[2]
    if name in _KNOWN:
        document.report("element-unused", first, f"<{name}> is not used; it is left out{times}", f"<{name}>")
        if name == "gazebo":
            _report_physics(document, elements)
    elif name in _PHYSICS:
        message = f"<{name}> {_PHYSICS[name]}; it is left out{times}, and the robot moves differently without it"
        document.report("element-changes-physics", first, message, f"<{name}>", "what URDF has")
    else:
        where = owner(first) or f"in <{parent}>: "
        message = f"{where}<{name}> does not belong here; it is left out{times}"
        document.report(
            "element-unknown", first, message, f"<{name}>", ", ".join(f"<{tag}>" for tag in sorted(_READ[parent]))
        )


def _report_physics(document: UrdfDocument, elements: list[Element]) -> None:
    """Record what inside <gazebo> changes how the robot moves, each kind once."""
    found: dict[str, Element] = {}
    for element in elements:
        for inner in element.iter(*_PHYSICS):
            if inner.tag != "joint" or inner.find("child") is not None:
                found.setdefault(inner.tag, inner)
        for plugin in element.iter("plugin"):
            if "mimic" in (plugin.get("filename") or ""):
                found.setdefault("mimic", plugin)
    for tag, inner in found.items():
        message = (
            f"in <gazebo>: <{inner.tag}> {_PHYSICS[tag]}; it is left out, and the robot moves differently without it"
        )
        document.report("element-changes-physics", inner, message, f"<{inner.tag}>", "what URDF has")
