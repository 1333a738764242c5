"""An event in words: when it was, between whom, and how hard."""

from __future__ import annotations

import math
from collections.abc import Mapping

from torseur.sim.simulation.recording.events import Event, EventKind
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr
from torseur.ui.text.number_text import decimal_text, listed, number_text, quantity_text

GOOD = 1e-8  # [m/s] steps with a residual above this are counted and marked, where they are to be exact

EXACT = 12  # digits of a time that is a root, and not the end of a step


def event_time(t: float, settings: Settings) -> str:
    """When it was [s]: twelve digits of a root of the hybrid scheme, otherwise as many decimals as the steps have."""
    if settings.scheme == "hybrid":
        return number_text(t, EXACT)
    decimals = next((k for k in range(3, 9) if abs(settings.dt * 10**k - round(settings.dt * 10**k)) < 1e-6), 9)
    return decimal_text(t, decimals) if math.isfinite(t) else number_text(t)


def event_pair(event: Event, names: Mapping[str, str]) -> str:
    """Between whom it happened; `names` are those that bodies are read by."""
    return " · ".join(names.get(name, name) for name in event.bodies)


def event_impulse(event: Event) -> str:
    """How hard it was [N s]; of what is no impact nothing."""
    return number_text(event.impulse) if event.kind is EventKind.IMPACT else ""


def event_text(event: Event, names: Mapping[str, str]) -> str:
    """What happened, in one line."""
    impulse = event_impulse(event)
    return f"Λₙ {impulse} N·s, {event_pair(event, names)}" if impulse else event_pair(event, names)


def event_detail(event: Event, settings: Settings) -> str:
    """Velocities before and after, the whole impulse, and how well its instant is known, in words; what is not is left out."""
    lines = []
    for name, which in ((tr("normal velocity"), 0), (tr("slip"), 1)):
        known = [quantity_text(speeds[which], "m/s") for speeds in (event.before, event.after) if speeds is not None]
        if known:
            lines.append(tr("{name}: {values}", name=name, values=" → ".join(known)))
    if event.kind is EventKind.IMPACT:
        impulse = listed(quantity_text(x, "N·s") for x in event.impulse_vector)
        lines.append(tr("impulse on {body}: ({impulse})", body=event.bodies[1], impulse=impulse))
    if settings.scheme != "hybrid":
        text = tr("instant: somewhere in the step of {step:g} ms that ends then", step=1e3 * settings.dt)
        weight = tr(", whose weight the impulse holds too") if event.kind is EventKind.IMPACT else ""
        lines.append(text + weight)
    return "\n".join(lines)


def residual_limit(settings: Settings) -> float:
    """Up to which residual a step is said to be solved [m/s], or of the largest acceleration."""
    return GOOD if settings.solving == "exact" else settings.residual_asked
