"""One case in every engine in turns: time of many steps, of single ones, and the errors of each."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from torseur import sim

from .cases import Case
from .engine import Engine
from .in_mujoco import MuJoCo
from .in_pybullet import INSTALLED, PyBullet
from .in_torseur import Torseur
from .law import Errors, errors
from .tree import friction

OURS, BARE, DEFAULT, STIFF, BULLET = "Torseur", "Torseur, kernels alone", "MuJoCo, default", "MuJoCo, stiff", "PyBullet"
ENGINES: dict[str, Callable[[sim.Scene], Engine]] = {
    OURS: Torseur,
    BARE: Torseur,
    DEFAULT: lambda scene: MuJoCo(scene, stiff=False),
    STIFF: lambda scene: MuJoCo(scene, stiff=True),
    **({BULLET: PyBullet} if INSTALLED else {}),
}
SINGLE_ROUNDS = 5
PATIENCE = 60.0  # after which no further round of a case is begun [s]


@dataclass(slots=True)
class Measured:
    """What one engine did with one case."""

    times: list[float] = field(default_factory=list)  # (rounds,) mean time of a step [s]
    single: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (steps,) of each step, the shortest of the rounds [s]
    errors: Errors = field(default_factory=Errors)


def measure(case: Case) -> dict[str, Measured]:
    """All engines, in turns; two steps of each before, so that nothing is compiled while it is timed."""
    scene = case.scene()
    measured = {name: Measured() for name in ENGINES}
    for make in ENGINES.values():
        make(scene).many(2)
    enabled = gc.isenabled()
    gc.disable()
    try:
        for k in _rounds(case.rounds):
            for name in _turns(k):
                elapsed = _timed(case, _settled(case, scene, name), name)
                measured[name].times.append(elapsed / case.steps)
        for k in _rounds(min(SINGLE_ROUNDS, case.rounds)):
            for name in _turns(k):
                if name == OURS:
                    continue  # its single steps are those of the kernels
                times = _single(case, _settled(case, scene, name))
                known = measured[name].single
                measured[name].single = np.minimum(known, times) if len(known) else times
    finally:
        if enabled:
            gc.enable()
    for name, result in measured.items():
        if name != BARE:
            result.errors = _errors(case, scene, _settled(case, scene, name))
    return measured


def _rounds(count: int) -> Iterator[int]:
    """So many rounds, or as many as patience lasts for, at least one; what the one before left is cleared away first."""
    start = time.perf_counter()
    for k in range(count):
        if k and time.perf_counter() - start > PATIENCE:
            return
        gc.collect()
        yield k


def _turns(k: int) -> list[str]:
    names = list(ENGINES)
    return names if k % 2 == 0 else names[::-1]


def _settled(case: Case, scene: sim.Scene, name: str) -> Engine:
    """The engine at the beginning of the stretch that is timed."""
    engine = ENGINES[name](scene)
    steps = round(case.before / case.dt)
    if steps:
        engine.many(steps)
    return engine


def _timed(case: Case, engine: Engine, name: str) -> float:
    """Time of all steps [s]."""
    take = engine.bare if name == BARE and isinstance(engine, Torseur) else engine.many
    start = time.perf_counter()
    take(case.steps)
    return time.perf_counter() - start


def _single(case: Case, engine: Engine) -> np.ndarray:
    """Time of each step (steps,) [s], less the price of calling, the median of calls without a step."""
    times = np.empty((2, case.steps), dtype=np.int64)
    for row, call in zip(times, (engine.none, engine.one), strict=True):
        for k in range(case.steps):
            start = time.perf_counter_ns()
            call()
            row[k] = time.perf_counter_ns() - start
    return 1e-9 * np.maximum(times[1] - np.median(times[0]), 0.0)


def _errors(case: Case, scene: sim.Scene, engine: Engine) -> Errors:
    """The largest over the stretch, at every so many steps."""
    mu, worst = friction(scene), Errors()
    for _ in range(case.steps // case.every):
        engine.many(case.every)
        worst = worst.largest(errors(engine.contacts(), mu, case.dt))
    return worst
