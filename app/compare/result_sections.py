"""What two runs come to: their impacts, what they took, and the order of convergence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from torseur.sim.simulation.inspection.comparing.values import ComparedImpact, ConvergenceOrder, PairedImpact, RunFigures
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
    section,
)
from torseur.ui.text.number_text import ABSENT, as_shown, number_text, residual_text, with_unit

from ..sheet.questions import Answer
from .comparison_answers import ComparisonAnswers
from .comparison_plots import order_plot
from .comparison_texts import impact_text, order_text
from .integrator_rows import IntegratorRow
from .run_looks import INTEGRATOR_NAMES, milliseconds

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compared_signals import ComparedSignal

IMPACTS = Heading("impacts", marked("Impacts"))
SUMMARY = Heading("summary", marked("Summary"))
ORDER = Heading("order", marked("Order of convergence"))
INTEGRATORS = Heading("integrators", marked("Integrators of the smooth part"))
IN_SIGHT, MANY = 8, 200  # impacts before the table scrolls, and that are shown


def result_sections(
    found: ComparisonAnswers, signal: ComparedSignal, lost: bool, measured: Answer, integrator: str, added: Answer
) -> tuple[Section, ...]:
    """All of them."""
    integrators = integrators_section(measured.value or (), measured.running, integrator, added)
    return impacts_section(found, lost), summary_section(*found.figures), order_section(found, signal), integrators


def impacts_section(found: ComparisonAnswers, lost: bool) -> Section:
    """Impacts side by side, paired by their order; by the energy `lost`, or by their impulses."""
    symbol, unit, of = ("−ΔE", "J", "lost") if lost else ("Λ", "N s", "impulse")
    columns = (
        TableColumn(tr("impact"), 64, 1, least=40),
        *(TableColumn(f"t_{letter}", 48, unit="s", math=True, number=True) for letter in "AB"),
        TableColumn("A − B", 58, unit="ms", number=True),
        *(TableColumn(f"{symbol}_{letter}", 48, unit=unit, math=True, number=True) for letter in "AB"),
    )
    told = Options("told", tr("Impulses, or energy lost"), (("impulse", "Λ"), ("lost", "−ΔE")), of)
    return section(
        IMPACTS,
        DataTable("table", tr("Impacts"), columns, tuple(_impact_row(pair, of) for pair in found.pairs[:MANY]), most=IN_SIGHT),
        Paragraph("sentence", impact_text(found), "text_second"),
        caption=tr("first with first") if found.comparison.values else tr("like with like"),
        tools=(told,) if found.pairs else (),
    )


def _impact_row(pair: PairedImpact, of: str) -> tuple[TableCell, ...]:
    both = pair.a, pair.b
    tip = "\n".join([" – ".join(pair.bodies), *(f"{name}: {_full(one)}" for name, one in zip("AB", both, strict=True))])
    apart = TableCell(number_text(1e3 * pair.apart, 4, 1e-7), 1e3 * pair.apart)
    numbers = [math.nan if one is None else float(getattr(one, of)) for one in both]
    return (
        TableCell(f"{pair.order} {pair.bodies[1]}", tip=tip),
        *(TableCell(ABSENT, role="text_hint") if one is None else TableCell(as_shown(f"{one.t:.4f}"), one.t) for one in both),
        apart,
        *(TableCell(number_text(number), number, role="impulse_text", weight=500) for number in numbers),
    )


def _full(one: ComparedImpact | None) -> str:
    if one is None:
        return ABSENT
    within = tr("within {time} ms before", time=number_text(1e3 * one.within, 3)) if one.within else tr("exactly")
    return tr(
        "t = {t:.12g} s, {within}; Λ = {impulse} N s; normal velocity {before} → {after} m/s; {lost} J lost",
        t=one.t,
        within=within,
        impulse=number_text(one.impulse),
        before=number_text(one.before),
        after=number_text(one.after),
        lost=number_text(one.lost),
    )


def summary_section(a: RunFigures, b: RunFigures) -> Section:
    """What two runs took, and how well their problems are solved."""
    solves = tr(
        "Recorded states for which a contact problem was solved. The hybrid scheme solves more between them: at each evaluation "
        "of its integrator"
    )
    forces = tr("The lecture says that the hybrid method has no contact forces: this one solves for them at every instant")
    velocities = tr("‖r − P(r − û)‖ of solves for impulses: zero at a solution")
    thread = tr("In the thread that compared, beside the window and on this machine")

    def row(name: str, of: str, write: Callable[[Any], str], tip: str = "") -> tuple[TableCell, ...]:
        values = [getattr(one, of) for one in (a, b)]
        return TableCell(name, role="text_second", tip=tip), *(TableCell(write(value), value) for value in values)

    rows = (
        row(tr("states recorded"), "states", str, tr("Of the exact motion: instants that were taken")),
        row(tr("contact solves"), "contact_solves", str, solves),
        row(tr("largest Σλ between impacts"), "largest_force", lambda x: _in("N", x), forces),
        row(tr("worst penetration"), "penetration", lambda x: _in("m", x)),
        row(tr("worst natural map, velocities"), "residual", lambda x: _in("m/s", x, residual_text(x)), velocities),
        row(
            tr("worst natural map, forces"),
            "force_residual",
            residual_text,
            tr("Of solves for accelerations, over the largest of them"),
        ),
        row(tr("energy at the end"), "energy", lambda x: _in("J", x)),
        row(tr("compute time"), "compute_time", lambda x: _in("ms", 1e3 * x), thread),
    )
    columns = TableColumn("", 150, 1), TableColumn("A", 92, number=True), TableColumn("B", 92, number=True)
    return section(SUMMARY, DataTable("table", tr("Summary"), columns, rows))


def _in(unit: str, value: float, text: str = "") -> str:
    """With its unit, if there is a value."""
    return ABSENT if math.isnan(value) else with_unit(text or number_text(value, 4, 1e-13), unit)


def order_section(found: ComparisonAnswers, signal: ComparedSignal) -> Section:
    """Errors over steps, and the slope of the line through them."""
    order, comparison = found.order, found.comparison
    what = tr("|Δ| from {reference}", reference=found.looks[comparison.reference.key].short)
    columns = (
        TableColumn("h", 52, unit="ms", number=True),
        TableColumn(tr("steps"), 48, number=True),
        TableColumn(tr("mean |A − ref|"), 84, 1, signal.unit, number=True),
        TableColumn(
            tr("order since"),
            64,
            number=True,
            about=tr("Slope since the step before; where an impact falls in its step makes it jump"),
        ),
    )
    rows = []
    for h, error, slope in zip(order.steps.tolist(), order.errors.tolist(), order.pairwise, strict=True):
        steps = round(comparison.duration / h)
        since = as_shown(f"{slope:.2f}") if math.isfinite(slope) else ABSENT
        rows.append(
            (
                TableCell(milliseconds(h), 1e3 * h),
                TableCell(str(steps), steps, role="text_second"),
                TableCell(number_text(error, 4, 0.0), error),
                TableCell(since, slope),
            )
        )
    return section(
        ORDER,
        order_plot(found, what, signal.unit),
        DataTable("table", tr("Errors over steps"), columns, tuple(rows)),
        Paragraph("sentence", order_text(found), "text_second"),
        note=tr("fitted {order}", order=_fitted(order)),
    )


def _fitted(found: ConvergenceOrder) -> str:
    if not math.isfinite(found.order):
        return ABSENT
    error = found.standard_error
    far = f" ± {number_text(error, 1)}" if found.scatters and math.isfinite(error) else ""
    return number_text(found.order, 2 if far else 3) + far


def integrators_section(rows: Sequence[IntegratorRow], busy: bool, integrator: str, added: Answer) -> Section:
    """Integrators by name, as far as they are measured; and by which of them there is one more run."""
    between = tr("Slope of the error at the end of the longest piece without contact")
    through = tr("Slope of the mean error with one contact solve at the end of each step")
    columns = (
        TableColumn(tr("integrator"), 110, 1),
        TableColumn(tr("order"), 34, number=True),
        TableColumn(tr("between events"), 86, number=True, about=between),
        TableColumn(tr("through impacts"), 86, number=True, about=through),
    )
    note = tr("They are measured when asked for: it takes some seconds.")
    if rows or busy:
        note = tr("Slopes over h = 20 to 2.5 ms; the errors are in the tip of each row.")
    cells = tuple(
        (TableCell(row.name, tip=row.tip), TableCell(str(row.order)), TableCell(row.between), TableCell(row.through))
        for row in rows
    )
    measure = Button("measure", tr("Measuring…") if busy else tr("Measure on this scene"), enabled=not busy)
    texts = ("", tr("no other run")), *((key, tr(name)) for key, name in INTEGRATOR_NAMES.items())
    more = Options("integrator", tr("One more run: its smooth part by an integrator"), texts, integrator, listed=True)
    return section(
        INTEGRATORS,
        DataTable("table", tr("Integrators"), columns, cells),
        Paragraph("note", note, "text_second"),
        Line("ask", "", (measure,)),
        Line("more", tr("smooth part by"), (more, Paragraph("words", tr("one contact solve a step"), "text_second"))),
        Paragraph("status", tr("The run by this integrator is being made…") if added.running else added.error, "text_second"),
        copied=False,
    )
