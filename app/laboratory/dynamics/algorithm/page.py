"""The page Algorithm: recursive Newton-Euler for the motion of the page State, step by step, with its vectors in the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from torseur.sim.compilation import DYNAMICS
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView
from torseur.ui.sheet.blocks import (
    Button,
    Buttons,
    DataTable,
    EquationCards,
    Fact,
    Facts,
    Heading,
    Line,
    Options,
    Paragraph,
    TableCell,
    TableColumn,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import ABSENT, number_text, residual_text
from torseur.ui.text.units import of_both_kinds, per_unit

from ....documents.body_names import bare_names
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen
from ....sheet.questions import Cost, Questions
from ...motion.coordinates import coordinates
from ...motion.motion_state import Instant
from .algorithm_step import Step
from .inward_equations import inward_equations
from .outward_equations import outward_equations
from .step_drawing import StepDrawing
from .trace_links import TraceLinks

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

ALGORITHM = Heading("algorithm", marked("Algorithm"))
LINKS = Heading("links", marked("Links"))
CHECKS = Heading("checks", marked("What must hold"))
BEAT = 700  # [ms] of a term while steps are played
OTHER = {"world": "body", "body": "world"}


@dataclass(frozen=True, slots=True)
class AlgorithmSettings(PageSettings):
    """Where the algorithm is, and where velocities and moments are taken: at the "world"'s origin, or that of each "body"."""

    at: int = 0  # the step, from 0
    marked: int = -1  # the term of its equation that comes in just now; -1: all are there
    opened: int = 0  # what is open then, as `Seen.opened` has it: of another robot, the first step is shown
    reference: str = "world"
    playing: bool = False


class At(NamedTuple):
    """Where the algorithm is: the links that it goes through, the step, and the equations of its link."""

    links: TraceLinks
    step: Step
    equations: tuple[EquationView, ...]
    marked: int

    @property
    def body(self) -> str:
        """The link."""
        return self.links.steps[self.step.link][0].body


class Algorithm(Page):
    """Equation by equation, out along the links and back."""

    key = "algorithm"
    settings_type = AlgorithmSettings
    outline = (ALGORITHM, LINKS, CHECKS)
    waits_for = (DYNAMICS,)
    needs_motion = True
    stepped = "equations"

    def sheet(self, seen: Seen, settings: AlgorithmSettings, questions: Questions) -> Sheet:
        """Write the equations of the link at hand, all links, and what must hold."""
        at = _at(seen, settings, questions)
        if at is None:
            return Sheet((absent(seen.motion),))
        names, step = bare_names(seen.model.body_names), at.step
        references = options({"world": tr("at O"), "body": tr("at the body")})
        taken = tr("Where velocities and moments are taken: the world's origin, or that of each body")
        way = tr("out from the base") if step.is_outward else tr("back to the base")
        position = f"{step.at + 1} / {step.count}, {way}"
        return Sheet(
            (
                section(
                    ALGORITHM,
                    Line("bar", "", (_buttons(step, settings.playing), Paragraph("at", position, role="text_second"))),
                    EquationCards("equations", at.equations, step.equation, at.marked, "later"),
                    title=f"{at.links.number(at.body)}  {names[at.body]}",
                    tools=(Options("reference", taken, references, settings.reference),),
                    divided=False,
                ),
                section(LINKS, _table(at, names), copied=False),
                section(CHECKS, Facts("facts", _checks(at, seen, settings, questions))),
            ),
            tr(ALGORITHM.title),
        )

    def layer(self, seen: Seen, settings: AlgorithmSettings, questions: Questions) -> Layer:
        """Draw the terms of the equation at hand."""
        at = _at(seen, settings, questions)
        if at is None:
            return NOTHING_DRAWN
        drawing, view = questions.kept("drawing", StepDrawing), at.equations[at.step.equation].up_to(at.marked)
        drawn = drawing.overlays(view, *at.links.steps[at.step.link], at.links.trace, seen.size)
        return drawn, drawing.legend()

    def outlined(self, seen: Seen, settings: AlgorithmSettings, questions: Questions) -> str:
        """Return the link at hand."""
        at = _at(seen, settings, questions)
        return "" if at is None else at.body

    def beat(self, settings: AlgorithmSettings) -> int:
        """Return how long a term stands while steps are played."""
        return BEAT if settings.playing else 0

    def reduce(self, settings: AlgorithmSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Be at another step, or play them. Where the user's hand goes, the clock does not."""
        at = _at(seen, settings, questions)
        if at is None or event.kind == "left":
            return replace(settings, playing=False)
        step, names = at.step, [out.body for out, _ in at.links.steps]

        def gone(to: Step, marked: int = -1, playing: bool = False) -> AlgorithmSettings:
            return replace(settings, at=to.at, marked=marked, opened=seen.opened, playing=playing)

        match event.path.rpartition(".")[2], event.kind:
            case "", "beat":
                return _played(at, gone)
            case "", "step":
                return gone(step.moved(event.value))
            case "", "picked":
                return gone(step.at_link(names.index(event.value))) if event.value in names else settings
            case "equations", "chosen":
                return gone(step.at_equation(event.value))
            case "equations", "term":
                return gone(step, event.value)
            case "table", "selected":
                return gone(step.at_link(event.value))
            case "reference", "chosen":
                return replace(settings, reference=event.value)
            case "play", "pressed":
                begins = step if settings.playing or step.at < step.count - 1 else Step(step.links)
                return gone(begins, at.marked, not settings.playing)
            case button, "pressed":
                by = {"to_start": -step.count, "step_back": -1, "step_forward": 1, "to_end": step.count}
                return gone(step.moved(by[button]))
        return settings


def _at(seen: Seen, settings: AlgorithmSettings, questions: Questions) -> At | None:
    """Where the algorithm is; None: there is nothing to show."""
    if isinstance(seen.motion, str):
        return None
    about = seen.motion, settings.reference
    links: TraceLinks = questions.ask("links", about, lambda: TraceLinks(seen.model, _trace(*about))).value
    same = settings.opened == seen.opened
    step = Step(len(links.steps), settings.at if same else 0).moved(0)
    return At(links, step, _equations(links, step), settings.marked if same else -1)


def _equations(links: TraceLinks, step: Step) -> tuple[EquationView, ...]:
    return (outward_equations if step.is_outward else inward_equations)(links, step.link)


def _trace(instant: Instant, reference: str) -> NewtonEulerTrace:
    from torseur.sim.multibody.newton_euler.newton_euler_trace import newton_euler_trace

    return newton_euler_trace(instant.model, instant.q, instant.v, instant.a, instant.wrenches, instant.gravity, reference)


def _played(at: At, gone: Callable[..., AlgorithmSettings]) -> AlgorithmSettings:
    """At the next term of the step; after the last at the first of the next step."""
    step, after = at.step, at.equations[at.step.equation].next_stop(at.marked)
    if after >= 0:
        return gone(step, after, True)
    if step.at == step.count - 1:
        return gone(step)
    following = step.moved(1)
    return gone(following, _equations(at.links, following)[following.equation].next_stop(-1), True)


def _buttons(step: Step, playing: bool) -> Buttons:
    first, last = step.at == 0, step.at == step.count - 1
    play = ("pause", tr("Pause")) if playing else ("play", tr("Play the steps"))
    return Buttons(
        "steps",
        (
            Button("to_start", "", "to_start", not first, tr("To the first step")),
            Button("step_back", "", "step_back", not first, tr("One step back")),
            Button("play", "", play[0], tip=play[1]),
            Button("step_forward", "", "step_forward", not last, tr("One step forward")),
            Button("to_end", "", "to_end", not last, tr("To the last step")),
        ),
    )


def _table(at: At, names: dict[str, str]) -> DataTable:
    """The links: what carries each, what it carries, how far the algorithm has come, and τ."""
    columns = (
        TableColumn("i", 20, number=True),
        TableColumn(tr("link"), 60, 1),
        TableColumn("λ", 20, number=True, about=tr("The link that carries it; 0: what stands still")),
        TableColumn("μ", 44, number=True, about=tr("The links that it carries")),
        TableColumn("", 44, about=tr("Which way the algorithm has been through it")),
        TableColumn("τ", 86, number=True),
    )
    links, rows = at.links, []
    for k, (out, back) in enumerate(links.steps):
        outward, inward = at.step.has_left(k)
        rows.append(
            (
                TableCell(str(links.number(out.body)), role="text_hint", tip=out.body),
                TableCell(names[out.body]),
                TableCell(str(links.number(out.parent)), role="text_second"),
                TableCell(" ".join(str(links.number(child)) for child in back.children), role="text_second"),
                TableCell(tr("out, in") if inward else tr("out") if outward else "", role="good" if inward else "text_hint"),
                _torque(links, out, back) if inward else TableCell(""),
            )
        )
    return DataTable("table", tr("Links in the order of the algorithm"), columns, tuple(rows), at.step.link)


def _torque(links: TraceLinks, out: OutwardStep, back: InwardStep) -> TableCell:
    """τ of the joint of a link."""
    count = len(back.torque)
    if count == 1:
        unit = "N·m" if out.S[3:].any() else "N"
        return TableCell(number_text(float(links.torque(back)[0])), unit=unit, weight=600)
    return TableCell(tr("{n} numbers", n=count) if count else ABSENT, weight=600)


def _checks(at: At, seen: Seen, settings: AlgorithmSettings, questions: Questions) -> tuple[Fact, ...]:
    trace, slides = at.links.trace, [not one.turns for one in coordinates(seen.model)]
    largest = of_both_kinds(trace.tau.tolist(), slides, "N·m", "N")
    about = seen.motion, OTHER[settings.reference]
    other = questions.ask("other", about, lambda: _trace(*about).tau, Cost.QUICK, when=not seen.playing)
    apart = "…" if other.late else residual_text(float(np.abs(other.value - trace.tau).max(initial=0.0)))
    unit = per_unit(slides, "N·m", "N")
    return (
        (tr("Largest |τ|"), *largest),
        (tr("τ at O less τ at the bodies, at most"), apart, unit),
        (tr("τ less the compiled algorithm's, at most"), residual_text(trace.residual), unit),
    )
