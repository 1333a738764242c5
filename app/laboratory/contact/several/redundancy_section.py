"""Which combination of forces is not determined: eigenvectors of M, null vectors, and sliders along them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array, leading_entry
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    Buttons,
    Facts,
    Heading,
    Line,
    Matrix,
    Options,
    Paragraph,
    Section,
    SideBySide,
    Slider,
    options,
    section,
)
from torseur.ui.text.number_text import quantity_text, residual_text
from torseur.ui.text.units import of_both_kinds

from ...motion.coordinates import Coordinate
from .force_shift import ForceShift
from .several_contacts import SeveralContacts
from .several_facts import MOST, SeveralFacts

REDUNDANCY = Heading("redundancy", marked("Which combination is not determined"))
KERNEL = Heading("kernel", marked("Kernel"))
AXES = ("t_1", "t_2", "n")


class ShiftFacts(NamedTuple):
    """What stays and what changes as forces go along the kernel."""

    acceleration: tuple[str, str] | None  # largest change of q̈, text and unit; None: it is of impulses
    torque: tuple[str, str]  # of τ_c = Jᵀ r, or of what impulses give the joints
    rate: float  # of ζ̇ or ζ
    moved: float  # how far forces are from those of before, at most [N | N s]


def redundancy_section(shift: ForceShift, view: SeveralContacts, place: int) -> Section:
    """Eigenvalues and eigenvectors of M, a sentence on its rank, and the kernel with forces that are moved along it."""
    vectors, kernel = _eigenvectors(shift.facts, view, place), _kernel(shift, view, place)
    if len(shift.amounts) or shift.has_both_kinds:
        kinds = {"normals": tr("M z = 0"), "friction": tr("W z = 0")}
        kind = Options("kind", tr("Forces that may change"), options(kinds), shift.kind)
        caption, tools = tr("a row each") if len(shift.amounts) else "", (kind,) if shift.has_both_kinds else ()
        kernel = (section(KERNEL, *kernel, caption=caption, tools=tools, divided=False),)
    return section(REDUNDANCY, Paragraph("line", rank_sentence(shift.facts), "text_second"), vectors, *kernel)


def _eigenvectors(facts: SeveralFacts, view: SeveralContacts, place: int) -> Matrix | None:
    kernel = facts.kernel
    if kernel is None:
        return None
    order = np.argsort(kernel.eigenvalues)[::-1]
    values = np.maximum(kernel.eigenvalues[order], 0.0)
    values[kernel.rank :] = 0.0
    vectors = kernel.eigenvectors[:, order]
    signs = np.array([np.sign(leading_entry(vector)) for vector in vectors.T])
    return Matrix(
        "vectors",
        tr("Eigenvectors of M, a column each"),
        np.vstack([values, np.where(np.abs(vectors) < 1e-12, 0.0, vectors * signs)]),
        ("σ", *view.names),
        tuple(f"u_{k + 1}" if k < 9 else f"u_{{{k + 1}}}" for k in range(len(order))),
        ("1/kg", *[""] * len(view.names)),
        tuple(tr("makes no motion") if k >= kernel.rank else "" for k in range(len(order))),
        split=1,
        selected=(place + 1 if place >= 0 else None, None),
        wide=True,
    )


def kernel_columns(shift: ForceShift) -> tuple[int, ...]:
    """Which numbers of the null vectors are shown: of forces with their friction those that any of them has."""
    if shift.kind != "friction":
        return tuple(range(2, 3 * len(shift.facts.part), 3))
    return tuple(np.flatnonzero(np.abs(shift.directions).max(axis=1, initial=0.0) > 1e-9).tolist())


def _kernel(shift: ForceShift, view: SeveralContacts, place: int) -> tuple[Block, ...]:
    """The null vectors, how far forces are gone along each, and what came of it."""
    about = Paragraph("about", kernel_sentence(shift), "text_second")
    if not len(shift.amounts):
        return (about,)
    columns, friction = kernel_columns(shift), shift.kind == "friction"
    z = shift.directions[list(columns)].T
    sliders: list[Block] = []
    for k, row in enumerate(shift.rows()):
        value, room = quantity_text(row.amount, view.load_unit), row.upper > row.lower
        slider = Slider(
            "slider", tr("Along a direction of the kernel"), row.amount, row.lower, row.upper, view.load_unit, enabled=room
        )
        shown = Line("along", row.name, (slider,)), Paragraph("value", value)
        sliders += [SideBySide(f"z{k}", shown, (4, 1)), Paragraph(f"ends{k}", row.ends, "text_hint")]
    back = tr("Back to least norm") if shift.facts.solved.which == "accelerations" else tr("Back to what was solved")
    return (
        about,
        Matrix(
            "null",
            tr("Directions in which forces are not determined, a row each"),
            np.where(np.abs(z) < 1e-9, 0.0, z),
            tuple(f"z_{k + 1}" for k in range(len(z))),
            tuple(f"{view.names[k // 3]} {AXES[k % 3]}" if friction else view.names[k // 3] for k in columns),
            selected=(None, place if place >= 0 and not friction else None),
            wide=True,
        ),
        *sliders,
        _changes(shift, view),
        Buttons("put", (Button("back", back, enabled=shift.is_moved),)),
    )


def _changes(shift: ForceShift, view: SeveralContacts) -> Facts:
    found, rate = shift_facts(shift, view.coordinates), "ζ" if view.impulses else "ζ̇"
    changed = [
        (view.load, quantity_text(found.moved, ""), view.load_unit),
        *([("q̈", *found.acceleration)] if found.acceleration is not None else []),
        (tr("the joints' impulse") if view.impulses else "τ_c", *found.torque),
        (rate, residual_text(found.rate), view.rate_unit),
    ]
    return Facts("changes", tuple((tr("{what} changes by, at most", what=what), text, unit) for what, text, unit in changed))


def rank_sentence(facts: SeveralFacts) -> str:
    """What M determines."""
    kernel, n = facts.kernel, len(facts.part)
    if kernel is None:
        if not facts.whole:
            return tr("Looked for where at most {most} contacts feel each other.", most=MOST)
        return tr("Impacts before this solve gave a part of the impulses; which of them are one of many is not looked for.")
    left = n - kernel.rank
    letter = "Λ" if facts.is_impulsive else "λ"
    if not left:
        return tr(
            "M has rank {rank} of {n}: no combination of normal forces is free, {letter} is unique.",
            rank=kernel.rank,
            n=n,
            letter=letter,
        )
    many = (
        tr(
            "M has rank {rank} of {n}: {left} combinations of normal forces (σ = 0) make no motion, so {letter} is one of many. "
            "Columns are eigenvectors, σ their eigenvalues."
        )
        if left > 1
        else tr(
            "M has rank {rank} of {n}: {left} combination of normal forces (σ = 0) makes no motion, so {letter} is one of "
            "many. Columns are eigenvectors, σ their eigenvalues."
        )
    )
    return many.format(rank=kernel.rank, n=n, left=left, letter=letter)


def kernel_sentence(shift: ForceShift) -> str:
    """What the directions are."""
    facts, total = shift.facts, shift.directions.shape[1]
    if facts.kernel is None:
        return ""
    every = facts.directions.shape[1] if shift.kind == "friction" else facts.kernel.directions.shape[1]
    if not every:
        if shift.kind == "friction":
            return tr("No combination of normal and friction forces is free.")
        return tr("No combination of normal forces alone is free.")
    more = tr(" The first {count} of {all}.", count=total, all=every) if every > total else ""
    if shift.kind == "friction":
        return tr("Forces r + s z with their friction, W z = 0, each contact within the law.") + more
    letter = "Λ" if facts.is_impulsive else "λ"
    return tr("{letter} + s z along the normals, friction as it is: + pushes, − relieves.", letter=letter) + more


def shift_facts(shift: ForceShift, coordinates: tuple[Coordinate, ...]) -> ShiftFacts:
    """What changed along the kernel."""
    facts = shift.facts
    change = shift.change
    whole = np.zeros_like(facts.solved.force)
    whole[facts.part] = change
    slides = [not one.turns for one in coordinates]
    equation = facts.equation
    J = equation.J if equation is not None else facts.solved.J
    torque = whole.ravel() @ J
    unit = ("N·m·s", "N·s") if facts.is_impulsive else ("N·m", "N")
    acceleration = None
    if equation is not None:
        moved = equation.change_of_acceleration(whole)
        acceleration = _small(moved, slides, "rad/s²", "m/s²")
    return ShiftFacts(
        acceleration,
        _small(torque, slides, *unit),
        float(np.abs((facts.shown.problem.W @ change.ravel())[2::3]).max(initial=0.0)),
        float(np.abs(change).max(initial=0.0)),
    )


def _small(values: Array, slides: list[bool], turning: str, sliding: str) -> tuple[str, str]:
    """The largest of both kinds, by its size alone."""
    if not np.any(values):
        kinds = [unit for unit, there in ((turning, not all(slides)), (sliding, any(slides))) if there]
        return residual_text(0.0), " | ".join(kinds)
    return of_both_kinds(values.tolist(), slides, turning, sliding)
