"""The shapes of what is selected in a scene, as lines of its form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torseur.sim.definition.shape_rows import UNITS
from torseur.sim.multibody.model.shapes import Mesh
from torseur.sim.texts import marked, tr
from torseur.ui.panels.scene.values import PartLine
from torseur.ui.text.sentences import capitalised

from .line_parts import angle_line, color_line, material_line, numbers_line
from .part_in_text import GONE, NEW, Chosen, PartInText
from .part_text import SHAPES, SIZES
from .value_limits import LENGTH, PLACE

_TITLES = {
    "size": marked("Lengths x, y, z"),
    "radii": marked("Half axes x, y, z"),
    "radius": marked("Radius"),
    "length": marked("Length"),
}
_FACTOR = (1e-6, 1e6)
_SAY_THEIR_UNIT = (".dae", ".gltf", ".glb")


def shape_lines(one: PartInText, chosen: Chosen, unit: str) -> list[PartLine]:
    """Of the shape that is chosen; angles in "deg" or "rad"."""
    row = one.shapes[chosen.shape]
    lines = [_which(one, chosen)] if one.kind == "obstacles" else []
    lines += [_kind_line(row, one.kind), *_size_lines(one, row, chosen)]
    if one.kind == "obstacles":
        lines += [
            numbers_line(
                "shape.xyz",
                tr("Of its frame x, y, z"),
                row.get("xyz"),
                "m",
                PLACE,
                group=tr("Shape"),
                tip=tr("Where the shape is in the frame of what it belongs to"),
            ),
            angle_line(one, row, "rpy", tr("Roll, pitch, yaw in it"), unit, key="shape.rpy", group=tr("Shape")),
            material_line(
                one.said, str(row.get("material", "")), "shape.material", tr("Its material"), tr("as the whole"), tr("Shape")
            ),
            color_line(row, "shape.color", tr("Its colour"), tr("Shape")),
            PartLine("shape.name", tr("Its name"), str(row.get("name", "")), group=tr("Shape")),
        ]
    elif "name" in row:
        lines.append(PartLine("shape.name", tr("Its name"), str(row["name"]), group=tr("Shape")))
    return lines


def _which(one: PartInText, chosen: Chosen) -> PartLine:
    options = {str(k): f"{k + 1}: {tr(SHAPES[row['shape']])}" for k, row in enumerate(one.shapes)}
    options[NEW] = tr("One more")
    if len(one.shapes) > 1:
        options[GONE] = tr("Without this one")
    return PartLine("choose.shape", tr("Of its shapes"), str(chosen.shape), options=options, group=tr("Shape"))


def _kind_line(row: Mapping[str, Any], owner: str) -> PartLine:
    kind = str(row["shape"])
    options = {shape: capitalised(tr(SHAPES[shape])) for shape in SIZES if shape != "plane" or owner == "obstacles"}
    options["convex"] = tr("Convex points") if "vertices" in row else tr("Convex mesh")
    if kind == "height_field":
        options[kind] = capitalised(tr(SHAPES[kind]))
    return PartLine("shape", tr("Shape"), kind, options=options, group=tr("Shape"))


def _size_lines(one: PartInText, row: Mapping[str, Any], chosen: Chosen) -> list[PartLine]:
    lines: list[PartLine] = []
    for key, title in _TITLES.items():
        if key not in row:
            continue
        if isinstance(row[key], list):
            title = tr(title) if len(row[key]) == 3 else tr("Lengths x, y")
            lines.append(numbers_line(f"shape.{key}", title, row[key], "m", LENGTH, group=tr("Shape")))
        else:
            least, most = LENGTH
            lines.append(PartLine(f"shape.{key}", tr(title), float(row[key]), "m", least=least, most=most, group=tr("Shape")))
    if row["shape"] == "height_field":
        grid = row["heights"]
        lines.append(
            _sentence(
                "shape.heights",
                tr("{rows} x {columns} heights [m], changed in the file.", rows=len(grid), columns=len(grid[0])),
            )
        )
    if row["shape"] == "convex":
        lines += _hull_lines(one, row, chosen)
    return lines


def _hull_lines(one: PartInText, row: Mapping[str, Any], chosen: Chosen) -> list[PartLine]:
    shape = one.part.model.bodies[0].collisions[chosen.shape].shape
    corners = len({tuple(p) for p in shape.data.vertices.tolist()}) if isinstance(shape, Mesh) and shape.data else 0
    if "vertices" in row:
        points = len(row["vertices"])
        said = tr(
            "The convex hull of {points} points [m], changed in the file: {corners} corners.", points=points, corners=corners
        )
        return [_sentence("shape.vertices", said)]
    path = str(row["mesh"])
    lines = [
        PartLine("shape.mesh", tr("File"), path, browsed=True, tip=path, group=tr("Shape")),
        numbers_line("shape.scale", tr("Scale x, y, z"), row.get("scale", (1.0, 1.0, 1.0)), "", _FACTOR, group=tr("Shape")),
    ]
    if Path(path).suffix.lower() not in _SAY_THEIR_UNIT:
        options = {"": tr("metre"), **{name: name for name in UNITS if name != "m"}}
        given = str(row.get("unit", ""))
        tip = tr("What a length of 1 in the file is")
        lines.append(
            PartLine("shape.unit", tr("Unit"), "" if given == "m" else given, options=options, tip=tip, group=tr("Shape"))
        )
    said = tr("Its convex hull of {corners} corners is what touches, weighs and is drawn.", corners=corners)
    return [*lines, _sentence("shape.hull", said)]


def _sentence(key: str, text: str) -> PartLine:
    return PartLine(key, "", text, fixed=True, group=tr("Shape"))
