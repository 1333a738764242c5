"""The scene itself as lines of the form, and edits of them: title, duration, gravity, unit of angle, names and colours."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.definition.toml_editing import with_value, with_values, without
from torseur.sim.definition.toml_lines import KeyPath
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import GRAVITY
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_text import KINDS
from torseur.sim.texts import marked, tr
from torseur.ui.panels.scene.values import PartLine

from .line_parts import numbers_line
from .part_in_text import said_in
from .text_entries import with_entry
from .value_limits import DURATION, GRAVITY_LIMITS

_UNITS = {"rad": marked("Radians"), "deg": marked("Degrees")}


def scene_lines(scene: Scene) -> list[PartLine]:
    """Of a scene that was read from a text."""
    said = said_in(scene.source)
    least, most = DURATION
    units = {key: tr(title) for key, title in _UNITS.items()}
    unit = tr("In which the file has angles and spins; the window shows them as its own switch says")
    lines = [
        PartLine("title", tr("Title"), scene.title),
        PartLine("description", tr("About"), scene.description, tip=scene.description),
        PartLine(
            "duration",
            tr("Duration"),
            float(scene.duration),
            "s",
            least=least,
            most=most,
            step=0.1,
            tip=tr("How long it is worth watching"),
        ),
        numbers_line("gravity", tr("Gravity x, y, z"), scene.gravity, "m/s²", GRAVITY_LIMITS, group=""),
        PartLine("angle_unit", tr("File's angles"), str(said.get("angle_unit", "rad")), options=units, tip=unit),
    ]
    gone = tr("Another name is used everywhere; without one it is taken out, where nothing is made of it")
    for name in said.get("materials", {}):
        lines.append(PartLine(f"material:{name}", tr("Material"), name, tip=gone, group=tr("Materials")))
    for name, color in said.get("colors", {}).items():
        lines.append(PartLine(f"color:{name}", name, str(color), tip=tr('"#rrggbb" or "#rrggbbaa"'), group=tr("Colours")))
    tip = tr("A name and a colour, as: wood #C58F4E")
    return [*lines, PartLine("color:", tr("A new one"), "", tip=tip, group=tr("Colours"))]


def with_scene_line(text: str, key: str, value: Any) -> str:
    """The text with one line of the scene as the user entered it. Raises ArgumentError for what it cannot be."""
    said = tomllib.loads(text)
    kind, _, name = key.partition(":")
    if kind == "material":
        return _renamed_material(text, said, name, str(value).strip())
    if kind == "color":
        if name:
            return with_value(text, ("colors", name), value) if value else without(text, ("colors", name))
        words = str(value).split()
        if len(words) != 2:
            raise ArgumentError(tr("a name and a colour are wanted, as: wood #C58F4E"))
        return with_value(text, ("colors", words[0]), words[1])
    if key == "angle_unit":
        return _in_unit(text, said, value)
    return with_entry(text, said, (key,), value, GRAVITY)


def _in_unit(text: str, said: Mapping[str, Any], unit: Any) -> str:
    """All angles in another unit, the same angles."""
    factor = radians_per(said.get("angle_unit", "rad")) / radians_per(unit)
    values: dict[KeyPath, Any] = {("angle_unit",): unit}
    for kind in KINDS:
        for i, row in enumerate(said.get(kind, [])):
            rows: list[tuple[KeyPath, Mapping[str, Any]]] = [((kind, i), row)]
            rows += [((kind, i, "shapes", k), shape) for k, shape in enumerate(row.get("shapes", []))]
            for place, one in rows:
                for key in ("rpy", "spin"):
                    if key in one:
                        values[(*place, key)] = [factor * float(x) for x in one[key]]
    return with_values(text, values)


def _renamed_material(text: str, said: Mapping[str, Any], name: str, new: str) -> str:
    """Wherever it is named; a new name that is empty takes it out."""
    rows = said["materials"]
    if new in rows:
        raise ArgumentError(tr("a material is named {name!r} already", name=new))
    values: dict[KeyPath, Any] = {}
    for place, used in _named_materials(said):
        if used == name:
            values[place] = new
    if not new:
        if values:
            raise ArgumentError(tr("something is made of {name!r}: give it another material first", name=name))
        return without(text, ("materials", name))
    return with_values(text, {**values, ("materials", new): rows[name]}, [("materials", name)])


def _named_materials(said: Mapping[str, Any]) -> list[tuple[KeyPath, str]]:
    found: list[tuple[KeyPath, str]] = []
    for kind in KINDS:
        for i, row in enumerate(said.get(kind, [])):
            place: KeyPath = (kind, i)
            found += [((*place, "material"), row["material"])] if "material" in row else []
            found += [((*place, "materials", body), name) for body, name in row.get("materials", {}).items()]
            shapes = [((*place, "shapes", k), shape) for k, shape in enumerate(row.get("shapes", []))]
            if kind == "bodies":
                shapes.append(((*place, "shape"), row["shape"]))
            found += [((*at, "material"), shape["material"]) for at, shape in shapes if "material" in shape]
    return found
