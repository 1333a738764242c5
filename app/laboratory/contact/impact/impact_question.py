"""What there is to find of one impact, step by step, by a thread: its jump, other laws, and its instant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torseur.sim.errors import ArgumentError, IntegrationError
from torseur.sim.simulation.jumps.guard_bisection import GuardBisection, GuardSearch
from torseur.sim.simulation.jumps.impact_outcome import ImpactOutcome, impact_of, impact_outcomes
from torseur.sim.simulation.jumps.jump_map import JumpMap, jump_map
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.texts import tr

MOST_COMPARED = 200  # contacts up to which other laws are asked: 519, pair after pair, are not done after 2000 impacts
MOST_BISECTIONS = 60


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The impact under each law, or why that is not known."""

    found: tuple[ImpactOutcome, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Bisecting:
    """How far the search for the instant is: bisections made, and left; once it is over what was found, or why nothing was."""

    taken: int = 0
    left: int = 0
    found: GuardBisection | None = None
    reason: str = ""


class ImpactQuestion:
    """One impact of a recording. `steps` are for `Background`; each answers with a JumpMap, Outcomes, a Bisecting or None."""

    def __init__(self, recording: Recording, state: int) -> None:
        self._recording, self._state = recording, state
        self._jump: JumpMap | None = None
        self._search: GuardSearch | None = None
        self._told = False

    @property
    def steps(self) -> tuple[Callable[[], object], ...]:
        """All of them; the first is the jump alone."""
        return self.jump, self.laws, self.begin, *(self.advance,) * MOST_BISECTIONS

    def jump(self) -> JumpMap:
        """The jump map. Raises ArgumentError, saying why it cannot be had."""
        self._jump = jump_map(self._recording, self._state)
        return self._jump

    def laws(self) -> Outcomes:
        """The impact under each law."""
        jump = self._jump
        assert jump is not None, "the jump is found first"
        if jump.without_approach:
            return Outcomes((), tr("The laws of impact say nothing of it: they begin with an approach."))
        if len(jump.solved) > MOST_COMPARED:
            n = len(jump.solved)
            told = tr("{n} contacts and joints take part; laws are compared for up to {most}: one pair after another, more take "
                       "thousands of impacts.")  # fmt: skip
            return Outcomes((), told.format(n=n, most=MOST_COMPARED))
        try:
            pairs = pair_numbers(self._recording, self._state)
            return Outcomes(impact_outcomes(impact_of(jump, pairs, self._recording.settings.rest_speed)))
        except ArgumentError as error:
            return Outcomes((), str(error))

    def begin(self) -> Bisecting:
        """The interval that is bisected."""
        if self._jump is not None and self._jump.without_approach:
            return Bisecting(reason=tr("Nothing came nearer: there is no guard that was crossed."))
        try:
            self._search = GuardSearch(self._recording, self._state)
        except (ArgumentError, IntegrationError) as error:
            return Bisecting(reason=str(error))
        return Bisecting(0, self._search.left)

    def advance(self) -> Bisecting | None:
        """One bisection; None once all is told."""
        search = self._search
        if search is None or self._told:
            return None
        try:
            search.advance()
        except (ArgumentError, IntegrationError) as error:
            self._told = True
            return Bisecting(search.taken, search.left, None, str(error))
        self._told = search.done
        return Bisecting(search.taken, search.left, search.result() if search.done else None)


def pair_numbers(recording: Recording, state: int) -> list[int]:
    """A number for each pair of shapes of a state's contacts."""
    shapes = recording.contact_columns(state)[0]
    count = len(recording.scene.system.shapes)
    return [int(a) * count + int(b) for a, b in shapes[:, :2]]
