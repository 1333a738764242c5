"""The way of a self-motion from where it began: gone on when the slider asks for more, and the same on the way back."""

from __future__ import annotations

from torseur.sim.analysis.svd.self_motion import SelfMotion, SelfMotionEnd, self_motion
from torseur.sim.arrays import Array
from torseur.sim.multibody.kinematics.kinematics import frame_pose
from torseur.sim.multibody.model.model import Model

PIECE = 0.1  # of the way that is kept [rad | m]


class SelfMotionPath:
    """From q (nq,) along a direction (n,) over `joints`, with the rows of a frame held.

    Raises ArgumentError for a direction that moves the tool.
    """

    def __init__(
        self, model: Model, q: Array, frame: str, direction: Array, rows: str, joints: tuple[str, ...]
    ) -> None:
        self._model, self._frame, self._rows, self._joints = model, frame, rows, joints
        self._pinned = frame_pose(model, q, frame)
        start = self_motion(model, q, frame, direction, 0.0, rows, joints=joints)
        self._kept = {1: [start], -1: [start]}  # every PIECE of the way, forwards and backwards

    def at(self, travelled: float) -> SelfMotion:
        """Where it is after so much of the way [rad | m], or as far as it goes; `travelled` is of the whole."""
        side = 1 if travelled >= 0.0 else -1
        kept, length = self._kept[side], abs(travelled)
        while length > len(kept) * PIECE and kept[-1].end is SelfMotionEnd.REACHED:
            kept.append(self._gone_on(kept[-1], side, (len(kept) - 1) * PIECE, PIECE))
        before = min(int(length / PIECE), len(kept) - 1)
        if kept[before].end is not SelfMotionEnd.REACHED:
            return kept[before]
        return self._gone_on(kept[before], side, before * PIECE, length - before * PIECE)

    def _gone_on(self, done: SelfMotion, side: int, gone: float, step: float) -> SelfMotion:
        more = self_motion(
            self._model, done.q, self._frame, done.direction, side * step, self._rows,
            joints=self._joints, hold=self._pinned,
        )  # fmt: skip
        return SelfMotion(
            more.q, more.direction, more.joints, side * gone + more.travelled, more.position, more.rotation, more.end,
            more.stopped_by,
        )  # fmt: skip
