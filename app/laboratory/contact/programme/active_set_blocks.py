"""The active-set method, step by step: the list of active contacts, who enters, who leaves, and why."""

from __future__ import annotations

from torseur.sim.contact.analysis.programme.values import ActiveSetRun, ActiveSetStep
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math, written
from torseur.ui.sheet.blocks import (
    Button,
    Buttons,
    DataTable,
    Heading,
    Line,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    section,
)
from torseur.ui.text.number_text import number_text, quantity_text, residual_text

from .condition_blocks import MOST_ROWS
from .programme_analysis import SolvedProgramme

STEPS = Heading("steps", marked("Active set, step by step"))


def steps_section(looked: SolvedProgramme, run: ActiveSetRun, step: int, contact: int) -> Section:
    """Write a run at one of its steps, with one contact selected; -1: none is."""
    last, now = len(run.steps) - 1, run.steps[step]
    buttons = (
        Button("to_start", "", "to_start", step > 0, tr("To the first step")),
        Button("step_back", "", "step_back", step > 0, tr("Previous step")),
        Button("step_forward", "", "step_forward", step < last, tr("Next step")),
        Button("to_end", "", "to_end", step < last, tr("To the last step")),
    )
    count = tr("step {k} of {n}", k=step + 1, n=last + 1)
    note = tr(
        "ε = {epsilon}/kg on the diagonal of M keeps each list solvable where contacts are redundant; round {r} starts "
        "from the forces of the one before, until nothing of ε is left. Objective {f}, natural map {map}.",
        epsilon=number_text(run.epsilon, 2, zero=0.0),
        r=now.round,
        f=quantity_text(now.objective, looked.words.objective_unit),
        map=f"{residual_text(now.residual)} {looked.words.rate_unit}",
    )
    return section(
        STEPS,
        Line("go", "", (Buttons("buttons", buttons), Paragraph("count", count, "text_second"))),
        Paragraph("text", _sentences(looked, now, step == last), small=False),
        _table(looked, now, contact),
        Paragraph("note", note, "text_hint"),
    )


def _sentences(looked: SolvedProgramme, step: ActiveSetStep, is_last: bool) -> str:
    words, names, rate = looked.words, [written(name) for name in looked.names], plain_math(looked.words.rate)
    begin = tr("The list is empty: no force.")
    if step.active:
        listed = ", ".join(names[k] for k in step.active)
        begin = tr("List: {list}. There {rate} = 0 is solved for their forces.", list=listed, rate=rate)
    if step.leaving:
        first = step.leaving[0]
        end = tr(
            "{contact} would pull, {target}: the step stops at the ratio {share}, where its force is 0. It leaves the list.",
            contact=names[first],
            target=quantity_text(float(step.target[first]), words.force_unit),
            share=number_text(step.share, 3),
        )
        if len(step.leaving) > 1:
            end += " " + tr("With it: {list}.", list=", ".join(names[k] for k in step.leaving[1:]))
    elif step.entering >= 0:
        end = tr(
            "None pulls. {contact} has the most negative {rate}, {value}: it enters the list.",
            contact=names[step.entering],
            rate=rate,
            value=quantity_text(float(step.zeta_dot[step.entering]), words.rate_unit),
        )
    elif is_last:
        end = tr("None pulls, and no {rate} is negative: solved.", rate=rate)
    else:
        end = tr("None pulls, and no {rate} is negative: round {r} is solved.", rate=rate, r=step.round)
    return f"{begin} {end}"


def _table(looked: SolvedProgramme, step: ActiveSetStep, contact: int) -> DataTable:
    words = looked.words
    columns = (
        TableColumn("", 30, math=True),
        TableColumn(tr("list"), 26, about=tr("Whether it is on the list of active contacts")),
        TableColumn(
            tr("target"),
            46,
            share=1,
            unit=words.force_unit,
            number=True,
            about=tr("The minimum on the list, signs not asked for"),
        ),
        TableColumn(words.force, 46, share=1, unit=words.force_unit, number=True),
        TableColumn(words.rate, 46, share=1, unit=words.rate_unit, number=True),
        TableColumn("", 44),
    )

    def row(k: int, name: str) -> tuple[TableCell, ...]:
        target, force, rate = float(step.target[k]), float(step.lam[k]), float(step.zeta_dot[k])
        change = tr("enters") if k == step.entering else tr("leaves") if k in step.leaving else ""
        is_listed = k in step.active
        return (
            TableCell(name, role="text_second"),
            TableCell("●" if is_listed else "○"),
            TableCell(number_text(target, 3, zero=1e-11) if is_listed else "", target),
            TableCell(number_text(force, zero=1e-11), force),
            TableCell(number_text(rate, zero=1e-9), rate),
            TableCell(change, role="accent_text", weight=600),
        )

    rows = tuple(row(k, name) for k, name in enumerate(looked.names))
    return DataTable("table", tr("Contacts in this step"), columns, rows, contact, most=MOST_ROWS)
