"""The steps of drawing a picture, one function each, in the order in which the renderer takes them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..mesh.coarse import coarse_opaque
from ..mesh.color import srgb
from ..view import View
from .buffers import BodyBuffer, FaceBuffer, LineBuffer, PrimitiveBuffer, TextureBuffer, UniformBlock, WireBuffer
from .frame_block import floor_reach
from .gl_calls import GL, create, free
from .outline import OutlineBuffer
from .programs import UNITS, Program, ProgramStore
from .targets import ShadowMap

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Model

SMALL = 5.0  # area of a triangle up to which fewer of them do while bodies move [pixel²]
HIDDEN_OPACITY = 0.45  # of arrows and frames where a body covers them
NO_SHADOWS = "#define SHADOWS 0\n"
OVERLAY_SHAPES = ("rod", "cone", "ball", "diamond")


@dataclass(eq=False, slots=True)
class Resources:
    """What a context holds for the renderer."""

    programs: ProgramStore
    block: UniformBlock
    primitives: PrimitiveBuffer
    lines: LineBuffer
    empty_array: int
    ghost_poses: TextureBuffer
    marks: LineBuffer  # lines that nothing hides
    faces: FaceBuffer  # of polytopes
    outlines: OutlineBuffer
    bodies: BodyBuffer | None = None
    others: dict[Model, BodyBuffer] = field(default_factory=dict)  # of ghosts that have shapes of their own
    collisions: BodyBuffer | None = None  # what bodies touch with, while it is drawn
    wires: WireBuffer | None = None  # and its edges
    shadow: ShadowMap | None = None
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)  # of the primitives' instances

    @classmethod
    def create(cls) -> Resources:
        """Make all that does not depend on a model."""
        array = create(GL.glGenVertexArrays)
        GL.glBindVertexArray(array)
        return cls(
            ProgramStore(),
            UniformBlock(),
            PrimitiveBuffer(),
            LineBuffer(),
            array,
            TextureBuffer(UNITS["bodies"]),
            LineBuffer(),
            FaceBuffer(),
            OutlineBuffer(),
        )

    def delete(self) -> None:
        """Free programs, buffers and targets on the GPU."""
        for part in (
            self.programs,
            self.block,
            self.primitives,
            self.lines,
            self.ghost_poses,
            self.marks,
            self.faces,
            self.outlines,
            self.bodies,
            self.collisions,
            self.wires,
            self.shadow,
            *self.others.values(),
        ):
            if part is not None:
                part.delete()
        free(GL.glDeleteVertexArrays, [self.empty_array])
        self.bodies = self.collisions = self.wires = self.shadow = None
        self.others.clear()


def draw_shadow_map(parts: Resources, coarse: bool, visuals: bool = True) -> None:
    """Depth of bodies, or of what they touch with, and of overlays as the sun sees them."""
    assert parts.shadow is not None
    parts.shadow.begin()
    GL.glEnable(GL.GL_DEPTH_CLAMP)
    bodies = parts.bodies if visuals else parts.collisions
    if bodies is not None and bodies.mesh.opaque:
        parts.programs.use("body_depth", NO_SHADOWS)
        bodies.poses.bind()
        if coarse:
            bodies.draw_coarse()
        else:
            bodies.draw(0, bodies.mesh.opaque)
    program = parts.programs.use("instance_depth", NO_SHADOWS)
    _draw_overlay_shapes(parts, program)
    GL.glDisable(GL.GL_DEPTH_CLAMP)


def draw_opaque_bodies(parts: Resources, view: View, defines: str, height: float | None) -> None:
    """Bodies that hide what is behind them; of closed ones what faces the eye, unless that is within.

    height : of the picture [screen unit], if fewer triangles do for bodies so small in it that nobody sees it; else None
    """
    if parts.bodies is None:
        return
    closed, opaque = 0 if view.eye_is_inside() else parts.bodies.mesh.closed, parts.bodies.mesh.opaque
    coarse = False
    if height is not None and closed == opaque and not parts.bodies.mesh.textured:
        coarse = view.surface_pixels(height) < SMALL * len(coarse_opaque(parts.bodies.mesh))
    GL.glEnable(GL.GL_CULL_FACE)
    _draw_surfaces(parts, parts.bodies, (0, closed), defines, 1.0, coarse)
    GL.glDisable(GL.GL_CULL_FACE)
    _draw_surfaces(parts, parts.bodies, (closed, opaque - closed), defines, 1.0)


def draw_clear_bodies(parts: Resources, view: View, defines: str) -> None:
    """Bodies that let what is behind them through: only their nearest surface, hence depth first, then colour."""
    if parts.bodies is None:
        return
    mesh = parts.bodies.mesh
    first, count = (0, len(mesh.triangles)) if view.opacity < 1 else (mesh.opaque, len(mesh.triangles) - mesh.opaque)
    if count == 0:
        return
    GL.glColorMask(False, False, False, False)
    _draw_surfaces(parts, parts.bodies, (first, count), defines, view.opacity)
    GL.glColorMask(True, True, True, True)
    GL.glDepthFunc(GL.GL_LEQUAL)
    GL.glEnable(GL.GL_BLEND)
    _draw_surfaces(parts, parts.bodies, (first, count), defines, view.opacity)
    GL.glDisable(GL.GL_BLEND)
    GL.glDepthFunc(GL.GL_LESS)


def _draw_surfaces(
    parts: Resources, bodies: BodyBuffer, span: tuple[int, int], defines: str, opacity: float, coarse: bool = False
) -> None:
    """Triangles of bodies, with their textures: `span` is the first of them and how many there are."""
    bodies.poses.bind()
    for first, count, texture in bodies.runs(*span):
        bears = texture is not None and bodies.textures.bind(texture)
        program = parts.programs.use("body", defines + "#define TEXTURED\n" if bears else defines)
        GL.glUniform1f(program.place("opacity"), opacity)
        GL.glUniform2f(program.place("nudge"), 0.0, 0.0)
        if coarse:
            bodies.draw_coarse()
        else:
            bodies.draw(first, count)


def draw_overlays(parts: Resources, through_bodies: bool, coarse: bool) -> None:
    """Arrows, frames and points, which no shadow darkens; faintly even where a body covers them."""
    if not any(shape in parts.ranges for shape in OVERLAY_SHAPES):
        return
    program = parts.programs.use("instance", NO_SHADOWS)
    GL.glEnable(GL.GL_CULL_FACE)  # all of them are closed
    if through_bodies:
        GL.glUniform1f(program.place("opacity"), HIDDEN_OPACITY)
        GL.glDepthFunc(GL.GL_GREATER)
        GL.glDepthMask(False)
        GL.glEnable(GL.GL_BLEND)
        _draw_overlay_shapes(parts, program, coarse)
        GL.glDisable(GL.GL_BLEND)
        GL.glDepthMask(True)
        GL.glDepthFunc(GL.GL_LESS)
    GL.glUniform1f(program.place("opacity"), 1.0)
    _draw_overlay_shapes(parts, program, coarse)
    GL.glDisable(GL.GL_CULL_FACE)


def draw_floor(parts: Resources, view: View, defines: str) -> None:
    """The plane z = 0, a little lower than it is: what lies on it must win."""
    if not view.floor_is_drawn():
        return
    center = view.camera.target
    GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
    GL.glPolygonOffset(1.0, 1.0)
    _draw_patch(parts, np.eye(4), (center[0], center[1], floor_reach(view), 0.0), defines)
    GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)


def draw_planes(parts: Resources, view: View, defines: str) -> None:
    """Planes that are not the floor: a large checker that fades at its edge."""
    if view.mesh is None or view.model is None:
        return
    poses = view.body_poses()
    center, radius = view.bodies_ball()
    GL.glEnable(GL.GL_BLEND)
    for plane in view.mesh.planes:
        placement = poses[plane.body] @ plane.placement
        if not (view.is_floor(plane) and view.floor_is_drawn()) and view.model.bodies[plane.body].name not in view.hidden:
            middle = placement[:3, :3].T @ (center - placement[:3, 3])
            _draw_patch(parts, placement, (middle[0], middle[1], 5 * max(radius, view.scale), 1.0), defines)
    GL.glDisable(GL.GL_BLEND)


def draw_sky(parts: Resources) -> None:
    """The gradient, wherever nothing else is."""
    parts.programs.use("sky", NO_SHADOWS)
    GL.glDepthFunc(GL.GL_LEQUAL)
    GL.glBindVertexArray(parts.empty_array)
    GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
    GL.glDepthFunc(GL.GL_LESS)


def draw_lines(parts: Resources) -> None:
    """Trails, outlines of ellipsoids, and edges of polytopes."""
    if parts.lines.count:
        parts.programs.use("line", NO_SHADOWS)
        blended(parts.lines.draw)
    if parts.marks.count:
        parts.programs.use("line", NO_SHADOWS)
        GL.glDisable(GL.GL_DEPTH_TEST)
        blended(parts.marks.draw)
        GL.glEnable(GL.GL_DEPTH_TEST)


def draw_faces(parts: Resources, away: bool) -> None:
    """Panes of polytopes: those behind first, then what is inside, then those in front."""
    if parts.faces.count:
        program = parts.programs.use("face", NO_SHADOWS)
        GL.glUniform1f(program.place("far_side"), float(away))
        blended(lambda: parts.faces.draw(away))


def draw_ellipsoids(parts: Resources) -> None:
    """Translucent ellipsoids, far sides before near sides."""
    if "far" not in parts.ranges:
        return
    program = parts.programs.use("ellipsoid", NO_SHADOWS)
    parts.primitives.instances.bind()
    GL.glEnable(GL.GL_CULL_FACE)
    for side, culled in (("far", GL.GL_FRONT), ("near", GL.GL_BACK)):
        GL.glCullFace(culled)
        GL.glUniform1f(program.place("far_side"), float(side == "far"))
        first, count = parts.ranges[side]
        blended(partial(parts.primitives.draw, "ellipsoid", program.place("first"), first, count))
    GL.glDisable(GL.GL_CULL_FACE)


def draw_ghosts(parts: Resources, view: View) -> None:
    """The bodies at other poses, as tinted glass."""
    if not view.overlays.ghosts:
        return
    program = parts.programs.use("body_flat", NO_SHADOWS)
    GL.glUniform2f(program.place("nudge"), 0.0, 0.0)
    GL.glUniform1f(program.place("rim_only"), 1.0)
    for ghost in view.overlays.ghosts:
        bodies = parts.bodies if ghost.model is None else parts.others.get(ghost.model)
        if bodies is None:
            continue
        rows = np.zeros((len(bodies.mesh.radii), 4, 4), dtype=np.float32)
        rows[:, :3] = np.asarray(ghost.poses)[: len(rows), :3]
        parts.ghost_poses.write(rows)
        parts.ghost_poses.bind()
        GL.glUniform4f(program.place("flat_color"), *srgb(ghost.color), 0.55)
        GL.glColorMask(False, False, False, False)
        bodies.draw(0, len(bodies.mesh.triangles))
        GL.glColorMask(True, True, True, True)
        GL.glDepthFunc(GL.GL_LEQUAL)
        blended(partial(bodies.draw, 0, len(bodies.mesh.triangles)))
        GL.glDepthFunc(GL.GL_LESS)


def _draw_overlay_shapes(parts: Resources, program: Program, coarse: bool = False) -> None:
    parts.primitives.instances.bind()
    for shape in OVERLAY_SHAPES:
        if shape in parts.ranges:
            parts.primitives.draw(shape, program.place("first"), *parts.ranges[shape], coarse)


def _draw_patch(parts: Resources, placement: np.ndarray, area: tuple[float, float, float, float], defines: str) -> None:
    program = parts.programs.use("floor", defines)
    matrix = (ctypes.c_float * 16)(*np.ravel(placement))
    GL.glUniformMatrix4fv(program.place("placement"), 1, GL.GL_TRUE, matrix)
    GL.glUniform4f(program.place("patch_area"), *area)
    GL.glBindVertexArray(parts.empty_array)
    GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)


def blended(draw: Callable[[], None]) -> None:
    """Draw over what is there, leaving its depth."""
    GL.glEnable(GL.GL_BLEND)
    GL.glDepthMask(False)
    draw()
    GL.glDepthMask(True)
    GL.glDisable(GL.GL_BLEND)
