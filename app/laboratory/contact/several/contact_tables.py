"""The contacts in a table with ζ̇ = M λ + d; M, T, H and T λ one at a time; and d part by part."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT, plain_math
from torseur.ui.sheet.blocks import (
    DataTable,
    Facts,
    Heading,
    Matrix,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    options,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, residual_text

from ...motion.coordinates import mass_unit
from .several_contacts import SeveralContacts
from .several_facts import SeveralFacts

FORCES = Heading("forces", marked("Contacts of the problem"))
MATRICES = Heading("matrices", marked("Delassus matrix M"))
DRIFT = Heading("drift", marked("d, part by part"))
WIDTH = 50  # of a number [px]


def forces_section(view: SeveralContacts, force: Array, place: int) -> Section:
    """The contacts, with forces (n, 3) that may have been moved along the kernel."""
    numbers = [("d", view.d), (f"M{view.load}", view.product)]
    if np.any(view.tangential):
        numbers.append(("W_{nt} b", view.tangential))
    numbers += [(view.rate_letter, view.rate), (view.load, force[:, 2])]
    size = max(float(np.abs(x).max(initial=0.0)) for _, x in numbers[:-1])
    zeros, last = [max(1e-15, 1e-11 * size)] * (len(numbers) - 1) + [1e-9], len(numbers) - 1
    rows = tuple(
        (
            TableCell(name, weight=600, tip=f"{plain_math(name)} {pair}"),
            TableCell(pair, role="text_second"),
            *(
                TableCell(
                    number_text(float(x[c]), 4, zero),
                    float(x[c]),
                    role="force_text" if k == last else "text",
                    weight=600 if k == last else 400,
                )
                for k, ((_, x), zero) in enumerate(zip(numbers, zeros, strict=True))
            ),
        )
        for c, (name, pair) in enumerate(zip(view.names, view.pairs, strict=True))
    )
    symbols = [symbol for symbol, _ in numbers]
    columns = (
        TableColumn("", 22, math=True),
        TableColumn("", 8, 1),
        *(TableColumn(symbol, WIDTH, number=True) for symbol in symbols),
    )
    copied = ArrayText(np.column_stack([x for _, x in numbers]), view.names, symbols)
    rubs = tr(" Wₙₜ b is what friction b adds along the normals.") if len(numbers) > 4 else ""
    return section(
        FORCES,
        DataTable("contacts", tr("Contacts of the problem"), columns, rows, place, copied=copied),
        Paragraph("note", f"{view.note}{rubs}".strip(), "text_second"),
        title=f"{view.rate_letter} = M{view.load} + d",
        caption=f"{view.rate_unit}, {view.load_unit}",
    )


def matrices_section(view: SeveralContacts, force: Array, which: str, place: int, other: int) -> Section:
    """One of the matrices, T λ with forces that may have been moved; `other`: the row of M that is looked at, or -1."""
    names = {"M": "M", "T": "T", "H": "H", "load": "Tλ"}
    titles = {
        "M": (tr("Delassus matrix M"), "Tᵀ H⁻¹ T, 1/kg"),
        "T": (tr("Directions T"), "[t_1 t_2 …], 1, m"),
        "H": (tr("Mass matrix H"), "kg, kg·m, kg·m²"),
        "load": (tr("τ_c, contact by contact"), f"t_i {view.load}_i, {view.load_unit}, {view.load_unit}·m"),
    }
    title, caption = titles[which]
    all_of, shown = len(view.coordinates), len(view.joints)
    if which != "M" and shown < all_of:
        caption += tr(", {n} of {all} joints", n=shown, all=all_of)
    return section(
        MATRICES,
        _matrix(view, force, which, place, other),
        _effect(view, place, other) if which == "M" else None,
        title=title,
        caption=caption,
        tools=(Options("which", tr("Matrix shown"), options(names), which),),
    )


def _matrix(view: SeveralContacts, force: Array, which: str, place: int, other: int) -> Matrix:
    name, of, moving = tr("Matrix of the contact problem"), view.joints, list(view.moving)
    joints, at = tuple(one.symbol for one in of), place if place >= 0 else None
    if which == "M":
        selected = other if other >= 0 else at, at
        return Matrix(
            "matrix", name, view.M, view.names, view.names, ("1/kg",), view.pairs, selected=selected, precise=True, wide=True
        )
    if which == "H":
        units = tuple(mass_unit(row, column) for row in of for column in of)
        units, full = units[:1] if len(set(units)) == 1 else units, tuple(one.full for one in of)
        return Matrix("matrix", name, view.H[np.ix_(moving, moving)], joints, joints, units, full, precise=True, wide=True)
    turning, sliding = ("m", "1") if which == "T" else ("N·m·s" if view.impulses else "N·m", view.load_unit)
    units = tuple(turning if one.turns else sliding for one in of)
    values = view.T[moving] * (1.0 if which == "T" else force[:, 2])
    return Matrix("matrix", name, values, joints, view.names, units, view.pairs, selected=(None, at), precise=True, wide=True)


def _effect(view: SeveralContacts, place: int, other: int) -> Facts | None:
    """What a force at one contact does to another."""
    if place < 0:
        return None
    row = other if other >= 0 else place
    rate = "ζ" if view.impulses else "ζ̇"
    words = tr(
        "1 {unit} at {j} changes {rate} of {i} by", unit=view.load_unit, j=view.names[place], i=view.names[row], rate=rate
    )
    return Facts("effect", ((words, number_text(float(view.M[row, place])), view.rate_unit),))


def drift_section(facts: SeveralFacts, view: SeveralContacts, place: int) -> Section:
    """What d of each contact comes from, and by how much the sum of the parts misses it."""
    columns, formula, residual = drift_columns(facts)
    note = " ".join(tr("{head}: {title}", head=_plain(one.symbol), title=one.about) + "." for one in columns)
    missed = tr("Sum of the parts less d, at most")
    return section(
        DRIFT,
        Paragraph("note", note, "text_second"),
        Matrix(
            "parts",
            tr("The parts of d"),
            np.column_stack([*(one.values for one in columns), view.d]),
            view.names,
            (*(one.symbol for one in columns), "d"),
            (view.rate_unit,),
            (*(one.about for one in columns), tr("their sum")),
            selected=(place if place >= 0 else None, None),
            wide=True,
        ),
        None if residual is None else Facts("facts", ((missed, residual_text(residual), view.rate_unit),)),
        caption=f"{formula}, {view.rate_unit}",
    )


def _plain(symbol: str) -> str:
    return symbol.replace("τ_p", "τₚ").replace("τ_m", "τₘ")


class DriftColumn(NamedTuple):
    """What one cause gives to d."""

    symbol: str  # in the notation of `paint_math`
    values: np.ndarray  # (n,)
    about: str  # in words


def drift_columns(facts: SeveralFacts) -> tuple[tuple[DriftColumn, ...], str, float | None]:
    """The parts of d, the formula of their sum, and by how much that misses d; None: the last part is what is left."""
    solved, part = facts.solved, facts.part
    if facts.equation is not None:
        parts = facts.equation.drift_parts
        passive = bool(np.any(parts.of_passive))
        of_controller = tr("Tᵀ H⁻¹ {τ} of the controller", τ="τₘ" if passive else "τ")
        causes = [("τ_m" if passive else "τ", parts.of_tau, of_controller)]
        if passive:
            causes.append(("τ_p", parts.of_passive, tr("Tᵀ H⁻¹ τₚ of springs, damping and dry friction of joints")))
        causes += [
            (f"−C q{DOT}", parts.of_coriolis, tr("−Tᵀ H⁻¹ C q̇, Coriolis and centrifugal")),
            ("−g", parts.of_gravity, tr("−Tᵀ H⁻¹ g, of gravity")),
            ("Ṫᵀ q̇", parts.of_motion, tr("how normals and points turn")),
        ]
        columns = tuple(DriftColumn(symbol, values[part], about) for symbol, values, about in causes)
        return columns, f"Tᵀ H⁻¹ ({'τ_m + τ_p' if passive else 'τ'} − C) + Ṫᵀ q̇", parts.residual
    d, target = facts.drift, solved.target[part]
    asked = DriftColumn("−a", -target, tr("what ζ is asked to be at least, −e ζ⁻ or what closes the gap, taken off"))
    if solved.level == "velocity" and solved.index > 0:
        before = solved.J[3 * part + 2] @ solved.recording.v[solved.index - 1]
        step = DriftColumn(
            tr("step"), d + target - before, tr("what the step adds without contact, h Tᵀ H⁻¹ (τ − C) and the turn of T")
        )
        return (DriftColumn("ζ⁻", before, tr("Tᵀ q̇ before the step")), step, asked), tr("ζ⁻ + step − a"), None
    return (DriftColumn(tr("free"), d + target, tr("ζ without contact")), asked), tr("ζ free − a"), None
