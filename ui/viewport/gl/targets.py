"""What can be drawn into: framebuffers of our own, and the shadow map."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np

from .gl_calls import GL, GlError, create, free


@dataclass(frozen=True, slots=True)
class Target:
    """A framebuffer that somebody owns (0: the default one), with depth; sizes in pixels."""

    framebuffer: int
    width: int
    height: int


class Framebuffer:
    """Colour and depth of our own, of any size; `samples` 0: one sample a pixel."""

    def __init__(self, width: int, height: int, samples: int) -> None:
        self.width, self.height, self.samples = width, height, samples
        self.id = create(GL.glGenFramebuffers)
        self._buffers = [create(GL.glGenRenderbuffers), create(GL.glGenRenderbuffers)]
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.id)
        for buffer, form, attachment in (
            (self._buffers[0], GL.GL_RGBA8, GL.GL_COLOR_ATTACHMENT0),
            (self._buffers[1], GL.GL_DEPTH_COMPONENT24, GL.GL_DEPTH_ATTACHMENT),
        ):
            GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, buffer)
            GL.glRenderbufferStorageMultisample(GL.GL_RENDERBUFFER, samples, form, width, height)
            GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, attachment, GL.GL_RENDERBUFFER, buffer)
        status = GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER)
        if status != GL.GL_FRAMEBUFFER_COMPLETE:
            self.delete()
            raise GlError(f"no framebuffer of {width} × {height} pixels with {samples} samples: 0x{int(status):04X}")

    @property
    def target(self) -> Target:
        """What the renderer is given."""
        return Target(self.id, self.width, self.height)

    def copy_to(self, target: Target) -> None:
        """Resolve the samples of each pixel into another framebuffer of the same size."""
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self.id)
        GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, target.framebuffer)
        area = (0, 0, self.width, self.height)
        GL.glBlitFramebuffer(*area, *area, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)

    def delete(self) -> None:
        """Free the framebuffer and what it draws into."""
        free(GL.glDeleteFramebuffers, [self.id])
        free(GL.glDeleteRenderbuffers, self._buffers)


def read_pixels(target: Target, channels: int = 3) -> np.ndarray:
    """Pixels of a framebuffer without multiple samples: (height, width, channels) uint8, top row first.

    channels : 3 for red, green, blue; 4 with opacity, by which the colours are multiplied already
    """
    GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, target.framebuffer)
    GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
    pixels = np.empty((target.height, target.width, channels), dtype=np.uint8)
    kind = {3: GL.GL_RGB, 4: GL.GL_RGBA}[channels]
    GL.glReadPixels(0, 0, target.width, target.height, kind, GL.GL_UNSIGNED_BYTE, ctypes.c_void_p(pixels.ctypes.data))
    GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 4)
    return np.ascontiguousarray(pixels[::-1])


class ShadowMap:
    """Depth as the sun sees it; read compared and filtered (unit 2), or as it is (unit 3)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.texture = create(GL.glGenTextures)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)
        GL.glTexImage2D(
            GL.GL_TEXTURE_2D, 0, GL.GL_DEPTH_COMPONENT24, size, size, 0, GL.GL_DEPTH_COMPONENT, GL.GL_UNSIGNED_INT, None
        )
        self.samplers = [self._sampler(compared=True), self._sampler(compared=False)]
        self.id = create(GL.glGenFramebuffers)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.id)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_DEPTH_ATTACHMENT, GL.GL_TEXTURE_2D, self.texture, 0)
        GL.glDrawBuffer(GL.GL_NONE)
        GL.glReadBuffer(GL.GL_NONE)
        if GL.glCheckFramebufferStatus(GL.GL_FRAMEBUFFER) != GL.GL_FRAMEBUFFER_COMPLETE:
            raise GlError(f"no shadow map of {size} × {size}")

    @staticmethod
    def _sampler(compared: bool) -> int:
        sampler = create(GL.glGenSamplers)
        smooth = GL.GL_LINEAR if compared else GL.GL_NEAREST
        GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_MIN_FILTER, smooth)
        GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_MAG_FILTER, smooth)
        GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_WRAP_S, GL.GL_CLAMP_TO_EDGE)
        GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_WRAP_T, GL.GL_CLAMP_TO_EDGE)
        if compared:
            GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_COMPARE_MODE, GL.GL_COMPARE_REF_TO_TEXTURE)
            GL.glSamplerParameteri(sampler, GL.GL_TEXTURE_COMPARE_FUNC, GL.GL_LEQUAL)
        return sampler

    def begin(self) -> None:
        """Draw into it from now on."""
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self.id)
        GL.glViewport(0, 0, self.size, self.size)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)

    def bind(self) -> None:
        """Let shaders read it."""
        for unit, sampler in ((2, self.samplers[0]), (3, self.samplers[1])):
            GL.glActiveTexture(GL.GL_TEXTURE0 + unit)
            GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)
            GL.glBindSampler(unit, sampler)

    def unbind(self) -> None:
        """Leave the units to others as they were: a sampler object would outlive our frame in theirs."""
        for unit in (2, 3):
            GL.glActiveTexture(GL.GL_TEXTURE0 + unit)
            GL.glBindTexture(GL.GL_TEXTURE_2D, 0)
            GL.glBindSampler(unit, 0)

    def delete(self) -> None:
        """Free the framebuffer and its depth texture."""
        free(GL.glDeleteFramebuffers, [self.id])
        free(GL.glDeleteTextures, [self.texture])
        free(GL.glDeleteSamplers, self.samplers)
