"""The steps of drawing what a model is made of: what bodies touch with, and solids and arrows given as arrays."""

from __future__ import annotations

from functools import partial

from ..mesh.color import srgb
from ..view import View
from .gl_calls import GL
from .passes import HIDDEN_OPACITY, NO_SHADOWS, Resources, blended

GLASS, GLASS_ALONE = 0.5, 0.85  # opacity of what bodies touch with, over bodies and without them
WIRE_LIFT = 1e-4  # by this share of the depth its edges are nearer than they are
FIELD_SHAPES = ("rod", "cone", "ball", "egg", "block", "mass", "drum")
BEFORE_ALL = 0.01  # share of the depths that belongs to what nothing hides


def draw_collisions(parts: Resources, view: View, defines: str, color: str) -> None:
    """What bodies touch with: as coloured glass, or by its edges, faintly even where a body covers them."""
    bodies = parts.collisions
    if bodies is None or not view.collisions:
        return
    bodies.poses.bind()
    if view.collisions == "wire":
        _draw_wires(parts, color)
        return
    program = parts.programs.use("body", defines)
    GL.glUniform1f(program.place("opacity"), GLASS if view.visuals else GLASS_ALONE)
    GL.glUniform2f(program.place("nudge"), 0.0, 0.0)
    GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
    GL.glPolygonOffset(-1.0, -2.0)  # often the same triangles are seen and touched with
    GL.glColorMask(False, False, False, False)
    bodies.draw(0, len(bodies.mesh.triangles))
    GL.glColorMask(True, True, True, True)
    GL.glDepthFunc(GL.GL_LEQUAL)
    GL.glEnable(GL.GL_BLEND)
    bodies.draw(0, len(bodies.mesh.triangles))
    GL.glDisable(GL.GL_BLEND)
    GL.glDepthFunc(GL.GL_LESS)
    GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)


def _draw_wires(parts: Resources, color: str) -> None:
    if parts.wires is None:
        return
    wires = parts.wires
    program = parts.programs.use("body_flat", NO_SHADOWS)
    GL.glUniform1f(program.place("rim_only"), 0.0)
    GL.glDepthRange(0.0, 1.0 - WIRE_LIFT)
    for compare, opacity in ((GL.GL_GREATER, HIDDEN_OPACITY), (GL.GL_LEQUAL, 0.9)):
        GL.glDepthFunc(compare)
        GL.glUniform4f(program.place("flat_color"), *srgb(color), opacity)
        for nudge in ((0.0, 0.0), (0.6, 0.6)) if compare == GL.GL_LEQUAL else ((0.0, 0.0),):
            GL.glUniform2f(program.place("nudge"), *nudge)
            blended(wires.draw)
    GL.glDepthFunc(GL.GL_LESS)
    GL.glDepthRange(0.0, 1.0)


def draw_clear_fields(parts: Resources) -> None:
    """Solids of glass, the farthest first, their near sides alone."""
    if not any(f"clear_{shape}" in parts.ranges for shape in FIELD_SHAPES):
        return
    program = parts.programs.use("instance", NO_SHADOWS)
    GL.glUniform1f(program.place("opacity"), 1.0)
    parts.primitives.instances.bind()
    GL.glEnable(GL.GL_CULL_FACE)
    GL.glCullFace(GL.GL_BACK)
    for shape in FIELD_SHAPES:
        if f"clear_{shape}" in parts.ranges:
            where = parts.ranges[f"clear_{shape}"]
            blended(partial(parts.primitives.draw, shape, program.place("first"), *where))
    GL.glDisable(GL.GL_CULL_FACE)


def draw_top_fields(parts: Resources) -> None:
    """Solids and arrows that nothing hides but one another."""
    if not any(f"top_{shape}" in parts.ranges for shape in FIELD_SHAPES):
        return
    program = parts.programs.use("instance", NO_SHADOWS)
    GL.glUniform1f(program.place("opacity"), 1.0)
    parts.primitives.instances.bind()
    GL.glDepthRange(0.0, BEFORE_ALL)
    for shape in FIELD_SHAPES:
        if f"top_{shape}" in parts.ranges:
            parts.primitives.draw(shape, program.place("first"), *parts.ranges[f"top_{shape}"])
    GL.glDepthRange(0.0, 1.0)
