"""What there is to find of an impact beside its jump: what other laws make of it, and its instant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.jumps.guard_bisection import GuardBisection, GuardSearch
from torseur.sim.simulation.inspection.jumps.impact_outcome import ImpactOutcome, impact_of, impact_outcomes
from torseur.sim.simulation.inspection.jumps.jump_map import JumpMap
from torseur.sim.simulation.recording.recording import Recording

MOST_COMPARED = 200  # contacts up to which other laws are asked: 519, pair after pair, are not done after 2000 impacts


@dataclass(frozen=True, slots=True)
class Bisecting:
    """How far the search for the instant is: bisections made, and left; once it is over what was found."""

    taken: int
    left: int
    found: GuardBisection | None = None


def outcomes_of(recording: Recording, jump: JumpMap) -> tuple[ImpactOutcome, ...]:
    """The impact under each law. Raises ArgumentError, saying why that is not known."""
    if jump.without_approach:
        raise ArgumentError("The laws of impact say nothing of it: they begin with an approach.")
    if len(jump.solved) > MOST_COMPARED:
        raise ArgumentError(
            "{n} contacts and joints take part; laws are compared for up to {most}: one pair after another, more take "
            "thousands of impacts.",
            n=len(jump.solved),
            most=MOST_COMPARED,
        )
    pairs = pair_numbers(recording, jump.index)
    return impact_outcomes(impact_of(jump, pairs, recording.settings.rest_speed))


def bisected(recording: Recording, jump: JumpMap) -> Iterator[Bisecting]:
    """The guard, bisection by bisection. Raises ArgumentError or IntegrationError, saying why it cannot be."""
    if jump.without_approach:
        raise ArgumentError("Nothing came nearer: there is no guard that was crossed.")
    search = GuardSearch(recording, jump.index)
    yield Bisecting(0, search.left)
    while not search.done:
        search.advance()
        yield Bisecting(search.taken, search.left, search.result() if search.done else None)


def pair_numbers(recording: Recording, state: int) -> list[int]:
    """A number for each pair of shapes of a state's contacts."""
    shapes = recording.contact_columns(state)[0]
    count = len(recording.scene.system.shapes)
    return [int(a) * count + int(b) for a, b in shapes[:, :2]]
