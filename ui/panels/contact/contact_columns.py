"""The columns of the table of contacts, and how its numbers are written."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from torseur.sim.texts import tr

from ...displays.row_table.column import Cell, Column
from ...look.contact_states import STATES
from ...look.math_notation import plain_math
from ...look.paint_contact_state import paint_contact_state
from ...look.paint_text import figures_width
from ...look.style import SMALL
from ...text.number_text import number_text, quantity_text, scientific_text
from .values import STILL, ContactRow, ContactRows

LENGTH_ZERO = 1e3 * STILL  # shown as 0 [mm], and [mm/s]: what the arithmetic leaves of a contact that rests
LOAD_ZERO = 1e-9  # [N], [N s]
RELATIVE_ZERO = 1e-7  # friction, to the normal load: what the solver's tolerance leaves
ROOM, LESS = 43, 32  # of a number [px]; of one with its unit beside it
BETWEEN = 64  # of two numbers
MODE, CLOSING_MODE = 61, 108  # of a mode; of one that says that the contact closes


def contact_columns(
    load: str = "N", beside: bool = False, bounded: bool = False, closing: bool = False
) -> tuple[Column[ContactRow], ...]:
    """The columns: the unit above the loads, and whether impulses among forces say their own. Forces are λ, impulses Λ.

    bounded : whether some of the loads are one of many: a column of their bounds takes the place of ζ⁺, which the equation has
    closing : whether the mode needs room for those that are closing
    With either there is room for one name of a pair: that of the body that moves, where the other is fixed. With `bounded` or
    `beside` the glyph alone says what a closing contact does besides.
    """
    short = bounded or beside
    room = 53 if beside else ROOM
    normal = "λ_n, Λ_n" if beside else f"{load_letter(load == 'N·s')}_n"
    friction = "|λ_t|, |Λ_t|" if beside else f"|{load_letter(load == 'N·s')}_t|"
    speed: Column[ContactRow] = Column(
        "ζ⁺",
        lambda row: _length(row.speed),
        ROOM,
        unit="mm/s",
        right=True,
        value=lambda row: 1e3 * row.speed,
        about=tr("Normal velocity after the step"),
    )
    between: Column[ContactRow] = Column(
        tr("from … to"),
        _between,
        BETWEEN,
        unit=load,
        right=True,
        math=True,
        about=tr("Which normal loads make the same motion: the one shown is of least norm."),
    )
    return (
        Column("", lambda row: Cell(row.name, weight=600), 20, math=True),
        Column(tr("pair"), lambda row: row.mover or row.pair if closing or bounded else row.pair, 8, share=1),
        Column(tr("gap"), lambda row: _length(row.gap), ROOM, unit="mm", right=True, value=lambda row: 1e3 * row.gap),
        *(() if bounded else (speed,)),
        Column(normal, _load("normal", "force_text", beside), room, unit=load, right=True, value=lambda row: row.normal),
        *((between,) if bounded else ()),
        Column(
            friction,
            _load("tangential", "friction_text", beside),
            room,
            unit=load,
            right=True,
            value=lambda row: row.tangential,
        ),
        Column(
            tr("mode"),
            lambda row: _mode(row, short),
            CLOSING_MODE if closing and not short else MODE,
            mark=lambda painter, theme, row, at: paint_contact_state(painter, kind_of(row), at),
        ),
    )


def load_letter(impact: bool) -> str:
    """What a load is called: a force λ, an impulse Λ."""
    return "Λ" if impact else "λ"


def load_units(rows: ContactRows) -> tuple[str, bool]:
    """What stands above the loads of some contacts, and whether impulses among forces say their own unit."""
    return ("N·s", False) if len(rows) and rows.impact.all() else ("N", bool(rows.impact.any()))


def contact_tip(row: ContactRow) -> str:
    """A contact in words, its friction along both tangents."""
    unit = "N·s" if row.impact else "N"
    first, second = (quantity_text(x, unit) for x in row.force)
    tip = tr(
        "{name} {pair}\nfriction along the tangents {first}, {second}\nμ {mu}",
        name=plain_math(row.name),
        pair=" · ".join(filter(None, row.bodies)) or row.pair,
        first=first,
        second=second,
        mu=quantity_text(row.friction, ""),
    )
    if row.is_closing:
        tip += tr(
            "\nζ⁺ {speed} is below 0 by what the law allows within a step: to close the gap that is left, to turn, to yield"
            "\nwhere contacts are soft. The residual says how well the law is met, the equation what it asked for.",
            speed=quantity_text(1e3 * row.speed, "mm/s"),
        )
    if row.bounds is None:
        return tip
    many = tr(
        "One of many loads that make this motion, that of least norm:\nnormal {normal}\nfriction {first}\nand {second} {unit}"
    )
    if not row.bounds.many:
        many = tr("Other loads may make this motion:\nnormal {normal}\nfriction {first}\nand {second} {unit}")
    if not row.bounds.complete:
        many += tr("\n“not found”: the search ended before it had proven a bound.")
    between = (bounds_text(*bounds) for bounds in (row.bounds.normal, row.bounds.first, row.bounds.second))
    return "\n".join((tip, many.format(**dict(zip(("normal", "first", "second"), between, strict=True)), unit=unit)))


def bounds_text(lower: float, upper: float, digits: int = 4) -> str:
    """Two bounds: "0 … 29.43"; a load that nothing bounds goes to ∞; "not found" for nan."""
    if math.isnan(lower) or math.isnan(upper):
        return tr("not found")
    zero = max(LOAD_ZERO, RELATIVE_ZERO * max((abs(x) for x in (lower, upper) if math.isfinite(x)), default=0.0))
    least, most = (number_text(x, digits, zero) if math.isfinite(x) else "−∞" if x < 0 else "∞" for x in (lower, upper))
    return least if least == most else f"{least} … {most}"


def kind_of(row: ContactRow) -> str:
    """What a contact does: its mode, or "impact"."""
    return "impact" if row.impact else row.mode


def total_text(rows: ContactRows) -> tuple[str, str]:
    """Σ of the normal forces, and of the impulses, in the notation of `paint_math`; empty where there are none."""
    strikes = bool(rows.impact.any())
    force, impulse = (float(np.sum(rows.normal[which])) for which in (~rows.impact, rows.impact))
    return (
        f"Σλ_n {number_text(force, zero=LOAD_ZERO)} N" if rows and (abs(force) > LOAD_ZERO or not strikes) else "",
        f"ΣΛ_n {number_text(impulse, zero=LOAD_ZERO)} N·s" if strikes else "",
    )


def brief(x: float, zero: float, room: float = ROOM) -> str:
    """A number with four significant digits, or as many as there is room for; 2e-4 where there is none for 0.0002."""
    texts = (number_text(x, digits, zero) for digits in (4, 3, 2, 1))
    return next((text for text in texts if figures_width(text, SMALL) <= room), scientific_text(x, 1))


def _length(x: float) -> Cell:
    text = brief(1e3 * x, LENGTH_ZERO)
    return Cell(text, "text_hint" if text == "0" else "text")


def _load(key: str, role: str, beside: bool) -> Callable[[ContactRow], Cell]:
    def write(row: ContactRow) -> Cell:
        unit = "N·s" if beside and row.impact else ""
        zero = max(LOAD_ZERO, RELATIVE_ZERO * abs(row.normal))
        text = brief(getattr(row, key), zero, LESS if unit else ROOM)
        if text == "0":
            return Cell(text, "text_hint")
        return Cell(text, "impulse_text" if row.impact else role, 600, unit)

    return write


def _between(row: ContactRow) -> Cell:
    if row.bounds is None:
        return Cell("")
    texts = (bounds_text(*row.bounds.normal, digits) for digits in (4, 3, 2))
    return Cell(next((text for text in texts if figures_width(text, SMALL) <= BETWEEN), "…"), "text_second")


def _mode(row: ContactRow, short: bool) -> Cell:
    """What a contact does; in `short` the glyph alone says what one that closes does besides."""
    kind = kind_of(row)
    texts = {
        "impact": tr("impact"),
        "sticking": tr("sticking"),
        "sliding": tr("sliding"),
        "open": tr("open"),
        "closed": tr("closed"),
    }
    text = texts[kind]
    if row.is_closing:
        text = tr("closing") if short else tr("{mode}, closing", mode=text)
    return Cell(text, STATES[kind].role, 400 if kind in ("open", "closed") else 600)
