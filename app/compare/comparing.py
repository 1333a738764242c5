"""Compares what is open by several schemes, behind the window, and has the session play one of the runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.compilation import DYNAMICS, POSING
from torseur.sim.multibody.model.state import State
from torseur.sim.texts import tr, translated_anew
from torseur.ui.viewport.viewport import Viewport

from ..drawing.framing import framing
from ..session.session import Session
from ..session.session_state import Run, SessionState
from ..sheet.answering import AnswerThreads, PageQuestions
from ..sheet.page import SweptRun
from .run_looks import run_looks

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison, ComparisonProgress
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun
    from torseur.sim.simulation.running.scene.scene import Scene
    from torseur.sim.simulation.running.scene.settings import Settings

    from ..documents.document import Document

STEPS = (0.015, 0.006, 0.003, 0.001)  # [s], at first: a brick that falls 0.5 m strikes at other ends of each
SMALL = 60  # numbers of v up to which a scene is compared unasked
INSTANTS = 9  # of the motion that the camera has in sight
SHARED = {"scheme": "time_stepping", "dt": 1e-3, "theta": 0.5}  # for what runs of one comparison differ in


@dataclass(frozen=True, eq=False, slots=True)
class ComparisonQuestion:
    """What is to be compared."""

    scene: Scene
    steps: tuple[float, ...]  # [s]
    duration: float  # [s]
    state: State
    settings: Settings
    theta: float | None
    runs: tuple[SweptRun, ...] = ()  # of a sweep, that are compared instead


@dataclass(frozen=True, eq=False, slots=True)
class ComparisonState:
    """What there is of comparing just now."""

    steps: tuple[float, ...] = STEPS  # of time-stepping [s]
    lecture: bool = True  # whether positions are as the lecture writes them; else they are exact in free fall
    comparison: Comparison | None = None  # what was compared; None: nothing yet
    question: ComparisonQuestion | None = None  # which it answers
    number: int = 0  # of the comparison, from 1
    a: str = ""  # key of the run that is to be played
    notice: str = ""  # why there is none of what is open, or none newer
    asked: ComparisonQuestion | None = None  # for which one is being made
    progress: ComparisonProgress | None = None
    is_current: bool = False  # whether what is open is what was compared
    played: SchemeRun | None = None  # the run that is played; None: something else


class Comparing(QObject):
    """Makes one comparison at a time, and compares a small scene unasked as it comes into sight."""

    changed = Signal()

    def __init__(
        self,
        session: Session,
        viewport: Viewport,
        threads: AnswerThreads,
        is_seen: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._viewport, self._is_seen = session, viewport, is_seen
        self._known = ComparisonState()  # but for what follows from the session
        self._tried: object = None  # the document that was compared unasked
        self._before: SessionState | None = None  # what the window played before runs were played here
        self._played: object = None  # the simulation that was put in its place
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(self._hear)
        session.document_changed.connect(self._forget)
        session.settings_changed.connect(self.changed)
        session.recording_changed.connect(self.changed)
        session.kernels.loaded.connect(lambda group: self.look() if group == DYNAMICS else None)

    @property
    def running(self) -> bool:
        """Whether a comparison is being made."""
        return self._known.asked is not None

    @property
    def state(self) -> ComparisonState:
        """What there is just now."""
        return replace(self._known, is_current=self._is_current(), played=self._played_run())

    def compare(self, steps: tuple[float, ...], lecture: bool) -> None:
        """Simulate what is open by every scheme, from its start, in place of what was being compared."""
        session, document, reason = self._session, self._session.document, self._reason()
        self._set(steps=steps, lecture=lecture, notice=reason)
        if document is None or reason:
            return
        session.playback.pause()
        start = State(0.0, session.state.q, document.scene.initial.v)
        known, duration = self._known.question, session.playback.duration
        settings = known.settings if known is not None and self._played_run() is not None else session.settings
        asked = ComparisonQuestion(document.scene, steps, duration, start, settings, 1.0 if lecture else None)
        self._set(asked=asked, progress=None)
        self._hear()

    def compare_runs(self, runs: tuple[SweptRun, ...]) -> None:
        """Simulate runs of a sweep, the first of which is open, in place of what was being compared."""
        self._set(notice=self._reason())
        if not self._known.notice:
            self._session.playback.pause()
            scene, known = runs[0].scene, self._known
            start = State(0.0, scene.initial.q, scene.initial.v)
            asked = ComparisonQuestion(scene, known.steps, scene.duration, start, scene.settings, None, runs)
            self._set(asked=asked, progress=None)
            self._hear()

    def give_up(self, notice: str) -> None:
        """Make no comparison any more, and say why; what was compared before stays."""
        self._questions.forget()
        self._set(asked=None, notice=notice)

    def play(self, key: str) -> None:
        """Have the window play a run, and remember what it played before that was not put here."""
        session, comparison = self._session, self._known.comparison
        assert comparison is not None
        run, playing = comparison.run(key), session.state.run.simulation
        if self._played is None or playing is not self._played:
            self._before = session.state
        if run.simulation is not None and run.recording is not None and playing is not run.simulation:
            played = Run(session.state.run.target, run.recording.index_at(session.playback.time), run.simulation)
            state = replace(session.state, settings=run.simulation.settings, run=played)
            text = tr("Play {run}", run=run_looks(comparison)[key].name)
            session.change(state, text, ("compare", session.opened))
        self._played = session.state.run.simulation
        self._set(a=key)

    def give_back(self) -> None:
        """The workspace is left: the recording and the settings that were there before are there again."""
        session, before, self._before = self._session, self._before, None
        played, self._played = self._played, None
        if before is not None and played is not None and session.state.run.simulation is played:
            if before.document is session.document:
                session.change(before, tr("Play what was there before"), ("compare", session.opened))

    def look(self) -> None:
        """It has come into sight, or nobody looks any more: then nothing is made."""
        document, known = self._session.document, self._known
        if not self._is_seen():
            if self.running:
                self._tried = None
                self.give_up(tr("Stopped when the workspace was left. What was compared before stays."))
        elif known.comparison is None and document is not None and not self.running:
            is_small = document.kind == "scene" and document.scene.model.nv <= SMALL
            reason = self._reason() or ("" if is_small else _why_not_unasked(document))
            if reason or self._tried is document:
                self._set(notice=reason)
            else:
                self._tried = document
                self.compare(known.steps, known.lecture)
        elif known.comparison is not None and self._played is None and self._is_current():
            self.play(known.a)

    def take_over(self, other: Comparing) -> None:
        """Show what another compared, which compares nothing just now."""
        self._known, self._tried, self._before, self._played = other._known, other._tried, other._before, other._played
        if (found := self._known.comparison) is not None:
            no_exact, no_hybrid = translated_anew(found.no_exact), translated_anew(found.no_hybrid)
            self._set(comparison=replace(found, no_exact=no_exact, no_hybrid=no_hybrid))

    def _set(self, **known: Any) -> None:
        self._known = replace(self._known, **known)
        self.changed.emit()

    def _hear(self) -> None:
        """Take how far the comparison is, or all of it."""
        from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison

        asked = self._known.asked
        if asked is None:
            return
        answer = self._questions.ask_alone("comparison", asked, lambda: _steps_of(asked), fold=lambda _, found: found)
        if isinstance(answer.value, Comparison):
            self._questions.forget()
            self._take(answer.value, asked)
        elif answer.error:
            self.give_up(answer.error)
        else:
            self._set(progress=answer.value)

    def _take(self, comparison: Comparison, question: ComparisonQuestion) -> None:
        known = self._known
        playable = comparison.playable
        a = known.a if known.a in playable else playable[min(1, len(playable) - 1)]
        self._known = ComparisonState(known.steps, known.lecture, comparison, question, known.number + 1, a)
        self.play(a)
        if known.comparison is None and self._session.kernels.has(POSING):
            self._frame(comparison)

    def _frame(self, comparison: Comparison) -> None:
        """Have all of the motion in sight."""
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        scene, run = comparison.scene, comparison.reference
        rows = run.q[np.linspace(0, len(run.q) - 1, INSTANTS).astype(int)]
        poses = [frame_poses(scene.model, np.ascontiguousarray(q)) for q in rows]
        self._viewport.set_framing(framing(scene, self._viewport.view, poses))
        self._viewport.fit()

    def _forget(self) -> None:
        """Another scene is compared anew; what was only edited is told to have changed."""
        document, compared = self._session.document, self._known.question
        if self._session.rebuilding or document is None or (compared is not None and document.scene is compared.scene):
            return
        self._before = self._played = None
        self._known = ComparisonState(self._known.steps, self._known.lecture, number=self._known.number)
        self.give_up("")
        self.look()

    def _reason(self) -> str:
        """Why nothing can be compared, a sentence; empty: it can."""
        if self._session.document is None:
            return tr("Open a scene to compare schemes on it.")
        if self._session.is_replay:
            return tr("A recording or a plan is not simulated anew: open its scene to compare schemes on it.")
        if not self._session.kernels.has(DYNAMICS):
            return tr("The kernels of the simulation are still being compiled.")
        return ""

    def _played_run(self) -> SchemeRun | None:
        """The run that is what the window plays; None: it plays something else."""
        simulation, comparison = self._session.state.run.simulation, self._known.comparison
        if simulation is None or comparison is None:
            return None
        return next((run for run in comparison.runs if run.simulation is simulation), None)

    def _is_current(self) -> bool:
        """Whether what is open is what was compared: the same scene from the same start under the same laws."""
        session, document, question = self._session, self._session.document, self._known.question
        if document is None or question is None or document.scene is not question.scene:
            return False
        if not np.array_equal(session.state.q, question.state.q):
            return False
        if self._played_run() is not None:
            return True
        return replace(session.settings, **SHARED) == replace(question.settings, **SHARED)  # type: ignore[arg-type]


def _why_not_unasked(document: Document) -> str:
    if document.kind != "scene":
        return tr("A robot alone is compared when you press Compare: it moves from the pose shown, as Space lets it.")
    n = document.scene.model.nv
    return tr("A scene of {n} degrees of freedom is compared when you press Compare: it may take minutes.", n=n)


def _steps_of(question: ComparisonQuestion) -> Iterator[object]:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import (
        comparison_in_steps,
        refined_steps,
        swept_runs_in_steps,
    )

    if question.runs:
        scenes, numbers, values = zip(*((run.scene, run.number, run.values) for run in question.runs), strict=True)
        return swept_runs_in_steps(scenes, numbers, values)
    return comparison_in_steps(
        question.scene,
        question.steps,
        duration=question.duration,
        state=question.state,
        settings=question.settings,
        theta=question.theta,
        refined=[step for step in refined_steps(question.steps) if step <= question.duration],
        lecture=question.theta is None and question.settings.theta != 1.0,
    )
