"""glTF 2.0, a .gltf with its files or one .glb: geometry where the scene places it, in metres, with base colours and pictures.

In glTF y is up. Coordinates are turned only when asked, as those of COLLADA: robot descriptions place meshes by the axes of the
link, and what places them for RViz means the coordinates as they stand. It is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.multibody.algebra.rotations import rotation_from_quaternion
from torseur.sim.texts import tr

from .gltf_data import GltfData
from .gltf_materials import GltfMaterials
from .named_files import NamedFiles
from .triangles import LINES, Triangles, check_count, joined

_TRIANGLES, _STRIP, _FAN = 4, 5, 6
# Of those that a file needs: what is read, or has no part in what is drawn.
_READ = (
    "KHR_materials_",
    "KHR_texture_transform",
    "KHR_mesh_quantization",
    "EXT_texture_",
    "KHR_texture_basisu",
    "KHR_lights_punctual",
    "KHR_xmp",
)
# How the axes of a file point when its y axis, which glTF calls up, is turned to z.
_UPRIGHT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def read_gltf(content: bytes, named: NamedFiles, apply_up_axis: bool, coordinates: bool = False) -> Triangles:
    """Read the triangles of a glTF file, binary or not.

    coordinates : keep the texture coordinates of what bears no picture
    """
    data = GltfData(content, named)
    scene = _Scene(data, GltfMaterials(data, coordinates))
    parts, count = [], 0
    for mesh, pose in scene.placed():
        for primitive in data.item("meshes", mesh)["primitives"]:
            part = scene.part(primitive, pose)
            if part is not None:
                parts.append(part)
                check_count(count := count + len(part.triangles))
    whole = joined(parts)
    how = tr("turned upright") if apply_up_axis else tr("used as they stand")
    notes = (*whole.notes, *data.notes, tr("in glTF y is up; the coordinates are {how}", how=how))
    vertices = whole.vertices @ _UPRIGHT.T.astype(np.float32) if apply_up_axis else whole.vertices
    return replace(whole, vertices=vertices, notes=notes)


class _Scene:
    """What a file places, part by part."""

    def __init__(self, data: GltfData, materials: GltfMaterials) -> None:
        self._data, self._materials = data, materials
        self._vertices = 0  # how many were asked for: accessors may be named any number of times
        for name in data.document.get("extensionsRequired", []):
            if not name.startswith(_READ):
                raise ModelError("it needs the extension {name!r}, which is not read", name=name)
        if data.document.get("skins"):
            data.notes[tr("its skins are left out; it is drawn as it stands")] = None

    def _roots(self) -> list[int]:
        """Return the nodes that the scene holds; without a scene, those that no other carries."""
        document = self._data.document
        if document.get("scenes"):
            nodes: list[int] = self._data.item("scenes", document.get("scene", 0)).get("nodes", [])
            return nodes
        all_nodes: list[dict[str, Any]] = document.get("nodes", [])
        carried = {child for node in all_nodes for child in node.get("children", [])}
        if len(carried) == len(all_nodes):
            raise ModelError("it holds no scene")
        self._data.notes[tr("it holds no scene; all its nodes are drawn")] = None
        return [node for node in range(len(all_nodes)) if node not in carried]

    def placed(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the meshes of the scene, and their poses (4, 4)."""
        waiting = [(node, np.eye(4)) for node in self._roots()]
        seen = set()
        while waiting:
            index, above = waiting.pop()
            node = self._data.item("nodes", index)
            if index in seen:
                raise ModelError("its node {index} is in the scene twice", index=index)
            seen.add(index)
            pose = above @ _pose(node)
            if "mesh" in node:
                yield node["mesh"], pose
            waiting += [(child, pose) for child in node.get("children", [])]

    def part(self, primitive: Mapping[str, Any], pose: np.ndarray) -> Triangles | None:
        """Return the triangles of a primitive; None for lines and points."""
        mode, attributes = primitive.get("mode", _TRIANGLES), primitive["attributes"]
        if mode not in (_TRIANGLES, _STRIP, _FAN):
            self._data.notes[tr(LINES)] = None
            return None
        if primitive.get("targets"):
            self._data.notes[tr("its morph targets are left out")] = None
        if "KHR_draco_mesh_compression" in primitive.get("extensions", {}):
            raise ModelError("it needs the extension 'KHR_draco_mesh_compression', which is not read")
        if "POSITION" not in attributes:
            raise ModelError("one of its parts has no positions")
        points = self._data.accessor(attributes["POSITION"], 3)
        self._vertices += len(points)
        check_count(0, self._vertices)
        index = np.arange(len(points)) if "indices" not in primitive else self._data.accessor(primitive["indices"], 1)[:, 0]
        check_count(len(index) // 3)
        triangles = _unfolded(index, mode)
        if len(triangles) and int(triangles.max()) >= len(points):
            raise IndexError(
                tr(
                    "a triangle names vertex {triangles}; there are 0 to {count}",
                    triangles=int(triangles.max()),
                    count=len(points) - 1,
                )
            )
        if np.linalg.det(pose[:3, :3]) < 0.0:
            triangles = triangles[:, ::-1]
        vertices = (points @ pose[:3, :3].T + pose[:3, 3]).astype(np.float32)
        colors = self._materials.colors(primitive, triangles, len(points))
        return Triangles(vertices, triangles, colors, (), *self._materials.pictured(primitive, triangles, len(points)))


def _pose(node: Mapping[str, Any]) -> np.ndarray:
    """Return the pose (4, 4) of a node in the one above it."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = map(float, node.get("rotation", (0.0, 0.0, 0.0, 1.0)))
    pose = np.eye(4)
    pose[:3, :3] = rotation_from_quaternion(np.array([x, y, z, w])) * np.array(node.get("scale", (1.0, 1.0, 1.0)), dtype=float)
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
