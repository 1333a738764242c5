"""How the parts of a glTF 2.0 file are seen: their colours, and the pictures that they bear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.shapes import Wrap
from torseur.sim.texts import tr

from .gltf_data import GltfData, embedded
from .pictures import BLENDED, MAX_ENCODED, OPAQUE, MeshPicture
from .pictures import MAX_BYTES as MAX_PICTURE_BYTES

_WRAPS: dict[int, Wrap] = {10497: "repeat", 33648: "mirror", 33071: "clamp"}


class GltfMaterials:
    """The materials of a file."""

    def __init__(self, data: GltfData, coordinates: bool) -> None:
        self._data = data
        self._coordinates = coordinates  # are kept of what bears no picture
        self._pictures: dict[tuple[int, float, tuple[Wrap, Wrap]], MeshPicture | None] = {}
        self._encoded = 0  # bytes of the pictures that the file holds

    def _material(self, primitive: Mapping[str, Any]) -> dict[str, Any]:
        return self._data.item("materials", primitive["material"]) if "material" in primitive else {}

    def pictured(
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
                self._data.notes[tr("where it has no texture coordinates, what bears a picture has its plain colour")] = None
            return None, None, ()
        points = self._data.accessor(index, 2).astype(np.float32)
        if len(points) != count:
            raise ModelError("it has {count} texture coordinates for {count_2} vertices", count=len(points), count_2=count)
        points = _moved(points, extended)
        return (
            points[triangles],
            np.full(len(triangles), -1 if picture is None else 0, np.int16),
            () if picture is None else (picture,),
        )

    def _picture(self, info: Mapping[str, Any], material: Mapping[str, Any]) -> MeshPicture | None:
        """Return the picture of a material; None, with a note, if it is of a kind that is not read."""
        texture = self._data.item("textures", info["index"])
        source = texture.get("source")
        if source is None:
            self._data.notes[
                tr("pictures of other kinds than PNG and JPEG are left out; what bears them has its plain colour")
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
        sampler = self._data.item("samplers", texture["sampler"]) if "sampler" in texture else {}
        across, along = (sampler.get(key, 10497) for key in ("wrapS", "wrapT"))
        if across not in _WRAPS or along not in _WRAPS:
            self._data.notes[
                tr(
                    "its textures are to end in ways ({across}, {along}) that glTF does not have; they are repeated",
                    across=across,
                    along=along,
                )
            ] = None
        return _WRAPS.get(across, "repeat"), _WRAPS.get(along, "repeat")

    def _image(self, source: int, opacity: float) -> MeshPicture | None:
        image = self._data.item("images", source)
        name = str(image.get("name") or tr("image {source}", source=source))
        if "bufferView" in image:
            view = self._data.item("bufferViews", image["bufferView"])
            start, length = int(view.get("byteOffset", 0)), int(view["byteLength"])
            data = self._data.buffer(view["buffer"])
            if min(start, length) < 0 or start + length > len(data):
                raise ModelError("it is cut short: image {source} reaches beyond its data", source=source)
            return self._held(name, data[start : start + length], opacity)
        uri = str(image["uri"])
        return self._held(name, embedded(uri), opacity) if uri.startswith("data:") else MeshPicture(uri, None, opacity)

    def _held(self, name: str, content: bytes, opacity: float) -> MeshPicture | None:
        if len(content) > MAX_PICTURE_BYTES:
            self._data.notes[
                tr(
                    "picture {name!r} is not drawn: it has more than {max_picture_bytes} MB",
                    name=name,
                    max_picture_bytes=MAX_PICTURE_BYTES // 10**6,
                )
            ] = None
            return None
        self._encoded += len(content)
        if self._encoded > MAX_ENCODED:
            self._data.notes[
                tr("those of its pictures beyond {max_encoded} MB are not drawn", max_encoded=MAX_ENCODED // 10**6)
            ] = None
            return None
        return MeshPicture(name, content, opacity)

    def colors(self, primitive: Mapping[str, Any], triangles: np.ndarray, count: int) -> np.ndarray | None:
        """Return the colours (m, 3, 4) of triangles: that of their material, times those of their corners."""
        material = self._material(primitive)
        factor = _base(material)[0]
        index = primitive["attributes"].get("COLOR_0")
        if index is None and factor is None:
            return None
        color = np.array((1.0, 1.0, 1.0, 1.0) if factor is None else factor, dtype=float).reshape(1, 4)
        if index is not None:
            corner = self._data.accessor(index, 3)
            if len(corner) != count:
                raise ModelError("it has {count} colours for {count_2} vertices", count=len(corner), count_2=count)
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
    moved: np.ndarray = (scaled @ turn.T + np.array(transform.get("offset", (0.0, 0.0)), dtype=float)).astype(np.float32)
    return moved


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
