"""The camera on its way from one place to another, so that the eye can follow."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from .camera import Camera
from .viewport import Viewport

DURATION = 350  # [ms]


class CameraGlide(QObject):
    """Carries the camera of a viewport; whoever else sets it, by hand or by a command, ends that."""

    def __init__(self, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewport = viewport
        self._start = self._end = self._last = viewport.camera
        self._way = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=DURATION)
        self._way.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._way.valueChanged.connect(self._move)

    def to(self, camera: Camera) -> None:
        """Go there: to another target and distance, looking the same way."""
        self._way.stop()
        self._start = self._last = self._viewport.camera
        self._end = camera
        self._way.start()

    def _move(self, share: float) -> None:
        if self._viewport.camera != self._last or self._viewport.mouse.busy:
            self._way.stop()
            return
        self._last = between(self._start, self._end, share)
        self._viewport.set_camera(self._last)


def between(start: Camera, end: Camera, share: float) -> Camera:
    """A camera on the way: at 0 where it starts, at 1 where it ends."""
    x, y, z = (a + share * (b - a) for a, b in zip(start.target, end.target, strict=True))
    distance = start.distance * (end.distance / start.distance) ** share
    return end if share >= 1.0 else replace(start, target=(x, y, z), distance=distance)
