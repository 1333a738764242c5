"""Free durations that end at a bound: said in words, since it is the bound that decides then, and not the motion."""

from __future__ import annotations

from ...texts import as_shown, tr
from ..values import PlanPhase

AT_BOUND = 1e-6  # [s] from it
PAID = 1e-6  # cost per second


def duration_notes(phases: tuple[PlanPhase, ...]) -> tuple[str, ...]:
    """A sentence for the phases that last as short as they may, and one for those that last as long."""
    found = []
    for side, word, other in ((0, "short", "shorter"), (1, "long", "longer")):
        at = [
            (number, phase)
            for number, phase in enumerate(phases)
            if phase.duration_bounds[0] < phase.duration_bounds[1]
            and abs(phase.duration - phase.duration_bounds[side]) <= AT_BOUND
            and phase.multiplier > PAID
        ]
        if at:
            which = _listed([str(number + 1) for number, _ in at])
            lasting = _listed([as_shown(f"{phase.duration:.3g}") for _, phase in at])
            number, dearest = max(at, key=lambda each: each[1].multiplier)
            last = (
                tr("Phase {} lasts as {} as it may ({} s)")
                if len(at) == 1
                else tr("Phases {} last as {} as they may ({} s)")
            )
            opposite = "longer" if side == 0 else "shorter"
            found.append(
                tr(
                    "{format}: {other} still would be cheaper (phase {number}: by {multiplier:.2g} for each second, to first "
                    "order), so that the bounds decide and not the motion. Nothing that is asked for rewards a {opposite} one; "
                    "a cost that does, or a wider range, lets it choose.",
                    format=last.format(which, word, lasting),
                    other=other,
                    number=number + 1,
                    multiplier=dearest.multiplier,
                    opposite=opposite,
                )
            )
    return tuple(found)


def _listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]
