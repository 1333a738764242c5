"""One scene by several schemes from one start: time-stepping at several steps, hybrid, and exact where there is a closed form.

Or a scene with several values, each as it says itself: runs of a sweep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from math import gcd

import numpy as np

from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.state import State
from ....size_limits import LONGEST_STEP, SHORTEST_STEP
from ....texts import tr
from ...running.scene.scene import Scene
from ...running.scene.settings import Settings
from .compared_signals import run_difference, telling_signal
from .convergence import convergence_order
from .exact_motion import NoExactMotion, exact_motion
from .scheme_run import EXACT, HYBRID, STEPPING, RunInProgress, SchemeRun, exact_run, hybrid_settings, stepping_settings
from .values import ConvergenceOrder

STEPS = (0.02, 0.01, 0.005, 0.001)  # [s]
SWEPT = "run:"  # begins the key of a run of a sweep, before its number
PATIENCE = 0.03  # between two tellings of how far it is [s]
EXACT_STATES = 1500  # intervals at which the exact motion is shown
REFINED = 6  # how often the longest step is halved for the order of convergence
ROUNDING = {EXACT: 1e-12, HYBRID: 1e-8, STEPPING: 1e-8}  # share of a signal to which a reference is known
LEAST = {
    EXACT: 1e-15,
    HYBRID: 1e-9,
    STEPPING: 1e-9,
}  # and of what hardly moves: gaps of 1 nm are left alone [unit of the signal]


@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """The runs of one scene from one start, all over the same time; or of scenes that differ in values."""

    scene: Scene  # of the first, where there are several
    duration: float  # [s]
    runs: tuple[SchemeRun, ...]  # time-stepping from the longest step to the shortest, hybrid, exact
    refined: tuple[SchemeRun, ...] = ()  # more of time-stepping, for the order of convergence
    lecture: tuple[SchemeRun, ...] = ()  # all its steps with θ = 1, as the lecture writes them, for their order
    no_exact: str = ""  # why there is no exact motion, a sentence; empty: there is
    no_hybrid: str = ""  # why there is no hybrid run
    values: Mapping[str, str] = field(default_factory=dict)  # of a sweep: what the scene of each run has, by its key

    def run(self, key: str) -> SchemeRun:
        """A run by its key. Raises UnknownNameError."""
        for run in self.runs:
            if run.key == key:
                return run
        raise UnknownNameError("run", key, [run.key for run in self.runs])

    @property
    def playable(self) -> list[str]:
        """Keys of the runs that were recorded of its scene."""
        return [run.key for run in self.runs if run.simulation is not None and run.simulation.scene is self.scene]

    @property
    def reference(self) -> SchemeRun:
        """What others are measured against: the exact motion, else hybrid, else the shortest step."""
        by_scheme = {run.scheme: run for run in self.runs if not run.stopped}
        return by_scheme.get(EXACT) or by_scheme.get(HYBRID) or by_scheme.get(STEPPING) or self.runs[0]

    @property
    def first_signal(self) -> str:
        """Key of the position or joint that feels impacts most; see `telling_signal`."""
        return telling_signal(self.scene, self.reference)

    def order(self, signal: str = "", *, lecture: bool = False) -> ConvergenceOrder:
        """Mean |difference| of a signal (`first_signal` when empty) from the reference over the steps of time-stepping.

        lecture : of the runs with θ = 1
        Raises UnknownNameError for the signal.
        """
        against, key = self.reference, signal or self.first_signal
        runs = self.lecture if lecture else (*self.runs, *self.refined)
        stepped = [run for run in runs if run.scheme == STEPPING and run is not against and not run.stopped]
        found = [run_difference(self.scene, run, against, key) for run in stepped]
        size = max([float(np.nanmax(np.abs(one.b), initial=0.0)) for one in found], default=0.0)
        floor = max(ROUNDING[against.scheme] * size, LEAST[against.scheme])
        return convergence_order([run.dt for run in stepped], [one.mean for one in found], floor)


@dataclass(frozen=True, slots=True)
class ComparisonProgress:
    """How far a comparison is."""

    done: int  # runs at their end
    total: int
    key: str  # of the run at hand
    share: float  # of all simulated time, 0 to 1
    run: SchemeRun | None = None  # the one that has just ended


def compare_schemes(
    scene: Scene,
    steps: Sequence[float] = STEPS,
    *,
    duration: float | None = None,
    state: State | None = None,
    settings: Settings | None = None,
    theta: float | None = None,
    hybrid: bool = True,
    exact: bool = True,
    refined: Sequence[float] = (),
    lecture: bool = False,
) -> Comparison:
    """Simulate a scene by time-stepping at each of `steps` [s], by the hybrid scheme, and by closed forms where there are such.

    duration : of all runs [s]; the scene's when None
    state    : where all start; the scene's initial state when None
    settings : what runs share: solver, laws, tolerances; the scene's when None
    theta    : what positions follow in time-stepping: 1/2, which is exact in free fall, or 1 as contact-dynamics-lecture16
               writes it, p⁺ = p + h v⁺, which is of first order everywhere; that of the settings when None
    hybrid, exact : False leaves these out
    refined  : more steps [s], for the order of convergence alone
    lecture  : all steps once more with theta = 1, for the order of the scheme as the lecture writes it

    Raises ArgumentError for steps and durations that cannot be.
    """
    *_, found = comparison_in_steps(
        scene,
        steps,
        duration=duration,
        state=state,
        settings=settings,
        theta=theta,
        hybrid=hybrid,
        exact=exact,
        refined=refined,
        lecture=lecture,
    )
    assert isinstance(found, Comparison)
    return found


def comparison_in_steps(
    scene: Scene,
    steps: Sequence[float] = STEPS,
    *,
    duration: float | None = None,
    state: State | None = None,
    settings: Settings | None = None,
    theta: float | None = None,
    hybrid: bool = True,
    exact: bool = True,
    refined: Sequence[float] = (),
    lecture: bool = False,
    patience: float = PATIENCE,
) -> Iterator[ComparisonProgress | Comparison]:
    """`compare_schemes` bit by bit: tells how far it is about every `patience` [s], and at last gives the comparison."""
    duration = scene.duration if duration is None else duration
    wanted = checked_steps(steps, duration)
    more = tuple(h for h in checked_steps(refined, duration) if h not in wanted) if len(refined) else ()
    base = settings or scene.settings
    plans = [("runs", stepping_settings(base, h, theta=theta)) for h in wanted]
    if hybrid:
        plans.append(("runs", hybrid_settings(base, recorded_every(wanted))))
    plans += [("refined", stepping_settings(base, h, theta=theta)) for h in more]
    if lecture:
        plans += [("lecture", stepping_settings(base, h, theta=1.0)) for h in sorted((*wanted, *more), reverse=True)]
    made: dict[str, list[SchemeRun]] = {"runs": [], "refined": [], "lecture": []}
    no_hybrid = "" if hybrid else tr("It was left out.")
    for k, (group, plan) in enumerate(plans):
        running = RunInProgress(scene, plan, duration, state)
        while not running.done:
            running.advance(patience)
            yield ComparisonProgress(k, len(plans), running.key, (k + running.share) / len(plans))
        run = running.run()
        made[group].append(run)
        if run.scheme == HYBRID and run.stopped:
            no_hybrid = run.stopped
        yield ComparisonProgress(k + 1, len(plans), running.key, (k + 1) / len(plans), run)
    motion = exact_motion(scene, state, duration) if exact else NoExactMotion(tr("It was left out."))
    if not isinstance(motion, NoExactMotion):
        made["runs"].append(exact_run(scene, motion, np.linspace(0.0, duration, EXACT_STATES + 1)))
    reason = motion.reason if isinstance(motion, NoExactMotion) else ""
    yield Comparison(scene, duration, tuple(made["runs"]), tuple(made["refined"]), tuple(made["lecture"]), reason, no_hybrid)


def swept_runs_in_steps(
    scenes: Sequence[Scene], numbers: Sequence[int], values: Sequence[str], patience: float = PATIENCE
) -> Iterator[ComparisonProgress | Comparison]:
    """Simulate runs of a sweep as it does, to the bit, and compare them; told as by `comparison_in_steps`.

    scenes  : of each run, the same but for values
    numbers : of the runs in the sweep
    values  : what each scene has, a text
    Raises ArgumentError for scenes whose bodies or joints differ.
    """
    first, keys = scenes[0].model, [f"{SWEPT}{number}" for number in numbers]
    if any((one.model.frame_names, one.model.joint_names) != (first.frame_names, first.joint_names) for one in scenes):
        raise ArgumentError("these runs have other bodies or joints, and are not compared")
    made: list[SchemeRun] = []
    for k, (key, scene) in enumerate(zip(keys, scenes, strict=True)):
        running = RunInProgress(scene, scene.settings, scene.duration)
        while not running.done:
            running.advance(patience)
            yield ComparisonProgress(k, len(keys), key, (k + running.share) / len(keys))
        made.append(replace(running.run(), key=key))
    yield Comparison(scenes[0], scenes[0].duration, tuple(made), values=dict(zip(keys, values, strict=True)))


def checked_steps(steps: Sequence[float], duration: float) -> tuple[float, ...]:
    """Steps [s], each once, the longest first. Raises ArgumentError."""
    found = sorted({float(h) for h in steps}, reverse=True)
    if not np.isfinite(duration) or duration <= 0.0:
        raise ArgumentError("duration must be a finite time above 0 s; given {duration!r}", duration=duration)
    longest = min(LONGEST_STEP, duration)
    if not found or not all(SHORTEST_STEP <= h <= longest for h in found):
        raise ArgumentError(
            "steps must be from {shortest_step:g} to {longest:g} s, at least one; given {steps!r}",
            shortest_step=SHORTEST_STEP,
            longest=longest,
            steps=list(steps),
        )
    return tuple(found)


def refined_steps(steps: Sequence[float], shortest: float = 0.0) -> tuple[float, ...]:
    """Steps for the order of convergence [s]: those given, and the longest halved REFINED times, none below `shortest`."""
    longest = max(steps)
    halved = [longest / 2**k for k in range(REFINED + 1)]
    return tuple(sorted({*steps, *(h for h in halved if h >= max(shortest, SHORTEST_STEP))}, reverse=True))


def recorded_every(steps: Sequence[float]) -> float:
    """An interval [s] whose multiples all steps are, where that is no shorter than a fifth of the shortest; else that one."""
    shortest = min(steps)
    common = reduce(gcd, (max(1, round(h * 1e7)) for h in steps)) * 1e-7
    return common if common >= 0.2 * shortest else shortest
