"""A scene of the benchmark by our own time-stepping."""

from __future__ import annotations

import numpy as np

from torseur import sim

from .law import Contacts, normal_first

BATCH = 200  # steps between two emptyings of the recording, while nothing but the kernels is timed


class Torseur:
    """Recorded in `many`, as always; `one` and `bare` call the kernels alone."""

    def __init__(self, scene: sim.Scene) -> None:
        self._simulation = sim.Simulation(scene)

    def many(self, steps: int) -> None:
        """Every state, contact and event is kept."""
        self._simulation.run(steps)
        if self._simulation.stopped:
            raise RuntimeError(self._simulation.stopped)

    def bare(self, steps: int) -> None:
        """The kernels alone: what they write is overwritten by the next batch."""
        done = 0
        while done < steps:
            done += self._advance(min(BATCH, steps - done))

    def one(self) -> None:
        """One step by the kernels."""
        while self._advance(1) == 0:
            pass

    def none(self) -> None:
        """No step."""
        self._advance(0)

    def contacts(self) -> Contacts:
        """Gaps at the end of the step, as recorded."""
        contacts = self._simulation.recording.contacts(-1)
        axes = contacts.normal
        return Contacts(contacts.gap, normal_first(contacts.impulse, axes), normal_first(contacts.velocity, axes))

    def places(self) -> np.ndarray:
        """Centres of mass after the last step (n, 3) [m]."""
        model = self._simulation.scene.model
        poses, found = sim.frame_poses(model, self._simulation.q), []
        for k, row in enumerate(model.table):
            if k > 0:
                frame = int(np.flatnonzero(model.frame_row == k)[0])
                pose = poses[frame] @ np.linalg.inv(model.frame_placement[frame])
                found.append(pose[:3, :3] @ (row["moment"] / row["mass"]) + pose[:3, 3])
        return np.array(found)

    def _advance(self, steps: int) -> int:
        """Call the kernels; how many steps were taken. Where arrays were too small there were fewer, and they have grown."""
        simulation = self._simulation
        taken, _, status = simulation._steps(steps)
        if status:
            simulation._look_at(status)
            if simulation.stopped:
                raise RuntimeError(simulation.stopped)
        return taken
