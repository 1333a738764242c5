"""Why the motion of a recording is not to be trusted, in words: for `simulate`, `render`, and the window's status line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ....multibody.model.model import JointKind
from ....texts import as_shown, tr
from .recurring_faults import ALTERNATES, recurring_faults
from .values import RecordingFault

if TYPE_CHECKING:
    from ...recording.recording import Recording

SOLVES, LEFT_OUT, CUT = "solves", "left out", "cut"
FAILED = 1e-5
"""What a solve leaves of the contact law, from which on `torseur check` fails its state [m/s]."""
_SERVO = "mjcf-servo"  # which a controller may take the place of
MOVES = "mjcf-left-out", "element-changes-physics", _SERVO
"""Rules of findings: what is left out of a file moves the robot."""


def doubts(recording: Recording) -> tuple[RecordingFault, ...]:
    """Contact solves that failed, what strikes at every step, doubtful contacts, and what is left out of robots' files and moves
    them; and alternating forces and cut torques, which are told, and put no motion in doubt: see `is_in_doubt`.
    """
    failed = np.flatnonzero(np.asarray(recording.residual[:]) > FAILED)
    solves = []
    if len(failed):
        sentence = tr(
            "{failed} of {solves} contact solves failed, by more than {limit:g} m/s: try another solver, more sweeps, or a "
            "shorter step",
            failed=len(failed),
            solves=len(recording),
            limit=FAILED,
        )
        solves.append(RecordingFault(SOLVES, (), float(recording.t[int(failed[0])]), len(failed), sentence))
    findings = dict.fromkeys(
        finding
        for part in recording.scene.parts
        for finding in part.model.findings
        if finding.rule in MOVES and (finding.rule != _SERVO or part.controller is None)
    )
    left_out = [
        RecordingFault(LEFT_OUT, (), 0.0, 0, f"{Path(finding.path).name}:{finding.line}: {finding.message}")
        for finding in findings
    ]
    return (*solves, *recurring_faults(recording), *left_out, *cut_torques(recording))


def is_in_doubt(fault: RecordingFault) -> bool:
    """Whether a motion with this fault is not to be trusted; what else is told of it is right."""
    return fault.kind not in (ALTERNATES, CUT)


def cut_torques(recording: Recording) -> list[RecordingFault]:
    """The joints whose torque was cut at its limit, with the number of states."""
    model, control = recording.scene.model, recording.scene.control
    driven = (control.stiffness != 0.0) | (control.damping != 0.0) | (control.inverse != 0.0)
    limit = np.asarray(model.effort_limit)
    found = []
    for name, (_, own) in model.joint_slices().items():
        some = np.flatnonzero(np.isfinite(limit[own]) & ((limit[own] > 0.0) | driven[own])) + own.start
        if not len(some):
            continue
        cut = (np.abs(recording.tau[:][1:, some]) >= limit[some] * (1.0 - 1e-12)).any(axis=1)
        if cut.any():
            t, count = float(recording.t[1 + int(cut.argmax())]), int(cut.sum())
            unit = "N" if model.joint(name).kind is JointKind.PRISMATIC else "N m"
            most = f"{', '.join(as_shown(f'{limit[k]:g}') for k in some)} {unit}"
            sentence = tr(
                "the torque of {name!r} is cut at {most} in {count} of {cut_count} steps, first at t = {t:.6g} s",
                name=name,
                most=most,
                count=count,
                cut_count=len(cut),
                t=t,
            )
            found.append(RecordingFault(CUT, (), t, count, sentence))
    return found
