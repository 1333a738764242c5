"""The other runs of a comparison in the view: the same bodies at their poses, told apart by pattern and label."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.ui.compare.values import RunLook
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Ghost, Label, LegendRow, Overlays

from ..drawing.ghost_poses import without_fixed

if TYPE_CHECKING:
    from torseur.sim.simulation.comparing.scheme_run import SchemeRun

SEEN = 2e-3  # what is nearer to the played run than this share of the scene needs no label


class CompareDrawing:
    """Of one model."""

    def __init__(self, model: Model, size: float) -> None:
        """`size`: radius of a ball around the bodies [m]."""
        self._model, self._size = model, size
        self._fixed = np.asarray(model.frame_row[: len(model.bodies)]) == 0

    def overlays(self, t: float, played: Array, runs: Iterable[tuple[SchemeRun, RunLook]]) -> Overlays:
        """Ghosts of these runs at t [s]; `played` are the poses (frames, 4, 4) of what the window plays."""
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        ghosts, labels = [], []
        count = len(self._fixed)
        for place, (run, look) in enumerate(runs):
            poses = np.array(
                frame_poses(self._model, np.ascontiguousarray(run.configuration_at(min(t, float(run.t[-1])))))
            )
            away = poses[:count, :3, 3] - played[:count, :3, 3]
            far = np.where(self._fixed, 0.0, np.linalg.norm(away, axis=1))
            k = int(np.argmax(far))
            if far[k] > SEEN * self._size:
                text = f"{look.short}: {quantity_text(1e3 * float(far[k]), 'mm')} off{_since(run, t)}"
                above = poses[k, :3, 3] + np.array([0.0, 0.0, (0.25 + 0.18 * place) * self._size])
                labels.append(Label(above, text, look.color))
            ghosts.append(Ghost(without_fixed(self._model, poses), look.color, look.pattern))
        return Overlays(ghosts=tuple(ghosts), labels=tuple(labels))

    @staticmethod
    def legend(looks: Iterable[RunLook], played: str) -> tuple[LegendRow, ...]:
        """What the ghosts are, and what is played."""
        rows = [LegendRow(f"ghost_{look.pattern}", look.color, f"Ghost: {look.name}") for look in looks]
        return (*rows, LegendRow("none", "", f"Played: {played}")) if rows and played else tuple(rows)


def _since(run: SchemeRun, t: float) -> str:
    """Of which time its state is, where that is not t."""
    own = t if run.exact is not None else float(run.t[run.index_at(t)])
    return f" (its state of {own:.3f} s)" if t - own > 1e-9 else ""
