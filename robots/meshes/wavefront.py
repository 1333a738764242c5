"""Wavefront OBJ files, with colours and pictures of the MTL files they name; their unit is the metre, their axes the link's."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.texts import tr

from .mtl import MtlMaterial, read_materials
from .named_files import NamedFile, NamedFiles
from .pictures import MeshPicture
from .rows_alike import all_begin, numbers_each
from .triangles import LINES, Triangles, plain

MAX_BYTES = 10_000_000  # of an MTL file
_CHUNK = 200_000  # bytes of a file that are looked at together
_MATERIAL_FILE = re.compile(rb"^[ \t]*mtllib[ \t]+(.*?)[ \t\r]*$", re.MULTILINE)
_MATERIAL = re.compile(rb"^[ \t]*usemtl[ \t]+(.*?)[ \t\r]*$", re.MULTILINE)
_INDENT = re.compile(rb"^ +", re.MULTILINE)
_AFTER_SLASH = re.compile(rb"/\S*")
_SECOND = re.compile(rb"[^/\s]+(?:/([^/\s]*))?\S*")
_NONE = (0, 0, 0, 0)
_NOT_DRAWN = (b"l", b"p", b"curv", b"curv2", b"surf")


def material_files(content: bytes, named: NamedFiles) -> dict[str, NamedFile]:
    """Read the MTL files that an OBJ file names."""
    names: dict[str, None] = {}
    at = content.find(b"mtllib")  # a search of the whole file by lines takes ten times as long
    while at >= 0:
        end = content.find(b"\n", at)
        line = content[content.rfind(b"\n", 0, at) + 1 : end if end >= 0 else None].removeprefix(BOM_UTF8)
        names.update(dict.fromkeys(name.decode("utf-8", "replace") for name in _MATERIAL_FILE.findall(line)))
        at = content.find(b"mtllib", end) if end >= 0 else -1
    return {name: named.read(name, MAX_BYTES) for name in names if name}


def read_obj(content: bytes, files: Mapping[str, NamedFile], coordinates: bool = False) -> Triangles:
    """Read the triangles of an OBJ file.

    coordinates : keep the texture coordinates of what bears no picture
    """
    materials: dict[str, MtlMaterial] = {}
    notes: dict[str, None] = {}
    for name, file in files.items():
        if file.why:
            missing = tr("its material file (.mtl) is missing; it is drawn in the colour of the visual")
            why = tr("its material file {name!r} {why}", name=name, why=file.why)
            notes[missing if file.why == tr("is missing") else why] = None
        elif file.found_as:
            notes[
                tr(
                    "its material file {name!r} is not there; {found_as!r}, beside it, is read",
                    name=name,
                    found_as=file.found_as,
                )
            ] = None
        materials.update(read_materials(file.content, file.found_as or name, notes))
    reader = _Reader(
        materials,
        notes,
        whole=not any(file.why for file in files.values()),
        mapped=coordinates or any(material.picture for material in materials.values()),
    )
    for chunk in _chunks(content):
        reader.read(chunk)
    return reader.triangles()


def _chunks(content: bytes) -> Iterator[bytes]:
    """Yield the file in pieces of whole lines, without blanks before them."""
    start = len(BOM_UTF8) if content.startswith(BOM_UTF8) else 0
    while start < len(content):
        end = content.find(b"\n", start + _CHUNK)
        while end >= 0 and content[max(end - 2, 0) : end].rstrip(b"\r").endswith(b"\\"):  # the line goes on
            end = content.find(b"\n", end + 1)
        stop = end + 1 if end >= 0 else len(content)
        text = content[start:stop].replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").replace(b"\t", b" ")
        yield _INDENT.sub(b"", text) if b"\n " in text or text.startswith(b" ") else text
        start = stop


@dataclass(frozen=True, slots=True)
class _Faces:
    """Triangles of one material that follow each other in the file."""

    corners: np.ndarray  # (k, 3) int32 vertices
    places: np.ndarray | None  # (k, 3) int32 texture coordinates, -1 none; None: they are not read
    material: MtlMaterial


@dataclass(slots=True)
class _Reader:
    """What was read of an OBJ file so far."""

    materials: Mapping[str, MtlMaterial]
    notes: dict[str, None]
    whole: bool  # whether all material files were read
    mapped: bool  # whether texture coordinates are read
    vertices: list[np.ndarray] = field(default_factory=list)  # (k, 3) float32
    shades: list[np.ndarray] = field(default_factory=list)  # (k, 4) uint8, of vertices; opacity 0 where there is none
    coordinates: list[np.ndarray] = field(default_factory=list)  # (k, 2) float32
    faces: list[_Faces] = field(default_factory=list)
    count: int = 0  # of vertices
    mapped_count: int = 0  # of texture coordinates
    material: MtlMaterial = field(default_factory=MtlMaterial)  # of the faces that follow

    def read(self, chunk: bytes) -> None:
        """Read some lines."""
        for number, text in enumerate(_MATERIAL.split(chunk) if b"usemtl" in chunk else [chunk]):
            if number % 2 == 0:
                self._lines(text)
                continue
            name = text.decode("utf-8", "replace")
            if self.whole and name not in self.materials:
                self.notes[
                    tr("its material {name!r} is in no material file; it is drawn in the colour of the visual", name=name)
                ] = None
            self.material = self.materials.get(name, MtlMaterial())

    def _read_at_once(self, text: bytes) -> bool:
        """Read lines that are all vertices of three numbers, all triangles, or all nothing to us; False: they are others."""
        if all_begin(text, b"vn") or (not self.mapped and all_begin(text, b"vt")):
            return True
        match text[:2]:
            case b"v ":
                values = numbers_each(text, b"v", b"   \n", np.float64)
                if values is not None:
                    self.vertices.append(values.astype(np.float32))
                    self.count += len(values)
                    return True
            case b"vt":
                values = numbers_each(text, b"vt", b"  \n", np.float64)
                if values is not None:
                    self.coordinates.append(values.astype(np.float32))
                    self.mapped_count += len(values)
                    return True
            case b"f ":
                text = text if self.mapped else text.replace(b"//", b"/")
                slashes = text.count(b"/", 0, text.find(b"\n")) // 3
                values = numbers_each(text, b"f", 3 * (b" " + b"/" * slashes) + b"\n", np.int64)
                if values is not None:
                    corners = fans(_index(values[:, :: slashes + 1], self.count))
                    places = None
                    if self.mapped and slashes:
                        places = fans(_index(values[:, 1 :: slashes + 1], self.mapped_count))
                    self.faces.append(_Faces(corners, places, self.material))
                    return True
        return False

    def _lines(self, text: bytes) -> None:
        if self._read_at_once(text):
            return
        vertices, faces, before = [], [], []
        coordinates: list[list[bytes]] = []
        for line in text.splitlines():
            kind, _, values = line.partition(b" ")
            if kind == b"v":
                vertices.append(values.split())
            elif kind == b"f":
                faces.append(values)
                before.append((self.count + len(vertices), self.mapped_count + len(coordinates)))
            elif kind == b"vt" and self.mapped:
                coordinates.append(values.split())
            elif kind in _NOT_DRAWN:
                self.notes[tr(LINES) if kind in (b"l", b"p") else tr("its curved surfaces are left out")] = None
        if vertices:
            self._add_vertices(vertices)
        if coordinates:
            self._add_coordinates(coordinates)
        if faces:
            self._add_faces(faces, np.array(before))

    def _add_vertices(self, rows: list[list[bytes]]) -> None:
        widths = np.array(list(map(len, rows)))
        if widths.min() < 3:
            raise ModelError("a vertex has {widths} numbers; three are wanted", widths=widths.min())
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

    def _add_coordinates(self, rows: list[list[bytes]]) -> None:
        try:
            values = np.array([[float(row[0]), float(row[1]) if len(row) > 1 else 0.0] for row in rows])
        except (ValueError, IndexError):
            raise ModelError("a texture coordinate is not one to three numbers") from None
        self.coordinates.append(values.astype(np.float32))
        self.mapped_count += len(rows)

    def _add_faces(self, lines: list[bytes], before: np.ndarray) -> None:
        text = b"\n".join(lines)
        rows = [line.split() for line in _AFTER_SLASH.sub(b"", text).split(b"\n")]
        sizes = np.array(list(map(len, rows)))
        try:
            numbers = np.fromiter(map(int, chain.from_iterable(rows)), np.int64, int(sizes.sum()))
        except (ValueError, OverflowError) as error:
            raise ModelError("a face names a vertex by no number: {error}", error=error) from None
        index = _index(numbers, np.repeat(before[:, 0], sizes))
        places = _places(text, np.repeat(before[:, 1], sizes)) if self.mapped else None
        starts = np.cumsum(sizes) - sizes
        for size in np.unique(sizes):
            if size < 3:
                self.notes[tr("its faces of fewer than three corners are left out")] = None
                continue
            chosen = starts[sizes == size, None] + np.arange(size)
            mapped = None if places is None else fans(places[chosen])
            self.faces.append(_Faces(fans(index[chosen]), mapped, self.material))

    def triangles(self) -> Triangles:
        """Return all that was read."""
        vertices = np.concatenate([np.zeros((0, 3), np.float32), *self.vertices])
        triangles = np.concatenate([np.zeros((0, 3), np.int32), *(faces.corners for faces in self.faces)])
        if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(vertices)):
            wrong = int(triangles.max()) + 1 if triangles.max() >= len(vertices) else int(triangles.min()) + 1
            raise IndexError(tr("a face names vertex {wrong}; there are 1 to {count}", wrong=wrong, count=len(vertices)))
        colors = self._face_colors(len(vertices))
        pictures = tuple(dict.fromkeys(faces.material.borne() for faces in self.faces if faces.material.picture))
        if not self.mapped or not self.coordinates:
            if pictures:
                self.notes[tr("it has no texture coordinates; what bears a picture has its plain colour")] = None
            return Triangles(vertices, triangles, colors, tuple(self.notes))
        which = {picture: i for i, picture in enumerate(pictures)}
        parts = [self._mapped(faces, which) for faces in self.faces]
        coordinates, picture = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Triangles(vertices, triangles, colors, tuple(self.notes), coordinates, picture, pictures)

    def _mapped(self, faces: _Faces, pictures: Mapping[MeshPicture, int]) -> tuple[np.ndarray, np.ndarray]:
        """Return texture coordinates (k, 3, 2) float32 of faces, and which picture (k,) they bear."""
        count, material = len(faces.corners), faces.material
        places = np.full((count, 3), -1) if faces.places is None else faces.places
        there = (places >= 0) & (places < self.mapped_count)
        if len(self.coordinates) > 1:
            self.coordinates = [np.concatenate(self.coordinates)]
        raw = self.coordinates[0][np.where(there, places, 0)]
        u, v = (material.scale[i] * raw[..., i] + material.offset[i] for i in range(2))
        bears = there.all(axis=1)
        if material.picture and not bears.all():
            self.notes[tr("where it has no texture coordinates, what bears a picture has its plain colour")] = None
        which = pictures[material.borne()] if material.picture else -1
        return np.stack([u, 1.0 - v], axis=-1).astype(np.float32), np.where(bears, which, -1).astype(np.int32)

    def _face_colors(self, count: int) -> np.ndarray | None:
        colors = [(faces.material.color, faces.corners) for faces in self.faces]
        if not self.shades:
            if all(color is None for color, _ in colors):
                return None
            return np.concatenate([plain(color or _NONE, len(faces)) for color, faces in colors])
        shades = np.concatenate([*self.shades, np.zeros((count, 4), np.uint8)])[:count]
        if any(color for color, _ in colors):
            self.notes[tr("the colours of its vertices are left out where its materials have one")] = None
        return np.concatenate([plain(color, len(faces)) if color else shades[faces] for color, faces in colors])


def _places(text: bytes, before: np.ndarray) -> np.ndarray:
    """Return which texture coordinates the corners of faces name; -1 none."""
    found = _SECOND.findall(text)
    try:
        numbers = np.fromiter((int(word) if word else 0 for word in found), np.int64, len(found))
    except (ValueError, OverflowError) as error:
        raise ModelError("a face names a texture coordinate by no number: {error}", error=error) from None
    return _index(numbers, before)


def _index(numbers: np.ndarray, before: np.ndarray | int) -> np.ndarray:
    """Return which of those in the file are named by numbers from 1 on, or back from the `before` that stand above; -1 none."""
    index: np.ndarray = np.where(numbers < 0, numbers + before, numbers - 1).clip(-1, 2**31 - 1)
    return index


def fans(polygons: np.ndarray) -> np.ndarray:
    """Polygons (m, k) as triangles (m (k-2), 3) int32."""
    return np.concatenate([polygons[:, [0, i, i + 1]] for i in range(1, polygons.shape[1] - 1)]).astype(np.int32)
