"""Shapes, colours and placements as definitions in TOML give them.

Lengths in metres. Angles are in the file's unit: radians, unless it says `angle_unit = "deg"`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from ..arrays import Array, frozen
from ..errors import ArgumentError, UnknownNameError
from ..multibody.model.convex_mesh import convex_mesh
from ..multibody.model.shapes import Box, Capsule, Color, Cylinder, HeightField, Plane, Shape, SolidEllipsoid, Sphere
from ..texts import tr
from .placement_rows import from_xyz_rpy

Triple = tuple[float, float, float]
Positive = Annotated[float, msgspec.Meta(gt=0)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]
PositiveTriple = tuple[Positive, Positive, Positive]
AngleUnit = Literal["rad", "deg"]
UNITS: Mapping[str, float] = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
"""Of lengths in mesh files [m]."""

_COLOR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})?")


class ShapeRow(msgspec.Struct, tag_field="shape", forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What all shapes have."""

    xyz: Triple = (0.0, 0.0, 0.0)  # [m]
    rpy: Triple = (0.0, 0.0, 0.0)  # angle unit of the file
    color: str = ""  # of a visual: "#rrggbb", "#rrggbbaa", or a name under [colors]
    material: str = ""  # of a collision: name of a material of the scene
    name: str = ""


class BoxRow(ShapeRow, tag="box", kw_only=True, frozen=True):
    """Box, full lengths."""

    size: PositiveTriple


class SphereRow(ShapeRow, tag="sphere", kw_only=True, frozen=True):
    """Ball."""

    radius: Positive


class CylinderRow(ShapeRow, tag="cylinder", kw_only=True, frozen=True):
    """Cylinder about its z axis."""

    radius: Positive
    length: Positive


class CapsuleRow(ShapeRow, tag="capsule", kw_only=True, frozen=True):
    """Cylinder about its z axis, with half-balls beyond its ends."""

    radius: Positive
    length: Positive  # of the cylindrical part


class SolidEllipsoidRow(ShapeRow, tag="ellipsoid", kw_only=True, frozen=True):
    """SolidEllipsoid along the shape's axes."""

    radii: PositiveTriple  # half axes


class PlaneRow(ShapeRow, tag="plane", kw_only=True, frozen=True):
    """The half-space below z = 0 of its own frame."""


class HeightFieldRow(ShapeRow, tag="height_field", kw_only=True, frozen=True):
    """Ground given by heights above a rectangle about its origin; all below is solid."""

    size: tuple[Positive, Positive]  # along x and y
    heights: tuple[tuple[float, ...], ...]  # rows from least to largest y, each from least to largest x


class ConvexRow(ShapeRow, tag="convex", kw_only=True, frozen=True):
    """The convex hull of points, or of all that a mesh file holds."""

    vertices: Annotated[tuple[Triple, ...], msgspec.Meta(min_length=4)] | None = None  # in the shape's axes
    mesh: str = ""  # path of the file, relative to the one that names it
    scale: PositiveTriple = (1.0, 1.0, 1.0)  # along the axes of the file
    unit: str = ""  # of UNITS: what one is in the file; empty: the metre, or what the file says


SolidRow = BoxRow | SphereRow | CylinderRow | CapsuleRow | SolidEllipsoidRow


def shape_of(row: SolidRow | PlaneRow | HeightFieldRow | ConvexRow) -> Shape:
    """Return the shape that a row describes. Raises ArgumentError for heights that are no grid, or vertices in one plane.

    What names a mesh file is read by `sim.simulation.running.scene.convex_file`.
    """
    match row:
        case BoxRow(size=size):
            return Box(size)
        case SphereRow(radius=radius):
            return Sphere(radius)
        case CylinderRow(radius=radius, length=length):
            return Cylinder(radius, length)
        case CapsuleRow(radius=radius, length=length):
            return Capsule(radius, length)
        case SolidEllipsoidRow(radii=radii):
            return SolidEllipsoid(radii)
        case PlaneRow():
            return Plane()
        case ConvexRow(vertices=vertices):
            if vertices is None:
                raise ArgumentError("a convex shape wants vertices, or a mesh file")
            return convex_mesh(vertices)
        case HeightFieldRow(size=size, heights=heights):
            _check_grid(heights)
            return HeightField(size, heights)


def _check_grid(heights: tuple[tuple[float, ...], ...]) -> None:
    """Raise ArgumentError unless heights are a grid of at least two by two."""
    widths = sorted({len(row) for row in heights})
    if len(widths) > 1:
        raise ArgumentError(
            "the rows of heights have {widths} to {widths_2} numbers; every row wants the same",
            widths=widths[0],
            widths_2=widths[-1],
        )
    if len(heights) < 2 or widths[0] < 2:
        raise ArgumentError(
            "heights are {count} x {widths}; at least two rows of two numbers are wanted",
            count=len(heights),
            widths=widths[0] if widths else 0,
        )


def radians_per(unit: AngleUnit) -> float:
    """Return how many radians a unit of angle is."""
    return math.radians(1.0) if unit == "deg" else 1.0


def pose_of(xyz: Sequence[float], rpy: Sequence[float], radians: float) -> Array:
    """Return the pose (4, 4) at xyz [m], turned by rpy given in units of `radians`."""
    return frozen(from_xyz_rpy(xyz, [radians * angle for angle in rpy]))


def color_of(text: str, named: Mapping[str, str]) -> Color:
    """Return the colour that "#rrggbb", "#rrggbbaa", or a name in `named` stands for. Raises ValueError."""
    if not text.startswith("#"):
        if text not in named:
            raise UnknownNameError("color", text, named, "[colors]")
        text = named[text]
    match = _COLOR.fullmatch(text)
    if match is None:
        raise ValueError(tr('{text!r} is not a colour; write "#rrggbb" or "#rrggbbaa"', text=text))
    red, green, blue, alpha = (int(part or "ff", 16) / 255.0 for part in match.groups())
    return red, green, blue, alpha
