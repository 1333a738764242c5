"""From MuJoCo's geoms to what is seen and what touches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.multibody.model.model import Collision, Visual
from torseur.sim.multibody.model.shapes import (
    Box,
    Capsule,
    Color,
    Cylinder,
    HeightField,
    Mapping,
    Mesh,
    Plane,
    Shape,
    SolidEllipsoid,
    Sphere,
    TriangleMesh,
)
from torseur.sim.texts import tr

from ..meshes.creases import smooth
from ..meshes.triangles import Triangles
from ..options import LoadOptions
from .compiled import Compiled, pose
from .skins import MESH, Skins

SEEN = 2  # the last group that MuJoCo shows unless it is asked for more
_PLAIN = (0.5, 0.5, 0.5, 1.0)  # MuJoCo's colour of a geom that has none
_DEFAULT_COLOR = (184, 191, 204, 255)


class Shapes:
    """The shapes of a compiled file; each mesh is made once."""

    def __init__(self, source: Compiled, options: LoadOptions) -> None:
        self.source, self.meshes, self.progress = source, options.meshes, options.progress
        kinds, mesh_of = source["geom_type"], source["geom_dataid"]
        self._mesh_names = {source.names["mesh"][i] for i in mesh_of[kinds == MESH]}  # the meshes there are to be made
        self._meshes: dict[str, tuple[Mesh, Array]] = {}
        self._framed: dict[str, Mesh] = {}
        self.skins = Skins(source)

    def of_body(self, body: int) -> tuple[tuple[Visual, ...], tuple[Collision, ...]]:
        """Return what of a body is seen, and what it touches with."""
        source = self.source
        visuals, collisions = [], []
        for i in np.flatnonzero(source["geom_bodyid"] == body):
            placed = self._shape(int(i))
            if placed is None:
                continue
            shape, placement, name = placed[0], frozen(placed[1]), source.words["names"]["geom"][i]
            color = self._color(int(i))
            if source["geom_group"][i] <= SEEN and color[3] > 0.0:
                visuals.append(self._skinned(int(i), Visual(shape, placement, color, name)))
            if source["geom_contype"][i] or source["geom_conaffinity"][i]:
                collisions.append(Collision(shape, placement, name))
        return tuple(visuals), tuple(collisions)

    def _skinned(self, i: int, visual: Visual) -> Visual:
        """Return what is seen of a geom with the textures that it bears."""
        skin = self.skins.of_geom(i) if self.meshes else None
        if skin is None or skin.mapping is Mapping.OWN or not isinstance(visual.shape, Mesh):
            return replace(visual, skin=skin)
        number, source = int(self.source["geom_dataid"][i]), self.source
        name = source.names["mesh"][number]
        if name not in self._framed:  # they are laid in MuJoCo's frame of it
            self._framed[name] = Mesh(source.path / name, data=self._triangles(*self._of_mesh(number)))
        placement = frozen(pose(source["geom_pos"][i], source["geom_quat"][i]))
        return replace(visual, shape=self._framed[name], placement=placement, skin=skin)

    def _shape(self, i: int) -> tuple[Shape, Array] | None:
        """Return the shape of a geom and its pose in the body; None, with a finding, if there is none of its kind."""
        source = self.source
        kind, (a, b, c) = int(source["geom_type"][i]), map(float, source["geom_size"][i])
        placement = pose(source["geom_pos"][i], source["geom_quat"][i])
        match kind:
            case 0:
                return Plane(), placement
            case 2:
                return Sphere(a), placement
            case 3:
                return Capsule(a, 2.0 * b), placement
            case 4:
                return SolidEllipsoid((a, b, c)), placement
            case 5:
                return Cylinder(a, 2.0 * b), placement
            case 6:
                return Box((2.0 * a, 2.0 * b, 2.0 * c)), placement
            case 7:
                mesh, inside = self._mesh(int(source["geom_dataid"][i]))
                return mesh, placement @ inside
            case 1:
                return self._height_field(int(source["geom_dataid"][i])), placement
        source.report("mjcf-left-out", tr("it is left out: shapes of its kind are not read"), "geom", i)
        return None

    def _color(self, i: int) -> Color:
        """Return the colour of a geom: its own, or that of its material where it has none."""
        own, material = self.source["geom_rgba"][i], int(self.source["geom_matid"][i])
        if material >= 0 and np.allclose(own, _PLAIN):
            own = self.source["mat_rgba"][material]
        r, g, b, alpha = (min(max(float(value), 0.0), 1.0) for value in own)
        return r, g, b, alpha

    def _mesh(self, i: int) -> tuple[Mesh, Array]:
        """Return a mesh with its vertices as its file has them, and where they are in MuJoCo's frame of it."""
        source, name = self.source, self.source.names["mesh"][i]
        if name not in self._meshes:
            if self.progress is not None and self.meshes:
                self.progress(
                    len(self._mesh_names & self._meshes.keys()), len(self._mesh_names), source.words["mesh_files"][i] or name
                )
            frame = pose(source["mesh_pos"][i], source["mesh_quat"][i])
            vertices, faces, places = self._of_mesh(i)
            x, y, z = map(float, source["mesh_scale"][i])
            path = self._file(i)
            data = self._triangles(vertices @ frame[:3, :3].T + frame[:3, 3], faces, places) if self.meshes else None
            mesh = Mesh(source.path / name, data=data) if path is None else Mesh(path, (x, y, z), data)
            self._meshes[name] = mesh, np.asarray(np.linalg.inv(frame), dtype=np.float64)
        return self._meshes[name]

    def _file(self, i: int) -> Path | None:
        """Return the file of a mesh, if it has one whose vertices are where the file has them."""
        words = self.source.words
        named = words["mesh_files"][i]
        if not named or words["mesh_moved"][i]:
            return None
        for folder in ("", words["mesh_folder"]):
            if (self.source.path.parent / folder / named).is_file():
                return self.source.path.parent / folder / named
        return None

    def _of_mesh(self, i: int) -> tuple[Array, np.ndarray, np.ndarray | None]:
        """Return vertices (n, 3) in MuJoCo's frame of a mesh, triangles (m, 3), and texture coordinates (m, 3, 2) or None."""
        source = self.source

        def part(what: str) -> np.ndarray:
            start, count = int(source[f"mesh_{what}adr"][i]), int(source[f"mesh_{what}num"][i])
            found: np.ndarray = source[f"mesh_{what}"][start:][:count]
            return found

        first, count = int(source["mesh_faceadr"][i]), int(source["mesh_facenum"][i])
        has_places = source["mesh_texcoordadr"][i] >= 0
        places = part("texcoord")[source["mesh_facetexcoord"][first:][:count]] if has_places else None
        return part("vert"), part("face"), places

    def _triangles(self, vertices: Array, faces: np.ndarray, places: np.ndarray | None) -> TriangleMesh:
        picture = None if places is None else np.zeros(len(faces), np.int16)
        corners = vertices.astype(np.float64), faces.astype(np.int64)
        return smooth(Triangles(*corners, None, coordinates=places, picture=picture), _DEFAULT_COLOR)

    def _height_field(self, i: int) -> HeightField:
        """Return a height field, with its heights from the shape's origin."""
        source = self.source
        rows, columns, start = (int(source[f"hfield_{key}"][i]) for key in ("nrow", "ncol", "adr"))
        x, y, top, _ = map(float, source["hfield_size"][i])
        heights = top * source["hfield_data"][start : start + rows * columns].reshape(rows, columns).astype(np.float64)
        return HeightField((2.0 * x, 2.0 * y), tuple(tuple(map(float, row)) for row in heights))
