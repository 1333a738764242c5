"""What a contact that began or ended is told by."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from torseur.sim.simulation.jumps.contact_change import ContactChange
from torseur.ui.displays.fact_list import Fact
from torseur.ui.look.paint_text import DOT
from torseur.ui.text.number_text import number_text, quantity_text

RATE = f"ζ{DOT}"


def change_sentence(change: ContactChange, bodies: Mapping[str, str]) -> str:
    """What happened, and when; `bodies` by their names as they are read."""
    event, names = change.event, " · ".join(bodies[name] for name in change.event.bodies)
    at = quantity_text(event.t, "s", 7)
    if change.ends:
        last = quantity_text(change.force_before, "N", 4) if math.isfinite(change.force_before) else _tr("not known")
        first = _tr("The contact of {names} ended at {t}; its last λ was {last}.").format(names=names, t=at, last=last)
    else:
        first = _tr("The contact of {names} began at {t}, with an impact of {impulse}.").format(
            names=names, t=at, impulse=quantity_text(event.impulse, "N·s")
        )
    return f"{first} {_tr('Force jumps ⇒ acceleration jumps:')}"


def change_facts(change: ContactChange) -> tuple[Fact, ...]:
    """Force and separation acceleration on both sides, and by how much they jump."""
    return (
        (_tr("Σλ_n before → after"), _pair(change.force_before, change.force_after), "N"),
        (f"{RATE} {_tr('before → after')}", _pair(change.separation_before, change.separation_after), "m/s²"),
        (_tr("Jump of Σλ_n"), number_text(change.force_after - change.force_before), "N"),
        (f"{_tr('Jump of')} {RATE}", number_text(change.separation_after - change.separation_before), "m/s²"),
    )


def _pair(before: float, after: float) -> str:
    return f"{number_text(before, zero=1e-9)} → {number_text(after, zero=1e-9)}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ContactChange", text)
