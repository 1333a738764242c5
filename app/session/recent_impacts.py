"""The impacts of a stretch of a recording: instants too short to be seen, kept in sight for a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.contact.contacts import Contacts
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.simulation.recording.states.event_columns import KIND, T

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

    from .playback import Playback

MOST = 4  # instants whose impacts are shown
_IMPACT = list(EventKind).index(EventKind.IMPACT)
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
    events, found = recording.events, []
    rows = events.rows[events.between(since, until)]
    struck = rows[rows[:, KIND] == _IMPACT, T]
    for t in np.unique(struck)[-MOST:].tolist():
        contacts = recording.contacts(recording.index_at(t))
        if contacts.impact.any():
            found.append(contacts)
    return tuple(found)
