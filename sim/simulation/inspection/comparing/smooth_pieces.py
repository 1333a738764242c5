"""Pieces of a hybrid run between its events, integrated by an integrator chosen by name: there high orders are had.

Source: contact-dynamics-lecture16, "Advantages: … can utilize high-accuracy integrators"; THEORY §6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....errors import ArgumentError
from ....multibody.kinematics.configuration import difference
from ...recording.recording import Recording
from ...running.integration.motion import integrate_motion
from ...running.scene.scene import Scene
from ...step_arrays import IMPACT, MODE
from .convergence import convergence_order
from .values import ConvergenceOrder

SHORTEST = 1e-3  # a piece that is shorter says nothing [s]
ROUNDING = 1e-11  # errors of states below are what the reference is known to


@dataclass(frozen=True, slots=True)
class SmoothPiece:
    """From one event to the next, with nothing pressed."""

    first: int  # state of the recording that it begins at
    last: int  # and ends at
    start: float  # [s]
    end: float


def smooth_pieces(recording: Recording) -> tuple[SmoothPiece, ...]:
    """The pieces of a recording over which no contact is pressed, the longest first."""
    times = recording.t
    found: list[SmoothPiece] = []
    first = 0
    for i in range(1, len(recording)):
        pairs, _ = recording.contact_columns(i)
        pressed = bool(np.any(pairs[:, MODE] != 0)) if len(pairs) else False
        struck = bool(np.any(pairs[:, IMPACT] != 0)) if len(pairs) else False
        if pressed or struck:
            _add(found, times, first, i - 1)
            first = i
    _add(found, times, first, len(recording) - 1)
    return tuple(sorted(found, key=lambda piece: piece.start - piece.end))


def integrator_order(
    scene: Scene, recording: Recording, integrator: str, steps: Sequence[float], piece: SmoothPiece | None = None
) -> ConvergenceOrder:
    """Errors of an integrator at the end of a piece (the longest when None), over steps [s], against the recording's state there.

    The error is the largest difference of a position [m | rad] there. Raises ArgumentError where there is no such piece, and for
    scenes with controllers, which the integrator does not know; UnknownNameError for the integrator.
    """
    pieces = smooth_pieces(recording) if piece is None else (piece,)
    if not pieces:
        raise ArgumentError("scene {scene!r} is in contact from beginning to end: it has no piece without", scene=scene.name)
    if np.any(scene.control.stiffness) or np.any(scene.control.inverse) or len(scene.control.track_times):
        raise ArgumentError(
            "scene {scene!r} is driven by controllers: its pieces cannot be integrated by themselves", scene=scene.name
        )
    model, one = scene.model, pieces[0]
    q, v, end = recording.q[one.first], recording.v[one.first], recording.q[one.last]
    errors, taken = [], []
    for h in steps:
        motion = integrate_motion(model, q, v, one.end - one.start, h, integrator, gravity=scene.gravity)
        errors.append(float(np.max(np.abs(difference(model, end, motion.q[-1])))))
        taken.append((one.end - one.start) / (len(motion) - 1))  # the piece is no multiple of h
    return convergence_order(taken, errors, ROUNDING)


def _add(found: list[SmoothPiece], times: np.ndarray, first: int, last: int) -> None:
    start, end = float(times[first]), float(times[last])
    if end - start >= SHORTEST:
        found.append(SmoothPiece(first, last, start, end))
