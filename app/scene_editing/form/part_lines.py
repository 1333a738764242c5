"""What is selected in a scene, as the lines of its form."""

from __future__ import annotations

from torseur.sim.multibody.model.model import JointKind
from torseur.sim.texts import marked, tr
from torseur.ui.panels.scene.values import PartLine

from .line_parts import angle_line, angle_sign, color_line, material_line, numbers_line
from .part_in_text import Chosen, PartInText
from .robot_lines import base_velocity, robot_lines
from .shape_lines import shape_lines
from .value_limits import MASS, MOMENT, PLACE, SPEED, SPIN

ANGLES = ("rpy", "spin", "shape.rpy")  # lines whose numbers are in the file's unit of angle
UNDONE = (  # lines of this form and of the scene's as undo calls them: their keys
    marked("name"),
    marked("mass"),
    marked("inertia"),
    marked("inertia moments"),
    marked("inertia products"),
    marked("com"),
    marked("xyz"),
    marked("rpy"),
    marked("velocity"),
    marked("spin"),
    marked("shape"),
    marked("shape xyz"),
    marked("shape rpy"),
    marked("shape material"),
    marked("shape color"),
    marked("shape name"),
    marked("shape size"),
    marked("shape radii"),
    marked("shape radius"),
    marked("shape length"),
    marked("shape mesh"),
    marked("shape scale"),
    marked("shape unit"),
    marked("material"),
    marked("color"),
    marked("placed by"),
    marked("q"),
    marked("joint start"),
    marked("joint velocity"),
    marked("joint target"),
    marked("joint stiffness"),
    marked("joint damping"),
    marked("law"),
    marked("playback hold"),
    marked("controller target"),
    marked("controller gravity compensation"),
    marked("payload"),
    marked("payload body"),
    marked("payload mass"),
    marked("payload point"),
    marked("materials"),
    marked("self collision"),
    marked("ignore collisions"),
    marked("model"),
    marked("arguments"),
    marked("title"),
    marked("description"),
    marked("duration"),
    marked("gravity"),
    marked("angle unit"),
)
UNIFORM, OWN = "", "own"  # mass distributions


def part_lines(one: PartInText, unit: str, chosen: Chosen) -> list[PartLine]:
    """The lines of a part's form; angles in "deg" or "rad", and of its shapes, joints and loads those that are chosen."""
    chosen = one.known(chosen)
    lines = [PartLine("name", tr("Name"), one.part.name)]
    if one.kind == "robots":
        return lines + _start_lines(one, unit) + robot_lines(one, unit, chosen)
    lines += shape_lines(one, chosen, unit)
    if one.kind == "bodies":
        lines += _mass_lines(one)
    lines += _surface_lines(one)
    return lines + _start_lines(one, unit)


def _surface_lines(one: PartInText) -> list[PartLine]:
    """A body's one shape may name them itself, and then that counts."""
    shape = one.row["shape"] if one.kind == "bodies" else {}
    material = "shape.material" if shape.get("material") else "material"
    color, of = ("shape.color", shape) if shape.get("color") else ("color", one.row)
    now = str(shape.get("material") or one.row.get("material", ""))
    return [
        material_line(one.said, now, material, tr("Material"), tr("default"), tr("Surface")),
        color_line(of, color, tr("Colour"), tr("Surface")),
    ]


def _mass_lines(one: PartInText) -> list[PartLine]:
    least, most = MASS
    own = "inertia" in one.row
    options = {UNIFORM: tr("Uniform solid"), OWN: tr("Its own")}
    tip = tr("Its own: centre of mass and inertia as they are given, whatever the shape is")
    lines = [
        PartLine("mass", tr("Mass"), float(one.row["mass"]), "kg", least=least, most=most, step=0.1, group=tr("Mass")),
        PartLine("inertia", tr("Distributed"), OWN if own else UNIFORM, options=options, tip=tip, group=tr("Mass")),
    ]
    if not own:
        return lines
    body, inertia = one.part.model.bodies[0], one.row["inertia"]
    moments = [inertia[key] for key in ("xx", "yy", "zz")]
    products = [inertia.get(key, 0.0) for key in ("xy", "xz", "yz")]
    about, free = tr("About the centre of mass, along the axes of its frame"), (-MOMENT[1], MOMENT[1])
    return [
        *lines,
        numbers_line(
            "com", tr("Centre of mass x, y, z"), body.com.tolist(), "m", PLACE, group=tr("Mass"), tip=tr("In its frame")
        ),
        numbers_line(
            "inertia.moments",
            tr("Inertia xx, yy, zz"),
            moments,
            "kg m²",
            MOMENT,
            group=tr("Mass"),
            tip=about,
            places=("xx", "yy", "zz"),
        ),
        numbers_line(
            "inertia.products",
            tr("Inertia xy, xz, yz"),
            products,
            "kg m²",
            free,
            group=tr("Mass"),
            tip=about,
            places=("xy", "xz", "yz"),
        ),
    ]


def _start_lines(one: PartInText, unit: str) -> list[PartLine]:
    frame = one.row.get("placed_by")
    what = tr("Position of {frame}", frame=frame) if frame else tr("Position x, y, z")
    lines = [
        numbers_line("xyz", what, one.row.get("xyz"), "m", PLACE, group=tr("Start")),
        angle_line(one, one.row, "rpy", tr("Roll, pitch, yaw"), unit, group=tr("Start")),
    ]
    floating = any(joint.kind is JointKind.FREE_FLYER for joint in one.part.model.joints)
    if one.kind == "obstacles" or not floating:
        return lines
    velocity, spin = base_velocity(one, unit)
    tip, step = tr("Of the origin of its frame, along the world's axes"), 10.0 if unit == "deg" else 0.1
    return [
        *lines,
        numbers_line("velocity", tr("Velocity at first"), velocity, "m/s", SPEED, group=tr("Start"), tip=tip, step=0.1),
        numbers_line(
            "spin",
            tr("Spin at first"),
            spin,
            f"{angle_sign(unit)}/s",
            SPIN,
            group=tr("Start"),
            tip=tr("About the world's axes"),
            step=step,
        ),
    ]
