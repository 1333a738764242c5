"""q̇ and q̈ of the page: typed, at random, or those of the recording at the instant that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.text.same_value import Value

from .coordinates import Coordinate

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

FASTEST = 1.0  # of a random q̇ where the file gives no lower limit [rad/s | m/s]
HARDEST = 2.0  # of a random q̈ [rad/s² | m/s²]


@dataclass(frozen=True, eq=False, slots=True)
class JointMotion(Value):
    """What was typed, by number; `source` "recording" goes by the recording instead."""

    v: Array  # (nv,) [rad/s | m/s]
    a: Array  # (nv,) [rad/s² | m/s²]
    source: str = "typed"
    sentence: str = ""  # on what was typed
    alone: int = -1  # the one number of q̇ that is not 0, where that was asked for
    kept: JointMotion | None = None  # typed, and back when the recording is not followed any more

    @classmethod
    def rest(cls, nv: int, source: str = "typed") -> JointMotion:
        """Nothing moves."""
        return cls(np.zeros(nv), np.zeros(nv), source)

    @property
    def typed(self) -> JointMotion:
        """What was typed, also while a recording is followed."""
        return self if self.kept is None else self.kept

    def at_instant(self, index: int) -> JointMotion:
        """At a state of a recording the motion is the recorded one; at -1, posed by hand, what was typed is back."""
        if index < 0:
            return self.typed
        return self if self.source == "recording" else replace(JointMotion.rest(len(self.v), "recording"), kept=self)

    @classmethod
    def random(cls, model: Model, rng: np.random.Generator) -> JointMotion:
        """Any q̇ within the limits of speed, and any q̈."""
        fastest = np.minimum(model.velocity_limit, FASTEST)
        return cls(rng.uniform(-fastest, fastest), rng.uniform(-HARDEST, HARDEST, model.nv))

    def with_number(self, kind: str, k: int, value: float) -> JointMotion:
        """With another number k of "v" or "a", typed."""
        numbers = {"v": self.v.copy(), "a": self.a.copy()}
        numbers[kind][k] = value
        return JointMotion(numbers["v"], numbers["a"])

    def next_alone(self, model: Model, coordinates: Sequence[Coordinate]) -> JointMotion:
        """The number of q̇ after the one that moved alone, at a speed within its limit; q̈ is 0."""
        k, v = (self.alone + 1) % model.nv, np.zeros(model.nv)
        v[k] = min(FASTEST, float(model.velocity_limit[k]))
        sentence = tr("{joint} alone moves. Press again for the next.", joint=coordinates[k].name)
        return JointMotion(v, np.zeros(model.nv), sentence=sentence, alone=k)


class RecordedMotion(NamedTuple):
    """What a recording says of a state, and how it was found."""

    v: Array
    a: Array
    sentence: str


def recorded_motion(recording: Recording | None, index: int, v: Array) -> RecordedMotion:
    """q̇ (nv,) is `v`, of the state shown; q̈ is that of `recording_dynamics`: of the step that ended there, or of the instant.

    index : of the state; -1: the robot is posed by hand
    """
    still = np.zeros(len(v))
    if recording is None or index < 0:
        return RecordedMotion(v, still, tr("Nothing is recorded at this instant: q̈ is 0. Simulate, or type."))
    if recording.problems.is_start(index):
        return RecordedMotion(
            v, still, tr("A simulation starts from this state, and nothing was solved for it: q̈ is taken as 0.")
        )
    from torseur.sim.simulation.inspection.recorded_dynamics.recorded_accelerations import accelerations_of

    try:  # at an instant of the hybrid scheme it takes two states more
        a = accelerations_of(recording, min(index + 3, len(recording)), index)[2][0]
    except ArgumentError as error:
        return RecordedMotion(v, still, tr("q̈ is taken as 0: {error}.", error=error))
    if not np.all(np.isfinite(a)):
        return RecordedMotion(v, still, tr("q̇ jumps at this instant, by an impact: there is no q̈, it is taken as 0."))
    if recording.settings.scheme == "hybrid":
        return RecordedMotion(v, a, tr("q̇ and q̈ of this instant, q̈ by the recorded velocities around it."))
    span = float(recording.t[index] - recording.t[index - 1])
    said = tr(
        "q̇ of this state; q̈ = Δq̇/Δt of the step that ended here, a mean over {span:.4g} ms, impacts with it.", span=1e3 * span
    )
    return RecordedMotion(v, a, said)
