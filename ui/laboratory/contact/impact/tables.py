"""The tables of the page Impact: velocities, contacts, laws, and the bisection of the guard."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from torseur.sim.texts import tr

from ....displays.row_table.column import Cell, Column, Row
from ....text.number_text import as_shown, number_text
from .values import ContactJump, GuardStep, LawJump, VelocityJump

ZERO = 1e-9  # [m/s]: what the tolerances of solvers leave
ROOM, LEAST = 58, 50  # of a number, and where the page is as narrow as it can be [px]


def velocity_columns() -> tuple[Column[VelocityJump], ...]:
    """Name, q, v⁻ and v⁺, with their units."""
    return (
        Column("", lambda row: Cell(row.symbol, weight=600), 26, math=True),
        Column(tr("moves"), lambda row: row.name, 30, share=1, least=26, tip=lambda row: row.full),
        _number(tr("q stays"), lambda row: row.position, ROOM, tr("What an impact leaves as it is: rad or m"), least=LEAST),
        Column("", lambda row: Cell(_unit_of_position(row), "text_hint"), 22),
        _number("v⁻", lambda row: row.before, ROOM, tr("Velocity before: rad/s or m/s"), least=LEAST),
        _number("v⁺", lambda row: row.after, ROOM, tr("Velocity after: rad/s or m/s"), weight=600, least=LEAST),
        Column("", lambda row: Cell("rad/s" if row.turns else "m/s", "text_hint"), 30),
    )  # fmt: skip


def _unit_of_position(row: VelocityJump) -> str:
    if row.position is None:
        return ""
    return "rad" if row.turns else "m"


def contact_columns_of_impact(closing: str) -> tuple[Column[ContactJump], ...]:
    """Contact, ζ⁻, M Λ and what it adds to (named `closing`), their sum, Λ and ζ⁺."""
    return (
        Column("", lambda row: Cell(row.name, weight=600), 20, share=1, math=True, tip=lambda row: row.pair),
        _number("ζ⁻", lambda row: row.approach, 48, tr("Separation velocity before"), "m/s"),
        _number("M Λ", lambda row: row.given_back, 48, tr("What all impulses give to it"), "m/s"),
        _number(closing, lambda row: row.closing, 52, tr("What M Λ must make up for"), "m/s"),
        _number(
            tr("sum"), lambda row: row.sum, 40, tr("M Λ and that: 0 where Λ > 0, positive else"), "m/s", weight=600
        ),
        _number("Λ", lambda row: row.impulse, 46, tr("Normal impulse"), "N·s", "impulse_text", 600),
        _number("ζ⁺", lambda row: row.leaving, 48, tr("Separation velocity after"), "m/s", weight=600),
    )


def law_columns(names: Sequence[str]) -> tuple[Column[LawJump], ...]:
    """The law, v⁺ of a few numbers named so, and the energy that is lost."""
    return (
        Column(tr("law"), _law, 60, share=1, tip=lambda row: row.order),
        *(_number(f"{name}⁺", _velocity(k), 56, tr("Velocity after")) for k, name in enumerate(names)),
        _number(tr("lost"), lambda row: row.energy_lost, 46, tr("Kinetic energy before less that after"), "J"),
    )


def guard_columns() -> tuple[Column[GuardStep], ...]:
    """Number, the interval and φ in its middle."""
    return (
        Column("k", lambda row: str(row.number), 18, right=True),
        _time(tr("t left"), lambda row: row.left),
        _time(tr("t right"), lambda row: row.right),
        Column("φ", lambda row: Cell(number_text(row.gap, 4, 0.0), "text" if row.gap >= 0.0 else "force_text"), 76, unit="m",
               right=True, value=lambda row: row.gap, about=tr("Gap in the middle: below 0 the right end comes there")),
    )  # fmt: skip


def _law(row: LawJump) -> Cell:
    text = f"{row.impact}, {row.restitution}" if row.restitution else row.impact
    return Cell(text, "accent_text" if row.recorded else "text", 600 if row.recorded else 400)


def _velocity(k: int) -> Callable[[LawJump], float]:
    return lambda row: row.after[k]


def _time(title: str, read: Callable[[GuardStep], float]) -> Column[GuardStep]:
    return Column(
        title, lambda row: as_shown(f"{read(row):.{row.decimals}f}"), 100, share=1, unit="s", right=True, value=read
    )  # fmt: skip


def _number(
    title: str,
    read: Callable[[Row], float | None],
    width: int,
    about: str,
    unit: str = "",
    role: str = "text",
    weight: int = 400,
    least: int | None = None,
) -> Column[Row]:
    def number(row: Row) -> float:
        value = read(row)
        return math.nan if value is None else value

    def write(row: Row) -> Cell:
        return Cell("" if read(row) is None else number_text(number(row), 4, ZERO), role, weight)

    return Column(title, write, width, unit=unit, right=True, about=about, value=number, least=least)
