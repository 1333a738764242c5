"""Free durations that end at a bound: said in words, since it is the bound that decides then, and not the motion."""

from __future__ import annotations

from ...texts import as_shown, marked, tr
from ..values import PlanPhase

AT_BOUND = 1e-6  # [s] from it
PAID = 1e-6  # cost per second
SHORTEST = marked(
    "{phases}: as short as may be ({lasting} s). Shorter still would be cheaper ({dearest}: by {multiplier:.2g} for each "
    "second, to first order), so that the bounds decide and not the motion. Nothing that is asked for rewards a longer one; "
    "a cost that does, or a wider range, lets it choose."
)
LONGEST = marked(
    "{phases}: as long as may be ({lasting} s). Longer still would be cheaper ({dearest}: by {multiplier:.2g} for each "
    "second, to first order), so that the bounds decide and not the motion. Nothing that is asked for rewards a shorter one; "
    "a cost that does, or a wider range, lets it choose."
)


def duration_notes(phases: tuple[PlanPhase, ...]) -> tuple[str, ...]:
    """A sentence for the phases that last as short as they may, and one for those that last as long."""
    found = []
    for side, sentence in enumerate((SHORTEST, LONGEST)):
        at = {
            tr("Phase {k}", k=number): phase
            for number, phase in enumerate(phases, 1)
            if phase.duration_bounds[0] < phase.duration_bounds[1]
            and abs(phase.duration - phase.duration_bounds[side]) <= AT_BOUND
            and phase.multiplier > PAID
        }
        if at:
            dearest = max(at, key=lambda name: at[name].multiplier)
            found.append(
                tr(
                    sentence,
                    phases=", ".join(at),
                    lasting=", ".join(as_shown(f"{phase.duration:.3g}") for phase in at.values()),
                    dearest=dearest,
                    multiplier=at[dearest].multiplier,
                )
            )
    return tuple(found)
