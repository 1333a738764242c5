"""Wavefront OBJ files, with the colours of the MTL files they name; their unit is the metre, their axes those of the link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import numpy as np

from torseur.sim.definition.folders import allowance, is_within, real
from torseur.sim.errors import ModelError

from .triangles import LINES, TEXTURES, Triangles, plain

MAX_BYTES = 10_000_000  # of an MTL file
_CHUNK = 200_000  # bytes of a file that are looked at together
_MATERIAL_FILE = re.compile(rb"^[ \t]*mtllib[ \t]+(.*?)[ \t\r]*$", re.MULTILINE)
_MATERIAL = re.compile(rb"^[ \t]*usemtl[ \t]+(.*?)[ \t\r]*$", re.MULTILINE)
_MISSING = "its material file (.mtl) is missing; it is drawn in the colour of the visual"
_INDENT = re.compile(rb"^ +", re.MULTILINE)
_AFTER_SLASH = re.compile(rb"/\S*")
_NONE = (0, 0, 0, 0)
_NOT_DRAWN = (b"l", b"p", b"curv", b"curv2", b"surf")

Color = tuple[int, int, int, int]  # sRGB and opacity, 0 to 255


@dataclass(frozen=True, slots=True)
class MaterialFile:
    """What an MTL file holds, or why it is not read."""

    content: bytes
    why: str = ""


def material_files(path: Path, content: bytes, folders: Sequence[Path]) -> dict[str, MaterialFile]:
    """Read the MTL files that an OBJ file names, if they lie below one of the folders."""
    below = [real(folder) for folder in folders]
    names: dict[str, None] = {}
    at = content.find(b"mtllib")  # a search of the whole file by lines takes ten times as long
    while at >= 0:
        end = content.find(b"\n", at)
        line = content[content.rfind(b"\n", 0, at) + 1 : end if end >= 0 else None]
        names.update(dict.fromkeys(name.decode("utf-8", "replace") for name in _MATERIAL_FILE.findall(line)))
        at = content.find(b"mtllib", end) if end >= 0 else -1
    return {name: _material_file(name, path.parent / name, below) for name in names if name}


def _material_file(name: str, path: Path, folders: Sequence[Path]) -> MaterialFile:
    try:
        if not path.is_file():
            return MaterialFile(b"", _MISSING)
        if not is_within(path, folders):
            return MaterialFile(b"", f"its material file {name!r} is not read: {allowance(path, folders)}")
        if path.stat().st_size > MAX_BYTES:
            return MaterialFile(
                b"", f"its material file {name!r} is not read: it has more than {MAX_BYTES // 10**6} MB"
            )
        return MaterialFile(path.read_bytes())
    except (OSError, ValueError):
        return MaterialFile(b"", _MISSING)


def read_obj(content: bytes, materials: Mapping[str, MaterialFile]) -> Triangles:
    """Read the triangles of an OBJ file."""
    colors: dict[str, Color | None] = {}
    notes = dict.fromkeys(file.why for file in materials.values() if file.why)
    for file in materials.values():
        colors.update(_material_colors(file.content, notes))
    reader = _Reader(colors, notes, whole=not any(file.why for file in materials.values()))
    for chunk in _chunks(content):
        reader.read(chunk)
    return reader.triangles()


def _chunks(content: bytes) -> Iterator[bytes]:
    """Yield the file in pieces of whole lines, without blanks before them."""
    start = 0
    while start < len(content):
        end = content.find(b"\n", start + _CHUNK)
        while end >= 0 and content[max(end - 2, 0) : end].rstrip(b"\r").endswith(b"\\"):  # the line goes on
            end = content.find(b"\n", end + 1)
        stop = end + 1 if end >= 0 else len(content)
        text = content[start:stop].replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").replace(b"\t", b" ")
        yield _INDENT.sub(b"", text)
        start = stop


@dataclass(slots=True)
class _Reader:
    """What was read of an OBJ file so far."""

    colors: Mapping[str, Color | None]  # of materials
    notes: dict[str, None]
    whole: bool  # whether all material files were read
    vertices: list[np.ndarray] = field(default_factory=list)  # (k, 3) float32
    shades: list[np.ndarray] = field(default_factory=list)  # (k, 4) uint8, of vertices; opacity 0 where there is none
    faces: list[tuple[np.ndarray, Color | None]] = field(default_factory=list)  # triangles (k, 3), and their colour
    count: int = 0  # of vertices
    color: Color | None = None  # of the faces that follow

    def read(self, chunk: bytes) -> None:
        """Read some lines."""
        for number, text in enumerate(_MATERIAL.split(chunk)):
            if number % 2 == 0:
                self._lines(text)
                continue
            name = text.decode("utf-8", "replace")
            if self.whole and name not in self.colors:
                self.notes[f"its material {name!r} is in no material file; it is drawn in the colour of the visual"] = (
                    None
                )
            self.color = self.colors.get(name)

    def _lines(self, text: bytes) -> None:
        vertices, faces, before = [], [], []
        for line in text.splitlines():
            kind, _, values = line.partition(b" ")
            if kind == b"v":
                vertices.append(values.split())
            elif kind == b"f":
                faces.append(values)
                before.append(self.count + len(vertices))
            elif kind in _NOT_DRAWN:
                self.notes[LINES if kind in (b"l", b"p") else "its curved surfaces are left out"] = None
        if vertices:
            self._add_vertices(vertices)
        if faces:
            self._add_faces(faces, before)

    def _add_vertices(self, rows: list[list[bytes]]) -> None:
        widths = np.array(list(map(len, rows)))
        if widths.min() < 3:
            raise ModelError(f"a vertex has {widths.min()} numbers; three are wanted")
        if widths.max() > 3:
            self._shade(rows, widths)
            rows = [row[:3] for row in rows]
        values = np.fromiter(map(float, chain.from_iterable(rows)), np.float64, 3 * len(rows))
        self.vertices.append(values.astype(np.float32).reshape(-1, 3))
        self.count += len(rows)

    def _shade(self, rows: list[list[bytes]], widths: np.ndarray) -> None:
        """Read the colours that follow the coordinates of vertices."""
        if self.count and not self.shades:
            self.shades.append(np.zeros((self.count, 4), np.uint8))
        colored = np.flatnonzero(widths >= 6)
        shades = np.zeros((len(rows), 4), np.uint8)
        channels = np.array([list(map(float, rows[index][3:6])) for index in colored]).reshape(-1, 3)
        largest = 255.0 if channels.max(initial=0.0) <= 1.0 else 1.0
        shades[colored, :3] = np.clip(np.round(largest * channels), 0.0, 255.0)
        shades[colored, 3] = 255
        self.shades.append(shades)

    def _add_faces(self, lines: list[bytes], before: list[int]) -> None:
        rows = [line.split() for line in _AFTER_SLASH.sub(b"", b"\n".join(lines)).split(b"\n")]
        sizes = np.array(list(map(len, rows)))
        try:
            indices = np.fromiter(map(int, chain.from_iterable(rows)), np.int64, int(sizes.sum()))
        except (ValueError, OverflowError) as error:
            raise ModelError(f"a face names a vertex by no number: {error}") from None
        index = np.where(indices < 0, indices + np.repeat(before, sizes), indices - 1)
        starts = np.cumsum(sizes) - sizes
        for size in np.unique(sizes):
            if size < 3:
                self.notes["its faces of fewer than three corners are left out"] = None
                continue
            corners = np.clip(index[starts[sizes == size, None] + np.arange(size)], -1, 2**31 - 1)
            self.faces.append((fans(corners), self.color))

    def triangles(self) -> Triangles:
        """Return all that was read."""
        vertices = np.concatenate([np.zeros((0, 3), np.float32), *self.vertices])
        triangles = np.concatenate([np.zeros((0, 3), np.int32), *(faces for faces, _ in self.faces)])
        if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(vertices)):
            wrong = int(triangles.max()) + 1 if triangles.max() >= len(vertices) else int(triangles.min()) + 1
            raise IndexError(f"a face names vertex {wrong}; there are 1 to {len(vertices)}")
        return Triangles(vertices, triangles, self._face_colors(len(vertices)), tuple(self.notes))

    def _face_colors(self, count: int) -> np.ndarray | None:
        if not self.shades:
            if all(color is None for _, color in self.faces):
                return None
            return np.concatenate([plain(color or _NONE, len(faces)) for faces, color in self.faces])
        shades = np.concatenate([*self.shades, np.zeros((count, 4), np.uint8)])[:count]
        if any(color for _, color in self.faces):
            self.notes["the colours of its vertices are left out where its materials have one"] = None
        return np.concatenate([plain(color, len(faces)) if color else shades[faces] for faces, color in self.faces])


def fans(polygons: np.ndarray) -> np.ndarray:
    """Polygons (m, k) as triangles (m (k-2), 3) int32."""
    return np.concatenate([polygons[:, [0, i, i + 1]] for i in range(1, polygons.shape[1] - 1)]).astype(np.int32)


def _material_colors(content: bytes, notes: dict[str, None]) -> dict[str, Color | None]:
    """Return the diffuse colour of each material of an MTL file, None where it gives none."""
    colors: dict[str, Color | None] = {}
    name, opacities = "", dict[str, int]()
    for line in content.splitlines():
        kind, *values = line.split()[:4] or [b""]
        if kind == b"newmtl":
            name = line.split(None, 1)[1].strip().decode("utf-8", "replace") if values else ""
            colors[name] = None
        elif kind == b"Kd":
            try:
                red, green, blue = (round(255.0 * min(max(float(value), 0.0), 1.0)) for value in values)
                colors[name] = (red, green, blue, 255)
            except ValueError:
                notes[f"the colour of its material {name!r} is not three numbers; it is left out"] = None
        elif kind in (b"d", b"Tr"):
            try:
                opacity = float(values[-1]) if kind == b"d" else 1.0 - float(values[-1])
            except (ValueError, IndexError):
                continue
            opacities[name] = round(255.0 * opacity) if 0.02 < opacity < 1.0 else 255
        elif kind == b"map_Kd":
            notes[TEXTURES] = None
    return {name: color and (*color[:3], opacities.get(name, 255)) for name, color in colors.items()}
