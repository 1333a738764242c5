"""What an SDF file holds that is not read, each kind named once."""

from __future__ import annotations

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
    "allow_auto_disable", "audio_sink", "audio_source", "battery", "cast_shadows", "density", "enable_wind",
    "gearbox_reference_body", "laser_retro", "lidar", "light", "max_contacts", "meta",
    "must_be_base_link", "particle_emitter", "plugin", "projector", "sensor", "visibility_flags",
}  # fmt: skip
# What they do where they are read, unless they have the value that is here anyway.
_PHYSICS = {
    "bounce": ("makes a shape bounce", None),
    "contact": ("sets how stiff contacts are, and between what there are any", None),
    "fluid_added_mass": ("adds the mass of a fluid", None),
    "friction": ("sets how much friction a shape has", None),
    "gearbox_ratio": ("couples two joints", None),
    "gravity": ("takes gravity away", ("true", "1")),
    "gripper": ("holds what it touches", None),
    "initial_position": ("sets where a joint starts", ("0", "0.0")),
    "kinematic": ("keeps forces from moving it", ("false", "0")),
    "physics": ("sets constraint forces and damping", None),
    "self_collide": ("makes links of the model touch one another", ("false", "0")),
    "soft_contact": ("makes contacts soft", None),
    "velocity_decay": ("slows what moves", None),
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
    first, times = elements[0], f", {len(elements)} times" if len(elements) > 1 else ""
    if name in _PHYSICS:
        message = f"{owner(first)}<{name}> {does}; it is left out{times}, and the robot moves differently without it"
        document.report("element-changes-physics", first, message, f"<{name}>", "what is read")
    elif name in _KNOWN or ":" in name or name.startswith("{"):
        document.report("sdf-unused", first, f"<{name}> is not used; it is left out{times}", f"<{name}>")
    else:
        message = f"{owner(first) or f'in <{parent}>: '}<{name}> does not belong here; it is left out{times}"
        document.report(
            "element-unknown", first, message, f"<{name}>", ", ".join(f"<{tag}>" for tag in sorted(_READ[parent]))
        )


def _said(element: Element) -> str:
    return (element.text or "").strip().lower()
