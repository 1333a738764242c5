"""What stays when a file is read again: whoever holds some of it keeps it, and brings it back."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..session.session import Session

T = TypeVar("T")


class Keeper(Protocol[T]):
    """Holds something that a file does not say, and that should outlive its being read again."""

    def keep(self) -> T:
        """What there is now."""

    def bring_back(self, state: T) -> None:
        """Have it again, as far as it fits what was read."""


class ClockKeeper:
    """The instant of a recording, and a duration that the user typed for a scene."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self) -> tuple[float, float | None]:
        """Time [s], and the duration [s] if it is not the scene's own."""
        document, playback = self._session.document, self._session.playback
        typed = document is not None and document.kind == "scene" and playback.duration != document.scene.duration
        return playback.time, playback.duration if typed else None

    def bring_back(self, state: tuple[float, float | None]) -> None:
        """Look at that instant of a recording, and simulate a scene that long."""
        time, duration = state
        if self._session.is_replay:
            self._session.playback.seek(time)
        elif duration is not None:
            self._session.playback.set_duration(duration)
