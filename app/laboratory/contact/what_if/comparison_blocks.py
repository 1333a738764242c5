"""A state as it was beside what it would have been: tables of numbers with their differences, and how it was solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import Block, DataTable, Facts, Formula, Paragraph, TableCell, TableColumn
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.sentences import sentence

from ....documents.body_names import bare_names
from ...motion.coordinates import coordinates
from ..world_axes import axes_words, world_accelerations

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.what_if.values import FrameComparison
    from torseur.sim.simulation.recording.recording import Recording

MOST = 24  # rows of contacts, and of numbers of the motion
QUANTITIES = {"normal": "λₙ", "friction": "|λₜ|", "separation": "ζ", "slip": marked("slip")}  # of a contact
ZERO = 1e-7  # what a solver's tolerance of velocity, 1e-10 m/s, leaves of accelerations over a step of a millisecond
_SAME = 1e-9  # share of the larger of two numbers up to which their difference is none
_FULL = {"closed": marked("closed, no friction")}  # as the inspector says it, where there is room
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
Pair = tuple[float, float]  # as it was, as it would have been


def comparison_caption(found: FrameComparison) -> str:
    """Which step, instant or impact it is."""
    return tr(_CAPTIONS[found.kind], t=found.t)


def comparison_blocks(recording: Recording, found: FrameComparison, quantity: str) -> tuple[Block, ...]:
    """Of each contact one of QUANTITIES, and the numbers of the motion; where there are too many those that change most."""
    closed, motion = _closed(found), _motion(recording, found)
    more = max(0, len(closed) - MOST) + max(0, len(motion) - MOST)
    words = tr("Rows that are left out, as they change least: {n}.", n=more)
    title, axes = tr("Accelerations"), axes_words(recording.scene.model)
    if found.rate_unit == "m/s" and found.force_unit == "N·s":
        title = tr("Jump of the velocities")
    notes = [sentence(tr(note)) for note in (found.status, *found.notes) if note]
    if not found.is_unique:
        notes.append(tr("The new forces are one of many that make the same motion: those of least norm."))
    facts = (
        (tr("Solved by"), found.edited.method or "–", tr("{count} it.", count=found.edited.iterations)),
        (tr("Residual, was"), residual_text(found.old.residual), found.rate_unit),
        (tr("Residual, would be"), residual_text(found.new.residual), found.rate_unit),
    )
    columns = TableColumn("", 24, math=True), TableColumn("", 60, 1, least=20), *_number_columns()
    blocks = (
        Formula("formula", (_FORMULAS[found.kind],)),
        Paragraph("note", " ".join(notes), icon="info"),
        _contact_table(recording, found, closed[:MOST], quantity) if len(closed) else None,
        Paragraph("motion_title", f"{title}, {axes}" if axes else title, weight=600),
        DataTable("motion", tr("Accelerations as they were and would have been"), columns, tuple(motion[:MOST]), most=12),
        Paragraph("more", words if more else "", "text_hint"),
        Facts("facts", facts),
    )
    return tuple(block for block in blocks if block is not None)


def _closed(found: FrameComparison) -> list[int]:
    """The contacts that are or would be closed, those whose force changes most first where they are too many."""
    old, new = found.old, found.new
    apart = np.flatnonzero([modes != ("open", "open") for modes in zip(old.modes, new.modes, strict=True)])
    if len(apart) > MOST:
        change = np.abs(new.force[apart, 2] - old.force[apart, 2])
        apart = apart[np.argsort(-change, kind="stable")]
    return [int(c) for c in apart]


def _contact_table(recording: Recording, found: FrameComparison, contacts: list[int], quantity: str) -> DataTable:
    bodies, problem = bare_names(recording.scene.model.body_names), found.edited.problem
    is_force, is_normal = quantity in ("normal", "friction"), quantity in ("normal", "separation")
    columns = (
        TableColumn("", 26, math=True),
        TableColumn(tr("Mode"), 92, 1),
        *_number_columns(found.force_unit if is_force else found.rate_unit),
    )

    def row(c: int) -> tuple[TableCell, ...]:
        about = found.joints[c] or " · ".join(bodies[body] for body in problem.bodies[c])
        vectors = [side.force[c] if is_force else side.rate[c] for side in (found.old, found.new)]
        old, new = (float(x[2] if is_normal else np.linalg.norm(x[:2])) for x in vectors)
        modes = _modes(found.old.modes[c], found.new.modes[c])
        return TableCell(found.edited.names[c], weight=500, tip=about), modes, *_number_cells((old, new))

    title = tr("Contacts as they were and would have been")
    return DataTable("contacts", title, columns, tuple(map(row, contacts)), most=10)


def _motion(recording: Recording, found: FrameComparison) -> list[tuple[TableCell, ...]]:
    """A row for each number of q̈, or of the jump of q̇ at an impact, those that change most first where they are too many."""
    jump = found.kind == "impact"
    old, new = (one.tolist() for one in world_accelerations(recording, found))
    names = coordinates(recording.scene.model)

    def row(k: int) -> tuple[TableCell, ...]:
        one = names[k]
        unit = ("rad" if one.turns else "m") + ("/s" if jump else "/s²")
        symbol = TableCell(f"Δ{one.symbol}" if jump else one.acceleration, weight=500, tip=f"{one.name} [{unit}]")
        return symbol, TableCell(one.joint, role="text_hint"), *_number_cells((old[k], new[k]), unit)

    order = range(len(names))
    return [row(k) for k in (sorted(order, key=lambda k: -abs(new[k] - old[k])) if len(names) > MOST else order)]


def _number_columns(unit: str = "") -> Iterator[TableColumn]:
    """As it was, as it would have been, and the difference."""
    for title, width in ((tr("was"), 62), (tr("would be"), 62), (tr("difference"), 62 if unit else 84)):
        yield TableColumn(title, width, unit=unit, number=True)


def _number_cells(numbers: Pair, unit: str = "") -> Iterator[TableCell]:
    old, new = numbers
    is_same = abs(new - old) <= max(ZERO, _SAME * max(abs(old), abs(new)))
    difference = "0" if is_same else f"{'+' if new > old else ''}{_text(new - old)}"
    yield TableCell(_text(old), old)
    yield TableCell(_text(new), new, weight=500)
    yield TableCell(difference, new - old, unit, "text_hint" if is_same else "accent_text")


def _modes(old: str, new: str) -> TableCell:
    if old == new:
        return TableCell(tr(_FULL.get(old, old)), role="text_second")
    return TableCell(f"{tr(old)} → {tr(new)}", role="accent_text", weight=600)


def _text(x: float) -> str:
    return number_text(x, 4, ZERO)
