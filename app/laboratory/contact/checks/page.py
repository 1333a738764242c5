"""The page Checks: each number of the state shown against its tolerance, in words what it means, and the whole recording."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import ref

from torseur.sim.compilation import BATCHES, GAPS, PROBLEMS
from torseur.sim.simulation.inspection.checking.values import (
    CHECKS,
    PASS,
    UNKNOWN,
    VERDICTS,
    Check,
    FrameCheck,
    RecordingCheck,
    RecordingFault,
)
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.checks.verdicts import FORMULAS, LOOKS, TITLES, TONES, CheckedTimes
from torseur.ui.look.math_notation import literal
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    Custom,
    DataTable,
    Facts,
    Formula,
    Heading,
    Paragraph,
    Progress,
    Section,
    TableCell,
    TableColumn,
    UserEvent,
    absent,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import as_shown, number_text, residual_text, with_unit
from torseur.ui.text.sentences import sentence

from ....sheet.page import Page, PageSettings, Seen, ShowState
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import no_problem
from .checked_states import CheckedStates

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.checking.explanation import CheckExplanation
    from torseur.sim.simulation.recording.recording import Recording

STATE = Heading("state", marked("This state"))
WHOLE = Heading("whole", marked("Over the recording"))
LEAD = marked(
    "Is this state right? Each number must be small; it passes up to its tolerance, is in doubt up to its limit, and fails "
    "beyond."
)
KEY = marked(
    "The higher a bar, the worse its states: thin they pass, at half height they are in doubt, at full height they fail. "
    "Press a bar to go there, or ← and → from mark to mark."
)


@dataclass(frozen=True, slots=True)
class ChecksSettings(PageSettings):
    """The check that is explained (empty: the worst), the recording whose checking was stopped, and how often it went on."""

    chosen: str = ""
    stopped: ref[Any] | None = None
    begun: int = 0


class Checks(Page):
    """The state shown is checked by a thread, and while nothing plays the whole recording, block by block."""

    key = "checks"
    settings_type = ChecksSettings
    outline = (STATE, WHOLE)
    waits_for = (PROBLEMS, BATCHES, GAPS)

    def sheet(self, seen: Seen, settings: ChecksSettings, questions: Questions) -> Sheet:
        """Write the checks of the state, and what was found of the recording so far."""
        if seen.recording is None:
            return Sheet((absent(no_problem(seen)),))
        found = _frame(seen, questions)
        frame: FrameCheck | None = found.value
        return Sheet(
            (
                Paragraph("lead", tr(LEAD), "text_second"),
                _error(found.error) if frame is None else _state(seen.recording, frame, settings, questions),
                _whole(seen, settings, questions),
            ),
            of=None if frame is None else (seen.recording, frame.index),
        )

    def reduce(self, settings: ChecksSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Explain a check, go to a state, or stop and go on checking."""
        match event:
            case ("state.checks", "selected", row) if row >= 0:
                return replace(settings, chosen=CHECKS[row])
            case ("whole.timeline", "chosen", (index, key)):
                return replace(settings, chosen=key), ShowState(index)
            case ("whole.worst", "activated", row):
                worst = questions.known("states").worst[row]
                return replace(settings, chosen=worst.key), ShowState(worst.index)
            case ("whole.go", "pressed", _) if _states(seen, settings, questions).running:
                return replace(settings, stopped=ref(seen.recording))
            case ("whole.go", "pressed", _):
                return replace(settings, stopped=None, begun=settings.begun + 1)
        return settings


# The state shown


def _frame(seen: Seen, questions: Questions) -> Answer:
    """The checks of the state; the error of its step is estimated, which takes it again twice, where nothing plays."""
    recording, index, estimate = seen.recording, seen.index, not seen.playing

    def check() -> FrameCheck:
        from torseur.sim.simulation.inspection.checking.frame_check import check_frame

        assert recording is not None
        return check_frame(recording, index, estimate=estimate)

    return questions.ask("frame", (index, estimate), check, Cost.QUICK, of=recording)


def _error(why: str) -> Section:
    return section(STATE, Paragraph("meaning", sentence(why), icon="info") if why else None, divided=False)


def _state(recording: Recording, frame: FrameCheck, settings: ChecksSettings, questions: Questions) -> Section:
    worst = max(frame.checks, key=lambda check: VERDICTS.index(check.verdict))
    check = frame.check(settings.chosen) if settings.chosen else worst
    written: Section = questions.ask(
        "part:state", (frame, check), lambda: _checked_state(recording, frame, check), of=recording
    ).value
    return written


def _checked_state(recording: Recording, frame: FrameCheck, check: Check) -> Section:
    columns = (
        TableColumn(tr("Check"), 108, 1),
        TableColumn(tr("Found"), 94, number=True),
        TableColumn(tr("At most"), 74, number=True, about=tr("The tolerance; where it comes from is told below")),
        TableColumn(tr("Verdict"), 76),
    )
    rows = tuple(map(_row, frame.checks))
    return section(
        STATE,
        DataTable("checks", tr("Checks of the state shown"), columns, rows, CHECKS.index(check.key)),
        *_explained(recording, frame, check),
        caption=tr("{t:.6g} s, number {i}", t=frame.t, i=frame.index),
        badge=_badge(frame, bool(recording.doubtful[frame.index])),
        divided=False,
    )


def _row(check: Check) -> tuple[TableCell, ...]:
    limit, most = (with_unit(residual_text(x), check.unit) for x in (check.limit, check.tolerance))
    tip = tr("{check}: passes up to {most}, fails beyond {limit}", check=tr(TITLES[check.key]), most=most, limit=limit)
    return (
        TableCell(tr(TITLES[check.key]), tip=tip),
        TableCell(number_text(check.value, 3, 0.0), check.value, check.unit, weight=500),
        TableCell(residual_text(check.tolerance), check.tolerance, check.unit, "text_second"),
        _verdict(check.verdict),
    )


def _verdict(verdict: str) -> TableCell:
    look = LOOKS[verdict]
    return TableCell(tr(look.word), role=look.role, weight=600, icon=look.icon)


def _badge(frame: FrameCheck, is_doubtful: bool) -> tuple[str, str, str]:
    """What is said of a state: what is known, where it passes by few numbers, proves little."""
    known, all_of_them = sum(check.verdict != UNKNOWN for check in frame.checks), len(frame.checks)
    word, tone = tr(LOOKS[frame.verdict].word), TONES[frame.verdict]
    if is_doubtful and frame.verdict in (PASS, UNKNOWN):
        reason = tr("Its numbers are small, of a contact that a step cannot know.")
        return tr("doubtful contact"), "warning", reason
    if frame.verdict != PASS or known == all_of_them:
        return word, tone, ""
    share = f"{known} / {all_of_them}"
    return tr("{head}: {title}", head=word, title=share), tone if 2 * known > all_of_them else "plain", ""


def _explained(recording: Recording, frame: FrameCheck, check: Check) -> tuple[Block, ...]:
    """What a check means, what went wrong, and what to change."""
    from torseur.sim.simulation.inspection.checking.explanation import explanation

    told: CheckExplanation = explanation(recording, frame.index, check)
    facts = [
        (tr("worst at"), literal(check.where), ""),
        (tr("passes up to"), residual_text(check.tolerance), check.unit),
        (tr("fails beyond"), residual_text(check.limit), check.unit),
    ]
    title = tr("{head}: {title}", head=tr(TITLES[check.key]), title=tr(LOOKS[check.verdict].word))
    source = tr("Tolerance: {source}.", source=check.source)
    return (
        Paragraph("title", title, weight=600),
        Formula("formula", (tr(FORMULAS[check.key]),)),
        Paragraph("meaning", told.meaning, icon="info"),
        Paragraph("cause", told.cause, icon="warning", icon_role="warning"),
        Paragraph("change", told.change, icon="chevron_right", icon_role="accent_text"),
        Facts("told", tuple(facts if check.where else facts[1:])),
        Paragraph("source", f"{sentence(check.note)} {source}" if check.note else source, "text_second"),
    )


# The recording


def _states(seen: Seen, settings: ChecksSettings, questions: Questions) -> Answer:
    """Those that are checked so far; while the recording only grows they are kept."""
    recording = seen.recording
    assert recording is not None
    n, stopped = len(recording), settings.stopped is not None and settings.stopped() is recording
    return questions.ask(
        "states",
        (n, settings.begun),
        partial(_blocks, recording, n),
        Cost.SLOW,
        of=recording,
        chained=True,
        fold=_added,
        when=not seen.playing and not stopped,
    )


def _blocks(recording: Recording, n: int, before: CheckedStates | None) -> Iterator[RecordingCheck]:
    from torseur.sim.simulation.inspection.checking import frame_check

    first = len(before) if before is not None and len(before) <= n else 0
    if first < n:
        yield from frame_check.checked_blocks(recording, n, first, frame_check.block_of(recording, n))


def _added(before: CheckedStates | None, block: RecordingCheck) -> CheckedStates:
    states = CheckedStates() if before is None or block.first == 0 else before
    if block.first == len(states):  # else it was checked already
        states.append(block)
    return states


def _faults(recording: Recording) -> tuple[RecordingFault, ...]:
    """What no single state shows."""
    from torseur.sim.simulation.inspection.checking.motion_faults import motion_faults
    from torseur.sim.simulation.inspection.checking.recurring_faults import recurring_faults

    return (*motion_faults(recording), *recurring_faults(recording))


def _whole(seen: Seen, settings: ChecksSettings, questions: Questions) -> Section:
    recording, found = seen.recording, _states(seen, settings, questions)
    assert recording is not None
    n, end = len(recording), float(recording.t[-1])
    states = found.value if found.value is not None and len(found.value) <= n else CheckedStates()
    done = len(states)
    faults: tuple[RecordingFault, ...] = (
        questions.ask("faults", n, partial(_faults, recording), Cost.SLOW, of=recording, when=not found.late).value or ()
    )
    words = tr("{done} of {count} states") if done < n else tr("all {count} states")
    names = (tr("pass"), tr("in doubt"), tr("fail"))
    counts = tuple((name, str(count), tr("states")) for name, count in zip(names, states.counts, strict=True))
    times = CheckedTimes(recording, done, end, float(recording.t[seen.index]), states.whole)
    bad = tr("Verdicts over time; states that did not pass: {n}", n=sum(states.counts[1:]))
    tools = (Button("go", tr("Stop") if found.running else tr("Go on"), "stop"),)
    return section(
        WHOLE,
        Progress("bar", done / max(n, 1) if found.running else None),
        Paragraph("stopped", sentence(found.error) if found.error else "", icon="warning", icon_role="warning"),
        Paragraph("faults", "\n".join(sentence(fault.sentence) for fault in faults), icon="warning", icon_role="warning"),
        Custom("timeline", "verdict_timeline", times, bad),
        Paragraph("key", tr(KEY), "text_hint"),
        Facts("counts", counts),
        _worst(states, questions),
        caption=words.format(done=done, count=n),
        tools=tools if found.running or done < n else (),
    )


def _worst(states: CheckedStates, questions: Questions) -> DataTable | None:
    """The states that did not pass, the worst first."""
    if not states.worst:
        return None
    columns = (
        TableColumn(tr("Time"), 74, number=True),
        TableColumn(tr("Check"), 100, 1),
        TableColumn(tr("Times too large"), 88, number=True),
        TableColumn(tr("Verdict"), 76),
    )
    rows = questions.ask(
        "part:worst",
        tuple(states.worst),
        lambda: tuple(
            (
                TableCell(as_shown(f"{row.t:.6g}"), row.t, "s", tip=tr("Go to state {number}", number=row.index)),
                TableCell(tr(TITLES[row.key])),
                TableCell(number_text(row.excess, 3), row.excess),
                _verdict(row.verdict),
            )
            for row in states.worst
        ),
    ).value
    return DataTable("worst", tr("States that did not pass"), columns, rows, presses=True, most=8)
