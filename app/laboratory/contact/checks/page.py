"""The page Checks: the state shown is checked by a thread, and behind it the whole recording, block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import BATCHES, GAPS, PROBLEMS
from torseur.sim.errors import TorseurError
from torseur.sim.simulation.checking.values import VERDICTS, FrameCheck, RecordingCheck, RecordingFault
from torseur.ui.laboratory.contact.checks.page import ChecksPage

from ....background.background_thread import Background
from ....session.lateness import Instant
from ...page_binding import PageBinding
from ...page_context import PageContext
from .checked_states import CheckedStates

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

Faults = tuple[RecordingFault, ...]
EVERY = 0.3  # between two drawings of the verdicts while they come in, at least [s]


class ChecksBinding(PageBinding):
    """Between the page and the recording. What was checked of a recording is kept while it only grows."""

    key = "checks"
    waits_for = (PROBLEMS, BATCHES, GAPS)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: ChecksPage = ChecksPage()
        self._contacts = context.contacts
        self._recording: Recording | None = None
        self._frame: FrameCheck | None = None
        self._chosen = ""  # check that is explained; empty: the worst
        self._states = CheckedStates()
        self._shown = 0.0  # when the verdicts were drawn last, by the clock of `perf_counter` [s]
        self._stopped = self._going = False  # whether the user stopped it; whether blocks are still to come
        self._of_state, self._of_recording = Background(self), Background(self)
        self._of_state.found.connect(self._on_frame)
        self._of_recording.found.connect(self._on_block)
        self.widget.check_chosen.connect(self._choose)
        self.widget.state_chosen.connect(self._go_to)
        self.widget.stop_requested.connect(self._stop)
        self.widget.start_requested.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether anything is being checked."""
        return self._of_state.running or self._going

    @property
    @override
    def numbers_of(self) -> Instant | None:
        frame, recording = self._frame, self._recording
        return None if frame is None or recording is None else (recording, frame.index)

    @override
    def leave(self) -> None:
        self._of_state.stop()
        self._pause()
        super().leave()

    @override
    def refresh(self) -> None:
        reason = self._contacts.reason
        if not reason and not all(map(self._session.kernels.has, self.waits_for)):
            reason = self.tr("Its kernels are still being compiled.")
        self.widget.show_absent(reason)
        if reason:
            self._forget(None)
            return
        recording, index = self._contacts.instant
        if recording is not self._recording or len(self._states) > len(recording):
            self._forget(recording)
        self.widget.show_time(float(recording.t[index]))
        playing = self._session.playback.playing
        self._of_state.ask((recording, index), [partial(_frame, recording, index, estimate=not playing)])
        if not playing and not self._stopped:
            self._go_on()
        else:
            self._pause()
            self._show_progress()

    def _forget(self, recording: Recording | None) -> None:
        """Another recording, or one that was cut: nothing is known of it."""
        self._pause()
        self._of_state.stop()
        self._recording, self._frame, self._states, self._stopped = recording, None, CheckedStates(), False
        self.widget.show_stopped("")
        self.widget.show_faults([])
        if recording is not None:
            self._show_recording()

    def _go_on(self) -> None:
        """Check what is not yet checked of the recording."""
        recording = self._recording
        if recording is None or self._going:
            return
        self._stopped = False
        self.widget.show_stopped("")
        first, n = len(self._states), len(recording)
        if first < n:
            from torseur.sim.simulation.checking.frame_check import block_of, checked_blocks

            block = block_of(recording, n)
            blocks = checked_blocks(recording, n, first, block)
            self._going = True
            questions: list[Callable[[], RecordingCheck | Faults]] = [partial(_next, blocks)] * (
                -(-(n - first) // block)
            )
            self._of_recording.ask(recording, [*questions, partial(_faults, recording)])
        self._show_progress()

    def _stop(self) -> None:
        self._stopped = True
        self._pause()
        self._show_recording()

    def _pause(self) -> None:
        self._going = False
        self._of_recording.stop()

    def _on_block(self, recording: object, found: RecordingCheck | Faults | Exception) -> None:
        if recording is not self._recording:
            return
        if isinstance(found, TorseurError):
            self._stop()
            self.widget.show_stopped(str(found))
            return
        if isinstance(found, Exception):
            raise found
        if isinstance(found, tuple):
            self._going = False
            self.widget.show_faults([fault.sentence for fault in found])
            self._show_recording()
            return
        if found.first == len(self._states):  # else it is of a question that was dropped
            self._states.append(found)
        assert self._recording is not None
        if len(self._states) < len(self._recording) and perf_counter() - self._shown < EVERY:
            self._show_progress()
        else:
            self._show_recording()

    def _show_recording(self) -> None:
        recording, states = self._recording, self._states
        assert recording is not None
        self._shown = perf_counter()
        self.widget.show_recording(states.whole, float(recording.t[-1]), states.worst, states.counts)
        self._show_progress()

    def _show_progress(self) -> None:
        assert self._recording is not None
        self.widget.show_progress(len(self._states), len(self._recording), self._going)

    def _on_frame(self, asked: tuple[Recording, int], found: FrameCheck | Exception) -> None:
        if asked[0] is not self._recording:
            return  # another recording is shown meanwhile
        if isinstance(found, TorseurError):
            self._frame = None
            self.widget.show_frame(None, str(found))
            self.told.emit()
            return
        if isinstance(found, Exception):
            raise found
        self._frame = found
        self.widget.show_frame(found, is_doubtful=bool(asked[0].doubtful[asked[1]]))
        self._explain()
        self.told.emit()

    def _choose(self, key: str) -> None:
        self._chosen = key
        self._explain()

    def _go_to(self, index: int, key: str) -> None:
        """Show a state, and explain what is wrong there."""
        assert self._recording is not None
        self._chosen = key
        if self._frame is not None and self._frame.index == index:
            self._explain()
        self._session.playback.show_state(index)

    def _explain(self) -> None:
        from torseur.sim.simulation.checking.explanation import explanation

        frame, recording = self._frame, self._recording
        if frame is None or recording is None:
            return
        worst = max(frame.checks, key=lambda check: VERDICTS.index(check.verdict))
        check = frame.check(self._chosen) if self._chosen else worst
        told = explanation(recording, frame.index, check)
        self.widget.show_explanation(check, told.meaning, told.cause, told.change)


def _frame(recording: Recording, index: int, estimate: bool) -> FrameCheck:
    """The checks of a state; the error of its step is estimated, which takes it again twice, where nothing plays."""
    from torseur.sim.simulation.checking.frame_check import check_frame

    return check_frame(recording, index, estimate=estimate)


def _faults(recording: Recording) -> Faults:
    """What no single state shows."""
    from torseur.sim.simulation.checking.motion_faults import motion_faults
    from torseur.sim.simulation.checking.recurring_faults import recurring_faults

    return (*motion_faults(recording), *recurring_faults(recording))


def _next(blocks: Iterator[RecordingCheck]) -> RecordingCheck:
    return next(blocks)
