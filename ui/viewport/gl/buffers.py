"""Vertices and matrices on the graphics card."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np

from torseur.sim.multibody.model.shapes import Texture

from ..mesh.body_mesh import VERTEX, BodyMesh
from ..mesh.coarse import coarse_opaque
from ..mesh.geometry import Geometry, box, cone, cylinder, octahedron, sphere
from .gl_calls import GL, create, free, upload
from .programs import FRAME_BINDING, UNITS
from .textures import BodyTextures

Array = np.ndarray


class TextureBuffer:
    """Rows of four floats that a vertex shader reads by index: at least 65 536 of them on any OpenGL 3.3."""

    def __init__(self, unit: int) -> None:
        self.unit = unit
        self.id = create(GL.glGenBuffers)
        self.texture = create(GL.glGenTextures)
        self.write(np.zeros((1, 4), dtype=np.float32))
        GL.glActiveTexture(GL.GL_TEXTURE0 + unit)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self.id)

    def write(self, rows: Array) -> None:
        """Replace all; (…, 4) float32."""
        GL.glBindBuffer(GL.GL_TEXTURE_BUFFER, self.id)
        upload(GL.GL_TEXTURE_BUFFER, rows, GL.GL_STREAM_DRAW)

    def bind(self) -> None:
        """Let shaders read it."""
        GL.glActiveTexture(GL.GL_TEXTURE0 + self.unit)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)

    def delete(self) -> None:
        """Free the buffer and its texture on the GPU."""
        free(GL.glDeleteTextures, [self.texture])
        free(GL.glDeleteBuffers, [self.id])


class UniformBlock:
    """What is the same for all draw calls of a frame."""

    def __init__(self) -> None:
        self.id = create(GL.glGenBuffers)

    def write(self, block: np.ndarray) -> None:
        """Replace it and bind it."""
        GL.glBindBuffer(GL.GL_UNIFORM_BUFFER, self.id)
        upload(GL.GL_UNIFORM_BUFFER, block, GL.GL_STREAM_DRAW)
        GL.glBindBufferBase(GL.GL_UNIFORM_BUFFER, FRAME_BINDING, self.id)

    def delete(self) -> None:
        """Free the buffer on the GPU."""
        free(GL.glDeleteBuffers, [self.id])


class BodyBuffer:
    """The bodies of one model: vertices uploaded once, poses every frame."""

    def __init__(self, mesh: BodyMesh) -> None:
        self.mesh = mesh
        self.array = create(GL.glGenVertexArrays)
        self._buffers = [create(GL.glGenBuffers) for _ in range(4)]
        self.textures = BodyTextures(run.texture for run in mesh.textured)
        self._coarse = 0  # triangles in the third buffer; it is filled at first use
        self.poses = TextureBuffer(UNITS["bodies"])
        GL.glBindVertexArray(self.array)
        _fill(GL.GL_ARRAY_BUFFER, self._buffers[0], mesh.vertices)
        _fill(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1], mesh.triangles)
        _vertex_fields()
        if mesh.coordinates is not None:
            _fill(GL.GL_ARRAY_BUFFER, self._buffers[3], mesh.coordinates)
            GL.glEnableVertexAttribArray(4)
            GL.glVertexAttribPointer(4, 2, GL.GL_FLOAT, GL.GL_FALSE, 8, ctypes.c_void_p(0))
        GL.glBindVertexArray(0)

    def write_poses(self, poses: Array, hidden: Array) -> None:
        """Place the bodies: poses (bodies, 4, 4) in the world, hidden (bodies,) bool."""
        rows = np.empty((len(poses), 4, 4), dtype=np.float32)
        rows[:, :3] = poses[:, :3]
        rows[:, 3] = 0.0
        rows[:, 3, 0] = hidden
        self.poses.write(rows)

    def draw_coarse(self) -> None:
        """Draw the few triangles that stand for the opaque ones in a shadow."""
        GL.glBindVertexArray(self.array)
        if not self._coarse:
            triangles = coarse_opaque(self.mesh)
            self._coarse = len(triangles)
            _fill(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[2], triangles)
        GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[2])
        GL.glDrawElements(GL.GL_TRIANGLES, 3 * self._coarse, GL.GL_UNSIGNED_INT, ctypes.c_void_p(0))
        GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1])

    def draw(self, first: int, count: int) -> None:
        """Draw triangles first … first + count - 1 with the current program."""
        if count > 0:
            GL.glBindVertexArray(self.array)
            GL.glDrawElements(GL.GL_TRIANGLES, 3 * count, GL.GL_UNSIGNED_INT, ctypes.c_void_p(12 * first))

    def runs(self, first: int, count: int) -> Iterator[tuple[int, int, Texture | None]]:
        """Yield the triangles first … first + count - 1 in runs of one texture, or none: first and count of each."""
        at, end = first, first + count
        for run in self.mesh.textured:
            start, stop = max(run.first, at), min(run.first + run.count, end)
            if start < stop:
                if at < start:
                    yield at, start - at, None
                yield start, stop - start, run.texture
                at = stop
        if at < end:
            yield at, end - at, None

    def delete(self) -> None:
        """Free the buffers on the GPU."""
        free(GL.glDeleteVertexArrays, [self.array])
        free(GL.glDeleteBuffers, self._buffers)
        self.textures.delete()
        self.poses.delete()


class PrimitiveBuffer:
    """Unit shapes drawn many times over, each with its own affine map, colour and pattern."""

    SHAPES = ("rod", "cone", "ball", "diamond", "ellipsoid", "egg", "block", "mass", "drum")
    COARSE = ("rod", "cone", "ball")  # of which there are others of fewer triangles, for what moves

    def __init__(self) -> None:
        shapes: tuple[Geometry, ...] = (
            cylinder(1.0, 1.0, bevel=0.0, segments=14, steps=1),
            cone(1.0, 1.0, segments=22),
            sphere(1.0, 14, 7),
            octahedron(),
            sphere(1.0, 56, 28),
            sphere(1.0, 32, 16),
            box((1.0, 1.0, 1.0), bevel=0.03),
            sphere(1.0, 24, 16),
            cylinder(1.0, 1.0, bevel=0.08, segments=28, steps=2),
            cylinder(1.0, 1.0, bevel=0.0, segments=8, steps=1),
            cone(1.0, 1.0, segments=14),
            sphere(1.0, 10, 5),
        )
        self.array = create(GL.glGenVertexArrays)
        self._buffers = [create(GL.glGenBuffers), create(GL.glGenBuffers)]
        self.instances = TextureBuffer(UNITS["instances"])
        # shape, and whether it is coarse: indices, byte offset, base vertex
        self._ranges: dict[tuple[str, bool], tuple[int, int, int]] = {}
        vertices, indices, base, offset = [], [], 0, 0
        names = [(name, False) for name in self.SHAPES] + [(name, True) for name in self.COARSE]
        for name, shape in zip(names, shapes, strict=True):
            self._ranges[name] = (3 * len(shape.triangles), offset, base)
            vertices.append(np.hstack([shape.vertices, shape.normals]).astype(np.float32))
            indices.append(shape.triangles)
            base += len(shape.vertices)
            offset += 12 * len(shape.triangles)
        GL.glBindVertexArray(self.array)
        _fill(GL.GL_ARRAY_BUFFER, self._buffers[0], np.concatenate(vertices))
        _fill(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1], np.concatenate(indices))
        for place in (0, 1):
            GL.glEnableVertexAttribArray(place)
            GL.glVertexAttribPointer(place, 3, GL.GL_FLOAT, GL.GL_FALSE, 24, ctypes.c_void_p(12 * place))
        GL.glBindVertexArray(0)

    def draw(self, shape: str, place_of_first: int, first: int, count: int, coarse: bool = False) -> None:
        """Draw instances first … first + count - 1; `place_of_first` is the location of the uniform `first`."""
        if count > 0:
            indices, offset, base = self._ranges[shape, coarse and shape in self.COARSE]
            GL.glBindVertexArray(self.array)
            GL.glUniform1i(place_of_first, first)
            GL.glDrawElementsInstancedBaseVertex(
                GL.GL_TRIANGLES, indices, GL.GL_UNSIGNED_INT, ctypes.c_void_p(offset), count, base
            )

    def delete(self) -> None:
        """Free the buffers on the GPU."""
        free(GL.glDeleteVertexArrays, [self.array])
        free(GL.glDeleteBuffers, self._buffers)
        self.instances.delete()


class WireBuffer:
    """Edges of shapes that bodies carry, two vertices each, of VERTEX; placed by the poses of a `BodyBuffer`."""

    def __init__(self, vertices: np.ndarray) -> None:
        self.count = len(vertices)
        self.array = create(GL.glGenVertexArrays)
        self.id = create(GL.glGenBuffers)
        GL.glBindVertexArray(self.array)
        _fill(GL.GL_ARRAY_BUFFER, self.id, vertices)
        _vertex_fields()
        GL.glBindVertexArray(0)

    def draw(self) -> None:
        """Draw all with the current program."""
        if self.count:
            GL.glBindVertexArray(self.array)
            GL.glDrawArrays(GL.GL_LINES, 0, self.count)

    def delete(self) -> None:
        """Free the buffers on the GPU."""
        free(GL.glDeleteVertexArrays, [self.array])
        free(GL.glDeleteBuffers, [self.id])


class FaceBuffer:
    """Triangles that change with every picture: (n, 10) float32, place, normal, colour of each corner."""

    def __init__(self) -> None:
        self.array = create(GL.glGenVertexArrays)
        self.id = create(GL.glGenBuffers)
        self.first, self.count = 0, 0
        GL.glBindVertexArray(self.array)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self.id)
        for place, (size, offset) in enumerate(((3, 0), (3, 12), (4, 24))):
            GL.glEnableVertexAttribArray(place)
            GL.glVertexAttribPointer(place, size, GL.GL_FLOAT, GL.GL_FALSE, 40, ctypes.c_void_p(offset))
        GL.glBindVertexArray(0)

    def write(self, rows: Array, away: int) -> None:
        """Replace all; the first `away` rows look away from the eye."""
        self.first, self.count = away, len(rows)
        if len(rows):
            GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self.id)
            upload(GL.GL_ARRAY_BUFFER, rows, GL.GL_STREAM_DRAW)

    def draw(self, away: bool) -> None:
        """Draw those that look away, or the others, with the current program."""
        first, count = (0, self.first) if away else (self.first, self.count - self.first)
        if count:
            GL.glBindVertexArray(self.array)
            GL.glDrawArrays(GL.GL_TRIANGLES, first, count)

    def delete(self) -> None:
        """Free the buffers on the GPU."""
        free(GL.glDeleteVertexArrays, [self.array])
        free(GL.glDeleteBuffers, [self.id])


class LineBuffer:
    """Pieces of line of constant width on the screen: (n, 12) float32, start and width, end, colour."""

    def __init__(self) -> None:
        self.array = create(GL.glGenVertexArrays)
        self.id = create(GL.glGenBuffers)
        self.count = 0
        GL.glBindVertexArray(self.array)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self.id)
        for place in range(3):
            GL.glEnableVertexAttribArray(place)
            GL.glVertexAttribPointer(place, 4, GL.GL_FLOAT, GL.GL_FALSE, 48, ctypes.c_void_p(16 * place))
            GL.glVertexAttribDivisor(place, 1)
        GL.glBindVertexArray(0)

    def write(self, pieces: Array) -> None:
        """Upload pieces of lines in place of those before."""
        self.count = len(pieces)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self.id)
        upload(GL.GL_ARRAY_BUFFER, pieces, GL.GL_STREAM_DRAW)

    def draw(self) -> None:
        """Draw all with the current program."""
        if self.count:
            GL.glBindVertexArray(self.array)
            GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, self.count)

    def delete(self) -> None:
        """Free the buffers on the GPU."""
        free(GL.glDeleteVertexArrays, [self.array])
        free(GL.glDeleteBuffers, [self.id])


def _vertex_fields() -> None:
    """Tell the vertex array that is bound where the fields of VERTEX are in the buffer that is bound."""
    offsets = {name: ctypes.c_void_p(place) for name, (_, place, *_) in (VERTEX.fields or {}).items()}
    for place, (field, count, kind) in enumerate(
        (("position", 3, GL.GL_FLOAT), ("normal", 3, GL.GL_FLOAT), ("color", 4, GL.GL_UNSIGNED_BYTE))
    ):
        GL.glEnableVertexAttribArray(place)
        GL.glVertexAttribPointer(place, count, kind, GL.GL_TRUE, VERTEX.itemsize, offsets[field])
    GL.glEnableVertexAttribArray(3)
    GL.glVertexAttribIPointer(3, 1, GL.GL_UNSIGNED_INT, VERTEX.itemsize, offsets["body"])


def _fill(kind: int, buffer: int, data: np.ndarray) -> None:
    GL.glBindBuffer(kind, buffer)
    upload(kind, data, GL.GL_STATIC_DRAW)
