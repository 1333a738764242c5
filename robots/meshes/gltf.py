"""glTF 2.0, a .gltf with its files or one .glb: geometry where the scene places it, in metres, with base colours and pictures.

In glTF y is up. Coordinates are turned only when asked, as those of COLLADA: robot descriptions place meshes by the axes of the
link, and what places them for RViz means the coordinates as they stand. It is noted.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.multibody.model.shapes import Wrap

from .named_files import NamedFiles
from .pictures import BLENDED, MAX_ENCODED, OPAQUE, MeshPicture
from .pictures import MAX_BYTES as MAX_PICTURE_BYTES
from .triangles import LINES, Triangles, check_count, joined

MAX_DESCRIPTION = 8_000_000  # bytes of JSON, of a .gltf less its data
MAX_DATA = 200_000_000  # bytes of a file of data
_MAX_EMPTY = 500_000  # values that are 0 but for those that are listed, in all parts
_EMBEDDED = re.compile(rb'"data:[^"]{1000,}"')  # short ones are not worth telling apart from what describes
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_WRAPS: dict[int, Wrap] = {10497: "repeat", 33648: "mirror", 33071: "clamp"}
_READ = ("KHR_materials_", "KHR_texture_transform", "KHR_mesh_quantization", "EXT_texture_", "KHR_texture_basisu")
# How the axes of a file point when its y axis, which glTF calls up, is turned to z.
_UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def read_gltf(content: bytes, named: NamedFiles, apply_up_axis: bool, coordinates: bool = False) -> Triangles:
    """Read the triangles of a glTF file, binary or not.

    coordinates : keep the texture coordinates of what bears no picture
    """
    binary = content.startswith(b"glTF") or named.path.suffix.lower() == ".glb"
    document, data = _chunks(content) if binary else (_document(content), b"")
    file = _File(document, data, named, coordinates)
    parts, count = [], 0
    for mesh, pose in file.placed():
        for primitive in file.item("meshes", mesh)["primitives"]:
            part = file.part(primitive, pose)
            if part is not None:
                parts.append(part)
                check_count(count := count + len(part.triangles))
    scene = joined(parts)
    how = "turned upright" if apply_up_axis else "used as they stand"
    notes = (*scene.notes, *file.notes, f"in glTF y is up; the coordinates are {how}")
    vertices = scene.vertices @ _UPRIGHT.T.astype(np.float32) if apply_up_axis else scene.vertices
    return replace(scene, vertices=vertices, notes=notes)


def _document(content: bytes) -> dict[str, Any]:
    """Return the description that a .gltf file is."""
    _check_description(len(content) - sum(len(data[0]) for data in _EMBEDDED.finditer(content)))
    document = json.loads(content)
    if not isinstance(document, dict):
        raise ModelError("it is no description of a scene (a JSON object)")
    version = str(document.get("asset", {}).get("version", ""))
    if not version.startswith("2."):
        raise ModelError(f"it is of version {version or 'none'} of glTF; version 2 is read")
    return document


def _chunks(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the description, and the binary data."""
    if len(content) < 20 or content[:4] != b"glTF":
        raise ModelError("it does not begin with the header of a GLB file")
    version, total, size, kind = struct.unpack_from("<IIII", content, 4)
    if version != 2:
        raise ModelError(f"it is of version {version} of glTF; version 2 is read")
    if total > len(content) or 20 + size > total:
        raise ModelError(
            f"it is cut short: its header tells {max(total, 20 + size)} bytes, the file has {len(content)}"
        )
    if kind != _JSON:
        raise ModelError("its first part is not its description (JSON)")
    _check_description(size)
    document = json.loads(content[20 : 20 + size])
    start = 20 + size
    if start + 8 > total:
        return document, b""
    size, kind = struct.unpack_from("<II", content, start)
    if start + 8 + size > total:
        raise ModelError(f"it is cut short: its data take {size} bytes, {total - start - 8} are there")
    return document, content[start + 8 : start + 8 + size] if kind == _BIN else b""


def _check_description(size: int) -> None:
    """Raise if this is too long a description, which takes many times as much memory once it is read."""
    if size > MAX_DESCRIPTION:
        raise ModelError(f"its description (JSON) has {size} bytes; at most {MAX_DESCRIPTION} are read")


class _File:
    """What a file describes, and what there is to say about it."""

    def __init__(self, document: dict[str, Any], data: bytes, named: NamedFiles, coordinates: bool) -> None:
        self._document = document
        self._data = data  # of a .glb
        self._named = named
        self._coordinates = coordinates
        self._buffers: dict[int, bytes] = {}
        self._pictures: dict[tuple[int, float, tuple[Wrap, Wrap]], MeshPicture | None] = {}
        self._encoded = 0  # bytes of the pictures that it holds
        self._vertices = self._empty = 0  # how many were asked for: accessors may be named any number of times
        self.notes: dict[str, None] = {}
        for name in document.get("extensionsRequired", []):
            if not name.startswith(_READ):
                raise ModelError(f"it needs the extension {name!r}, which is not read")
        if document.get("skins"):
            self.notes["its skins are left out; it is drawn as it stands"] = None

    def item(self, kind: str, index: object) -> dict[str, Any]:
        """Return one of the lists' items; an error if there is none."""
        items = self._document.get(kind, [])
        if not isinstance(index, int) or not 0 <= index < len(items):
            raise IndexError(f"it refers to {kind}[{index}]; it has {len(items)} {kind}")
        found: dict[str, Any] = items[index]
        return found

    def placed(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the meshes of the scene, and their poses (4, 4)."""
        scenes = self._document.get("scenes")
        if not scenes:
            raise ModelError("it holds no scene")
        waiting = [(node, np.eye(4)) for node in self.item("scenes", self._document.get("scene", 0)).get("nodes", [])]
        seen = set()
        while waiting:
            index, above = waiting.pop()
            node = self.item("nodes", index)
            if index in seen:
                raise ModelError(f"its node {index} is in the scene twice")
            seen.add(index)
            pose = above @ _pose(node)
            if "mesh" in node:
                yield node["mesh"], pose
            waiting += [(child, pose) for child in node.get("children", [])]

    def part(self, primitive: Mapping[str, Any], pose: np.ndarray) -> Triangles | None:
        """Return the triangles of a primitive; None for lines and points."""
        mode, attributes = primitive.get("mode", _TRIANGLES), primitive["attributes"]
        if mode not in (_TRIANGLES, _STRIP, _FAN):
            self.notes[LINES] = None
            return None
        if primitive.get("targets"):
            self.notes["its morph targets are left out"] = None
        if "KHR_draco_mesh_compression" in primitive.get("extensions", {}):
            raise ModelError("it needs the extension 'KHR_draco_mesh_compression', which is not read")
        if "POSITION" not in attributes:
            raise ModelError("one of its parts has no positions")
        points = self._accessor(attributes["POSITION"], 3)
        self._vertices += len(points)
        check_count(0, self._vertices)
        index = np.arange(len(points)) if "indices" not in primitive else self._accessor(primitive["indices"], 1)[:, 0]
        check_count(len(index) // 3)
        triangles = _unfolded(index, mode)
        if len(triangles) and int(triangles.max()) >= len(points):
            raise IndexError(f"a triangle names vertex {int(triangles.max())}; there are 0 to {len(points) - 1}")
        if np.linalg.det(pose[:3, :3]) < 0.0:
            triangles = triangles[:, ::-1]
        vertices = (points @ pose[:3, :3].T + pose[:3, 3]).astype(np.float32)
        colors = self._colors(primitive, triangles, len(points))
        return Triangles(vertices, triangles, colors, (), *self._pictured(primitive, triangles, len(points)))

    def _accessor(self, index: object, width: int) -> np.ndarray:
        """Return numbers (n, width or one more), a view into the data, or scaled from integers."""
        accessor = self.item("accessors", index)
        columns, component, count = _WIDTHS.get(accessor["type"], 0), accessor["componentType"], int(accessor["count"])
        if columns not in (width, width + (width == 3)) or component not in _TYPES:
            raise ModelError(f"its data are of type {accessor['type']} {component}, which is not read here")
        if "bufferView" in accessor:
            values = self._array(
                accessor["bufferView"], accessor.get("byteOffset", 0), count, columns, component, index
            )
        elif 0 <= count <= _MAX_EMPTY - self._empty:
            self._empty += count
            values = np.zeros((count, columns), _TYPES[component])
        else:
            message = (
                f"accessor {index} promises {count} values and has no data; at most {_MAX_EMPTY} are, in all parts"
            )
            raise ModelError(message)
        if "sparse" in accessor:
            values = self._replaced(values, accessor["sparse"], component, index)
        kind = values.dtype
        if not accessor.get("normalized") or kind.kind == "f":
            return values
        return np.maximum(values / np.float32(np.iinfo(kind).max), np.float32(-1.0))

    def _replaced(self, values: np.ndarray, sparse: Mapping[str, Any], component: int, index: object) -> np.ndarray:
        """Return values (n, k) of which those that a sparse accessor lists are others. Source: glTF 2.0, 3.6.2.3."""
        count, where, what = int(sparse["count"]), sparse["indices"], sparse["values"]
        if where["componentType"] not in (5121, 5123, 5125):
            raise ModelError(f"accessor {index} lists its places by numbers of type {where['componentType']}")
        places = self._array(where["bufferView"], where.get("byteOffset", 0), count, 1, where["componentType"], index)[
            :, 0
        ]
        if len(places) and int(places.max()) >= len(values):
            raise IndexError(f"accessor {index} replaces value {int(places.max())}; there are 0 to {len(values) - 1}")
        replaced = values.copy()
        replaced[places] = self._array(
            what["bufferView"], what.get("byteOffset", 0), count, values.shape[1], component, index
        )
        return replaced

    def _array(
        self, view_index: object, first: object, count: int, columns: int, component: int, accessor: object
    ) -> np.ndarray:
        """Return numbers (count, columns), a view into a buffer."""
        view = self.item("bufferViews", view_index)
        data, kind = self._buffer(view["buffer"]), np.dtype(_TYPES[component])
        offset, start, length = int(str(first)), int(view.get("byteOffset", 0)), int(view["byteLength"])
        size = columns * kind.itemsize
        stride = int(view.get("byteStride", size))
        if stride < size:  # they would overlap, and be any number
            raise ModelError(f"accessor {accessor} has a value of {size} bytes every {stride} bytes (byteStride)")
        needed = offset + stride * (count - 1) + size
        short = (count and needed > length) or start + length > len(data)
        if min(count, offset, start, length) < 0 or short:
            raise ModelError(f"it is cut short: accessor {accessor} reaches beyond its data")
        return np.ndarray((count, columns), kind, data, start + offset, (stride, kind.itemsize))

    def _buffer(self, index: int) -> bytes:
        """Return the data of a buffer: in the file itself, or in one that it names."""
        buffer = self.item("buffers", index)
        if index not in self._buffers:
            self._buffers[index] = self._data_at(str(buffer["uri"]), MAX_DATA) if "uri" in buffer else self._data
        return self._buffers[index]

    def _data_at(self, uri: str, most: int) -> bytes:
        if uri.startswith("data:"):
            return _embedded(uri)
        file = self._named.read(uri, most)
        if file.why:
            raise ModelError(f"its data {uri[:80]!r}: the file {file.why}")
        if file.found_as:
            self.notes[f"its data {uri[:80]!r} are not there; {file.found_as!r}, beside it, is read"] = None
        return file.content

    def _material(self, primitive: Mapping[str, Any]) -> dict[str, Any]:
        return self.item("materials", primitive["material"]) if "material" in primitive else {}

    def _pictured(
        self, primitive: Mapping[str, Any], triangles: np.ndarray, count: int
    ) -> tuple[np.ndarray | None, np.ndarray | None, tuple[MeshPicture, ...]]:
        """Return texture coordinates (m, 3, 2), which picture (m,) triangles bear, and the pictures."""
        material = self._material(primitive)
        info = _base(material)[1]
        picture = None if info is None else self._picture(info, material)
        extended = {} if info is None else info.get("extensions", {}).get("KHR_texture_transform", {})
        which = extended.get("texCoord", 0 if info is None else info.get("texCoord", 0))
        index = primitive["attributes"].get(f"TEXCOORD_{which}")
        if index is None or (picture is None and not self._coordinates):
            if picture is not None:
                self.notes["where it has no texture coordinates, what bears a picture has its plain colour"] = None
            return None, None, ()
        points = self._accessor(index, 2).astype(np.float32)
        if len(points) != count:
            raise ModelError(f"it has {len(points)} texture coordinates for {count} vertices")
        points = _moved(points, extended)
        return (
            points[triangles],
            np.full(len(triangles), -1 if picture is None else 0, np.int16),
            () if picture is None else (picture,),
        )

    def _picture(self, info: Mapping[str, Any], material: Mapping[str, Any]) -> MeshPicture | None:
        """Return the picture of a material; None, with a note, if it is of a kind that is not read."""
        texture = self.item("textures", info["index"])
        source = texture.get("source")
        if source is None:
            self.notes[
                "pictures of other kinds than PNG and JPEG are left out; what bears them has its plain colour"
            ] = None
            return None
        mode = material.get("alphaMode", "OPAQUE")
        opacity = {"BLEND": BLENDED, "MASK": max(1e-3, float(material.get("alphaCutoff", 0.5)))}.get(mode, OPAQUE)
        key = source, opacity, self._wrap(texture)
        if key not in self._pictures:
            picture = self._image(source, opacity)
            self._pictures[key] = picture and replace(picture, wrap=key[2])
        return self._pictures[key]

    def _wrap(self, texture: Mapping[str, Any]) -> tuple[Wrap, Wrap]:
        """Return what is beyond the edges of a texture. Source: glTF 2.0, 5.26 "Sampler"."""
        sampler = self.item("samplers", texture["sampler"]) if "sampler" in texture else {}
        across, along = (sampler.get(key, 10497) for key in ("wrapS", "wrapT"))
        if across not in _WRAPS or along not in _WRAPS:
            self.notes[
                f"its textures are to end in ways ({across}, {along}) that glTF does not have; they are repeated"
            ] = None
        return _WRAPS.get(across, "repeat"), _WRAPS.get(along, "repeat")

    def _image(self, source: int, opacity: float) -> MeshPicture | None:
        image = self.item("images", source)
        name = str(image.get("name") or f"image {source}")
        if "bufferView" in image:
            view = self.item("bufferViews", image["bufferView"])
            start, length = int(view.get("byteOffset", 0)), int(view["byteLength"])
            data = self._buffer(view["buffer"])
            if min(start, length) < 0 or start + length > len(data):
                raise ModelError(f"it is cut short: image {source} reaches beyond its data")
            return self._held(name, data[start : start + length], opacity)
        uri = str(image["uri"])
        return self._held(name, _embedded(uri), opacity) if uri.startswith("data:") else MeshPicture(uri, None, opacity)

    def _held(self, name: str, content: bytes, opacity: float) -> MeshPicture | None:
        if len(content) > MAX_PICTURE_BYTES:
            self.notes[f"picture {name!r} is not drawn: it has more than {MAX_PICTURE_BYTES // 10**6} MB"] = None
            return None
        self._encoded += len(content)
        if self._encoded > MAX_ENCODED:
            self.notes[f"those of its pictures beyond {MAX_ENCODED // 10**6} MB are not drawn"] = None
            return None
        return MeshPicture(name, content, opacity)

    def _colors(self, primitive: Mapping[str, Any], triangles: np.ndarray, count: int) -> np.ndarray | None:
        """Return the colours (m, 3, 4) of triangles: that of their material, times those of their corners."""
        material = self._material(primitive)
        factor = _base(material)[0]
        index = primitive["attributes"].get("COLOR_0")
        if index is None and factor is None:
            return None
        color = np.array((1.0, 1.0, 1.0, 1.0) if factor is None else factor, dtype=float).reshape(1, 4)
        if index is not None:
            corner = self._accessor(index, 3)
            if len(corner) != count:
                raise ModelError(f"it has {len(corner)} colours for {count} vertices")
            color = color * np.concatenate([corner, np.ones((count, 4 - corner.shape[1]), np.float32)], axis=1)
        shade = _shade(color, material.get("alphaMode", "OPAQUE") == "BLEND")
        return np.broadcast_to(shade[0], (len(triangles), 3, 4)) if index is None else shade[triangles]


def _base(material: Mapping[str, Any]) -> tuple[list[float] | None, Mapping[str, Any] | None]:
    """Return the base colour of a material and what it says of its picture, each None if it has none."""
    surface = material.get("pbrMetallicRoughness", {})
    factor, info = surface.get("baseColorFactor"), surface.get("baseColorTexture")
    if factor is None and info is None:  # as before glTF 2.0 had its surfaces of metal
        older = material.get("extensions", {}).get("KHR_materials_pbrSpecularGlossiness", {})
        factor, info = older.get("diffuseFactor"), older.get("diffuseTexture")
    return factor, info


def _moved(points: np.ndarray, transform: Mapping[str, Any]) -> np.ndarray:
    """Return texture coordinates (n, 2) that are scaled, turned and moved. Source: KHR_texture_transform."""
    if not transform:
        return points
    angle = float(transform.get("rotation", 0.0))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    scaled = points * np.array(transform.get("scale", (1.0, 1.0)), dtype=float)
    moved: np.ndarray = (scaled @ turn.T + np.array(transform.get("offset", (0.0, 0.0)), dtype=float)).astype(
        np.float32
    )
    return moved


def _embedded(uri: str) -> bytes:
    """Return what a URI of the scheme data: holds."""
    head, comma, body = uri.partition(",")
    if not comma:
        raise ModelError("one of its data: URIs has no data")
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as error:
        raise ModelError(f"one of its data: URIs is no base64: {error}") from None


def _pose(node: Mapping[str, Any]) -> np.ndarray:
    """Return the pose (4, 4) of a node in the one above it."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = map(float, node.get("rotation", (0.0, 0.0, 0.0, 1.0)))
    pose = np.eye(4)
    pose[:3, :3] = rotation_from_quaternion(np.array([x, y, z, w])) * np.array(
        node.get("scale", (1.0, 1.0, 1.0)), dtype=float
    )
    pose[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return pose


def _unfolded(index: np.ndarray, mode: int) -> np.ndarray:
    """Return the triangles (m, 3) of a list, a strip or a fan of corners."""
    if mode == _TRIANGLES:
        return index[: len(index) // 3 * 3].reshape(-1, 3)
    count = max(len(index) - 2, 0)
    if mode == _FAN:
        return np.stack([np.repeat(index[:1], count), index[1 : count + 1], index[2 : count + 2]], axis=1)
    odd = np.arange(count) % 2  # every other triangle of a strip goes round the other way
    step = np.arange(count)
    return np.stack([index[step + odd], index[step + 1 - odd], index[step + 2]], axis=1)


def _shade(linear: np.ndarray, blended: bool) -> np.ndarray:
    """Return colours (n, 4) uint8 sRGB from linear ones, opaque unless they are blended.

    Source: IEC 61966-2-1; glTF 2.0, 3.9.2 "Metallic-Roughness Material": base colours are linear.
    """
    value = np.clip(linear, 0.0, 1.0)
    shade = np.full(linear.shape, 255, np.uint8)
    curved = np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1.0 / 2.4) - 0.055)
    shade[:, :3] = np.round(255.0 * curved[:, :3])
    if blended:
        opacity = np.round(255.0 * value[:, 3])
        shade[:, 3] = np.where(opacity < 6, 255, opacity)  # what would be invisible is taken as opaque
    return shade
