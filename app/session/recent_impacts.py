"""The impacts of a stretch of a recording: instants too short to be seen, kept in sight for a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.sim.contact.contacts import Contacts
from torseur.sim.simulation.recording.events import EventKind

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording


def impacts_between(recording: Recording, since: float, until: float) -> tuple[Contacts, ...]:
    """The contacts that struck in [since, until], an entry an instant; of many, the last four."""
    times: list[float] = []
    for event in reversed(recording.events):
        if event.t < since:
            break
        if event.kind is EventKind.IMPACT and event.t <= until and event.t not in times:
            times.insert(0, event.t)
    found = []
    for t in times[-4:]:
        contacts = recording.contacts(recording.index_at(t))
        if contacts.impact.any():
            found.append(contacts)
    return tuple(found)
