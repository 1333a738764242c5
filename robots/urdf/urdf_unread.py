"""What a URDF file holds that is not read, each kind named once."""

from __future__ import annotations

from torseur.sim.texts import marked, tr

from .document import Element, UrdfDocument, children, is_xacro, owner
from .geometry import QUATERNION

_READ = {
    "robot": {"link", "joint", "material"},
    "link": {"inertial", "visual", "collision"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
    "inertial": {"origin", "mass", "inertia"},
    "visual": {"origin", "geometry", "material"},
    "collision": {"origin", "geometry"},
}
_SHAPES = {
    "box": {"size"},
    "sphere": {"radius"},
    "cylinder": {"radius", "length"},
    "capsule": {"radius", "length"},
    "mesh": {"filename", "scale"},
}
_ATTRIBUTES = {
    "robot": {"name", "version"},
    "link": {"name", "type"},
    "joint": {"name", "type"},
    "inertial": set(),
    "visual": {"name"},
    "collision": {"name"},
    "geometry": set(),
    "origin": {"xyz", "rpy", QUATERNION},
    "mass": {"value"},
    "inertia": {f"i{one}{other}" for one in "xyz" for other in "xyz"},
    "parent": {"link"},
    "child": {"link"},
    "axis": {"xyz"},
    "limit": {"lower", "upper", "velocity", "effort"},
    "dynamics": {"damping", "friction"},
    "mimic": {"joint", "multiplier", "offset"},
    "material": {"name"},
    "color": {"rgba"},
    "texture": {"filename"},
    **_SHAPES,
}
# Known to robot descriptions, but of no use here.
_KNOWN = {
    "calibration",
    "collision_checking",
    "contact",
    "gazebo",
    "mujoco",
    "ros2_control",
    "safety_controller",
    "sensor",
    "transmission",
}
_LIMITS = {"acceleration", "deceleration", "jerk"}  # of <limit> in URDF 1.2
# What they do to the robot where they are read.
_PHYSICS = {
    "loop": marked("closes a loop of links"),
    "loop_joint": marked("closes a loop of links"),
    "mimic": marked("makes a joint follow another"),
    "joint": marked("connects links"),
    "springStiffness": marked("puts a spring on a joint"),
    "spring_stiffness": marked("puts a spring on a joint"),
}


def report_unread(document: UrdfDocument) -> None:
    """Record one finding for each kind of element that is not read."""
    found: dict[tuple[str, str], list[Element]] = {}
    waiting = [document.root]
    while waiting:
        element = waiting.pop()
        read = _READ[element.tag]
        for child in children(element):
            tag = child.tag
            if tag in read:
                if tag in _READ:
                    waiting.append(child)
            elif not is_xacro(child) and not _is_of_rotor(child):
                found.setdefault((element.tag, tag), []).append(child)
    kinds = [(parent, sorted(elements, key=_line)) for (parent, _), elements in found.items()]
    for parent, elements in sorted(kinds, key=lambda kind: _line(kind[1][0])):
        _report(document, parent, elements)


def _is_of_rotor(element: Element) -> bool:
    """Whether it is a <transmission> whose rotor is read."""
    return bool(element.tag == "transmission" and any("rotor_inertia" in str(one.tag) for one in element.iter()))


def report_attributes(document: UrdfDocument) -> None:
    """Record one finding for each kind of attribute that is not read, of the elements that are."""
    kinds = {(element.tag, *element.keys()) for element in document.root.iter("*")}
    if all(_ATTRIBUTES[tag].issuperset(names) for tag, *names in kinds if tag in _ATTRIBUTES):
        return  # so most files are, and a look at each kind is quick
    found: dict[tuple[str, str], list[Element]] = {}
    waiting = [part for part in children(document.root) if part.tag in _READ["robot"]]
    for element in (document.root, *waiting):
        _collect(element, found)
    while waiting:
        for child in children(waiting.pop()):
            own = _ATTRIBUTES.get(child.tag)
            if own is not None:
                if not own.issuperset(child.keys()):
                    _collect(child, found)
                if len(child):
                    waiting.append(child)
    for (tag, name), elements in found.items():
        first = min(elements, key=_line)
        times = tr(", {count} times", count=len(elements)) if len(elements) > 1 else ""
        meant = name.lower() if name.lower() in _ATTRIBUTES[tag] else ""
        where = tr("{owner}the attribute {name!r} of <{tag}>", owner=owner(first), name=name, tag=tag)
        known = ", ".join(sorted(_ATTRIBUTES[tag])) or "none"
        if meant:
            message = tr("{where} is written {meant!r} in URDF; it is left out{times}", where=where, meant=meant, times=times)
            document.report("attribute-case", first, message, name, meant)
        elif tag == "limit" and name in _LIMITS:
            document.report(
                "element-unused", first, tr("{where} is not used; it is left out{times}", where=where, times=times), name
            )
        else:
            document.report(
                "attribute-unknown",
                first,
                tr("{where} is not URDF's; it is left out{times}", where=where, times=times),
                name,
                known,
            )


def _collect(element: Element, found: dict[tuple[str, str], list[Element]]) -> None:
    """Add the attributes of an element that URDF does not have; those of other namespaces are of nobody's concern here."""
    known = _ATTRIBUTES[element.tag]
    for name in element.keys():
        if name not in known and not name.startswith("{"):
            found.setdefault((element.tag, name), []).append(element)


def _line(element: Element) -> int:
    line: int = element.sourceline
    return line


def report_xacro(document: UrdfDocument) -> None:
    """Record one finding for each kind of element that xacro should have replaced."""
    found: dict[str, list[Element]] = {}
    for element in document.root.xpath("descendant-or-self::*[namespace-uri()]"):
        if is_xacro(element):
            found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    for name, elements in found.items():
        times = tr(", {count} times", count=len(elements)) if len(elements) > 1 else ""
        message = tr("<xacro:{name}> is not expanded{times}; run xacro on the file first", name=name, times=times)
        document.report("xacro", elements[0], message, f"<xacro:{name}>", tr("a file without xacro"))


def _report(document: UrdfDocument, parent: str, elements: list[Element]) -> None:
    first = elements[0]
    times = tr(", {count} times", count=len(elements)) if len(elements) > 1 else ""
    name = first.tag.rpartition("}")[2]
    if name in _KNOWN:
        document.report(
            "element-unused", first, tr("<{name}> is not used; it is left out{times}", name=name, times=times), f"<{name}>"
        )
        if name == "gazebo":
            _report_physics(document, elements)
    elif name in _PHYSICS:
        message = tr(
            "<{name}> {physics}; it is left out{times}, and the robot moves differently without it",
            name=name,
            physics=tr(_PHYSICS[name]),
            times=times,
        )
        document.report("element-changes-physics", first, message, f"<{name}>", tr("what URDF has"))
    else:
        where = owner(first) or tr("in <{parent}>: ", parent=parent)
        message = tr("{where}<{name}> does not belong here; it is left out{times}", where=where, name=name, times=times)
        document.report("element-unknown", first, message, f"<{name}>", ", ".join(f"<{tag}>" for tag in sorted(_READ[parent])))


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
        message = tr(
            "in <gazebo>: <{tag}> {physics}; it is left out, and the robot moves differently without it",
            tag=inner.tag,
            physics=tr(_PHYSICS[tag]),
        )
        document.report("element-changes-physics", inner, message, f"<{inner.tag}>", tr("what URDF has"))
