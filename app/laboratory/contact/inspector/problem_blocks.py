"""Which problem is shown, what was solved or another of the same state; and its matrices M, W, H and T."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from typing_extensions import override

from torseur.sim.multibody.model.coordinate_names import units, velocity_names
from torseur.sim.simulation.inspection.inspected_problem import SOLVED, InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Fact, Facts, Heading, Matrix, Options, Paragraph, Section, options, section
from torseur.ui.text.number_text import ABSENT, number_text

from .problem_texts import problem_notes, problem_titles

PROBLEM = Heading("problem", marked("Problem"))
MATRIX = Heading("matrix", marked("Delassus matrix M"))
MOST_WHOLE = 24  # contacts and joints of a problem whose matrices are in sight as a whole; larger ones scroll
PRESSED = 1e-9  # share of the largest force from which a contact counts as active
LONGEST = 14  # characters of a name in a row's label
TURNING = "rad/s"


def problem_section(problem: InspectedProblem, more: str) -> Section:
    """A choice of problems, and sentences on the one shown; `more` is said of what was solved."""
    names, (first, *rest) = problem_titles(problem), problem_notes(problem)
    solved, other = ((first, *rest, more), "") if problem.which == SOLVED else (rest, first)
    which = Options("which", tr("Problem shown"), options(names), problem.which, listed=True, widest=300)
    return section(
        PROBLEM,
        Paragraph("other", other, "warning", icon="warning", icon_role="warning"),
        Paragraph("solved", " ".join(filter(None, solved)), "text_second"),
        tools=(which,) if len(names) > 1 else (),
    )


def matrix_section(problem: InspectedProblem, which: str, selected: str, unique: bool | None, is_open: bool) -> Section:
    """One of the four; `unique`: whether no other forces make the same motion under the law; None: that is not known."""
    title, caption = {
        "M": (tr("Delassus matrix M"), tr("Tᵀ H⁻¹ T: W along normals, 1/kg")),
        "W": (tr("Delassus matrix W"), tr("M, and along both tangents, 1/kg")),
        "H": (tr("Mass matrix H"), "kg, kg·m, kg·m²"),
        "T": (tr("Directions T"), "1, m"),
    }[which]
    facts = Facts("facts", _about(problem, unique), (0.16, 0.22, 0.24, 0.38)) if which == "M" else None
    tools = (Options("which", tr("Matrix"), options(("M", "W", "H", "T")), which),) if is_open else ()
    matrix = _matrix(problem, which, selected)
    return section(MATRIX, matrix, facts, title=title, caption=caption, tools=tools, open=is_open)


def pressed_contact(which: str, cell: tuple[int, int]) -> int:
    """The contact that a cell of a matrix is of; -1: of none."""
    return {"M": cell[1], "W": cell[1] // 3, "T": cell[1]}.get(which, -1)


def active_set(lam: np.ndarray) -> Sequence[int]:
    """The contacts that push."""
    return np.flatnonzero(lam > PRESSED * max(1.0, float(np.max(np.abs(lam), initial=0.0)))).tolist()


def _matrix(problem: InspectedProblem, which: str, selected: str) -> Matrix:
    names, asked, model = problem.names, problem.problem, problem.recording.scene.model
    large = len(names) > MOST_WHOLE
    name = tr("Matrix of the contact problem, which scrolls") if large else tr("Matrix of the contact problem")
    i = names.index(selected) if selected in names else None
    if which == "M":
        return Matrix("matrix", name, asked.M, names, names, ("1/kg",), selected=(i, i), scrolls=large)
    if which == "W":
        axes, normal = tuple(f"{one} {axis}" for one in names for axis in ("t_1", "t_2", "n")), None if i is None else 3 * i + 2
        return Matrix("matrix", name, asked.W, axes, axes, ("1/kg",), selected=(normal, normal), scrolls=large)
    labels, unit_of = velocity_names(model), tuple(units(model, "v"))
    velocities = tuple(map(row_label, labels))
    if which == "H":
        columns, full = tuple(map(column_label, labels)), tuple(map(full_name, labels))
        return Matrix("matrix", name, asked.H, velocities, columns, MassUnits(unit_of), full, scrolls=large)
    lengths = tuple("m" if unit == TURNING else "1" for unit in unit_of)
    if not large:
        lengths = tuple(unit for unit in lengths for _ in names)  # else they stand beside the rows
    return Matrix("matrix", name, asked.T, velocities, names, lengths, selected=(None, i), scrolls=large)


def _about(problem: InspectedProblem, unique: bool | None) -> tuple[Fact, ...]:
    n, rank, active = len(problem), len(problem.singular_values), active_set(problem.force[:, 2])
    alone = True if rank == n and not problem.rubs else unique
    names = " ".join(problem.names[i] for i in active) or tr("none")
    return (
        (tr("rank"), tr("{rank} of {n}", rank=rank, n=n), ""),
        (tr("cond, range"), number_text(problem.condition), ""),
        (tr("forces"), ABSENT if alone is None else tr("unique") if alone else tr("one of many"), ""),
        (tr("active set"), names if len(active) <= 8 else f"{len(active)} / {n}", ""),
    )


class MassUnits(Sequence[str]):
    """Of the cells of H, row by row; those of heaps have millions."""

    def __init__(self, of: tuple[str, ...]) -> None:
        """`of`: units of the velocities, "m/s" or "rad/s"."""
        self._of = of

    @override
    def __len__(self) -> int:
        return len(self._of) ** 2

    @override
    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return tuple(self[i] for i in range(len(self))[k])
        i, j = divmod(range(len(self))[k], len(self._of))
        return ("kg", "kg·m", "kg·m²")[(self._of[i] == TURNING) + (self._of[j] == TURNING)]

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, MassUnits) and self._of == other._of

    @override
    def __hash__(self) -> int:
        return hash(self._of)


def row_label(name: str) -> str:
    """The name, cut where it is long; "brick v_x" keeps its end."""
    body, part = _parted(name)
    short = body if len(body) <= LONGEST else body[: LONGEST - 1].rstrip() + "…"
    return f"{short} {part}".strip()


def column_label(name: str) -> str:
    """The part alone where there is one: columns are narrow, and rows say whose it is."""
    body, part = _parted(name)
    return part or row_label(body)


def full_name(name: str) -> str:
    """The whole name, for a tooltip beside its column's label; empty where that says it all."""
    body, _ = _parted(name)
    return body if column_label(name) != body else ""


def _parted(name: str) -> tuple[str, str]:
    """Whose it is, and which of the six velocities of a free body."""
    body, _, part = name.rpartition(" ")
    if body and part[:2] in ("v_", "ω_"):
        return body, part
    return name, ""
