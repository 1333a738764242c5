"""The forces of a state with an edit, as dashed arrows at its contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.look.theme import FORCE, IMPULSE
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ....drawing.arrow_scale import per_metre_text
from ....drawing.contact.contact_parts import contact_label, tangents
from ....drawing.contact.contact_scales import ContactScales
from ....sheet.page import NOTHING_DRAWN, Layer

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.what_if.values import FrameComparison
    from torseur.sim.simulation.recording.recording import Recording

MOST = 24  # arrows, the largest
LABELS = 6  # of them with numbers
_CHANGED = 1e-9  # of the largest force: what differs less is not drawn


def edited_forces(recording: Recording, found: FrameComparison, scales: ContactScales) -> Layer:
    """Those that differ from what was solved, by the scales of what was, and their row of the legend."""
    contacts = recording.contacts(found.index)
    new, old = (side.force[: len(contacts)] for side in (found.new, found.old))
    largest = float(np.abs(np.concatenate([new, old])).max(initial=0.0))
    changed = np.flatnonzero(np.linalg.norm(new - old, axis=1) > _CHANGED * max(largest, 1e-12))
    if not len(changed):
        return NOTHING_DRAWN
    lengths = np.linalg.norm(new, axis=1)
    changed = changed[np.argsort(-lengths[changed], kind="stable")][:MOST]
    first, second = tangents(contacts.normal)
    axes = np.stack([first, second, contacts.normal], axis=1)
    vectors = np.einsum("cak,ca->ck", axes, new) * _side(recording, found)[: len(contacts), None]
    impact = found.kind == "impact"
    scale, color, letter = (scales.impulse, IMPULSE, "Λ") if impact else (scales.force, FORCE, "λ")
    arrows = tuple(
        Arrow(
            contacts.point[c],
            _cut(scale * vectors[c], scales.longest),
            color,
            f"{contact_label(c)} |{letter}| {quantity_text(float(lengths[c]), found.force_unit)}" if k < LABELS else "",
            "dashed",
        )
        for k, c in enumerate(changed.tolist())
    )
    name, length = tr("{letter} with what is changed", letter=letter), per_metre_text(scale, found.force_unit)
    return Overlays(arrows=arrows), (LegendRow("dashed_arrow", color, name, length),)


def _side(recording: Recording, found: FrameComparison) -> np.ndarray:
    """-1 where the first body of a contact moves and the second cannot, else 1: forces are drawn on what moves."""
    rows = recording.scene.system.shapes["row"][recording.contact_columns(found.index)[0][:, :2]]
    return np.where((rows[:, 1] == 0) & (rows[:, 0] != 0), -1.0, 1.0)


def _cut(vector: np.ndarray, longest: float) -> np.ndarray:
    length = float(np.linalg.norm(vector))
    return vector if length <= longest else vector * (longest / length)
