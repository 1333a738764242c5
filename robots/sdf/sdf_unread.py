"""What an SDF file holds that is not read, each kind named once."""

from __future__ import annotations

from torseur.sim.texts import marked, tr

from ..urdf.document import Element, UrdfDocument, children, owner

_READ: dict[str, set[str]] = {
    "model": {"link", "joint", "frame", "pose", "static"},
    "link": {"pose", "inertial", "visual", "collision"},
    "joint": {"pose", "parent", "child", "axis", "axis2", "screw_thread_pitch", "thread_pitch"},
    "frame": {"pose"},
    "inertial": {"pose", "mass", "inertia"},
    "visual": {"pose", "geometry", "material", "transparency"},
    "collision": {"pose", "geometry", "surface"},
    "surface": set(),
    "axis": {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"},
    "axis2": {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"},
    "dynamics": {"damping", "friction", "spring_reference", "spring_stiffness"},
}
_OF_ROTORS = ("rotor_inertia", "gear_ratio")  # of joints, in a namespace of Drake's
# Known to SDF, but of no use here.
_KNOWN = {
    "allow_auto_disable",
    "audio_sink",
    "audio_source",
    "battery",
    "cast_shadows",
    "density",
    "enable_wind",
    "gearbox_reference_body",
    "laser_retro",
    "lidar",
    "light",
    "max_contacts",
    "meta",
    "must_be_base_link",
    "particle_emitter",
    "plugin",
    "projector",
    "sensor",
    "visibility_flags",
}
# What they do where they are read, unless they have the value that is here anyway.
_PHYSICS = {
    "bounce": (marked("makes a shape bounce"), None),
    "contact": (marked("sets how stiff contacts are, and between what there are any"), None),
    "fluid_added_mass": (marked("adds the mass of a fluid"), None),
    "friction": (marked("sets how much friction a shape has"), None),
    "gearbox_ratio": (marked("couples two joints"), None),
    "gravity": (marked("takes gravity away"), ("true", "1")),
    "gripper": (marked("holds what it touches"), None),
    "initial_position": (marked("sets where a joint starts"), ("0", "0.0")),
    "kinematic": (marked("keeps forces from moving it"), ("false", "0")),
    "physics": (marked("sets constraint forces and damping"), None),
    "self_collide": (marked("makes links of the model touch one another"), ("false", "0")),
    "soft_contact": (marked("makes contacts soft"), None),
    "velocity_decay": (marked("slows what moves"), None),
}


def report_unread(document: UrdfDocument) -> None:
    """Record one finding for each kind of element that is not read."""
    found: dict[tuple[str, str], list[Element]] = {}
    waiting = [document.root]
    while waiting:
        element = waiting.pop()
        for child in children(element):
            if element.tag == "joint" and child.tag.rpartition("}")[2] in _OF_ROTORS:
                continue
            if child.tag not in _READ[element.tag]:
                found.setdefault((element.tag, child.tag), []).append(child)
            elif child.tag in _READ:
                waiting.append(child)
    for (parent, _), elements in sorted(found.items(), key=lambda kind: min(_line(one) for one in kind[1])):
        _report(document, parent, sorted(elements, key=_line))


def _line(element: Element) -> int:
    line: int = element.sourceline
    return line


def _report(document: UrdfDocument, parent: str, elements: list[Element]) -> None:
    name = elements[0].tag
    if name in _PHYSICS:
        does, harmless = _PHYSICS[name]
        elements = [one for one in elements if harmless is None or _said(one) not in harmless]
    if not elements:
        return
    first, times = elements[0], tr(", {count} times", count=len(elements)) if len(elements) > 1 else ""
    if name in _PHYSICS:
        message = tr(
            "{owner}<{name}> {does}; it is left out{times}, and the robot moves differently without it",
            owner=owner(first),
            name=name,
            does=tr(does),
            times=times,
        )
        document.report("element-changes-physics", first, message, f"<{name}>", tr("what is read"))
    elif name in _KNOWN or ":" in name or name.startswith("{"):
        document.report(
            "sdf-unused", first, tr("<{name}> is not used; it is left out{times}", name=name, times=times), f"<{name}>"
        )
    else:
        message = tr(
            "{owner}<{name}> does not belong here; it is left out{times}",
            owner=owner(first) or tr("in <{parent}>: ", parent=parent),
            name=name,
            times=times,
        )
        document.report("element-unknown", first, message, f"<{name}>", ", ".join(f"<{tag}>" for tag in sorted(_READ[parent])))


def _said(element: Element) -> str:
    return (element.text or "").strip().lower()
