"""From MuJoCo's materials to the pictures that shapes bear.

Where a point of a shape is in a picture is as MuJoCo's own renderer has it. Source: `settexture` of
src/render/classic/render_gl3.c for cubes and for meshes without texture coordinates; for its own shapes, and for texture
coordinates, what MuJoCo 4.0 draws of pictures that tell their places by their colours.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.shapes import Mapping, Skin, Texture
from torseur.sim.texts import tr

from .compiled import Compiled

PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = range(8)
FLAT, CUBE, SKY = range(3)  # mjtTexture
_COLOR, _COLOR_AND_OPACITY = 1, 8  # mjtTextureRole
_SIDE = 1024


class Skins:
    """The skins of a compiled file's shapes; each picture is made once."""

    def __init__(self, source: Compiled) -> None:
        self._source = source
        self._textures: dict[tuple[int, bool], tuple[Texture, ...]] = {}
        self._said: dict[str, int] = {}  # what is not drawn, and a texture that it holds for

    def of_geom(self, i: int) -> Skin | None:
        """Return what the geom number `i` bears; None if that is nothing, or nothing that is drawn."""
        source = self._source
        material = int(source["geom_matid"][i])
        if material < 0:
            return None
        roles = np.atleast_1d(source["mat_texid"][material])
        held = [role for role in (_COLOR, _COLOR_AND_OPACITY) if role < len(roles) and roles[role] >= 0]
        if np.any(np.delete(roles, held) >= 0):
            self._said.setdefault(tr("the colours of materials are drawn, not their other textures"), int(roles.max()))
        if not held:
            return None
        texture, clear = int(roles[held[0]]), held[0] == _COLOR_AND_OPACITY
        kind, mesh = int(source["geom_type"][i]), int(source["geom_dataid"][i])
        cube = int(source["tex_type"][texture]) != FLAT
        own = kind == MESH and source["mesh_texcoordadr"][mesh] >= 0
        if kind == PLANE:
            self._said.setdefault(tr("planes bear none: they are drawn as the floor is"), texture)
        elif own and cube:
            self._said.setdefault(tr("meshes with texture coordinates bear none of a cube"), texture)
        else:
            pictures = self._pictures(texture, clear)
            if pictures:
                laid = Mapping.FLAT if kind in (MESH, HFIELD) else Mapping.PARTS
                mapping = Mapping.OWN if own else Mapping.CUBE if cube else laid
                return Skin(mapping, pictures, self._stretch(i, mapping), self._file(texture))
        return None

    def report(self) -> None:
        """Record what of the textures is not drawn, once for each reason."""
        sky = np.flatnonzero(self._source["tex_type"] == SKY)
        if len(sky):
            self._said.setdefault(tr("the sky is left out"), int(sky[0]))
        for why, texture in self._said.items():
            self._source.report("texture-unused", why, "tex", texture)

    def _stretch(self, i: int, mapping: Mapping) -> tuple[float, float, float]:
        """Return by what coordinates in the shape's frame are multiplied."""
        source, kind = self._source, int(self._source["geom_type"][i])
        material = int(source["geom_matid"][i])
        a, b, c = map(float, source["geom_size"][i])
        size = np.array({SPHERE: (a, a, a), CAPSULE: (a, a, b), CYLINDER: (a, a, b)}.get(kind, (a, b, c)))
        size[size <= 0.0] = 1.0
        uniform = bool(source["mat_texuniform"][material])
        repeat = np.array([*source["mat_texrepeat"][material], 1.0])
        if mapping in (Mapping.OWN, Mapping.PARTS):
            x, y, z = repeat * (size if uniform else 1.0)
        elif mapping is Mapping.FLAT:
            x, y, z = 0.5 * repeat / (1.0 if uniform else size)
        elif kind in (MESH, HFIELD):
            x, y, z = size if uniform else np.ones(3)
        else:
            x, y, z = np.ones(3) if uniform else 1.0 / size
        return float(x), float(y), float(z)

    def _pictures(self, texture: int, clear: bool) -> tuple[Texture, ...]:
        """Return the picture, or the six, of a texture; nothing, which is said, if it could not be had."""
        if (texture, clear) not in self._textures:
            pixels = self._source.get(f"tex_{texture}")
            self._textures[texture, clear] = self._made(texture, pixels, clear) if pixels.ndim == 4 else ()
            if not self._textures[texture, clear]:
                self._said.setdefault(
                    tr("it is not drawn: it has two channels, or all take more memory than pictures may"), texture
                )
            elif max(int(self._source["tex_width"][texture]), int(self._source["tex_height"][texture]) // len(pixels)) > _SIDE:
                self._said.setdefault(
                    tr("pictures of more than {side} pixels along a side are made smaller", side=_SIDE), texture
                )
        return self._textures[texture, clear]

    def _made(self, texture: int, pixels: np.ndarray, clear: bool) -> tuple[Texture, ...]:
        channels = pixels.shape[-1]
        if channels not in (1, 3, 4):
            return ()
        whole = np.full((*pixels.shape[:3], 4), 255, np.uint8)
        whole[..., :3] = pixels[..., : min(channels, 3)]
        if clear and channels == 4:
            whole[..., 3] = pixels[..., 3]
        if int(self._source["tex_type"][texture]) == FLAT:
            return (Texture.of(frozen(whole[0])),)
        sides = tuple(Texture.of(frozen(one), ("clamp", "clamp")) for one in whole)
        return sides if len(sides) == 6 else 6 * sides

    def _file(self, texture: int) -> Path | None:
        """Return the file of a texture that has one."""
        words = self._source.words
        named = words["texture_files"][texture]
        for folder in ("", words["texture_folder"]):
            if named and (self._source.path.parent / folder / named).is_file():
                return self._source.path.parent / folder / named
        return None
