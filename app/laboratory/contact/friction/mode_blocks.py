"""Slip as a mode: a strip a contact over the recording, and the mode sequence that a hybrid planner has to be given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from torseur.sim.simulation.inspection.friction.values import ContactPhase, ModeInterval
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.friction.values import ModesDrawing
from torseur.ui.sheet.blocks import Block, Custom, DataTable, Heading, Paragraph, TableCell, TableColumn
from torseur.ui.text.number_text import decimal_text

from .mode_answers import Modes

MODES = Heading("modes", marked("Modes over time"))
MOST_ROWS = 200  # of the table
WORDS = {ContactPhase.STICK: marked("stick"), ContactPhase.SLIP: marked("slip"), ContactPhase.CLOSED: marked("closed")}


def about_modes() -> Paragraph:
    """What they are for."""
    text = tr(
        "Slip is a mode of its own beside open and stick. A simulation finds the modes; a hybrid planner has to be given "
        "this sequence before it begins. Click to go to a time."
    )
    return Paragraph("about", text, "text_second")


def mode_rows(modes: Modes) -> tuple[tuple[TableCell, ...], ...]:
    """The rows of the sequence, which stay while time goes on."""
    return tuple(_row(k, interval, modes.pairs) for k, interval in enumerate(modes.sequence.intervals[:MOST_ROWS]))


def mode_blocks(modes: Modes, rows: Sequence[tuple[TableCell, ...]], selected: int, t: float) -> tuple[Block, ...]:
    """All contacts over time, and the sequence, with one lane selected (-1: none) and the time shown [s]."""
    intervals = modes.sequence.intervals
    words = [tr("● stick, ◆ hatched slip, ▼ impact, a thin line: open. Times are those of recorded states.")]
    if len(intervals) > MOST_ROWS:
        words.append(tr("The table has the first {n}.", n=MOST_ROWS))
    now = next((k for k, one in enumerate(intervals[:MOST_ROWS]) if one.start <= t < one.end), len(rows) - 1)
    drawing = ModesDrawing(modes.sequence, modes.names, selected, t)
    columns = (
        TableColumn("#", 22, number=True),
        TableColumn(tr("from"), 50, unit="s", number=True),
        TableColumn(tr("to"), 50, unit="s", number=True),
        TableColumn(tr("modes"), 140, 1, least=60),
    )
    return (
        Custom("strip", "mode_strip", drawing, ", ".join(modes.names)),
        Paragraph("key", " ".join([*words, modes.note]).strip(), "text_hint"),
        DataTable("table", tr("Mode sequence"), columns, rows, now, presses=True, most=9),
    )


def modes_note(modes: Modes) -> str:
    """How many intervals there are."""
    count = len(modes.sequence.intervals)
    return tr("one interval") if count == 1 else tr("{n} intervals", n=count)


def _row(number: int, interval: ModeInterval, pairs: Sequence[str]) -> tuple[TableCell, ...]:
    """An interval in words: of each two bodies, named lane by lane, how many of their contacts stick and slip."""
    counts = Counter(
        (pair, phase) for pair, phase in zip(pairs, interval.phases, strict=True) if phase is not ContactPhase.OPEN
    )
    parts: dict[str, list[str]] = {}
    for (pair, phase), n in counts.items():
        word = tr(WORDS[phase])
        parts.setdefault(pair, []).append(word if n == 1 else f"{n} {word}")
    modes = "; ".join(f"{pair}: {', '.join(words)}" for pair, words in parts.items()) or tr("flight")
    jump = ", ".join(dict.fromkeys(pairs[k] for k in interval.struck))
    tip = tr("{modes}\nimpact at its start: {jump}", modes=modes, jump=jump) if jump else modes
    return (
        TableCell(str(number + 1)),
        TableCell(decimal_text(interval.start, 4), interval.start),
        TableCell(decimal_text(interval.end, 4), interval.end),
        TableCell(("▼ " if jump else "") + modes, tip=tip),
    )
