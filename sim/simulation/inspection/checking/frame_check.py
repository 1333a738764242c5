"""Whether states of a recording are right: each number that must be small, against a stated tolerance.

Source: THEORY §5 to §8; VALIDATION, "What every solver must show"; Hairer, Nørsett & Wanner 1993, §II.4 (step doubling).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import frozen
from ....errors import ArgumentError
from ....interruption import checkpoint
from ....texts import tr
from ...recording.gaps import body_gaps
from ...step_arrays import IMPACT_LEVEL, NOT_SOLVED, NOT_THERE
from ..accuracy import accuracy_note
from .balance_checks import balances, exact_trees, turning
from .contact_checks import (
    LIMIT_OVER_TOLERANCE,
    Column,
    are_gaps_recorded,
    complementarity,
    cone,
    entry_name,
    is_looked_up,
    is_of_accelerations,
    penetration,
)
from .step_error_bound import step_error_bounds
from .step_estimate import estimate_step_error
from .values import CHECKS, COMPLEMENTARITY, CONE, ENERGY, MOMENTUM, PENETRATION, STEP_ERROR, Check, FrameCheck, RecordingCheck

if TYPE_CHECKING:
    from ...recording.recording import Recording

BLOCK = 128  # states that are checked at a time, at most
_CONTACTS = 2**14  # of a block, about: 0.1 s of work


def check_frame(recording: Recording, i: int, *, estimate: bool = False) -> FrameCheck:
    """All checks of state i of a recording, in a time that does not grow with the recording.

    estimate : take the step again, whole and as two halves, for its error where the recording has none
    Raises ArgumentError where i (which counts from the end where it is negative) is no state, and for a recording of before
    format 4, which does not keep what was solved, and of a plan, for which nothing was.
    """
    if not -len(recording) <= i < len(recording):
        raise ArgumentError("there is no state {i}; the recording has {count}", i=i, count=len(recording))
    i %= len(recording)
    _check_format(recording, i)
    columns = _columns(recording, slice(i, i + 1))
    checks = []
    for key, (value, tolerance, limit, whose) in zip(CHECKS, columns, strict=True):
        unit, source = _unit_of(recording, i, key, int(whose[0])), _source_of(recording, i, key)
        where, note = _where(recording, i, key, int(whose[0])), _note_of(recording, i, key, float(value[0]))
        if key == STEP_ERROR and estimate and np.isnan(value[0]) and _has_step(recording, i):
            value[0] = estimate_step_error(recording, i)
            note = tr("estimated now, from the state before: the step once more, and as two halves")
        checks.append(Check(key, float(value[0]), float(tolerance[0]), float(limit[0]), unit, source, where, note))
    return FrameCheck(i, float(recording.t[i]), tuple(checks))


def check_recording(recording: Recording, n: int | None = None) -> RecordingCheck:
    """All checks of the first n states of a recording (all when None); a thousand take about a second.

    Raises ArgumentError for an empty recording, for one of before format 4, and for a plan.
    """
    return joined_checks(list(checked_blocks(recording, n)))


def block_of(recording: Recording, n: int) -> int:
    """How many states to check at a time: fewer where state n - 1 has many contacts."""
    return max(8, min(BLOCK, _CONTACTS // max(1, len(recording.contact_columns(n - 1)[0]))))


def checked_blocks(recording: Recording, n: int | None = None, first: int = 0, block: int = BLOCK) -> Iterator[RecordingCheck]:
    """The work of `check_recording` from state `first` on, `block` states at a time; who shows progress counts them.

    Raises what that raises.
    """
    n = len(recording) if n is None else min(n, len(recording))
    if n == 0:
        raise ArgumentError("the recording is empty: nothing was simulated yet")
    _check_format(recording, n - 1)
    for start in range(first, n, block):
        part = slice(start, min(start + block, n))
        columns = _columns(recording, part)
        value, tolerance, limit = (np.column_stack([column[k] for column in columns]) for k in range(3))
        yield RecordingCheck(start, frozen(recording.t[part].copy()), frozen(value), frozen(tolerance), frozen(limit))


def joined_checks(blocks: Sequence[RecordingCheck]) -> RecordingCheck:
    """Blocks of states that follow each other, as one."""
    return RecordingCheck(
        blocks[0].first,
        *(
            frozen(np.concatenate([getattr(block, name) for block in blocks]))
            for name in ("t", "value", "tolerance", "limit", "levels")
        ),
    )


def _has_step(recording: Recording, i: int) -> bool:
    """Whether a step of time-stepping ended at state i."""
    return recording.settings.scheme == "time_stepping" and recording.problems.level(i) != NOT_SOLVED


def _check_format(recording: Recording, i: int) -> None:
    level = recording.problems.level(i)
    if level in NOT_THERE:
        raise ArgumentError(NOT_THERE[level])


def _columns(recording: Recording, part: slice) -> tuple[Column, ...]:
    columns = []
    for check in (complementarity, cone, penetration):
        columns.append(check(recording, part))
        checkpoint()
    return (*columns, *balances(recording, part), _step_error(recording, part))


def _step_error(recording: Recording, part: slice) -> Column:
    """Error of the step where it was estimated [m/s]."""
    value = recording.step_error[part].copy()
    return value, *step_error_bounds(recording, part), np.full(len(value), -1)


def _unit_of(recording: Recording, i: int, key: str, whose: int) -> str:
    accelerations = is_of_accelerations(recording, i)
    impulse = recording.settings.scheme == "hybrid" and recording.problems.level(i) == IMPACT_LEVEL
    if key == MOMENTUM:
        return "N·m·s" if whose <= -2 and turning(recording)[-2 - whose] else "N·s"
    return {CONE: "N·s" if impulse else "N", PENETRATION: "m", ENERGY: "J", STEP_ERROR: "m/s"}.get(
        key, "m/s²" if accelerations else "m/s"
    )


def _source_of(recording: Recording, i: int, key: str) -> str:
    hybrid = recording.settings.scheme == "hybrid"
    if key == MOMENTUM:
        if recording.problems.level(i) == IMPACT_LEVEL or bool(exact_trees(recording).all()):
            return tr(
                "1e-9 of what changes for rounding, limit 1e-6; 1e-3 where the step corrected a position, limit 0.1; and "
                "the mass times {residual_asked:.0e} m/s, the solver's tolerance",
                residual_asked=recording.settings.residual_asked,
            )
        if hybrid:
            return tr("q̈ is the derivative of recorded velocities, good to a tenth where events are near")
        return tr("a joint's equation holds to second order in the step: 1e-2 of its largest term; bodies alone to 1e-9")
    if key == ENERGY:
        if recording.problems.level(i) == IMPACT_LEVEL or bool(exact_trees(recording).all()):
            return tr("contacts take and never give: 1e-9 of the energy at play, or the weight lifted by 1e-9 m")
        share = tr("1e-2, as work is the trapezoid of recorded powers") if hybrid else tr("1e-4, second order in the step")
        return tr("of the energy at play {share}, or the weight lifted by 1e-8 m", share=share)
    if key == COMPLEMENTARITY and recording.settings.solving == "interactive":
        asked = recording.settings.residual_asked
        return tr(
            "{asked:.0e} of the largest velocity at play, at least of 1: what the interactive setting asks for; limit "
            "{limit_over_tolerance:.0e}",
            asked=asked,
            limit_over_tolerance=LIMIT_OVER_TOLERANCE * asked,
        )
    return {
        CONE: tr("the law, to 1e-9 of the largest force; solvers end on the cone or inside"),
        PENETRATION: tr("a gap below 1e-6 m counts as closed; 1e-4 m is seen")
        + (tr(", beside what the compliance asks for") if recording.settings.compliance > 0.0 else ""),
        STEP_ERROR: tr(
            "g h, gravity's in a step, or a hundredth of the speed of what moves; limit ten times g h, or half the speed"
        ),
    }.get(
        key, tr("1e-8 of the largest velocity or acceleration at play, at least of 1: what every solver must show; limit 1e-5")
    )


def _note_of(recording: Recording, i: int, key: str, value: float) -> str:
    if recording.problems.level(i) == NOT_SOLVED and key != PENETRATION:
        return tr("a simulation starts from this state: nothing was solved for it")
    if key == STEP_ERROR and np.isnan(value):
        if note := accuracy_note(recording.scene, recording.settings):
            return note
        last = recording.last_step_error(i)
        return (
            tr("not estimated for this step")
            if last is None
            else tr("last estimated at t = {last:.6g} s: {last_2:.3g} m/s", last=last[0], last_2=last[1])
        )
    if key == CHECKS[0] and is_looked_up(recording, i):
        return tr("the residual as it was recorded: too many contacts to set the problem up again")
    if key == PENETRATION and are_gaps_recorded(recording):
        return tr("as it was recorded, and found anew for the pairs of shapes that start nearest")
    if key == MOMENTUM and np.isnan(value):
        return tr("there are no accelerations of this state: too few lie between two jumps")
    return ""


def _where(recording: Recording, i: int, key: str, whose: int) -> str:
    if key == MOMENTUM:
        return _owner(recording, whose)
    if key == PENETRATION:
        return "" if whose < 0 else " · ".join(_pairs(recording, i)[whose])
    return entry_name(recording, i, whose)


def _pairs(recording: Recording, i: int) -> tuple[tuple[str, str], ...]:
    return body_gaps(recording.scene, recording.q[i : i + 1])[0]


def _owner(recording: Recording, whose: int) -> str:
    model = recording.scene.model
    if whose <= -2:
        return next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= -2 - whose < in_v.stop)
    if whose < 1:
        return ""
    at = int(model.table["iv"][whose])
    joint = next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= at < in_v.stop)
    return model.joint(joint).child
