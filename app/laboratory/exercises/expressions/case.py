"""A robot in a configuration, or a scene: what the answers of an exercise are computed from, by public functions of `sim`."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Scene


@dataclass(frozen=True, eq=False, slots=True)
class Case:
    """A model at q, and the frame that is its tool; or a scene as it starts."""

    model: Model
    q: Array  # (nq,) [rad | m]
    frame: str
    started: Scene | None = None  # the scene; None: it is a robot's

    @property
    def scene(self) -> Scene:
        """That is asked about. Only of an exercise about one."""
        assert self.started is not None
        return self.started

    def at(self, q: Array) -> Case:
        """The same robot elsewhere."""
        return replace(self, q=np.asarray(q, dtype=np.float64))


def frame_of(model: Model, frame: str = "tool") -> str:
    """The frame of this name, whatever robot's name stands before it; "" if there is none."""
    return next((name for name in model.frame_names if name.split("/")[-1] == frame), "")
