"""What algebra found of a robot's singularities, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.analysis.singularities.values import (
    LENGTH,
    OTHERS,
    SingularCase,
    SingularFactor,
    SymbolicSingularities,
    is_in_case,
)
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.singularities.values import CaseView
from torseur.ui.text.number_text import as_shown, listed, number_text, quantity_text
from torseur.ui.text.sentences import capitalised
from torseur.ui.text.units import per_unit

from ...documents.joint_names import readable

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.nearest_singular import NearestSingular

_WAYS = (marked("velocity along x"), marked("velocity along y"), marked("velocity along z"))
_TURNS = (marked("rotation about x"), marked("rotation about y"), marked("rotation about z"))


def case_rows(found: SymbolicSingularities, q: Array, axes: str = "joint") -> tuple[tuple[CaseView, ...], tuple[int, ...]]:
    """Rows of the list, and of those that are no heading alone, which case each is; those that hold at q (n,) say so.

    axes : in which directions are told: "joint", those that move with joint `found.axes`, or "base", those of R0
    """
    rows: list[CaseView] = []
    numbers: list[int] = []
    for factor in found.factors:
        if factor.note == LENGTH:
            continue
        heading = tr(factor.text) if factor.text == OTHERS else as_shown(factor.text)
        if factor.part:
            heading = tr("{head}: {title}", head=_part(factor), title=heading)
        if factor.note:
            rows.append(CaseView("", "", False, tr("{head}: {title}", head=heading, title=tr(factor.note))))
            continue
        for k, case in enumerate(found.cases[number] for number in factor.cases):
            above = "" if k else _heading(heading, factor, case)
            reachable = bool(case.representative) and case.within_limits
            title = as_shown(case.text)
            if is_in_case(case, q):
                title = tr("{case}: holds here", case=title)
            rows.append(CaseView(title, detail_of(found, case, axes), reachable, above))
        numbers += factor.cases
    return tuple(rows), tuple(numbers)


def _part(factor: SingularFactor) -> str:
    """Of the robot, that it is about: the arm, or the wrist."""
    return capitalised(tr(factor.part))


def _heading(heading: str, factor: SingularFactor, case: SingularCase) -> str:
    """What stands before the first case of a factor: the factor, unless the case says just that."""
    if case.text == f"{factor.text} = 0":
        return _part(factor)
    return capitalised(heading) if factor.text == OTHERS else f"{heading} = 0"


def place_of(found: SymbolicSingularities) -> str:
    """In whose axes, and at which point."""
    name = readable(found.axes_joint.rpartition("/")[2])
    if found.point == "wrist":
        a, b, c = found.wrist
        text = tr(
            "In the axes that move with joint {number} ({name}), at the point where axes {a}, {b} and {c} meet: there the arm's "
            "part and the wrist's part separate.",
            number=found.axes,
            name=name,
            a=a,
            b=b,
            c=c,
        )
    elif found.point == "origin":
        text = tr("In the axes that move with joint {number} ({name}), at their origin.", number=found.axes, name=name)
    else:
        text = tr("In the axes that move with joint {number} ({name}).", number=found.axes, name=name)
    rows = ", ".join(_pretty(row) for row in found.row_names)
    return " ".join((text, tr("Rows {rows}; rank {rank}.", rows=rows, rank=found.rank)))


def detail_of(found: SymbolicSingularities, case: SingularCase, axes: str = "joint") -> str:
    """Rank, what is lost, and whether limits allow it."""
    if not case.representative:
        return tr("No configuration was found in it.")
    parts = [tr("rank {rank}", rank=case.rank)]
    if axes == "base":
        named = [_named(direction) or _along(direction) for direction in case.base.lost]
        lost = tr("lost: {directions} in R₀")
    else:
        named = [_named(direction) for direction in case.lost]
        lost = tr("lost: {directions} of joint {number}’s axes")  # z of the world is another
    if named and all(named):
        parts.append(lost.format(directions=tr(" and ").join(named), number=found.axes))
    if not case.within_limits:
        parts.append(tr("outside the joint limits"))
    if not case.closed:
        parts.append(tr("no closed form, by numbers"))
    return " · ".join(parts) + (f"\n{as_shown(case.solved)}" if case.solved else "")


def lost_text(found: SymbolicSingularities, case: SingularCase, axes: str = "joint") -> str:
    """The directions that are lost, as formulas where they are short, else as numbers where the robot goes."""
    of = case.base if axes == "base" else case
    text = tr("in the axes of R₀, [v; ω]")
    if axes != "base":
        text = tr("in the axes of joint {number}, [v; ω]", number=found.axes)
    if of.lost:
        directions = "; ".join(f"u = ({listed(map(as_shown, direction))})" for direction in of.lost)
        return tr("Lost {axes}: {directions}", axes=text, directions=directions)
    numbers = (f"u ≈ ({listed(number_text(x, 3, 1e-6) for x in direction)})" for direction in of.lost_numbers)
    return tr("Lost {axes}, at one such configuration: {directions}", axes=text, directions="; ".join(numbers))


def nearest_text(model: Model, q: Array, found: NearestSingular, unit: str) -> str:
    """Which joints go where from q (nq,), the rank there, and how far it is."""
    if not found.found:
        return capitalised(found.why)
    if found.distance <= 1e-9:
        return tr("Here: rank {rank} of {full}.", rank=found.rank, full=found.full_rank)
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
    return tr(
        "{moves}. Rank {rank} of {full}, {distance} away.",
        moves=", ".join(moves),
        rank=found.rank,
        full=found.full_rank,
        distance=distance,
    )


def _named(direction: Sequence[str]) -> str:
    """A direction along one axis in words; empty for any other."""
    places = [at for at, entry in enumerate(direction) if entry != "0"]
    return "" if len(places) != 1 else tr((*_WAYS, *_TURNS)[places[0]])


def _along(direction: Sequence[str]) -> str:
    """A direction of translation or of rotation alone in words; empty for one of both."""
    for words, half, rest in (
        (tr("velocity along ({axis})"), direction[:3], direction[3:]),
        (tr("rotation along ({axis})"), direction[3:], direction[:3]),
    ):
        if all(entry == "0" for entry in rest):
            return words.format(axis=listed(map(as_shown, half)))
    return ""


def _pretty(row: str) -> str:
    return row.replace("w", "ω")


def exactness(found: SymbolicSingularities) -> str:
    """What the lengths are, and how far numbers of the file were moved."""
    lengths = ", ".join(as_shown(f"{subscript(name)} = {value:g} m") for name, value in found.lengths.items())
    moved = []
    if found.rotation_error > 1e-12:
        moved.append(tr("entries of rotations by up to {error:.1e}", error=found.rotation_error))
    if found.length_error > 1e-12:
        moved.append(tr("lengths by up to {error:.1e} m", error=found.length_error))
    what = tr(" and ").join(moved)
    taken = tr("Numbers of the file were taken as exact, which moved {what}.", what=what) if moved else ""
    return ". ".join(filter(None, [lengths, taken])) if lengths else taken
