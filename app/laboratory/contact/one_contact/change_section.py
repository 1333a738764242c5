"""The last contact of the recording that began or ended: forces and accelerations that jump there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.simulation.inspection.jumps.contact_change import ContactChange, changing_event, contact_change
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import ACCELERATION, FORCE
from torseur.ui.sheet.blocks import Fact, Facts, Heading, Paragraph, Plot, PlotCurve, PlotMark, PlotScale, Section, section
from torseur.ui.text.number_text import number_text, quantity_text, zero_beside

from ....documents.body_names import bare_names
from ....sheet.page import Seen
from ....sheet.questions import Cost, Questions

CHANGE = Heading("change", marked("Where it begins or ends"))
HEIGHT = 138  # of a plot [px]
SOLVED = 1e-9  # [N | m/s²]: what the tolerances of solvers leave of 0
RATE = f"ζ{DOT}"


def change_section(seen: Seen, questions: Questions) -> Section | None:
    """Of the instant shown: found by a thread, once for all instants up to the next, and when nothing plays."""
    recording = seen.recording
    if recording is None:
        return None
    event = None if seen.playing else changing_event(recording, seen.index)
    if event is None and not seen.playing:
        return section(CHANGE, Paragraph("none", tr("No contact has begun or ended up to this instant."), "text_second"))
    about = None if event is None else (len(recording), event)
    compute = partial(contact_change, recording, seen.index)
    found = questions.ask("change", about, compute, Cost.SLOW, of=recording, when=not seen.playing)
    change: ContactChange | None = found.value
    if change is None:
        return section(CHANGE, Paragraph("none", found.error, "text_second")) if found.error else None
    sentence = change_sentence(change, bare_names(recording.scene.model.body_names))
    return section(
        CHANGE,
        Paragraph("sentence", sentence, "text_second"),
        Facts("facts", change_facts(change)),
        _plot("force", tr("Force"), PlotScale("Σλ_n", "N"), change, change.force, FORCE, seen.t),
        _plot("separation", tr("Separation"), PlotScale(RATE, "m/s²"), change, change.separation, ACCELERATION, seen.t),
    )


def _plot(key: str, name: str, scale: PlotScale, change: ContactChange, values: Array, color: str, now: float) -> Plot:
    """Values over time, parted where there are none; with the instant shown and its value where that is within."""
    t = change.t
    parts = np.ma.clump_unmasked(np.ma.masked_invalid(values))  # type: ignore[no-untyped-call]
    curves = tuple(PlotCurve(scale.label, t[part], values[part], color) for part in parts)
    mark = PlotMark(change.event.t, quantity_text(change.event.t, "s"), "text_hint")
    if t[0] <= now <= t[-1]:
        value = float(values[np.argmin(np.abs(t - now))])
        mark = PlotMark(now, quantity_text(value, scale.unit) if math.isfinite(value) else "", "accent")
    return Plot(key, name, PlotScale("", "s", ends=(float(t[0]), float(t[-1]))), scale, curves, (mark,), HEIGHT, seeks=True)


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
