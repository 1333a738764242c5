"""The outline around a body: where it is, whatever hides it, is drawn once beside the picture, and its edge from there."""

from __future__ import annotations

from math import ceil

import numpy as np

from ..mesh.color import srgb
from ..view import View
from .buffers import BodyBuffer
from .frame_block import body_index
from .gl_calls import GL, GlError, create, free
from .programs import UNITS, ProgramStore
from .targets import Target

Box = tuple[int, int, int, int]  # left, bottom, width, height [pixel]


class Silhouette:
    """Where one body is in a picture: a texture of as many pixels, 1 there and 0 elsewhere."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.texture = create(GL.glGenTextures)
        GL.glActiveTexture(GL.GL_TEXTURE0 + UNITS["silhouette"])
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_R8, width, height, 0, GL.GL_RED, GL.GL_UNSIGNED_BYTE, None)
        for setting, value in (
            (GL.GL_TEXTURE_MIN_FILTER, GL.GL_LINEAR),
            (GL.GL_TEXTURE_MAG_FILTER, GL.GL_LINEAR),
            (GL.GL_TEXTURE_WRAP_S, GL.GL_CLAMP_TO_EDGE),
            (GL.GL_TEXTURE_WRAP_T, GL.GL_CLAMP_TO_EDGE),
        ):
            GL.glTexParameteri(GL.GL_TEXTURE_2D, setting, value)
        self.id = create(GL.glGenFramebuffers)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.id)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self.texture, 0)
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            self.delete()
            raise GlError(f"no texture of {width} × {height} pixels can be drawn into")

    def draw(self, bodies: BodyBuffer, index: int, programs: ProgramStore) -> None:
        """Draw a body, without anything that hides it, and nothing else."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.id)
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glDisable(GL.GL_SCISSOR_TEST)  # the outline looks at what is beside the body, too
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        program = programs.use("body_silhouette")
        GL.glUniform2f(program.place("nudge"), 0.0, 0.0)
        bodies.poses.bind()
        for first, count in bodies.mesh.spans[index]:
            bodies.draw(first, count)

    def bind(self) -> None:
        """Let shaders read it."""
        GL.glActiveTexture(GL.GL_TEXTURE0 + UNITS["silhouette"])
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)

    def delete(self) -> None:
        """Free the framebuffer and its texture."""
        free(GL.glDeleteFramebuffers, [self.id])
        free(GL.glDeleteTextures, [self.texture])


class OutlineBuffer:
    """Draws outlines into pictures of any size."""

    def __init__(self) -> None:
        self._silhouette: Silhouette | None = None
        self._array = create(GL.glGenVertexArrays)

    def draw(
        self,
        bodies: BodyBuffer | None,
        programs: ProgramStore,
        view: View,
        target: Target,
        name: str | None,
        color: str,
        width: float,
    ) -> None:
        """Draw an outline around a body, seen through everything; `width` in pixels, `target` is what is drawn into."""
        index = body_index(view, name)
        if bodies is None or index < 0 or name in view.hidden:
            return
        box = _box_of(view, index, target, width)
        if box is None:
            return
        silhouette = self._of_size(target.width, target.height)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(*box)
        GL.glDisable(GL.GL_DEPTH_TEST)
        silhouette.draw(bodies, index, programs)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.framebuffer)
        silhouette.bind()
        program = programs.use("outline")
        GL.glUniform4f(program.place("flat_color"), *srgb(color), 1.0)
        GL.glUniform1f(program.place("width"), width)
        GL.glEnable(GL.GL_BLEND)
        GL.glBindVertexArray(self._array)
        GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
        GL.glDisable(GL.GL_BLEND)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_SCISSOR_TEST)

    def _of_size(self, width: int, height: int) -> Silhouette:
        if self._silhouette is not None and (self._silhouette.width, self._silhouette.height) != (width, height):
            self.drop()
        if self._silhouette is None:
            self._silhouette = Silhouette(width, height)
        return self._silhouette

    def drop(self) -> None:
        """Free what has the size of a picture; the next outline makes its own."""
        if self._silhouette is not None:
            self._silhouette.delete()
            self._silhouette = None

    def delete(self) -> None:
        """Free all on the GPU."""
        self.drop()
        free(GL.glDeleteVertexArrays, [self._array])


def _box_of(view: View, index: int, target: Target, width: float) -> Box | None:
    """Return what part of a picture the outline of a body lies in; None: in no part of it."""
    assert view.mesh is not None
    size = (float(target.width), float(target.height))
    pose = view.body_poses()[index]
    points = view.camera.project(view.mesh.corners[index] @ pose[:3, :3].T + pose[:3, 3], size)
    if np.any(points[:, 2] <= 0.0):  # it reaches behind the eye: it may be anywhere
        return 0, 0, target.width, target.height
    low = np.maximum(points[:, :2].min(axis=0) - width - 2.0, 0.0)
    high = np.minimum(points[:, :2].max(axis=0) + width + 2.0, size)
    if np.any(high <= low):
        return None
    (left, top), (right, bottom) = low, high
    return int(left), int(size[1] - bottom), ceil(right - int(left)), ceil(bottom - top) + 1
