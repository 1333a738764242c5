"""The workspace Compare: one scene by several schemes, two of whose runs are looked at more closely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Custom, Formula, Heading, Options, Paragraph, Section, UserEvent, section
from torseur.ui.sheet.sheet import Sheet

from ..sheet.page import NOTHING_DRAWN, CompareSchemes, Layer, LeadTo, Page, PageSettings, PlayRun, Seek, Seen, StopComparing
from ..sheet.questions import Questions
from .compare_drawing import CompareDrawing
from .comparison_answers import ComparisonAnswers
from .comparison_plots import over_time
from .formulation_texts import Formulation, hybrid_text, time_stepping_text
from .limit_section import LIMITS, LINKS, limits_section
from .result_sections import IMPACTS, INTEGRATORS, ORDER, SUMMARY, result_sections
from .run_section import RUNS, runs_section, steps_of
from .shown_runs import ShownRuns, shown_runs

if TYPE_CHECKING:
    from .comparing import ComparisonState

OVER_TIME = Heading("over_time", marked("Over time"))
TIME_STEPPING = Heading("time_stepping", marked("Time-stepping"))
HYBRID = Heading("hybrid", marked("Hybrid"))


@dataclass(frozen=True, slots=True)
class CompareSettings(PageSettings):
    """Which runs and what of them is looked at; A is the one that is played."""

    open: frozenset[str] = frozenset({"limits.impact_time"})
    b: str = ""  # key of run B, or the name of an integrator, of the run by that; empty: the reference
    switched: frozenset[str] = frozenset()  # runs whose ghosts are hidden, or shown where they would not be
    signal: str = ""  # empty: the one that feels impacts most
    both: bool = False  # whether A and B are plotted, and not their difference
    lost: bool = False  # whether impacts are told by the energy lost, and not by impulses
    of: int = 0  # the comparison for which what follows was asked
    integrator: str = ""  # of one more run; empty: there is none
    measures: bool = False  # whether integrators are measured


class Compare(Page):
    """Runs are made and played by `Comparing`; what is worked out of them is asked here."""

    key = "compare"
    settings_type = CompareSettings
    outline = (RUNS, OVER_TIME, IMPACTS, SUMMARY, ORDER, INTEGRATORS, LIMITS, TIME_STEPPING, HYBRID)
    goes_without = True
    needs_comparison = True
    layer_follows = True

    def sheet(self, seen: Seen, settings: CompareSettings, questions: Questions) -> Sheet:
        """Write the runs, and once there are some what is worked out of two of them."""
        shown = shown_runs(seen, settings, questions)
        runs = runs_section(seen, shown)
        found = None if shown is None else shown.answers
        if shown is None or found is None:
            return Sheet((runs,))
        told = _told(found, shown, settings, seen.t, questions)
        return Sheet((runs, _over_time(found, shown, settings, seen.t, questions), *told))

    def layer(self, seen: Seen, settings: CompareSettings, questions: Questions) -> Layer:
        """Draw ghosts, while what is open is what was compared."""
        shown, state = shown_runs(seen, settings, questions), seen.comparison
        if shown is None or not seen.compiled or not state.is_current:
            return NOTHING_DRAWN
        ghosts = [(run, shown.looks[run.key]) for run in shown.runs if run.key in shown.ghosts and run is not state.played]
        drawing = questions.ask("drawing", seen.size, lambda: CompareDrawing(seen.model, seen.size), of=seen.model).value
        name = "" if state.played is None else shown.looks[state.played.key].name
        return drawing.overlays(seen.t, seen.poses, ghosts, state.played), drawing.legend((look for _, look in ghosts), name)

    def reduce(self, settings: CompareSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Compare anew, play a run, show an instant; or look at something else."""
        state: ComparisonState = seen.comparison
        shown = shown_runs(seen, settings, questions)
        match event:
            case ("runs.compare", "pressed", _):
                return settings, CompareSchemes(state.steps, state.lecture)
            case ("runs.cancel", "pressed", _):
                return settings, StopComparing()
            case ("runs.times.steps", "typed", text):
                return settings, CompareSchemes(steps_of(text), state.lecture)
            case ("runs.theta.lecture", "switched", on):
                return settings, CompareSchemes(state.steps, on)
            case (path, "pressed", _) if path.startswith("limits.") and path.split(".")[1] in LINKS:
                return settings, LeadTo(LINKS[path.split(".")[1]])
            case ("over_time.plot", "seek", t):
                return settings, Seek(t)
        return settings if shown is None else _looked_at(settings, event, state, shown)


def _looked_at(settings: CompareSettings, event: UserEvent, state: ComparisonState, shown: ShownRuns) -> Any:
    """What follows from an event once there are runs."""
    match event:
        case ("runs.pair.a", "chosen", key):
            return settings, PlayRun(key)
        case ("runs.pair.b", "chosen", key):
            return replace(settings, b=key, switched=settings.switched - {key})
        case ("runs.table", "activated", row):
            return replace(settings, switched=settings.switched ^ {shown.runs[row].key})
        case ("integrators.more.integrator", "chosen", key):
            return replace(_asked_of(state, settings), integrator=key, b=key)
        case ("integrators.ask.measure" | "limits.higher_order.more.link", "pressed", _):
            return replace(_asked_of(state, settings), measures=True)
        case ("over_time.signal", "chosen", key):
            return replace(settings, signal=key)
        case ("over_time.mode", "chosen", key):
            return replace(settings, both=key == "both")
        case ("impacts.told", "chosen", key):
            return replace(settings, lost=key == "lost")
        case ("impacts.table", "selected", row) if shown.answers is not None:
            pair = shown.answers.pairs[row]
            return settings, Seek((pair.a or pair.b).t)
    return settings


def _asked_of(state: ComparisonState, settings: CompareSettings) -> CompareSettings:
    """Settings of which nothing was asked for another comparison."""
    return settings if settings.of == state.number else replace(settings, of=state.number, integrator="", measures=False)


def _over_time(
    found: ComparisonAnswers, shown: ShownRuns, settings: CompareSettings, t: float, questions: Questions
) -> Section:
    signal, both = shown.signals[found.signal], settings.both
    plot = questions.ask("plot", (found, both), lambda: over_time(found, signal, both)).value
    signals = tuple((key, one.name) for key, one in shown.signals.items())
    modes = ("difference", "A − B"), ("both", tr("A and B"))
    return section(
        OVER_TIME,
        Custom("plot", "time_plot", replace(plot, now=t), plot.title) if len(plot.t) else None,
        tools=(
            Options("signal", tr("What is compared"), signals, shown.signal.key, listed=True, widest=130),
            Options("mode", tr("Difference, or both"), modes, modes[both][0]),
        ),
    )


def _told(
    found: ComparisonAnswers, shown: ShownRuns, settings: CompareSettings, t: float, questions: Questions
) -> tuple[Block, ...]:
    """All below the plot: what is of no instant is written once."""
    rows, signal = shown.measured.value or (), shown.signals[found.signal]
    about = found, settings.lost, rows, shown.measured.running, shown.integrator, shown.added.running
    more = shown.measured, shown.integrator, shown.added
    written = questions.ask("part:results", about, lambda: result_sections(found, signal, settings.lost, *more)).value
    if found.comparison.values:  # of a sweep: no scheme is held against another
        return tuple(one for one in written if one.key in (IMPACTS.key, SUMMARY.key))
    limits = limits_section(found, t, rows, settings.open, questions)
    formulations = (TIME_STEPPING, time_stepping_text(found, t)), (HYBRID, hybrid_text(found, t))
    return *written, limits, *(_formulation(heading, told) for heading, told in formulations)


def _formulation(heading: Heading, told: Formulation) -> Section:
    return section(
        heading,
        Formula("equations", told.equations),
        Formula("numbers", told.numbers),
        Paragraph("note", told.note, "text_hint"),
        caption=told.caption,
    )
