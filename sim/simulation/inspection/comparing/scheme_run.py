"""One run of a comparison: a scheme with its step, or the exact motion; its states, energies, impacts and figures."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ....multibody.dynamics.energy import elastic_energy, kinetic_energy, potential_energy
from ....multibody.model.state import State
from ...recording.events import EventKind
from ...running.scene.scene import Scene
from ...running.scene.settings import Settings
from ...simulation import Simulation
from ...step_arrays import ACCELERATION, GAP, NOT_SOLVED
from .exact_motion import ExactMotion
from .recorded_impacts import recorded_impacts
from .values import ComparedImpact, RunFigures

if TYPE_CHECKING:
    from ...recording.recording import Recording

STEPPING, HYBRID, EXACT, BY_INTEGRATOR = "time_stepping", "hybrid", "exact", "by_integrator"


@dataclass(frozen=True, eq=False)
class SchemeRun:
    """A run and what it took. `t` of a recording has an instant of an impact twice, before and after, in the hybrid scheme."""

    key: str  # "h=0.01", "hybrid", "exact" or "rk4:h=0.01"
    scheme: str  # STEPPING, HYBRID, EXACT or BY_INTEGRATOR
    dt: float  # step, or time between recorded states [s]
    t: Array  # (n,) [s]
    q: Array  # (n, nq)
    v: Array  # (n, nv)
    kinetic: Array  # (n,) [J]
    potential: Array  # (n,) [J]
    compute_time: float  # [s]
    simulation: Simulation | None = None  # None: it is exact, or by an integrator
    exact: ExactMotion | None = None
    stopped: str = ""  # why it ended before its time, a sentence
    struck: tuple[ComparedImpact, ...] = ()  # of a run by an integrator

    @property
    def recording(self) -> Recording | None:
        """What was recorded; None: it is exact, or by an integrator."""
        return None if self.simulation is None else self.simulation.recording

    def index_at(self, t: float) -> int:
        """The last state that is not after t [s]."""
        return max(0, int(np.searchsorted(self.t, t + 1e-9 * self.dt, side="right")) - 1)

    def configuration_at(self, t: float) -> Array:
        """(nq,) at t: the last recorded one, or the exact one."""
        if self.exact is not None:
            return np.asarray(self.exact.states_at(np.array([t]))[0][0])
        return np.asarray(self.q[self.index_at(t)])

    @cached_property
    def impacts(self) -> tuple[ComparedImpact, ...]:
        """Every impact, in the order of time."""
        if self.exact is not None:
            return tuple(impact for impact in self.exact.impacts if impact.t <= self.t[-1])
        return self.struck if self.recording is None else recorded_impacts(self.recording)

    @property
    def impact_times(self) -> Array:
        """Every instant of an impact, rising [s]; the end of its step in time-stepping."""
        recording = self.recording
        if recording is None:
            return np.unique([impact.t for impact in self.impacts])
        return np.unique([event.t for event in recording.events if event.kind is EventKind.IMPACT])

    @property
    def figures(self) -> RunFigures:
        """What it took, and how well its problems are solved."""
        energy = float(self.kinetic[-1] + self.potential[-1])
        recording = self.recording
        if recording is None:
            took = self.compute_time if self.exact is None else np.nan
            return RunFigures(len(self.t), 0, 0, 0.0, np.nan, np.nan, energy, np.nan, took)
        ends, _, numbers = recording.contact_rows(slice(None))
        counts = np.diff(np.concatenate([[0], ends]))
        levels = recording.problems.levels[: len(recording)]
        solved = (counts > 0) & (levels != NOT_SOLVED)
        of_forces = levels == ACCELERATION
        forces = recording.contact_sums(len(recording))[0]
        return RunFigures(
            states=len(recording),
            contact_solves=int(solved.sum()),
            contacts=int(counts[solved].sum()),
            penetration=float(max(0.0, -numbers[:, GAP].min(initial=0.0))),
            residual=_largest(recording.residual[solved & ~of_forces]),
            force_residual=_largest(recording.residual[solved & of_forces]),
            energy=energy,
            largest_force=float(np.fmax.reduce(forces, initial=0.0)),
            compute_time=self.compute_time,
        )


class RunInProgress:
    """A run that is simulated piece by piece, so that whoever waits can be told, and can stop."""

    def __init__(self, scene: Scene, settings: Settings, duration: float, state: State | None = None) -> None:
        """Prepare a run of `duration` [s]. Raises ArgumentError for settings that do not go with the scene."""
        self.settings, self.duration = settings, duration
        self._simulation = Simulation(scene, settings, state)
        self._left = self._steps = int(round(duration / settings.dt))
        self._took = 0.0
        self._pace = 1

    @property
    def key(self) -> str:
        """By which the run is known."""
        return HYBRID if self.settings.scheme == HYBRID else step_key(self.settings.dt)

    @property
    def share(self) -> float:
        """How much of it is simulated, 0 to 1."""
        return 1.0 - self._left / max(self._steps, 1)

    @property
    def done(self) -> bool:
        """Whether it is at its end."""
        return self._left <= 0 or bool(self._simulation.stopped)

    def advance(self, patience: float) -> None:
        """Simulate for about `patience` seconds of the clock."""
        begun = time.perf_counter()
        while not self.done and (passed := time.perf_counter() - begun) < patience:
            steps = min(self._pace, self._left)
            before = time.perf_counter()
            self._simulation.run(steps)
            self._left -= steps
            took = time.perf_counter() - before
            self._took += took
            self._pace = max(1, min(2 * self._pace, round(self._pace * max(patience - passed, 1e-3) / max(took, 1e-6))))

    def run(self) -> SchemeRun:
        """What there is of it; its scratch is given back, as a comparison keeps many runs."""
        self._simulation.rest()
        recording = self._simulation.recording
        return SchemeRun(
            self.key,
            self.settings.scheme,
            self.settings.dt,
            recording.t,
            np.asarray(recording.q),
            np.asarray(recording.v),
            recording.kinetic,
            recording.potential,
            self._took,
            self._simulation,
            None,
            self._simulation.stopped,
        )


def step_key(dt: float) -> str:
    """By which time-stepping with a step [s] is known."""
    return f"h={dt:.9g}"


def exact_run(scene: Scene, motion: ExactMotion, times: Array, *, energies: bool = True) -> SchemeRun:
    """The exact motion as a run, taken at times (n,) [s]; without `energies`, NaN stands for them."""
    begun = time.perf_counter()
    times = np.asarray(times, dtype=np.float64)
    q, v = motion.states_at(times)
    kinetic, potential = energies_of(scene, q, v) if energies else (np.full(len(times), np.nan),) * 2
    took = time.perf_counter() - begun
    dt = float(times[-1] - times[0]) / max(len(times) - 1, 1)
    return SchemeRun(EXACT, EXACT, dt, frozen(times), q, v, frozen(kinetic), frozen(potential), took, None, motion)


def energies_of(scene: Scene, q: Array, v: Array) -> tuple[Array, Array]:
    """Kinetic and potential energies (n,) of states (n, nq), (n, nv) [J]."""
    model = scene.model
    kinetic = np.array([kinetic_energy(model, *one) for one in zip(q, v, strict=True)])
    potential = np.array([potential_energy(model, one, scene.gravity) + elastic_energy(model, one) for one in q])
    return kinetic, potential


def stepping_settings(settings: Settings, dt: float, *, theta: float | None = None) -> Settings:
    """Time-stepping with this step; what only one solver of the scene can do stays."""
    return replace(settings, scheme=STEPPING, dt=dt, theta=settings.theta if theta is None else theta)


def hybrid_settings(settings: Settings, dt: float) -> Settings:
    """The hybrid scheme, recorded every `dt` [s], with Coulomb's law and rigid contact: it knows no other."""
    return replace(
        settings, scheme=HYBRID, dt=dt, friction_law="coulomb", compliance=0.0, relaxation_time=0.0, regularisation=0.0
    )


def _largest(values: Array) -> float:
    return float(values.max()) if len(values) else float("nan")
