"""Shader programs: the sources in `glsl/`, compiled once for each variant asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from .gl_calls import GL, GlError, shader_text, text_of, value_of, zero_ended

FRAME_BINDING = 0

# Texture units, the same in all programs.
UNITS = {"bodies": 0, "instances": 1, "shadow_map": 2, "shadow_depth": 3, "picture_of_body": 4, "silhouette": 5}

# name: (vertex source, fragment source, needs the lighting source)
PROGRAMS = {
    "body": ("body_vertex.glsl", "lit_fragment.glsl", True),
    "body_depth": ("body_vertex.glsl", "nothing_fragment.glsl", False),
    "body_flat": ("body_vertex.glsl", "flat_fragment.glsl", True),
    "body_silhouette": ("body_vertex.glsl", "silhouette_fragment.glsl", False),
    "instance": ("instance_vertex.glsl", "lit_fragment.glsl", True),
    "instance_depth": ("instance_vertex.glsl", "nothing_fragment.glsl", False),
    "ellipsoid": ("instance_vertex.glsl", "ellipsoid_fragment.glsl", True),
    "face": ("face_vertex.glsl", "face_fragment.glsl", True),
    "floor": ("floor_vertex.glsl", "floor_fragment.glsl", True),
    "sky": ("sky_vertex.glsl", "sky_fragment.glsl", True),
    "outline": ("sky_vertex.glsl", "outline_fragment.glsl", False),
    "line": ("line_vertex.glsl", "line_fragment.glsl", False),
}


class Program:
    """A linked program, and where its uniforms are."""

    def __init__(self, name: str, defines: str) -> None:
        vertex, fragment, lit = PROGRAMS[name]
        if vertex.startswith(("body", "instance")) and name.endswith("_depth"):
            defines += "#define DEPTH_ONLY\n"
        common = "#version 330 core\n" + defines + source("frame.glsl")
        self.id = GL.glCreateProgram()
        stages = [
            _compiled(GL.GL_VERTEX_SHADER, vertex, common + source(vertex)),
            _compiled(GL.GL_FRAGMENT_SHADER, fragment, common + (source("light.glsl") if lit else "") + source(fragment)),
        ]
        for stage in stages:
            GL.glAttachShader(self.id, stage)
        GL.glLinkProgram(self.id)
        if not value_of(GL.glGetProgramiv, self.id, GL.GL_LINK_STATUS):
            raise GlError(f"program {name!r} does not link: {text_of(GL.glGetProgramInfoLog, self.id)}")
        for stage in stages:
            GL.glDeleteShader(stage)
        GL.glUniformBlockBinding(self.id, GL.glGetUniformBlockIndex(self.id, zero_ended("Frame")), FRAME_BINDING)
        GL.glUseProgram(self.id)
        for sampler, unit in UNITS.items():
            place = GL.glGetUniformLocation(self.id, zero_ended(sampler))
            if place >= 0:
                GL.glUniform1i(place, unit)
        self._places: dict[str, int] = {}

    def use(self) -> None:
        """Make it the current program."""
        GL.glUseProgram(self.id)

    def place(self, uniform: str) -> int:
        """Location of a uniform; -1, which OpenGL ignores, if the compiler dropped it."""
        if uniform not in self._places:
            self._places[uniform] = GL.glGetUniformLocation(self.id, zero_ended(uniform))
        return self._places[uniform]


class ProgramStore:
    """The programs of one context."""

    def __init__(self) -> None:
        self._programs: dict[tuple[str, str], Program] = {}

    def use(self, name: str, defines: str = "#define SHADOWS 0\n") -> Program:
        """Make a program current, compiling it at first use."""
        program = self._programs.get((name, defines))
        if program is None:
            program = self._programs[name, defines] = Program(name, defines)
        GL.glUseProgram(program.id)
        return program

    def delete(self) -> None:
        """Free all programs on the GPU."""
        for program in self._programs.values():
            GL.glDeleteProgram(program.id)
        self._programs.clear()


@cache
def source(name: str) -> str:
    """Text of a file in `glsl/`."""
    return files(__package__).joinpath("glsl", name).read_text(encoding="utf-8")


def _compiled(kind: int, name: str, text: str) -> int:
    shader = GL.glCreateShader(kind)
    shader_text(shader, text)
    GL.glCompileShader(shader)
    if not value_of(GL.glGetShaderiv, shader, GL.GL_COMPILE_STATUS):
        raise GlError(f"shader {name!r} does not compile: {text_of(GL.glGetShaderInfoLog, shader)}")
    return int(shader)
