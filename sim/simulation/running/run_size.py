"""How much memory a run takes, told before it begins; and whether there is room for more while it goes on."""

from __future__ import annotations

from ...errors import ArgumentError
from ...memory import free_memory
from ...size_limits import LEAST_FREE, LONGEST_DURATION
from ...texts import as_shown, tr
from .scene.scene import Scene
from .scene.settings import Settings

NEVER_TOO_LARGE = 64_000_000  # [bytes] what is smaller may always run: a machine that is full of other things has room for it
_PREFIXES = ("", "k", "M", "G", "T", "P", "E")


def check_duration(duration: float) -> None:
    """Raise ArgumentError for a duration [s] that is no time, or longer than is taken."""
    if not 0.0 <= duration <= LONGEST_DURATION:
        raise ArgumentError(
            "duration must be a finite time of at least 0 s, and at most {longest_duration:g} s; given {duration!r}",
            longest_duration=LONGEST_DURATION,
            duration=duration,
        )


def fewest_bytes(scene: Scene, settings: Settings, duration: float, *, followed: bool = False) -> int:
    """What the states of a run of `duration` [s] take at least: time, q and v of each. Contacts come beside them.

    followed : a journal has what is more than one number a state: time and energies of each stay
    """
    numbers = 3 if followed else 1 + scene.model.nq + scene.model.nv
    return round(duration / settings.dt) * 8 * numbers


def why_too_large(scene: Scene, settings: Settings, duration: float, *, followed: bool = False) -> str:
    """What a run of `duration` [s] would need, a sentence, where that is more memory than is free; empty: there is room.

    followed : as for `fewest_bytes`
    """
    needed, free = fewest_bytes(scene, settings, duration, followed=followed), free_memory()
    if free is None or needed <= room_in(free):
        return ""
    states = tr("{duration:.3g} states", duration=duration / settings.dt)
    return tr(
        "this run would need {size_text} of memory or more for its {states}, and {free_size_text} are free",
        size_text=size_text(needed),
        states=states,
        free_size_text=size_text(free),
    )


def room_in(free: int) -> int:
    """How much of the free memory a run may take [bytes]."""
    return max(free - LEAST_FREE, NEVER_TOO_LARGE)


def why_full(states: int, nbytes: int, t: float) -> str:
    """Why a recording of so many states and bytes cannot grow on after t [s], a sentence; empty: it can."""
    free = free_memory()
    if free is None or nbytes < NEVER_TOO_LARGE or free >= LEAST_FREE + nbytes:  # columns are copied as they grow
        return ""
    return tr(
        "memory is nearly full: {size_text} are free after {states} states, at t = {t:.6g} s; a longer dt or a "
        "shorter duration keeps fewer",
        size_text=size_text(free),
        states=states,
        t=t,
    )


def size_text(count: float) -> str:
    """A number of bytes as people say it."""
    power = 0
    while count >= 1000.0 and power < len(_PREFIXES) - 1:
        count, power = count / 1000.0, power + 1
    return as_shown(f"{count:.3g} {_PREFIXES[power]}B")
