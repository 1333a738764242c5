"""What algebra found of a robot's singularities, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.analysis.singularities.values import SingularCase, SingularFactor, SymbolicSingularities
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.ui.laboratory.singularities.case_list import CaseView
from torseur.ui.laboratory.singularities.formula_section import FormulasView
from torseur.ui.text.number_text import number_text, quantity_text, with_minus
from torseur.ui.text.sentences import capitalised
from torseur.ui.text.units import per_unit

from ...documents.joint_names import readable

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.nearest_singular import NearestSingular

_WAYS = ("velocity along x", "velocity along y", "velocity along z")
_TURNS = ("rotation about x", "rotation about y", "rotation about z")


def formulas_view(found: SymbolicSingularities, axes: str = "joint") -> tuple[FormulasView, tuple[int, ...]]:
    """What is shown, and for each of its rows which case it is; -1: a heading alone.

    axes : in which directions are told: "joint", those that move with joint `found.axes`, or "base", those of R0
    """
    rows: list[CaseView] = []
    numbers: list[int] = []
    for factor in found.factors:
        if factor.note == "a length, not zero":
            continue
        heading = f"{capitalised(factor.part)}: {factor.text}" if factor.part else factor.text
        if factor.note:
            rows.append(CaseView("", "", False, f"{heading}: {factor.note}"))
            numbers.append(-1)
            continue
        for k, case in enumerate(found.cases[number] for number in factor.cases):
            rows.append(CaseView(case.text, detail_of(found, case, axes), bool(case.representative) and case.within_limits,
                                 _heading(heading, factor, case) if not k else ""))  # fmt: skip
            numbers.append(factor.cases[k])
    nothing = (
        "" if any(number >= 0 for number in numbers) else "These rows never lose rank: no configuration is singular."
    )
    return FormulasView(place_of(found), f"{found.quantity} = {found.determinant}", _exactness(found), tuple(rows), nothing), \
        tuple(numbers)  # fmt: skip


def _heading(heading: str, factor: SingularFactor, case: SingularCase) -> str:
    """What stands before the first case of a factor: the factor, unless the case says just that."""
    if case.text == f"{factor.text} = 0":
        return capitalised(factor.part)
    return capitalised(heading) if factor.text.startswith("all other") else f"{heading} = 0"


def place_of(found: SymbolicSingularities) -> str:
    """In whose axes, and at which point."""
    name = readable(found.axes_joint.rpartition("/")[2])
    text = f"In the axes that move with joint {found.axes} ({name})"
    if found.point == "wrist":
        a, b, c = found.wrist
        text += f", at the point where axes {a}, {b} and {c} meet: there the arm's part and the wrist's part separate"
    elif found.point == "origin":
        text += ", at their origin"
    rows = ", ".join(_pretty(row) for row in found.row_names)
    return f"{text}. Rows {rows}; rank {found.rank}."


def detail_of(found: SymbolicSingularities, case: SingularCase, axes: str = "joint") -> str:
    """Rank, what is lost, and whether limits allow it."""
    if not case.representative:
        return "No configuration was found in it."
    parts = [f"rank {case.rank}"]
    if axes == "base":
        named = [_named(direction) or _along(direction) for direction in case.base.lost]
        whose = "in R₀"
    else:
        named = [_named(direction) for direction in case.lost]
        whose = f"of joint {found.axes}’s axes"  # z of the world is another
    if named and all(named):
        parts.append("lost: " + " and ".join(named) + f" {whose}")
    if not case.within_limits:
        parts.append("outside the joint limits")
    if not case.closed:
        parts.append("no closed form, by numbers")
    return " · ".join(parts) + (f"\n{case.solved}" if case.solved else "")


def lost_text(found: SymbolicSingularities, case: SingularCase, axes: str = "joint") -> str:
    """The directions that are lost, as formulas where they are short, else as numbers where the robot goes."""
    of = case.base if axes == "base" else case
    text = "in the axes of R₀, [v; ω]" if axes == "base" else f"in the axes of joint {found.axes}, [v; ω]"
    if of.lost:
        return f"Lost {text}: " + "; ".join(f"u = ({', '.join(direction)})" for direction in of.lost)
    numbers = (f"u ≈ ({', '.join(number_text(x, 3, 1e-6) for x in direction)})" for direction in of.lost_numbers)
    return f"Lost {text}, at one such configuration: " + "; ".join(numbers)


def nearest_text(model: Model, q: Array, found: NearestSingular, unit: str) -> str:
    """Which joints go where from q (nq,), the rank there, and how far it is."""
    if not found.found:
        return capitalised(found.why)
    if found.distance <= 1e-9:
        return f"Here: rank {found.rank} of {found.full_rank}."
    moves, slides = [], []
    for name in found.joints:
        at = model.joint_slices()[name][0].start
        if abs(found.q[at] - q[at]) > 1e-6:
            angle = model.joint(name).kind is not JointKind.PRISMATIC
            slides.append(not angle)
            degrees = angle and unit == "deg"
            value = np.degrees(found.q[at]) if degrees else found.q[at]
            sign = ("°" if degrees else " rad") if angle else " m"
            moves.append(f"{readable(name.rpartition('/')[2])} {number_text(float(value), zero=1e-6)}{sign}")
    distance = quantity_text(found.distance, per_unit(slides, "rad", "m"), 3)
    if unit == "deg" and not any(slides):
        distance = f"{number_text(float(np.degrees(found.distance)), 3)}°"
    return f"{', '.join(moves)}. Rank {found.rank} of {found.full_rank}, {distance} away."


def _named(direction: Sequence[str]) -> str:
    """A direction along one axis in words; empty for any other."""
    places = [at for at, entry in enumerate(direction) if entry != "0"]
    return "" if len(places) != 1 else (*_WAYS, *_TURNS)[places[0]]


def _along(direction: Sequence[str]) -> str:
    """A direction of translation or of rotation alone in words; empty for one of both."""
    for words, half, rest in (("velocity", direction[:3], direction[3:]), ("rotation", direction[3:], direction[:3])):
        if all(entry == "0" for entry in rest):
            return f"{words} along ({', '.join(half)})"
    return ""


def _pretty(row: str) -> str:
    return row.replace("w", "ω")


def _exactness(found: SymbolicSingularities) -> str:
    lengths = ", ".join(f"{subscript(name)} = {value:g} m" for name, value in found.lengths.items())
    moved = []
    if found.rotation_error > 1e-12:
        moved.append(f"entries of rotations by up to {found.rotation_error:.1e}")
    if found.length_error > 1e-12:
        moved.append(f"lengths by up to {found.length_error:.1e} m")
    taken = (
        with_minus("Numbers of the file were taken as exact, which moved " + " and ".join(moved) + ".") if moved else ""
    )
    return ". ".join(filter(None, [lengths, taken])) if lengths else taken
