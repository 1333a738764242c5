"""The status line: what is open, how its contacts were solved, how fast it goes, and what is being compiled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.compilation import POSING
from torseur.sim.multibody.model.movers import columns_to
from torseur.sim.simulation.inspection.accuracy import accuracy_note
from torseur.sim.simulation.inspection.checking.doubts import CUT, LEFT_OUT, doubts
from torseur.sim.simulation.inspection.checking.recurring_faults import ALTERNATES, DOUBTFUL, STRIKES
from torseur.sim.simulation.inspection.checking.step_error_bound import step_error_bounds
from torseur.sim.simulation.running.scene.start.starting_overlaps import SEEN
from torseur.sim.texts import tr
from torseur.sim.trajectory.values import Plan
from torseur.ui.text.number_text import as_shown, bound_text, quantity_text, residual_text
from torseur.ui.text.solver_names import solver_name
from torseur.ui.text.step_text import step_text
from torseur.ui.window.status_line import StatusLine

from ..background.compile_progress import compile_progress
from ..session.session import Session
from ..sheet.answering import AnswerThreads, PageQuestions
from .event_texts import GOOD, residual_limit

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.checking.values import RecordingFault
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.recording.snapshot import Snapshot

BROKEN = 1e-6  # margins of constraints below are of those that are not kept
AGREEING = 1e-12  # relative difference, see `sim.JacobianRoutes`
COUNTED = 2**17  # residuals in one go
EVERY, SHARE = 1.0, 20.0  # [s] between two looks for doubts while it plays, and times what the last took
MOST_TOLD = 8  # sentences on what is in doubt
_NO_DOUBTS: tuple[float, tuple[RecordingFault, ...]] = (0.0, ())
MOST = 100  # columns: of more, routes are left to the functions of `sim`


class StatusBinding(QObject):
    """Between the status line and the session."""

    def __init__(self, session: Session, line: StatusLine, threads: AnswerThreads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._line = session, line
        self._agreement = RouteAgreement(session, self)
        self._outdated = False
        self._counted: tuple[Recording, float, int] | None = None  # how many residuals of it are above that
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(self.refresh)
        session.document_listed.connect(self._open)
        session.kernels.progressed.connect(self._show_compiling)
        session.kernels.loaded.connect(self._show_compiling)
        session.kernels.finished.connect(lambda: line.show_progress("", 0, 0))
        session.playback.waiting_changed.connect(self._show_compiling)

    def show_outdated(self, outdated: bool) -> None:
        """Whether the plan shown is of the task before the last edit."""
        if outdated != self._outdated:
            self._outdated = outdated
            self.refresh()

    def refresh(self) -> None:
        """Show the state of now."""
        session, snapshot = self._session, self._session.snapshot
        if session.document is None or snapshot is None:
            return
        facts = [self.tr("{n} dof").format(n=session.model.nv)]
        if session.document.kind == "plan":
            self._show_plan(session.document.plan, facts)
            return
        if session.posing:
            self._line.show_residual(*self._agreement.result())
        elif session.recording is not None and session.recording.problems.is_start(session.index):
            facts.append(self.tr("start, nothing solved yet"))
            self._line.show_residual("", True)
        else:
            count, pressed = len(snapshot.contacts), int((snapshot.contacts.mode != 0).sum())
            noun = self.tr("contact") if count == 1 else self.tr("contacts")
            facts.append(self.tr("{n} {noun}, {m} active").format(n=count, noun=noun, m=pressed))
            facts.append(tr("{solver}, {n} it.", solver=solver_name(session.solver_name), n=snapshot.iterations))
            self._show_residual(snapshot)
        settings = session.settings
        scheme = tr("hybrid") if settings.scheme == "hybrid" else tr("time-stepping")
        facts.append(f"{scheme}, {step_text(settings.scheme, settings.dt)}")
        self._line.show_facts(facts)
        self._line.show_rate(self._rate())
        self._show_slowness()

    def _show_plan(self, plan: Plan | None, facts: list[str]) -> None:
        """How it was planned, and how well its equations are kept; none: it is not yet."""
        if plan is None:
            facts.append(self.tr("not planned yet"))
            self._line.show_residual("", True)
        else:
            noun = self.tr("phase") if len(plan.phases) == 1 else self.tr("phases")
            status = tr("before the edit") if self._outdated else tr(plan.status.value)
            facts += [tr(plan.method), f"{len(plan.phases)} {noun}", status]
            self._line.show_residual(*plan_residual(plan))
        self._line.show_facts(facts)
        self._line.show_rate(self._rate())
        self._line.show_slowness("")

    def _show_residual(self, snapshot: Snapshot) -> None:
        """Of the state shown; and how many of the recording are worse than they should be, until it is another one."""
        recording, residual = self._session.recording, snapshot.residual
        relative = recording is not None and recording.problems.is_of_accelerations(self._session.index)
        text = self.tr("residual {r} {unit}").format(r=residual_text(residual), unit=self.tr("relative") if relative else "m/s")
        settings = self._session.settings if recording is None else recording.settings
        good = residual_limit(settings)
        if settings.solving == "interactive":
            text = self.tr("interactive, {residual}").format(residual=text)
        worse = 0 if recording is None else self._worse(recording, good)
        if worse:
            noun = self.tr("step") if worse == 1 else self.tr("steps")
            text += self.tr(", {n} {noun} above {limit}").format(n=worse, noun=noun, limit=residual_text(good))
        told, passes, detail = ("", True, "") if recording is None else step_error_words(recording, self._session.index)
        deep, which = ("", "") if settings.compliance > 0.0 else penetration_words(snapshot, self._session.model.body_names)
        doubts, sentences = ("", "") if recording is None else self._doubts(recording)
        good_now = not worse and residual <= good and passes and not deep and not doubts and not self._crawls()
        self._line.show_residual(f"{deep}{text}{told}{doubts}", good_now, "\n".join(filter(None, (sentences, which or detail))))

    def _worse(self, recording: Recording, good: float) -> int:
        """How many residuals are above what is good, or no number; of a long recording, which does not change, counted once."""
        if not recording.extremes:
            return int(np.count_nonzero(~(recording.residual <= good)))
        if self._counted is None or self._counted[0] is not recording or self._counted[1] != good:
            parts = (slice(begin, begin + COUNTED) for begin in range(0, len(recording), COUNTED))
            count = sum(int(np.count_nonzero(~(recording.residual[part] <= good))) for part in parts)
            self._counted = recording, good, count
        return self._counted[2]

    def _doubts(self, recording: Recording) -> tuple[str, str]:
        """The first of each kind of what puts a recording in doubt or was cut, and all of it in sentences; empty: nothing."""
        rests_until, _ = self._questions.known("doubts") or _NO_DOUBTS
        when = not self._session.playback.playing or perf_counter() >= rests_until
        look = partial(_timed_doubts, recording)
        answer = self._questions.ask_alone("doubts", len(recording), look, of=recording, when=when, finishes=True)
        faults = [fault for fault in (answer.value or _NO_DOUBTS)[1] if fault.kind != ALTERNATES]
        texts = []
        for kind in dict.fromkeys(fault.kind for fault in faults):
            alike = [fault for fault in faults if fault.kind == kind]
            texts.append(doubt_words(alike[0], sum(fault.steps for fault in alike), len(alike)))
        told = [fault.sentence for fault in faults]
        return "".join(f" · {text}" for text in texts), "\n".join(told[:MOST_TOLD] + ["…"] * (len(told) > MOST_TOLD))

    def _crawls(self) -> str:
        """What takes a simulation so long just now."""
        playback = self._session.playback
        return playback.progress().crawls if playback.playing else ""

    def _show_slowness(self) -> None:
        """What takes a simulation so long; else what was solved otherwise than the settings say, its cause on hover."""
        recording = self._session.recording
        if crawls := self._crawls():
            self._line.show_slowness(crawls)
        else:
            remark = recording.remarks[-1] if recording is not None and recording.remarks else ""
            self._line.show_slowness(remark.partition(": ")[0], remark)

    def _rate(self) -> str:
        """Simulated seconds a second of the clock while it simulates, and what it waits for; how much there is while it rests."""
        session = self._session
        if awaited := session.kernels.awaited:
            return self.tr("compiling what it needs for {what}").format(what=", ".join(awaited))
        if session.playback.playing:
            progress = session.playback.progress()
            if progress.playing:
                return as_shown(f"RTF {progress.rate:.2f}") if progress.rate >= 0.1 else as_shown(f"RTF {progress.rate:.2g}")
            return tr("replay ×{speed:g}", speed=session.playback.speed)
        if session.recording is not None:
            noun = self.tr("state") if len(session.recording) == 1 else self.tr("states")
            return f"{len(session.recording)} {noun}"
        return ""

    def _open(self) -> None:
        document = self._session.document
        if document is not None:
            self._line.show_document(document.name)
        self.refresh()

    def _show_compiling(self) -> None:
        kernels = self._session.kernels
        if kernels.compiling:
            text = compile_progress(kernels, self._session.playback.awaited_kernels)
            self._line.show_progress(text, round(100.0 * kernels.share), 100)


def penetration_words(snapshot: Snapshot, names: Sequence[str]) -> tuple[str, str]:
    """How deep bodies are inside each other in a state, if that is seen, and on hover which; else empty."""
    contacts = snapshot.contacts
    depth = -float(np.min(contacts.gap, initial=0.0))
    if not depth > SEEN:
        return "", ""
    k = int(np.argmin(contacts.gap))
    text = tr("penetration {d}, ").format(d=quantity_text(depth, "m"))
    which = tr("{one} and {other} are {d} inside each other in the state shown.")
    one, other = (names[int(body)] for body in (contacts.body_a[k], contacts.body_b[k]))
    return text, which.format(one=one, other=other, d=quantity_text(depth, "m"))


def step_error_words(recording: Recording, index: int) -> tuple[str, bool, str]:
    """The last error of a step up to a state, or what is known instead; whether it passes as in Checks; more, on hover."""
    known = recording.last_step_error(index)
    if known is None:
        note = accuracy_note(recording.scene, recording.settings)
        return f", {note.partition(',')[0]}" if note else "", True, note
    then, error = known
    i = recording.index_at(then)
    tolerance = float(step_error_bounds(recording, slice(i, i + 1))[0][0])
    text, detail = (tr(", step error {e} m/s").format(e=residual_text(error)), "")
    if then < recording.t[index]:
        text = tr(", last step error {e} m/s at {t} s")
        text = text.format(e=residual_text(error), t=as_shown(f"{then:.3f}"))
        detail = tr(
            "The error of a step was estimated last at {t} s, before the state shown; page Checks has that of "
            "the step to the state shown."
        ).format(t=as_shown(f"{then:.3f}"))
    if error > tolerance:
        above = tr(", above {limit}")
        return text + above.format(limit=residual_text(tolerance)), False, detail
    return text, True, detail


def doubt_words(first: RecordingFault, steps: int, count: int) -> str:
    """A few words on faults of one kind: the first, in how many steps all are, and how many there are."""
    pair = ", ".join(first.bodies)
    if first.kind == DOUBTFUL:
        noun = tr("doubtful contact") if steps == 1 else tr("doubtful contacts")
        text = tr("{n} {noun}, first at {t} s ({pair}): a shorter step")
        return text.format(n=steps, noun=noun, t=as_shown(f"{first.t:.3f}"), pair=pair)
    if first.kind == STRIKES:
        return tr("strikes in {n} steps in a row, from {t} s on ({pair}): a shorter step").format(
            n=first.steps, t=as_shown(f"{first.t:.3f}"), pair=pair
        )
    if first.kind == CUT:
        return tr("steps with torques cut at their limits: {n}").format(n=first.steps)
    if first.kind == LEFT_OUT:
        return tr("{n} left out of the robot's file").format(n=count)
    return tr("failed solves: {n}").format(n=steps)


def _timed_doubts(recording: Recording) -> tuple[float, tuple[RecordingFault, ...]]:
    """What is in doubt, after until when it is not looked for again while it plays, by the clock of `perf_counter` [s]."""
    begun = perf_counter()
    found = doubts(recording)
    return perf_counter() + max(EVERY, SHARE * (perf_counter() - begun)), found


def plan_residual(plan: Plan) -> tuple[str, bool]:
    """How well its equations are kept, and whether that is good; of a motion that is no plan what of the task it breaks most."""
    defect = max(float(np.max(phase.defect, initial=0.0)) for phase in plan.phases)
    worst = min(plan.constraints, key=lambda row: row.margin, default=None)
    if not plan.status.is_solution and worst is not None and worst.margin < -BROKEN:
        text = tr("{what} broken by {by}")
        return text.format(what=worst.group, by=quantity_text(-worst.margin, worst.unit)), False
    text = tr("equations within {r}")
    return text.format(r=bound_text(defect)), plan.status.is_solution and defect <= GOOD


class RouteAgreement(QObject):
    """Asked often; works it out anew only where joints or the frame are others."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._key: tuple[object, str, bytes] | None = None
        self._result: tuple[str, bool] = ("", True)

    def result(self) -> tuple[str, bool]:
        """What to say of the chosen frame, and whether that is good; nothing without a frame."""
        session, snapshot = self._session, self._session.snapshot
        if not session.frame or snapshot is None or not session.kernels.has(POSING):
            return "", True
        key = (session.model, session.frame, np.asarray(snapshot.q).tobytes())
        if self._key is None or self._key[0] is not key[0] or self._key[1:] != key[1:]:
            self._key, self._result = key, self._compare(snapshot.q)
        return self._result

    def _compare(self, q: np.ndarray) -> tuple[str, bool]:
        from torseur.sim.analysis.jacobian.jacobian_routes import jacobian_routes

        session = self._session
        if not 0 < len(columns_to(session.model, session.frame)) <= MOST:
            return "", True
        difference = jacobian_routes(session.model, q, session.frame).largest
        if difference <= AGREEING:
            x = residual_text(difference) if difference else self.tr("to the last bit")
            return self.tr("three Jacobian routes agree, {x}").format(x=x), True
        return self.tr("Jacobian routes differ by {x}").format(x=residual_text(difference)), False
