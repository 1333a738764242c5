"""GLB files (binary glTF 2.0): geometry where the scene places it, in metres, with its base colours.

Nothing is read but the file itself: data that it keeps elsewhere is an error, and textures are left out.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from torseur.sim.errors import ModelError

from .triangles import LINES, TEXTURES, Triangles, check_count, joined

MAX_DESCRIPTION = 8_000_000  # bytes of JSON
_JSON, _BIN = 0x4E4F534A, 0x004E4942
_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_READ = ("KHR_materials_", "KHR_texture_transform", "KHR_mesh_quantization", "EXT_texture_", "KHR_texture_basisu")
# How the axes of a file point when its y axis, which glTF calls up, is turned to z.
_UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def read_glb(content: bytes, apply_up_axis: bool) -> Triangles:
    """Read the triangles of a GLB file."""
    document, data = _chunks(content)
    file = _File(document, data)
    parts, count = [], 0
    for mesh, pose in file.placed():
        for primitive in file.item("meshes", mesh)["primitives"]:
            part = file.part(primitive, pose)
            if part is not None:
                parts.append(part)
                check_count(count := count + len(part.triangles))
    scene = joined(parts)
    how = "turned upright" if apply_up_axis else "used as they stand"
    notes = [*scene.notes, *file.notes, f"in glTF y is up; the coordinates are {how}"]
    vertices = scene.vertices @ _UPRIGHT.T.astype(np.float32) if apply_up_axis else scene.vertices
    return Triangles(vertices, scene.triangles, scene.colors, tuple(notes))


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
    if size > MAX_DESCRIPTION:
        raise ModelError(f"its description (JSON) has {size} bytes; at most {MAX_DESCRIPTION} are read")
    document = json.loads(content[20 : 20 + size])
    start = 20 + size
    if start + 8 > total:
        return document, b""
    size, kind = struct.unpack_from("<II", content, start)
    if start + 8 + size > total:
        raise ModelError(f"it is cut short: its data take {size} bytes, {total - start - 8} are there")
    return document, content[start + 8 : start + 8 + size] if kind == _BIN else b""


class _File:
    """What a file describes, and what there is to say about it."""

    def __init__(self, document: dict[str, Any], data: bytes) -> None:
        self._document = document
        self._data = data
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
        index = np.arange(len(points)) if "indices" not in primitive else self._accessor(primitive["indices"], 1)[:, 0]
        triangles = _unfolded(index, mode)
        if len(triangles) and int(triangles.max()) >= len(points):
            raise IndexError(f"a triangle names vertex {int(triangles.max())}; there are 0 to {len(points) - 1}")
        if np.linalg.det(pose[:3, :3]) < 0.0:
            triangles = triangles[:, ::-1]
        vertices = (points @ pose[:3, :3].T + pose[:3, 3]).astype(np.float32)
        return Triangles(vertices, triangles, self._colors(primitive, triangles, len(points)))

    def _accessor(self, index: object, width: int) -> np.ndarray:
        """Return numbers (n, width or one more), a view into the data, or scaled from integers."""
        accessor = self.item("accessors", index)
        columns = _WIDTHS.get(accessor["type"], 0)
        if "sparse" in accessor or "bufferView" not in accessor:
            raise ModelError("its data are sparse, which is not read")
        if columns not in (width, width + (width == 3)) or accessor["componentType"] not in _TYPES:
            raise ModelError(
                f"its data are of type {accessor['type']} {accessor['componentType']}, which is not read here"
            )
        view = self.item("bufferViews", accessor["bufferView"])
        buffer = self.item("buffers", view["buffer"])
        if "uri" in buffer or view["buffer"] != 0:
            uri = str(buffer.get("uri", ""))[:80]
            raise ModelError(f"its data are not in the file itself but at {uri!r}, which is not read")
        kind = np.dtype(_TYPES[accessor["componentType"]])
        count, offset, start, length = (
            int(each)
            for each in (
                accessor["count"],
                accessor.get("byteOffset", 0),
                view.get("byteOffset", 0),
                view["byteLength"],
            )
        )
        stride = int(view.get("byteStride", columns * kind.itemsize))
        needed = offset + stride * (count - 1) + columns * kind.itemsize
        if (
            min(count, offset, start, length) < 0
            or stride < 1
            or (count and needed > length)
            or start + length > len(self._data)
        ):
            raise ModelError(f"it is cut short: accessor {index} reaches beyond its data")
        values = np.ndarray((count, columns), kind, self._data, start + offset, (stride, kind.itemsize))
        if not accessor.get("normalized") or kind.kind == "f":
            return values
        return np.maximum(values / np.float32(np.iinfo(kind).max), np.float32(-1.0))

    def _colors(self, primitive: Mapping[str, Any], triangles: np.ndarray, count: int) -> np.ndarray | None:
        """Return the colours (m, 3, 4) of triangles: that of their material, times those of their corners."""
        material = self.item("materials", primitive["material"]) if "material" in primitive else {}
        surface = material.get("pbrMetallicRoughness", {})
        if "baseColorTexture" in surface:
            self.notes[TEXTURES] = None
        index = primitive["attributes"].get("COLOR_0")
        if index is None and "baseColorFactor" not in surface:
            return None
        color = np.array(surface.get("baseColorFactor", (1.0, 1.0, 1.0, 1.0)), dtype=float).reshape(1, 4)
        if index is not None:
            corner = self._accessor(index, 3)
            if len(corner) != count:
                raise ModelError(f"it has {len(corner)} colours for {count} vertices")
            color = color * np.concatenate([corner, np.ones((count, 4 - corner.shape[1]), np.float32)], axis=1)
        shade = _shade(color, material.get("alphaMode", "OPAQUE") == "BLEND")
        return np.broadcast_to(shade[0], (len(triangles), 3, 4)) if index is None else shade[triangles]


def _pose(node: Mapping[str, Any]) -> np.ndarray:
    """Return the pose (4, 4) of a node in the one above it."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = map(float, node.get("rotation", (0.0, 0.0, 0.0, 1.0)))
    turn = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    pose = np.eye(4)
    pose[:3, :3] = np.array(turn) * np.array(node.get("scale", (1.0, 1.0, 1.0)), dtype=float)
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
