"""Which runs are looked at, and what is worked out of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..sheet.page import Seen
from ..sheet.questions import Answer, Cost, Questions
from .comparison_answers import ComparisonAnswers, comparison_answers, hybrid_run
from .integrator_rows import integrator_rows
from .run_looks import RunLook, run_looks

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison
    from torseur.sim.simulation.inspection.comparing.compared_signals import ComparedSignal
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun

    from .comparing import ComparisonState

LONGEST = 0.01  # step of one more run where that of A is none [s]


class ShownRuns(NamedTuple):
    """Those of a comparison, and one more by an integrator."""

    runs: tuple[SchemeRun, ...]
    looks: dict[str, RunLook]
    b: str  # key of run B
    ghosts: frozenset[str]  # keys of the runs whose ghosts are drawn
    signals: Mapping[str, ComparedSignal]
    signal: ComparedSignal
    answers: ComparisonAnswers | None  # None: they are still to come
    integrator: str  # of the run more
    added: Answer  # that run
    measured: Answer  # rows of integrators


def shown_runs(seen: Seen, settings: Any, questions: Questions) -> ShownRuns | None:
    """Return them; None: nothing is compared yet."""
    state: ComparisonState = seen.comparison
    made = state.comparison
    if made is None:
        return None
    is_asked = settings.of == state.number
    integrator = settings.integrator if is_asked else ""
    added, measured = (
        _added(made, state, integrator, questions),
        _measured(made, state, is_asked and settings.measures, questions),
    )
    run = None if added.late else added.value
    compared = made if run is None else questions.ask("compared", run, lambda: _with_run(made, run), of=made).value
    looks = questions.ask("looks", run, lambda: run_looks(compared), of=made).value
    other = made.runs[-1].key if made.values else made.reference.key
    b = next((key for key in looks if settings.b and settings.b in (key, key.partition(":")[0])), other)
    first = made.playable[0]
    signals, telling = questions.ask("signals", None, lambda: _signals(made), of=made).value
    signal = signals.get(settings.signal, signals[telling])
    answers = questions.ask(
        "answers",
        (state.a, b, signal.key, run),
        lambda: comparison_answers(compared, state.a, b, signal.key),
        Cost.QUICK,
        of=made,
    )
    ghosts = frozenset({b, first}) ^ settings.switched
    return ShownRuns(compared.runs, looks, b, ghosts, signals, signal, answers.value, integrator, added, measured)


def _with_run(made: Comparison, run: SchemeRun) -> Comparison:
    return replace(made, runs=(*made.runs, run))


def _signals(made: Comparison) -> tuple[dict[str, ComparedSignal], str]:
    """What runs can be compared by, and what they are at first."""
    from torseur.sim.simulation.inspection.comparing.compared_signals import compared_signals

    return {one.key: one for one in compared_signals(made.scene)}, made.first_signal


def _added(made: Comparison, state: ComparisonState, integrator: str, questions: Questions) -> Answer:
    """One more run, whose smooth part is by an integrator, with the step of A."""
    hybrid, question = hybrid_run(made), state.question
    if not integrator or hybrid is None or question is None:
        return Answer(late=False, error=made.no_hybrid if integrator else "")
    a = made.run(state.a)
    dt = a.dt if a.scheme == "time_stepping" else min(LONGEST, max(state.steps))

    def make() -> SchemeRun:
        from torseur.sim.simulation.inspection.comparing.stepped_motion import stepped_run

        return stepped_run(made.scene, hybrid, integrator, dt, made.duration, question.state)

    return questions.ask("added", (integrator, dt), make, Cost.SLOW, of=made)


def _measured(made: Comparison, state: ComparisonState, is_asked: bool, questions: Questions) -> Answer:
    """Rows of integrators, as far as they are measured."""
    question = state.question
    if not is_asked or question is None:
        return Answer(late=False)
    return questions.ask(
        "measured",
        None,
        lambda: integrator_rows(made, question.state),
        Cost.SLOW,
        of=made,
        fold=lambda rows, row: (*(rows or ()), row),
    )
