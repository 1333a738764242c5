"""What a contact that began or ended is told by."""

from __future__ import annotations

import math
from collections.abc import Mapping

from torseur.sim.simulation.jumps.contact_change import ContactChange
from torseur.sim.texts import tr
from torseur.ui.displays.fact_list import Fact
from torseur.ui.look.math_notation import DOT
from torseur.ui.text.number_text import number_text, quantity_text, zero_beside

SOLVED = 1e-9  # [N | m/s²]: what the tolerances of solvers leave of 0
RATE = f"ζ{DOT}"


def change_sentence(change: ContactChange, bodies: Mapping[str, str]) -> str:
    """What happened, and when; `bodies` by their names as they are read."""
    event, names = change.event, " · ".join(bodies[name] for name in change.event.bodies)
    at = quantity_text(event.t, "s", 7)
    if change.ends:
        last = quantity_text(change.force_before, "N", 4) if math.isfinite(change.force_before) else tr("not known")
        first = tr("The contact of {names} ended at {t}; its last λ was {last}.", names=names, t=at, last=last)
    else:
        first = tr(
            "The contact of {names} began at {t}, with an impact of {impulse}.",
            names=names,
            t=at,
            impulse=quantity_text(event.impulse, "N·s"),
        )
    return " ".join((first, tr("Force jumps ⇒ acceleration jumps:")))


def change_facts(change: ContactChange) -> tuple[Fact, ...]:
    """Force and separation acceleration on both sides, and by how much they jump."""
    return (
        (tr("Σλ_n before → after"), _pair(change.force_before, change.force_after), "N"),
        (tr("{symbol} before → after", symbol=RATE), _pair(change.separation_before, change.separation_after), "m/s²"),
        (tr("Jump of Σλ_n"), _jump(change.force_before, change.force_after), "N"),
        (tr("Jump of {symbol}", symbol=RATE), _jump(change.separation_before, change.separation_after), "m/s²"),
    )


def _jump(before: float, after: float) -> str:
    return number_text(after - before, zero=max(SOLVED, zero_beside((before, after))))


def _pair(before: float, after: float) -> str:
    return f"{number_text(before, zero=SOLVED)} → {number_text(after, zero=SOLVED)}"
