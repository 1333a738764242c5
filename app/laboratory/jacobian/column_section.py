"""One column of the Jacobian, written out with its numbers."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.jacobian.values import JointAxis
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Facts, Formula, Heading, Options, Paragraph, Section, Toggle, options, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.text.vector_text import cross_lines, vector_text

from .jacobian_settings import Columns, JacobianSettings

COLUMN = Heading("column", marked("Column"))


def column_section(settings: JacobianSettings, offered: Columns, point: np.ndarray) -> Section:
    """z, P − o and their product: one of the axes that add up to the column, in world axes at P (3,)."""
    drawn = Toggle("drawn", tr("Draw the column in the view"), "column" in settings.drawn)
    amount, axes = offered.amount, offered.axes
    if amount is None or not axes:
        note = Paragraph("note", tr("No joint moves this frame."), "text_second", small=False)
        return section(COLUMN, note, tools=(drawn,))
    axis = axes[offered.axis]
    arm, linear = axis.lever(point), axis.linear(point)
    facts = (
        ("z", axis.z, ""),
        ("o", axis.o, "m"),
        ("P", point, "m"),
        ("P − o", arm, "m"),
        (f"v = {_linear(axis)}", linear, "m/s"),
        (f"ω = {_angular(axis)}", axis.angular(), "rad/s"),
    )
    turns_alone = axis.turn == 1.0 and not axis.slide
    shares = Options(
        "part",
        tr("Which joint's share of the column"),
        options({one.joint: one.joint.rsplit("/", 1)[-1] for one in axes}),
        axis.joint,
        listed=True,
        widest=110,
    )
    number = amount.letter.rpartition("_")[2].strip("{}")
    return section(
        COLUMN,
        Facts("facts", tuple((name, vector_text(vector), unit) for name, vector, unit in facts)),
        Formula("lines", tuple(cross_lines(axis.z, arm, ("v", "z", "r"))) if turns_alone else ()),
        Paragraph("note", _note(axis, len(axes), number, turns_alone), "text_second", small=False),
        title=tr("Column {letter}", letter=amount.letter),
        caption=amount.name,
        tools=(shares, drawn) if len(axes) > 1 else (drawn,),
        copied=ArrayText(np.array([vector for _, vector, _ in facts]), ("z", "o", "P", "P − o", "v", "ω"), ("x", "y", "z")),
    )


def _note(axis: JointAxis, count: int, number: str, turns_alone: bool) -> str:
    notes = []
    if number.isdigit():
        z, o = (subscript(f"{letter}{int(number) - 1}") for letter in "zo")
        notes.append(
            tr(
                "z and o are of the axis of joint {k}: {z}, {o} where frames are numbered as in a standard table.",
                k=number,
                z=z,
                o=o,
            )
        )
    if turns_alone:
        notes.append(tr("Here r is P − o."))
    if axis.turn and axis.slide:
        pitch = quantity_text(axis.slide / axis.turn, "m/rad")
        notes.append(tr("A screw: it slides {pitch} along its axis.", pitch=pitch))
    if count > 1:
        notes.append(tr("{n} joints follow this number; the column is the sum of theirs.", n=count))
    return " ".join(notes)


def _linear(axis: JointAxis) -> str:
    """Formula of the velocity of P for one unit of the column."""
    turning = f"{_times(axis.turn)}z × (P − o)" if axis.turn else ""
    sliding = f"{_times(axis.slide)}z" if axis.slide else ""
    return " + ".join(filter(None, (turning, sliding))) or "0"


def _angular(axis: JointAxis) -> str:
    return f"{_times(axis.turn)}z" if axis.turn else "0"


def _times(factor: float) -> str:
    return "" if factor == 1.0 else f"{number_text(factor)} "
