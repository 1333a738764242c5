"""Where phases are on a time line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from ...displays.plot import plot_margins
from ..values import BoardPhase

LEFT, RIGHT = (
    plot_margins.LEFT + plot_margins.LEFT_AXIS,
    plot_margins.RIGHT,
)  # as the plots below have it, so that times stand below each other
LOCK = 18  # of the place at the right of a phase that gives its duration, or frees it


@dataclass(eq=False, slots=True)
class StripScale:
    """Phases over the times from `start` to `end` [s], on a widget so wide. Mutable: it is asked while it is dragged."""

    phases: tuple[BoardPhase, ...] = ()
    start: float = 0.0
    end: float = 1.0
    width: int = 600

    def x_of(self, t: float) -> float:
        """Where a time is [px]."""
        return LEFT + (t - self.start) / (self.end - self.start or 1.0) * max(self.width - LEFT - RIGHT, 1)

    def t_of(self, x: float) -> float:
        """Which time is there [s]."""
        return self.start + (x - LEFT) / max(self.width - LEFT - RIGHT, 1) * (self.end - self.start)

    def shows(self, t: float) -> bool:
        """Whether a time is in sight."""
        return self.start - 1e-9 <= t <= self.end + 1e-9

    def start_of(self, phase: int) -> float:
        """When a phase begins [s]."""
        return sum(one.duration for one in self.phases[:phase])

    def end_of(self, phase: int) -> float:
        """When it ends [s]."""
        return self.start_of(phase + 1)

    def phase_at(self, t: float) -> int:
        """The phase at a time; -1: none."""
        for k in range(len(self.phases)):
            if self.start_of(k) <= t < self.end_of(k):
                return k
        return -1

    def box(self, phase: int, top: float, height: float) -> QRectF:
        """A phase as a box, cut where it leaves the sight."""
        left, right = max(self.x_of(self.start_of(phase)), LEFT), min(self.x_of(self.end_of(phase)), self.width - RIGHT)
        return QRectF(left, top, max(right - left, 0.0), height)

    def lock_box(self, phase: int) -> QRectF:
        """Where the duration of a phase is given or freed."""
        box = self.box(phase, 0.0, 200.0)
        return QRectF(QPointF(box.right() - LOCK - 4, 0.0), QPointF(box.right() - 4, 200.0))
