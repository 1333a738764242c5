"""The contacts of the state shown: those recorded, and at the state that a simulation starts from those of its accelerations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torseur.sim.errors import ArgumentError

if TYPE_CHECKING:  # with Numba, which the first picture goes without
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording


class ContactsShown:
    """Those of the recording that was asked for last, worked out once."""

    def __init__(self) -> None:
        self._recording: Recording | None = None  # whose start is known
        self._start: Contacts | None = None
        self.why = ""  # the start of that recording has none, a sentence

    def at_start(self, recording: Recording) -> Contacts | None:
        """Of the state that a simulation starts from, which the recording has; None: see `why`."""
        if recording is not self._recording:
            from .start_contacts import start_contacts

            self._recording, self._start, self.why = recording, None, ""
            try:
                self._start = start_contacts(recording)
            except ArgumentError as error:
                self.why = str(error)
        return self._start
