"""The shapes of what is selected in a scene, as lines of its form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torseur.sim.definition.shape_rows import UNITS
from torseur.sim.multibody.model.shapes import Mesh
from torseur.ui.panels.scene.values import PartLine

from .line_parts import angle_line, color_line, material_line, numbers_line
from .part_in_text import GONE, NEW, Chosen, PartInText
from .part_text import SIZES
from .value_limits import LENGTH, PLACE

_TITLES = {"size": "Lengths x, y, z", "radii": "Half axes x, y, z", "radius": "Radius", "length": "Length"}
_FACTOR = (1e-6, 1e6)
_SAY_THEIR_UNIT = (".dae", ".gltf", ".glb")


def shape_lines(one: PartInText, chosen: Chosen, unit: str) -> list[PartLine]:
    """Of the shape that is chosen; angles in "deg" or "rad"."""
    row = one.shapes[chosen.shape]
    lines = [_which(one, chosen)] if one.kind == "obstacles" else []
    lines += [_kind_line(row, one.kind), *_size_lines(one, row, chosen)]
    if one.kind == "obstacles":
        lines += [
            numbers_line("shape.xyz", "Of its frame x, y, z", row.get("xyz"), "m", PLACE, group="Shape",
                         tip="Where the shape is in the frame of what it belongs to"),
            angle_line(one, row, "rpy", "Roll, pitch, yaw in it", unit, key="shape.rpy", group="Shape"),
            material_line(one.said, str(row.get("material", "")), "shape.material", "Its material", "as the whole", "Shape"),
            color_line(row, "shape.color", "Its colour", "Shape"),
            PartLine("shape.name", "Its name", str(row.get("name", "")), group="Shape"),
        ]  # fmt: skip
    elif "name" in row:
        lines.append(PartLine("shape.name", "Its name", str(row["name"]), group="Shape"))
    return lines


def _which(one: PartInText, chosen: Chosen) -> PartLine:
    options = {str(k): f"{k + 1}: {row['shape'].replace('_', ' ')}" for k, row in enumerate(one.shapes)}
    options[NEW] = "One more"
    if len(one.shapes) > 1:
        options[GONE] = "Without this one"
    return PartLine("choose.shape", "Of its shapes", str(chosen.shape), options=options, group="Shape")


def _kind_line(row: Mapping[str, Any], owner: str) -> PartLine:
    kind = str(row["shape"])
    options = {shape: shape.capitalize() for shape in SIZES if shape != "plane" or owner == "obstacles"}
    options["convex"] = "Convex points" if "vertices" in row else "Convex mesh"
    if kind == "height_field":
        options[kind] = "Height field"
    return PartLine("shape", "Shape", kind, options=options, group="Shape")


def _size_lines(one: PartInText, row: Mapping[str, Any], chosen: Chosen) -> list[PartLine]:
    lines: list[PartLine] = []
    for key, title in _TITLES.items():
        if key not in row:
            continue
        if isinstance(row[key], list):
            title = title if len(row[key]) == 3 else "Lengths x, y"
            lines.append(numbers_line(f"shape.{key}", title, row[key], "m", LENGTH, group="Shape"))
        else:
            least, most = LENGTH
            lines.append(PartLine(f"shape.{key}", title, float(row[key]), "m", least=least, most=most, group="Shape"))
    if row["shape"] == "height_field":
        grid = row["heights"]
        lines.append(_sentence("shape.heights", f"{len(grid)} x {len(grid[0])} heights [m], changed in the file."))
    if row["shape"] == "convex":
        lines += _hull_lines(one, row, chosen)
    return lines


def _hull_lines(one: PartInText, row: Mapping[str, Any], chosen: Chosen) -> list[PartLine]:
    shape = one.part.model.bodies[0].collisions[chosen.shape].shape
    corners = len({tuple(p) for p in shape.data.vertices.tolist()}) if isinstance(shape, Mesh) and shape.data else 0
    if "vertices" in row:
        said = f"The convex hull of {len(row['vertices'])} points [m], changed in the file: {corners} corners."
        return [_sentence("shape.vertices", said)]
    path = str(row["mesh"])
    lines = [
        PartLine("shape.mesh", "File", path, browsed=True, tip=path, group="Shape"),
        numbers_line("shape.scale", "Scale x, y, z", row.get("scale", (1.0, 1.0, 1.0)), "", _FACTOR, group="Shape"),
    ]
    if Path(path).suffix.lower() not in _SAY_THEIR_UNIT:
        options = {"": "metre", **{name: name for name in UNITS if name != "m"}}
        given = str(row.get("unit", ""))
        tip = "What a length of 1 in the file is"
        lines.append(
            PartLine("shape.unit", "Unit", "" if given == "m" else given, options=options, tip=tip, group="Shape")
        )
    said = f"Its convex hull of {corners} corners is what touches, weighs and is drawn."
    return [*lines, _sentence("shape.hull", said)]


def _sentence(key: str, text: str) -> PartLine:
    return PartLine(key, "", text, fixed=True, group="Shape")
