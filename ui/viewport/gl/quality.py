"""How much work goes into a picture, which amount to begin with, and when to change it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Quality:
    """What a level of quality asks of the graphics card."""

    name: str
    samples: int  # a pixel, at edges; 0: no smoothing
    shadows: int  # 0: none, 1: hard edge, 2: soft edge
    shadow_size: int  # edge of the shadow map [pixel]
    search_taps: int = 0  # of the soft shadow
    soft_taps: int = 0

    @property
    def defines(self) -> str:
        """The first lines of every shader."""
        return f"#define SHADOWS {self.shadows}\n#define SEARCH_TAPS {self.search_taps}\n#define SOFT_TAPS {self.soft_taps}\n"


QUALITIES = {
    "lowest": Quality("lowest", samples=0, shadows=0, shadow_size=1024),
    "low": Quality("low", samples=0, shadows=1, shadow_size=1024),
    "medium": Quality("medium", samples=4, shadows=1, shadow_size=2048),
    "high": Quality("high", samples=4, shadows=2, shadow_size=2048, search_taps=12, soft_taps=24),
}
LEVELS = tuple(QUALITIES)


SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "swiftshader", "basic render", "gdi generic")
TOO_SLOW = 0.060  # [s] a frame: less work, please
FAST = 0.022  # [s] a frame: more is possible, where a graphics card draws
FRAMES_JUDGED = 8


@dataclass(eq=False, slots=True)
class QualityChoice:
    """Which quality to draw with: the user's, or what the time of recent frames allows."""

    fixed: str | None = None
    level: int = LEVELS.index("high")
    ceiling: int = LEVELS.index("high")  # a level that proved too slow is not tried again
    software: bool = False  # whether the processor draws, which has all else to do while something moves
    _times: deque[float] = field(default_factory=lambda: deque(maxlen=30))
    _judged: deque[float] = field(default_factory=lambda: deque(maxlen=FRAMES_JUDGED))

    def begin(self, renderer_name: str) -> None:
        """Choose what to start with, from what the driver calls itself."""
        self.software = any(name in renderer_name.lower() for name in SOFTWARE_RENDERERS)
        self.level = self.ceiling = LEVELS.index("lowest" if self.software else "high")
        self._judged.clear()

    def fix(self, name: str | None) -> None:
        """Draw with this quality whatever it costs; None: adapt."""
        self.fixed = name
        self._times.clear()
        self._judged.clear()

    def forgive(self) -> None:
        """Another scene: what was too slow may not be so any more."""
        self.ceiling = LEVELS.index("lowest" if self.software else "high")
        self._judged.clear()

    @property
    def moving(self) -> Quality:
        """For a picture that changes."""
        return QUALITIES[self.fixed or LEVELS[self.level]]

    @property
    def still(self) -> Quality:
        """For one that has come to rest: a level better, and not below medium."""
        better = max(self.level + 1, LEVELS.index("medium"))
        return QUALITIES[self.fixed or LEVELS[min(better, len(LEVELS) - 1)]]

    @property
    def frame_seconds(self) -> float:
        """Median time of the last thirty frames [s]; 0 before the first."""
        return _median(self._times) if self._times else 0.0

    def frame_took(self, seconds: float) -> None:
        """Take note of a frame that was drawn at `moving`, and adapt."""
        self._times.append(seconds)
        self._judged.append(seconds)
        if self.fixed is not None or len(self._judged) < FRAMES_JUDGED:
            return
        typical = _median(self._judged)
        if typical > TOO_SLOW and self.level > 0:
            self.level -= 1
            self.ceiling = self.level
        elif typical < FAST and self.level < self.ceiling:
            self.level += 1
        else:
            return
        self._judged.clear()


def _median(seconds: deque[float]) -> float:
    return sorted(seconds)[len(seconds) // 2]  # the module `statistics` takes 5 ms to import
