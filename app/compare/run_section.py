"""Which runs there are: the steps, the two that are compared, and a row for each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    Button,
    DataTable,
    Heading,
    Line,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    Toggle,
    Words,
    section,
)
from torseur.ui.text.number_text import listed, number_text, parse_number, parts_of, quantity_text

from ..sheet.page import Seen
from .comparison_answers import ComparisonAnswers
from .comparison_texts import source_text
from .run_looks import milliseconds
from .shown_runs import ShownRuns

if TYPE_CHECKING:
    from .comparing import ComparisonState

RUNS = Heading("runs", marked("Runs"))
SHORTEST, LONGEST, MOST = 1e-3, 200.0, 6  # of the steps that can be typed [ms], and how many


def runs_section(seen: Seen, shown: ShownRuns | None) -> Section:
    """What there is to choose of them, and how they are at this instant."""
    state: ComparisonState = seen.comparison
    name = tr("Positions as the lecture writes them: p⁺ = p + h v⁺ (θ = 1)")
    steps = Words("steps", tr("Steps of time-stepping, in milliseconds"), listed(map(milliseconds, state.steps)), check=_fault)
    words = tr("as the lecture writes it: p⁺ = p + h v⁺")
    of_sweep = state.comparison is not None and bool(state.comparison.values)
    label = tr("Compare schemes") if of_sweep else tr("Compare")
    compare = Button("compare", label, "play", tip=tr("Simulate the scene by every scheme, from its start"))
    return section(
        RUNS,
        _pair(state, shown),
        None if of_sweep else Line("times", tr("h (ms)"), (steps,)),
        None
        if of_sweep
        else Line("theta", "", (Toggle("lecture", name, state.lecture), Paragraph("words", words, "text_second"))),
        None if shown is None else _table(seen, shown),
        Paragraph("status", _status(state, shown), "text_second"),
        caption="" if state.asked or of_sweep else tr("one scene, one clock"),
        note=_progress_text(state) if state.asked else "",
        tools=(Button("cancel", tr("Cancel")) if state.asked else compare,),
        divided=False,
    )


def _pair(state: ComparisonState, shown: ShownRuns | None) -> Line | None:
    if shown is None:
        return None
    texts = tuple((run.key, shown.looks[run.key].short) for run in shown.runs)
    playable = tuple(text for text in texts if state.comparison is not None and text[0] in state.comparison.playable)
    a = Options("a", tr("Run A, which is played"), playable, state.a, listed=True)
    b = Options("b", tr("Run B"), texts, shown.b, listed=True)
    return Line("pair", tr("A and B"), (a, b))


def _table(seen: Seen, shown: ShownRuns) -> DataTable:
    """A row for each run, whose ghost a click draws or hides."""
    state, found = seen.comparison, shown.answers
    columns = (
        TableColumn(tr("run"), 120, 1, least=90),
        TableColumn("", 26),
        TableColumn(
            tr("off by, now"),
            72,
            unit="" if found is None else shown.signals[found.signal].unit,
            number=True,
            about=tr("The chosen signal at this instant, less that of the reference"),
        ),
        TableColumn(tr("shown"), 48, about=tr("Click a row to draw or hide its ghost")),
    )
    rows = []
    for run in shown.runs:
        look = shown.looks[run.key]
        role = " ".join(letter for letter, key in (("A", state.a), ("B", shown.b)) if key == run.key)
        tip = tr("{states} states in {time}", states=len(run.t), time=quantity_text(1e3 * run.compute_time, "ms"))
        how = tr("played") if run is state.played else tr("ghost") if run.key in shown.ghosts else "–"
        off = math.nan if found is None else _value_at(found, run.key, seen.t)
        name = TableCell(look.name, weight=500 if role else 400, mark=look.color, tip=f"{tip}\n{run.stopped}".strip())
        rows.append(
            (
                name,
                TableCell(role, role="accent_text", weight=600),
                TableCell(number_text(off, zero=1e-13), off),
                TableCell(how),
            )
        )
    return DataTable("table", tr("Runs"), columns, tuple(rows), presses=True)


def _value_at(found: ComparisonAnswers, key: str, t: float) -> float:
    """By how much the signal of a run is off that of the reference, at its last instant not after t."""
    one = found.from_reference.get(key)
    if one is None or not len(one.t):
        return math.nan
    return float(one.values[max(0, int(np.searchsorted(one.t, t + 1e-9, side="right")) - 1)])


def _progress_text(state: ComparisonState) -> str:
    progress = state.progress
    if progress is None:
        return tr("begins")
    k, percent = min(progress.done + 1, progress.total), round(100 * progress.share)
    return tr("run {k} of {n}, {percent} %", k=k, n=progress.total, percent=percent)


def _status(state: ComparisonState, shown: ShownRuns | None) -> str:
    """Why there is nothing; or whether all this is of what is open, and where the exact motion is from."""
    if shown is None or state.comparison is None:
        return state.notice
    of_runs = state.comparison.values.items()
    values = (tr("{name}: {values}", name=shown.looks[key].name, values=text) for key, text in of_runs)
    told = [state.notice, source_text(state.comparison), *values]
    if not state.is_current:
        told.insert(0, tr("The scene, its start or its settings have changed since: compare again."))
    return "\n".join(filter(None, told))


def steps_of(text: str) -> tuple[float, ...]:
    """Steps [s] from milliseconds as typed, "20, 10, 5, 1" or "20; 10"; the longest first. Raises ValueError."""
    return tuple(sorted({1e-3 * parse_number(part) for part in parts_of(text)}, reverse=True))


def _fault(text: str) -> str:
    """Why steps cannot be as they are typed; empty: they can."""
    try:
        found = [parse_number(part) for part in parts_of(text)]
    except ValueError as error:
        return str(error)
    if not 1 <= len(found) <= MOST:
        return tr("One to {most} steps, in milliseconds: {example}", most=MOST, example=listed(("20", "10", "5", "1")))
    if not all(SHORTEST <= one <= LONGEST for one in found):
        return tr("Each step from {least} to {most} ms.", least=SHORTEST, most=LONGEST)
    return ""
