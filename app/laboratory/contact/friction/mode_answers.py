"""Modes of all contacts over a recording, with names to read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from torseur.sim.errors import ArgumentError
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr

from ....documents.body_names import bare_names

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.inspection.friction.values import ModeLane, ModeSequence
    from torseur.sim.simulation.recording.recording import Recording


class Modes(NamedTuple):
    """What all contacts did over time."""

    sequence: ModeSequence
    names: tuple[str, ...]  # of the lanes
    pairs: tuple[str, ...]  # the bodies of each lane
    note: str  # what is not shown; empty: nothing


def modes_of(recording: Recording, states: int, bodies: tuple[str, str] | None) -> Modes:
    """The first states of a recording; where too much touches, the contacts of two bodies alone. Raises ArgumentError."""
    from torseur.sim.simulation.inspection.friction.mode_sequence import MOST_AT_ONCE, mode_sequence

    note = ""
    try:
        sequence = mode_sequence(recording, states)
    except ArgumentError:
        if bodies is None:
            raise
        sequence = mode_sequence(recording, states, bodies)
        note = tr(
            "More than {most} contacts touch at once: these are the ones of {first} and {second} alone.",
            most=MOST_AT_ONCE,
            first=bodies[0],
            second=bodies[1],
        )
    if not sequence.lanes:
        raise ArgumentError(tr("Nothing has touched so far: the whole recording is flight."))
    read = bare_names(recording.scene.model.body_names)
    pairs = tuple(" · ".join(read[name] for name in reversed(lane.bodies)) for lane in sequence.lanes)
    return Modes(sequence, _numbered(sequence.lanes, pairs), pairs, note)


def _numbered(lanes: tuple[ModeLane, ...], pairs: tuple[str, ...]) -> tuple[str, ...]:
    """The pairs of bodies, with a number where they have several contacts."""
    counts = Counter(pairs)
    return tuple(
        f"{pair} {subscript(lane.number + 1)}" if counts[pair] > 1 else pair for lane, pair in zip(lanes, pairs, strict=True)
    )
