"""All sets of contacts that may be closed: which hold, and what speaks against the others."""

from __future__ import annotations

from torseur.sim.contact.analysis.programme.values import ContactSet
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math, written
from torseur.ui.sheet.blocks import DataTable, Heading, Paragraph, Section, TableCell, TableColumn, section
from torseur.ui.text.number_text import listed, number_text

from .condition_blocks import MOST_ROWS
from .programme_analysis import SolvedProgramme

SETS = Heading("sets", marked("Which contacts are closed"))


def sets_section(looked: SolvedProgramme) -> Section:
    """Write them with their forces."""
    words, names = looked.words, [written(name) for name in looked.names]

    def row(one: ContactSet) -> tuple[TableCell, ...]:
        closed, pulling, entering = (", ".join(names[k] for k in places) for places in (one.closed, one.pulling, one.entering))
        pulls = tr("pulls: {contacts}", contacts=pulling) if pulling else ""
        goes_in = tr("goes in: {contacts}", contacts=entering) if entering else ""
        forces = listed(number_text(one.force[k], 3, 1e-9) for k in one.closed)
        texts = closed or tr("none"), forces, "; ".join(filter(None, (pulls, goes_in))) or tr("holds")
        return tuple(TableCell(text, None, "", *(("good", 600) if one.holds else ("text_second", 400))) for text in texts)

    holding, rate = sum(one.holds for one in looked.sets), plain_math(words.rate)
    note = tr(
        "Closed: {rate} = 0; open: {force} = 0. {holding} of {count} sets hold.",
        rate=rate,
        force=words.force,
        holding=holding,
        count=len(looked.sets),
    )
    many = tr("They make the same motion, by other forces.") if holding > 1 else ""
    columns = TableColumn(tr("closed"), 70, 2), TableColumn(words.force, 80, 2, words.force_unit), TableColumn("", 110, 3)
    table = DataTable(
        "tried",
        tr("Sets of contacts"),
        columns,
        tuple(map(row, sorted(looked.sets, key=lambda one: not one.holds))),
        most=MOST_ROWS,
    )
    return section(SETS, Paragraph("note", f"{note} {many}".strip(), "text_second"), table)
