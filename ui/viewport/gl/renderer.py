"""Draws a `View` into a framebuffer. Knows OpenGL and no Qt: the context is the caller's, and current."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...look.theme import COLLISION, SELECTION
from ..mesh.body_mesh import BodyMesh, body_mesh, collision_mesh
from ..mesh.bounds import Ball
from ..mesh.color import srgb
from ..mesh.polytope_faces import face_rows
from ..mesh.wires import wire_vertices
from ..view import TRIAD_LENGTH, View
from . import field_passes, passes
from .buffers import BodyBuffer, WireBuffer
from .frame_block import clip_depths, frame_block, shadow_matrix, under_floor
from .gl_calls import GL, check, value_of
from .instances import InstanceList, add_arrows, add_fields, add_points, add_triads, ellipsoid_rows
from .lines import field_pieces, line_pieces
from .quality import Quality
from .targets import Framebuffer, ShadowMap, Target

Array = np.ndarray
OUTLINE = 2.5  # width of the selection's outline [screen unit]


class Renderer:
    """The programs and buffers of one context. Made, used and deleted while that context is current."""

    def __init__(self) -> None:
        self._parts = passes.Resources.create()
        self._canvas: Framebuffer | None = None
        self._mesh: BodyMesh | None = None
        self._in_shadow_map: tuple[Any, ...] = ()
        self._has_collisions = False  # on the card, or known to be none
        self._most_samples = value_of(GL.glGetIntegerv, GL.GL_MAX_SAMPLES)
        check("setting up the renderer")

    @property
    def whole(self) -> bool:
        """Whether the last picture had all its textures."""
        return self._parts.bodies is None or self._parts.bodies.textures.whole

    @property
    def lost(self) -> int:
        """How many of its textures are no longer kept on disk."""
        return self._parts.bodies.textures.lost if self._parts.bodies is not None else 0

    def draw(self, view: View, target: Target, quality: Quality, pixel_ratio: float = 1.0, patient: bool = True) -> None:
        """Draw a picture.

        pixel_ratio : how many pixels of the target make one unit of the screen
        patient     : hand over all textures first; else those of a large model come with the next pictures, see `whole`
        """
        self._upload_model(view)
        if self._parts.bodies is not None:
            self._parts.bodies.textures.upload(patient)
        ball = view.everything_ball()
        shadow = shadow_matrix(_near_ball(ball, view), quality.shadow_size)
        self._write_frame(view, target, shadow, ball, pixel_ratio)
        _set_state()
        self._update_shadow_map(view, quality, shadow)
        canvas = self._begin_canvas(view, target, quality)
        self._draw_scene(view, quality, target if canvas is None else canvas.target, pixel_ratio)
        if canvas is not None:
            canvas.copy_to(target)
        self._leave(target)
        check("drawing a frame")

    def drop_targets(self) -> None:
        """Free what was drawn into, the samples of each pixel and the shadow map; the next frame makes its own."""
        self._drop_canvas()
        if self._parts.shadow is not None:
            self._parts.shadow.delete()
            self._parts.shadow, self._in_shadow_map = None, ()
        self._parts.outlines.drop()

    def delete(self) -> None:
        """Free everything on the graphics card."""
        self._parts.delete()
        self._drop_canvas()
        self._mesh = None

    def _upload_model(self, view: View) -> None:
        parts = self._parts
        if view.mesh is not self._mesh:
            if parts.bodies is not None:
                parts.bodies.delete()
            parts.bodies = BodyBuffer(view.mesh) if view.mesh is not None and len(view.mesh.triangles) else None
            self._mesh = view.mesh
            self._drop_collisions()
        wanted = {ghost.model for ghost in view.overlays.ghosts if ghost.model is not None}
        for model in parts.others.keys() - wanted:
            parts.others.pop(model).delete()
        for model in wanted - parts.others.keys():
            if len((mesh := body_mesh(model)).triangles):
                parts.others[model] = BodyBuffer(mesh)
        if view.collisions and view.model is not None and not self._has_collisions:
            self._upload_collisions(view)
        if parts.collisions is not None and view.collisions:
            parts.collisions.write_poses(view.body_poses(), view.hidden_bodies())
        if parts.bodies is not None and view.model is not None:
            parts.bodies.write_poses(view.body_poses(), view.hidden_bodies())

    def _upload_collisions(self, view: View) -> None:
        """Give the card what bodies touch with, when it is first asked for."""
        assert view.model is not None
        mesh = collision_mesh(view.model, (*srgb(COLLISION), 1.0))
        if len(mesh.triangles):
            self._parts.collisions = BodyBuffer(mesh)
            self._parts.wires = WireBuffer(wire_vertices(view.model))
        self._has_collisions = True

    def _drop_collisions(self) -> None:
        for part in (self._parts.collisions, self._parts.wires):
            if part is not None:
                part.delete()
        self._parts.collisions = self._parts.wires = None
        self._has_collisions = False

    def _write_frame(self, view: View, target: Target, shadow: tuple[Array, float], ball: Ball, pixel_ratio: float) -> None:
        parts, camera = self._parts, view.camera
        height = target.height / pixel_ratio
        near_far = clip_depths(view, target.width / target.height, ball)
        parts.block.write(frame_block(view, target.width, target.height, near_far, shadow))
        out = InstanceList()
        add_arrows(out, view.overlays.arrows, camera, height, view.scale)
        add_triads(out, view.triads(TRIAD_LENGTH * view.scale), camera, height)
        add_fields(out, view.overlays.fields, camera, height)
        add_points(out, view.overlays.points, camera, height, view.scale, view.usual_radius)
        if view.overlays.ellipsoids:
            for side, rows in zip(("far", "near"), ellipsoid_rows(view.overlays.ellipsoids, camera, height), strict=True):
                out.add(side, rows)
        rows, parts.ranges = out.packed()
        if len(rows):
            parts.primitives.instances.write(rows)
        overlays = view.overlays
        parts.lines.write(line_pieces(overlays.trails, overlays.ellipsoids, camera, 1.4 * pixel_ratio, overlays.polytopes))
        parts.faces.write(*face_rows(overlays.polytopes, camera))
        parts.marks.write(field_pieces(view.overlays.fields, pixel_ratio))

    def _update_shadow_map(self, view: View, quality: Quality, shadow: tuple[Array, float]) -> None:
        parts = self._parts
        if not quality.shadows:
            return
        if parts.shadow is None or parts.shadow.size != quality.shadow_size:
            if parts.shadow is not None:
                parts.shadow.delete()
            parts.shadow = ShadowMap(quality.shadow_size)
            self._in_shadow_map = ()
        shows = (
            quality,
            view.mesh,
            view.poses,
            view.hidden,
            view.overlays,
            view.visible_frames,
            view.visuals,
            view.collisions,
            shadow[0].tobytes(),
        )
        if not _same(shows, self._in_shadow_map):
            passes.draw_shadow_map(parts, coarse=quality.shadows == 1, visuals=view.visuals)
            self._in_shadow_map = shows
        parts.shadow.bind()

    def _begin_canvas(self, view: View, target: Target, quality: Quality) -> Framebuffer | None:
        """Bind what to draw on: the target itself, or a framebuffer with several samples a pixel."""
        canvas = self._canvas
        size = (target.width, target.height, min(quality.samples, self._most_samples))
        if canvas is not None and (canvas.width, canvas.height, canvas.samples) != size:
            self._drop_canvas()
        if quality.samples and self._canvas is None:
            self._canvas = Framebuffer(*size)
        bound = self._canvas.target if self._canvas is not None else target
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, bound.framebuffer)
        GL.glViewport(0, 0, target.width, target.height)
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        color = 0 if view.backdrop else GL.GL_COLOR_BUFFER_BIT  # else the sky covers what was there
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | color)
        return self._canvas

    def _draw_scene(self, view: View, quality: Quality, bound: Target, pixel_ratio: float) -> None:
        parts, defines, coarse = self._parts, quality.defines, not quality.samples
        see_through = view.opacity < 1
        if not see_through and view.visuals:
            passes.draw_opaque_bodies(parts, view, defines, bound.height / pixel_ratio if coarse else None)
        passes.draw_overlays(parts, through_bodies=not see_through or not view.visuals, coarse=coarse)
        if view.backdrop:
            if not (under_floor(view.camera) or view.floor_is_glass()):
                passes.draw_floor(parts, view, defines)
            passes.draw_sky(parts)
        field_passes.draw_clear_fields(parts)
        passes.draw_planes(parts, view, defines)
        if view.visuals:
            passes.draw_clear_bodies(parts, view, defines)
        field_passes.draw_collisions(parts, view, defines, COLLISION)
        if view.backdrop and (under_floor(view.camera) or view.floor_is_glass()):
            GL.glEnable(GL.GL_BLEND)
            GL.glDepthMask(not view.floor_is_glass())
            passes.draw_floor(parts, view, defines)
            GL.glDepthMask(True)
            GL.glDisable(GL.GL_BLEND)
        passes.draw_ghosts(parts, view)
        field_passes.draw_top_fields(parts)
        passes.draw_faces(parts, away=True)
        passes.draw_lines(parts)
        passes.draw_ellipsoids(parts)
        passes.draw_faces(parts, away=False)
        outlines = (
            (view.hovered if view.hovered != view.selected else None, view.theme.accent, 0.6),
            (view.selected, SELECTION, 1.0),
        )
        for name, color, share in outlines:
            parts.outlines.draw(parts.bodies, parts.programs, view, bound, name, color, share * OUTLINE * pixel_ratio)

    def _leave(self, target: Target) -> None:
        """Leave the context as others expect it."""
        if self._parts.shadow is not None:
            self._parts.shadow.unbind()
        GL.glBindVertexArray(0)
        GL.glUseProgram(0)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target.framebuffer)

    def _drop_canvas(self) -> None:
        if self._canvas is not None:
            self._canvas.delete()
            self._canvas = None


def _near_ball(ball: Ball, view: View) -> Ball:
    """What casts shadows, or as much of it as is near what the camera looks at."""
    limit = 1.6 * view.camera.distance
    return (np.array(view.camera.target), limit) if ball[1] > limit else ball


def _same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the same objects (or equal bytes)."""
    return len(a) == len(b) and all(x is y or (isinstance(x, bytes) and x == y) for x, y in zip(a, b, strict=True))


def _set_state() -> None:
    """The state every frame starts from, whatever others left."""
    GL.glEnable(GL.GL_DEPTH_TEST)
    GL.glDepthFunc(GL.GL_LESS)
    GL.glDepthMask(True)
    GL.glColorMask(True, True, True, True)
    GL.glDisable(GL.GL_BLEND)
    GL.glDisable(GL.GL_CULL_FACE)
    GL.glDisable(GL.GL_SCISSOR_TEST)
    GL.glFrontFace(GL.GL_CCW)
    GL.glBlendFuncSeparate(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA, GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
