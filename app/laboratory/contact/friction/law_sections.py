"""Three laws of friction: what each makes of a contact at an instant, and what it gives in all directions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from torseur.sim.contact.analysis.friction.values import LawAnswer, PolarError, SlidingPolar, angle_between
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.friction.values import PlaneArrow, PlaneDrawing
from torseur.ui.sheet.blocks import (
    Block,
    Custom,
    DataTable,
    Fact,
    Facts,
    Heading,
    Options,
    Paragraph,
    TableCell,
    TableColumn,
    options,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import AngleUnit, limit_text

from .friction_answers import LawsAnswer, PolarAnswer

THREE_LAWS = Heading("laws", marked("Three laws at this instant"))
POLAR = Heading("polar", marked("Sliding in all directions"))
PRESSES = 1.5  # times the normal force of the cone, from which the relaxation's needs a word


def about_laws() -> Paragraph:
    """What is compared."""
    text = tr(
        "Coulomb (C): in the cone, against the slip. Relaxation (R): the same cone as a convex programme; what slides "
        "lifts, ζ = μ |slip|. Pyramid (P): b at a corner, or on a side that the slip leaves at right angles."
    )
    return Paragraph("about", text, "text_second")


def law_blocks(found: LawsAnswer, unit: AngleUnit) -> tuple[Block | None, ...]:
    """What the laws make of a contact, drawn in one plane, and as a table."""
    name, facets = tr("Friction and slip under three laws"), max(answer.facets for answer in found.answers)
    angle = 2.0 * np.pi * np.arange(facets) / facets
    arrows = tuple(PlaneArrow(LAWS[a.law].letter, _share(a, found.mu), a.slip, a.law) for a in found.answers)
    drawing = PlaneDrawing(name, 1.0, np.column_stack([np.cos(angle), np.sin(angle)]), arrows, "", "m/s")
    cone, relaxed = (next(a for a in found.answers if a.law == law) for law in ("coulomb", "convex"))
    note = tr("The relaxation presses that much because within one step it throws up what slides, to ζ = μ |slip|.")
    return (
        Custom("drawing", "friction_plane", drawing, name) if found.mu > 0.0 else None,
        _law_table(name, found, unit),
        Paragraph("note", note if relaxed.force[2] > PRESSES * cone.force[2] else "", "text_hint"),
    )


def _law_table(name: str, found: LawsAnswer, unit: AngleUnit) -> DataTable:
    columns = (
        TableColumn(tr("Law"), 92, 1, least=40),
        *(TableColumn(letter, 44, unit=found.unit, number=True) for letter in ("b_1", "b_2", "n")),
        TableColumn(tr("slip"), 44, unit="m/s", number=True),
        TableColumn(tr("lift ζ"), 44, unit="m/s", number=True, about=tr("Velocity at which the contact opens")),
        TableColumn(tr("off"), 36, number=True, about=tr("Angle between b and the opposite of slip")),
    )

    def row(answer: LawAnswer) -> tuple[TableCell, ...]:
        law, slip = LAWS[answer.law], float(np.linalg.norm(answer.slip))
        state = tr("solved") if answer.solved else tr("not solved to the tolerance")
        title, residual = law.title(answer.facets), number_text(answer.residual, 1, 0.0)
        tip = tr("{law}: {found}, residual {x} m/s", law=title, found=state, x=residual)
        angle = angle_between(answer.friction, -answer.slip) if slip > 1e-9 else None
        return (
            TableCell(f"{law.letter}  {tr(law.short)}", role="text" if answer.solved else "warning", tip=tip),
            *(TableCell(number_text(x, 3, 1e-9), x) for x in (*answer.force.tolist(), slip, float(answer.velocity[2]))),
            TableCell("–" if angle is None else limit_text(angle if angle > 1e-6 else 0.0, True, unit), angle),
        )

    heads = ["b_1", "b_2", "n", "slip 1", "slip 2", "ζ"]
    copied = ArrayText(
        np.array([[*a.force, *a.velocity] for a in found.answers]), [LAWS[a.law].title(a.facets) for a in found.answers], heads
    )
    return DataTable("table", name, columns, tuple(map(row, found.answers)), copied=copied)


def _share(answer: LawAnswer, mu: float) -> np.ndarray:
    """Friction over μ n (2,)."""
    limit = mu * float(answer.force[2])
    return np.asarray(answer.friction / limit if limit > 0.0 else 0.0 * answer.friction)


def about_polar(inertia: str) -> tuple[Block, ...]:
    """What is measured, and of what."""
    text = tr(
        "Pushed 2 % beyond μ n in 72 directions, each law solved: outwards the friction against the push, over μ n. "
        "Needles: where the pyramid lets it slide. Under the cone a block, alike all around, slides along the push."
    )
    pushed = options({"contact": tr("this contact"), "block": tr("block")})
    return Paragraph("about", text, "text_second"), Options("inertia", tr("What is pushed"), pushed, inertia)


def polar_blocks(found: PolarAnswer, unit: AngleUnit) -> tuple[Block, ...]:
    """What was measured."""
    polars = found.drawing.polars
    cone = next(polar for polar in polars if polar.law == "coulomb")
    facts = (
        (tr("cone: share of μ n"), _range(cone), ""),
        (tr("cone: off the push, at most"), limit_text(_worst(cone), True, unit), ""),
        *_error_facts(tr("pyramid"), found.pyramid, unit),
        *_error_facts(tr("relaxation"), found.relaxed, unit)[:2],
    )
    key = tr("Solid: cone. Dashed: relaxation. Dotted: pyramid of {n}.", n=max(polar.facets for polar in polars))
    name = tr("Friction over the direction of the push")
    return (Custom("plot", "polar_plot", found.drawing, name), Paragraph("key", key, "text_hint"), Facts("facts", facts))


def polar_note(found: PolarAnswer) -> str:
    """How far the pyramid is from the cone at worst."""
    return tr("pyramid at worst {x} %", x=number_text(100.0 * found.pyramid.force, 3, 1e-9))


def polar_array(polars: Sequence[SlidingPolar]) -> ArrayText:
    """A direction a row: angle, then share of μ n and angle of the slip under each law."""
    columns, heads = [polars[0].angle], ["θ"]
    for polar in polars:
        title = LAWS[polar.law].title(polar.facets)
        columns += [polar.resistance, polar.slip_angle]
        heads += [f"{title} b", f"{title} slip off"]
    return ArrayText(np.column_stack(columns), (), heads)


def _error_facts(name: str, error: PolarError, unit: AngleUnit) -> tuple[Fact, ...]:
    def at(angle: float) -> str:
        return tr("pushed at {angle}", angle=limit_text(angle, True, unit))

    turned = limit_text(error.direction if error.direction > 1e-9 else 0.0, True, unit)
    return (
        (tr("{law}: worst error of friction", law=name), number_text(100.0 * error.force, 3, 1e-9), "%"),
        (tr("{law}: worst error of direction", law=name), turned, ""),
        (tr("… where"), f"{at(error.force_at)},  {at(error.direction_at)}", ""),
    )


def _range(polar: SlidingPolar) -> str:
    low, high = float(polar.share.min()), float(polar.share.max())
    return number_text(low) if high - low < 1e-9 else f"{number_text(low)} … {number_text(high)}"


def _worst(polar: SlidingPolar) -> float:
    worst = float(np.nanmax(np.abs(polar.slip_angle)))
    return worst if worst > 1e-9 else 0.0
