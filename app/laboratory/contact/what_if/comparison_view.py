"""A comparison of a state as it was and would have been, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.what_if.values import ComparisonView, EditedContact, EditedMotion
from torseur.ui.laboratory.dynamics.values import Coordinate
from torseur.ui.look.math_notation import DOT
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.sentences import sentence

from ....documents.body_names import bare_names
from ....drawing.contact.contact_parts import contact_name
from ..world_axes import axes_words, world_accelerations

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.what_if.values import FrameComparison, FrameSide

MOST = 24  # rows of contacts, and of numbers of the motion
_CAPTIONS = {
    "step": marked("step to {t:.6g} s"),
    "instant": marked("instant {t:.6g} s"),
    "impact": marked("impact at {t:.6g} s"),
}
_FORMULAS = {
    "step": "H' (v⁺ − v⁻) = h f' + Jᵀ r,   u = W' r + w',   λ_n = r_n / h",
    "instant": f"H' v{DOT} = f' + Jᵀ r,   u{DOT} = W' r + w'",
    "impact": "H' (v⁺ − v⁻) = Jᵀ r,   u = W' r + w'",
}


def comparison_view(recording: Recording, found: FrameComparison, coordinates: Sequence[Coordinate]) -> ComparisonView:
    """The contacts and the numbers of the motion that change most first where there are too many."""
    contacts, count = _contacts(recording, found)
    motion = _motion(recording, found, coordinates)
    facts = [
        (tr("Solved by"), found.method or "–", tr("{count} it.", count=found.iterations)),
        (tr("Residual, was"), residual_text(found.old.residual), found.rate_unit),
        (tr("Residual, would be"), residual_text(found.new.residual), found.rate_unit),
    ]
    notes = [sentence(tr(note)) for note in (found.status, *found.notes) if note]
    if not found.is_unique:
        notes.append(tr("The new forces are one of many that make the same motion: those of least norm."))
    return ComparisonView(
        caption=tr(_CAPTIONS[found.kind], t=found.t),
        formula=_FORMULAS[found.kind],
        contacts=tuple(contacts),
        force_unit=found.force_unit,
        rate_unit=found.rate_unit,
        motion=tuple(motion[:MOST]),
        axes=axes_words(recording.scene.model),
        more=count - len(contacts) + max(0, len(motion) - MOST),
        facts=tuple(facts),
        note=" ".join(notes),
    )


def _contacts(recording: Recording, found: FrameComparison) -> tuple[list[EditedContact], int]:
    """Rows of what is or would be closed, `MOST` at most, and how many there would be."""
    old, new = found.old, found.new
    apart = np.flatnonzero([modes != ("open", "open") for modes in zip(old.modes, new.modes, strict=True)])
    count = len(apart)
    if count > MOST:
        change = np.abs(new.force[apart, 2] - old.force[apart, 2])
        apart = apart[np.argsort(-change, kind="stable")][:MOST]
    names, bodies = bare_names(recording.scene.model.body_names), recording.scene.model.body_names
    shapes, pairs = recording.scene.system.shapes["body"], recording.contact_columns(found.index)[0]
    number = np.cumsum([bool(joint) for joint in found.joints])
    rows = []
    for c in apart.tolist():
        joint = found.joints[c]
        about = joint or " · ".join(names[bodies[int(shapes[int(k)])]] for k in pairs[c, :2])
        rows.append(
            EditedContact(
                name=f"l_{number[c]}" if joint else contact_name(c),
                about=about,
                modes=(old.modes[c], new.modes[c]),
                normal=(float(old.force[c, 2]), float(new.force[c, 2])),
                friction=(_across(old, c, "force"), _across(new, c, "force")),
                separation=(float(old.rate[c, 2]), float(new.rate[c, 2])),
                slip=(_across(old, c, "rate"), _across(new, c, "rate")),
            )
        )
    return rows, count


def _across(side: FrameSide, c: int, what: str) -> float:
    return float(np.linalg.norm(getattr(side, what)[c, :2]))


def _motion(recording: Recording, found: FrameComparison, coordinates: Sequence[Coordinate]) -> list[EditedMotion]:
    rows = []
    jump = found.kind == "impact"
    old, new = world_accelerations(recording, found)
    for k, one in enumerate(coordinates):
        unit = ("rad" if one.turns else "m") + ("/s" if jump else "/s²")
        symbol = f"Δ{one.symbol}" if jump else one.acceleration
        pair = float(old[k]), float(new[k])
        rows.append(EditedMotion(symbol, one.name, one.joint, unit, pair))
    if len(rows) > MOST:
        rows.sort(key=lambda row: -abs(row.numbers[1] - row.numbers[0]))
    return rows
