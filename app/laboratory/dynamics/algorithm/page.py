"""The page Algorithm: recursive Newton-Euler for the motion of the page State, step by step, with its vectors in the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer
from typing_extensions import override

from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.displays.equations.values import EquationView
from torseur.ui.displays.scrolling import scroll_to_top
from torseur.ui.laboratory.dynamics.algorithm.page import AlgorithmPage
from torseur.ui.laboratory.dynamics.algorithm.values import LinkRow
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.units import of_both_kinds, per_unit
from torseur.ui.viewport.marks import LegendRow, Overlays

from ....documents.body_names import bare_names
from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..dynamics_page import DynamicsPageBinding
from .algorithm_step import Step
from .inward_equations import inward_equations
from .outward_equations import outward_equations
from .step_drawing import StepDrawing
from .trace_links import TraceLinks

if TYPE_CHECKING:
    from torseur.sim.multibody.newton_euler.newton_euler_steps import InwardStep, NewtonEulerTrace, OutwardStep

BEAT = 700  # [ms] of a term while steps are played
LATER = 150  # [ms] after the last move: the same torques by another reference


class AlgorithmBinding(DynamicsPageBinding):
    """Between the page and the motion."""

    key = "algorithm"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: AlgorithmPage = AlgorithmPage()
        self._instant: Instant | None = None
        self._model: Model | None = None
        self._names: list[str] = []  # of the model's links
        self._trace: NewtonEulerTrace | None = None
        self._equations: tuple[EquationView, ...] = ()
        self._links: TraceLinks | None = None
        self._step = Step(0)
        self._marked = -1  # the term of its equation that comes in just now; -1: all are there
        self._reference = "world"
        self._other = np.nan  # largest difference of τ from the other reference
        self._drawing = StepDrawing()
        self._clock = QTimer(self, interval=BEAT)
        self._clock.timeout.connect(self._play_on)
        self._check = QTimer(self, interval=LATER, singleShot=True)
        self._check.timeout.connect(self._compare)
        self._introduce()

    @property
    def trace(self) -> NewtonEulerTrace | None:
        """What was computed last; None: nothing could be."""
        return self._trace

    @property
    def step(self) -> Step:
        """Where the algorithm is."""
        return self._step

    @property
    def links(self) -> tuple[tuple[OutwardStep, InwardStep], ...]:
        """Both steps of each link that the algorithm goes through."""
        return self._links.steps if self._links is not None else ()

    @override
    def show_instant(self, instant: Instant) -> None:
        self._instant = instant
        self._compute(instant)
        if instant.model is not self._model:
            same = self._model is not None and self._model.body_names == instant.model.body_names
            self._model, short = instant.model, bare_names(instant.model.body_names)
            self._names = [short[one.body] for one, _ in self.links]
            if not same:
                self._marked = -1
                self._step, self._drawing = Step(len(self.links)), StepDrawing()
            self._select()
        self._show_step()

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._trace, self._links, self._equations = None, None, ()
            self._pause()
        self.widget.show_absent(reason)

    @override
    def overlays(self) -> Overlays:
        if self._trace is None or not self._equations:
            return Overlays()
        out, back = self.links[self._step.link]
        view = self._equations[self._step.equation].up_to(self._marked)
        return self._drawing.overlays(view, out, back, self._trace, self._picture.size)

    @override
    def legend(self) -> Sequence[LegendRow]:
        return self._drawing.legend() if self._trace is not None else ()

    @override
    def enter(self) -> None:
        super().enter()
        self._select()

    @override
    def leave(self) -> None:
        super().leave()
        self._viewport.select(None)
        self._pause()
        self._check.stop()

    @override
    def go_on(self, by: int) -> bool:
        if self._trace is not None:
            self._walk(self._step.moved(by))
            scroll_to_top(self.widget.equations)
        return self._trace is not None

    def go_to(self, step: Step) -> None:
        """Be at another step, with all of its terms."""
        moved = step.link != self._step.link
        self._step, self._marked = step, -1
        if self._trace is not None:
            self._show_step()
            self.redraw()
            if moved:
                self._select()

    def _introduce(self) -> None:
        page, bar = self.widget, self.widget.bar
        bar.start_requested.connect(lambda: self._walk(Step(self._step.links)))
        bar.back_requested.connect(lambda: self._walk(self._step.moved(-1)))
        bar.forward_requested.connect(lambda: self._walk(self._step.moved(1)))
        bar.end_requested.connect(lambda: self._walk(self._step.moved(self._step.count)))
        bar.play_requested.connect(self._play)
        bar.pause_requested.connect(self._pause)
        bar.reference_chosen.connect(self._choose_reference)
        page.equations.chosen.connect(lambda key: self._walk(self._step.at_equation(key)))
        page.equations.term_chosen.connect(self._choose_term)
        page.link_chosen.connect(lambda link: self._walk(self._step.at_link(link)))
        self._viewport.body_picked.connect(self._pick)

    def mark(self, term: int) -> None:
        """Show the terms of the step so far, one of them as it comes in; -1: all of them."""
        self._marked = term
        if self._trace is not None:
            self._show_equations()
            self.redraw()

    def _walk(self, step: Step) -> None:
        """Where the user's hand goes, the clock does not."""
        self._pause()
        self.go_to(step)

    def _choose_term(self, term: int) -> None:
        self._pause()
        self.mark(term)

    def _pick(self, body: str) -> None:
        """A body in the view was pressed."""
        names = [out.body for out, _ in self.links]
        if self._seen and body in names:
            self._walk(self._step.at_link(names.index(body)))

    def _play(self) -> None:
        if self._step.at == self._step.count - 1:
            self.go_to(Step(self._step.links))
        self._clock.start()
        self.widget.bar.show_playing(True)

    def _pause(self) -> None:
        self._clock.stop()
        self.widget.bar.show_playing(False)

    def _play_on(self) -> None:
        """The next term of the step; after the last the first of the next step."""
        at_hand = self._equations[self._step.equation] if self._equations else None
        after = at_hand.next_stop(self._marked) if at_hand is not None else -1
        if after >= 0:
            self.mark(after)
        elif self._step.at == self._step.count - 1:
            self._pause()
            self.mark(-1)
        else:
            self.go_to(self._step.moved(1))
            self.mark(self._equations[self._step.equation].next_stop(-1) if self._equations else -1)

    def _choose_reference(self, reference: str) -> None:
        self._reference = reference
        self.update()

    def _select(self) -> None:
        if self.links:
            self.outline(self.links[self._step.link][0].body)

    def _compute(self, instant: Instant) -> None:
        self._trace = _trace_of(instant, self._reference)
        self._links = TraceLinks(instant.model, self._trace)
        self._other = np.nan
        self._check.start()

    def _compare(self) -> None:
        """The same by the other reference, when the hand rests: it is as long again."""
        if self._instant is not None and self._trace is not None:
            other = _trace_of(self._instant, "body" if self._reference == "world" else "world")
            self._other = float(np.abs(other.tau - self._trace.tau).max(initial=0.0))
            self._show_checks()

    def _show_step(self) -> None:
        links, step = self._links, self._step
        assert links is not None
        self._equations = (outward_equations if step.is_outward else inward_equations)(links, step.link)
        names, page = self._names, self.widget
        self._show_equations()
        page.bar.show_step(step.at, step.count)
        page.bar.show_reference(self._reference)
        page.show_links(self._rows(names), step.link)
        self._show_checks()

    def _show_equations(self) -> None:
        links, step = self._links, self._step
        assert links is not None
        way = self.tr("out from the base") if step.is_outward else self.tr("back to the base")
        title = f"{links.number(links.steps[step.link][0].body)}  {self._names[step.link]}"
        self.widget.show_step(title, way, self._equations, step.equation, self._marked)

    def _rows(self, names: Sequence[str]) -> list[LinkRow]:
        links = self._links
        assert links is not None
        rows = []
        for k, (out, back) in enumerate(self.links):
            outward, inward = self._step.has_left(k)
            text, unit = "", ""
            if inward:
                slides = not out.S[3:].any()
                text, unit = (number_text(float(links.torque(back)[0])), "N" if slides else "N·m") if len(back.torque) == 1 else (
                    tr("{n} numbers", n=len(back.torque)) if len(back.torque) else "–", "")  # fmt: skip
            rows.append(
                LinkRow(links.number(out.body), names[k], out.body, links.number(out.parent),
                        " ".join(str(links.number(child)) for child in back.children), outward, text, unit)
            )  # fmt: skip
        return rows

    def _show_checks(self) -> None:
        trace, instant = self._trace, self._instant
        if trace is None or instant is None:
            return
        slides = [not one.turns for one in self._coordinates]
        other, unit = self.tr("τ at O less τ at the bodies, at most"), per_unit(slides, "N·m", "N")
        self.widget.show_checks((
            (self.tr("Largest |τ|"), *of_both_kinds(trace.tau.tolist(), slides, "N·m", "N")),
            (other, "…" if np.isnan(self._other) else residual_text(self._other), unit),
            (self.tr("τ less the compiled algorithm's, at most"), residual_text(trace.residual), unit),
        ))  # fmt: skip


def _trace_of(instant: Instant, reference: str) -> NewtonEulerTrace:
    from torseur.sim.multibody.newton_euler.newton_euler_trace import newton_euler_trace

    return newton_euler_trace(
        instant.model, instant.q, instant.v, instant.a, instant.wrenches, instant.gravity, reference
    )
