"""The impacts of a stretch of a recording: instants too short to be seen, kept in sight for a moment."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from torseur.sim.contact.contacts import Contacts
from torseur.sim.simulation.recording.events import EventKind

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

    from .playback import Playback

MOST = 4  # instants whose impacts are shown
LINGER = 0.12  # of the clock: how long the arrows of an impact stay while playing [s]


def recent_impacts(playback: Playback) -> tuple[Contacts, ...]:
    """Contacts of the impacts just before the instant shown; while paused, of that instant alone."""
    recording, snapshot = playback.recording, playback.snapshot
    if recording is None or snapshot is None or playback.state.run.index < 0:
        return ()
    since = snapshot.t - (LINGER * playback.speed if playback.playing else 0.0) - 1e-9
    return impacts_between(recording, since, snapshot.t)


def impacts_between(recording: Recording, since: float, until: float) -> tuple[Contacts, ...]:
    """The contacts that struck in [since, until], an entry an instant; of many, the last `MOST`."""
    times: list[float] = []
    events = recording.events
    for k in range(bisect_right(events, until, key=lambda event: event.t) - 1, -1, -1):
        if events[k].t < since or len(times) == MOST:
            break
        if events[k].kind is EventKind.IMPACT and events[k].t not in times:
            times.insert(0, events[k].t)
    found = []
    for t in times:
        contacts = recording.contacts(recording.index_at(t))
        if contacts.impact.any():
            found.append(contacts)
    return tuple(found)
