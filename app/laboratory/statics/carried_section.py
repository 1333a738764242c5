"""What of a load the motors feel, and what the structure carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.model import Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Custom, Heading, Matrix, Paragraph, Section, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import listed, number_text, quantity_text, residual_text

from ...documents.body_names import bare_names

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load_split import RowSplit
    from torseur.sim.analysis.statics.statics import Statics

CARRIED = Heading("carried", marked("Carried by the structure"))
PARTS = marked("motors"), marked("structure")
AXES = ("x", "y", "z")


def carried_section(model: Model, statics: Statics, at: int) -> Section:
    """How one load is split; -1: none is selected."""
    if at < 0:
        hint = tr("Add a load, or select one: what motors and structure carry of it is told here.")
        return section(CARRIED, Paragraph("hint", hint, "text_second"))
    load, split = statics.loads[at], statics.splits[at]
    parts = [("F", split.force, "N"), *([("n", split.moment, "N·m")] if np.any(load.moment) else [])]
    vectors = [_vectors(part) for _, part, _ in parts]
    values = np.vstack([np.column_stack([one, np.linalg.norm(one, axis=1)]) for one in vectors])
    rows, units = [], []
    for letter, _, unit in parts:
        rows += [letter, *map(tr, PARTS)]
        units += [unit] * 3
    copied = [f"{name} [{unit}]" for _, _, unit in parts for name in ("F", *PARTS)]
    texts, carried = _shares(split.force, bool(np.any(load.force))), split.force.structure_share
    return section(
        CARRIED,
        Custom("share", "structure_share", (texts, carried), ", ".join(filter(None, texts))),
        Matrix(
            "parts",
            tr("The load, and its parts"),
            values,
            tuple(rows),
            (*AXES, tr("norm")),
            tuple(units),
            split=3 if len(parts) == 2 else 0,
        ),
        Paragraph("summary", " ".join(_lost(part, unit) for _, part, unit in parts), "text_second"),
        Paragraph("residual", _felt(statics, at), "text_hint"),
        caption=tr(
            "{force} on {body}", force=f"F{subscript(at + 1)}", body=bare_names(model.frame_names)[load.body].replace("_", " ")
        ),
        copied=ArrayText(np.vstack(vectors), copied, AXES),
    )


def _vectors(split: RowSplit) -> np.ndarray:
    """The whole, the motors' part and the structure's (3, 3), without what rounding leaves."""
    vectors = np.array([split.load, split.motors, split.structure])
    vectors[np.abs(vectors) < 1e-13 * np.abs(vectors).max(initial=0.0)] = 0.0
    return vectors


def _shares(split: RowSplit, is_there: bool) -> tuple[str, str]:
    if not is_there:
        return tr("no force"), ""
    carried = split.structure_share
    motors, structure = (f"{number_text(100 * x, 3, zero=1e-9)} %" for x in (1.0 - carried, carried))
    return tr("motors {share} of |F|²", share=motors), tr("structure {share}", share=structure)


def _lost(split: RowSplit, unit: str) -> str:
    """Which directions are lost."""
    is_force = unit == "N"
    rows = tr("position rows") if is_force else tr("rotation rows")
    if split.rank == 3:
        load = tr("force") if is_force else tr("moment")
        return tr("The {rows} have rank 3: every {load} at this point loads the motors.", rows=rows, load=load)
    lost = ", ".join(
        f"u{subscript(k + 1)} = ({listed(number_text(float(x), 3, zero=1e-9) for x in split.U[:, k])})"
        for k in range(split.rank, 3)
    )
    return tr("The {rows} have rank {rank}: along {lost} no motor is loaded.", rows=rows, rank=split.rank, lost=lost)


def _felt(statics: Statics, at: int) -> str:
    """What motors feel of the structure's part, and of the whole; rows of a base without a motor are apart."""
    split, felt, slides, driven = statics.splits[at], statics.by_load[at], statics.linear, statics.driven
    text = tr(
        "What the structure carries asks {residual} of the motors; the whole load asks at most {size}. "
        "Of the 6 directions of force and moment at this point, {count} load no motor.",
        residual=residual_text(split.residual),
        size=_of_kinds(felt[driven], slides[driven]),
        count=6 - split.wrench_rank,
    )
    if np.any(felt[~driven]):
        size = _of_kinds(felt[~driven], slides[~driven])
        text += " " + tr("The rows of the base, which has no motor, are apart: there JᵀF is up to {size}.", size=size)
    return text


def _of_kinds(torques: np.ndarray, slides: np.ndarray) -> str:
    """The largest torque of those that turn and the largest force of those that slide, each with its unit."""
    found = [
        quantity_text(float(np.abs(torques[slides == kind]).max()), unit, 3)
        for kind, unit in ((False, "N·m"), (True, "N"))
        if np.any(slides == kind)
    ]
    return tr(" and ").join(found) or "0"
