"""Error against time: each engine at several accuracies on one case, by one formula, and which of them nobody beats."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from torseur import sim

from .cases import Case
from .engine import Engine
from .in_mujoco import MuJoCo
from .in_pybullet import INSTALLED, PyBullet
from .in_torseur import Torseur
from .law import errors
from .tree import friction

OURS, SWEPT, DEFAULT, STIFF, BULLET = ("Torseur", "Torseur, capped sweeps", "MuJoCo, default", "MuJoCo, stiff", "PyBullet")
FAMILIES = (OURS, SWEPT, DEFAULT, STIFF, BULLET)
MEASURES = ("friction [m/s]", "penetration [m]", "distance [m]")
TOLERANCES = (1e-3, 1e-4, 1e-6, 1e-8, 1e-10)
SWEEPS, ITERATIONS, BULLET_ITERATIONS = (3, 10, 30), (1, 3, 10, 100), (10, 50, 200)
APART_AFTER, FINER = 0.1, 8  # [s] after which distance is measured; steps of the motion it is measured to, for one
FLOORS = (1e-12, 1e-9, 1e-9)  # errors that are as good as none: of rounding, and of the band in which nothing stirs
TIE = 1.05  # ratio of times within which neither is the faster
PATIENCE = 40.0  # after which no further round of a case is begun [s]


@dataclass(slots=True)
class Variant:
    """One engine at one accuracy, and what it did."""

    family: str  # of FAMILIES
    label: str
    make: Callable[[sim.Scene], Engine]
    times: list[float] = field(default_factory=list)  # (rounds,) mean time of a step [s]
    errors: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of MEASURES

    @property
    def time(self) -> float:
        """Median over the rounds [s]."""
        return float(np.median(self.times))


def variants() -> list[Variant]:
    """All that are compared, by family; PyBullet's where it is installed."""
    made = [_ours(OURS, f"{tolerance:.0e} m/s", tolerance=tolerance) for tolerance in TOLERANCES]
    made.append(_ours(SWEPT, "interactive", solving="interactive"))
    made += [_ours(SWEPT, f"{n} sweeps", solver="gauss_seidel", sweeps=n, tolerance=1e-4) for n in SWEEPS]
    for family in (DEFAULT, STIFF):
        made += [Variant(family, f"{n} iterations", _mujoco(family == STIFF, n)) for n in ITERATIONS]
    if INSTALLED:
        made += [Variant(BULLET, f"{n} iterations", _bullet(n)) for n in BULLET_ITERATIONS]
    return made


def measure_curve(case: Case, rounds: int, made: Sequence[Variant]) -> Sequence[Variant]:
    """Time of a step, in turns, and errors of each variant; two steps of each before, so that nothing is compiled meanwhile."""
    scene = case.scene()
    for variant in made:
        variant.make(scene).many(2)
    begun = time.perf_counter()
    for k in range(rounds):
        if k and time.perf_counter() - begun > PATIENCE:
            break
        for variant in made if k % 2 == 0 else made[::-1]:
            variant.times.append(_timed(case, variant.make(scene)))
    middle = _moving(scene, case.apart_from)
    exact = _moved(replace(middle, settings=replace(middle.settings, dt=case.dt / FINER)), Torseur)
    for variant in made:
        distance = float(np.linalg.norm(_moved(middle, variant.make) - exact, axis=1).max())
        variant.errors = (*_law_errors(case, scene, variant.make(scene)), distance)
    return made


def on_front(points: Sequence[Variant], measure: int) -> list[Variant]:
    """Those that no other beats in one measure of error: none is at most as wrong and faster, nor less wrong in the same time."""

    def error(point: Variant) -> float:
        found = point.errors[measure]
        return max(found, FLOORS[measure]) if np.isfinite(found) else np.inf

    def beats(a: Variant, b: Variant) -> bool:
        faster, more_exact = TIE * a.time < b.time, error(a) < error(b)
        return (faster and error(a) <= error(b)) or (more_exact and a.time <= TIE * b.time)

    return [p for p in points if np.isfinite(error(p)) and not any(beats(other, p) for other in points if other is not p)]


def verdict_of(points: Sequence[Variant]) -> str:
    """Who stands on the fronts of the three measures: a sentence."""
    others = {}
    for k, measure in enumerate(MEASURES):
        front = {point.family for point in on_front(points, k)}
        if others_on := [family for family in FAMILIES if family in front and family not in (OURS, SWEPT)]:
            others[measure.split(" ")[0]] = others_on
    if not others:
        return "Torseur is alone on the front, in all three errors"
    told = "; ".join(f"{measure}: also {', '.join(names)}" for measure, names in others.items())
    alone = [m.split(" ")[0] for m in MEASURES if m.split(" ")[0] not in others]
    return f"Torseur is {'alone on the front in ' + ' and '.join(alone) if alone else 'nowhere alone on the front'}; {told}"


def _ours(family: str, label: str, **choices: object) -> Variant:
    def make(scene: sim.Scene) -> Engine:
        return Torseur(replace(scene, settings=replace(scene.settings, **choices)))  # type: ignore[arg-type]

    return Variant(family, label, make)


def _mujoco(stiff: bool, iterations: int) -> Callable[[sim.Scene], Engine]:
    return lambda scene: MuJoCo(scene, stiff, iterations)


def _bullet(iterations: int) -> Callable[[sim.Scene], Engine]:
    return lambda scene: PyBullet(scene, iterations)


def _timed(case: Case, engine: Engine) -> float:
    """Mean time of a step over the stretch that is timed [s]; ours are the kernels alone, as the others keep nothing."""
    gc.collect()
    if before := round(case.before / case.dt):
        engine.many(before)
    take = engine.bare if isinstance(engine, Torseur) else engine.many
    start = time.process_time()  # engines are on one core, which others may share
    take(case.steps)
    return (time.process_time() - start) / case.steps


def _law_errors(case: Case, scene: sim.Scene, engine: Engine) -> tuple[float, float]:
    """Over the stretch: of the friction of the worst contact the root mean square, of penetration the largest."""
    mu = friction(scene)
    if before := round(case.before / case.dt):
        engine.many(before)
    found = []
    for _ in range(max(1, case.steps // case.every)):
        engine.many(case.every)
        one = errors(engine.contacts(), mu, case.dt)
        found.append((one.friction, one.penetration))
    rows = np.array(found)
    return float(np.sqrt(np.mean(rows[:, 0] ** 2))), float(max(0.0, rows[:, 1].max()))


def _moving(scene: sim.Scene, t: float) -> sim.Scene:
    """The scene as it is after a time, by our own simulation at its defaults; what is controlled is then held there."""
    steps = round(t / scene.settings.dt)
    if not steps:
        return scene
    simulation = sim.Simulation(scene)
    simulation.run(steps)
    parts, iq, iv = [], 0, 0
    for part in scene.parts:
        nq, nv = part.model.nq, part.model.nv
        q, v = simulation.q[iq : iq + nq].copy(), simulation.v[iv : iv + nv].copy()
        parts.append(replace(part, q=q, v=v))
        iq, iv = iq + nq, iv + nv
    return sim.make_scene(scene.name, parts, gravity=scene.gravity, materials=scene.materials, settings=scene.settings)


def _moved(scene: sim.Scene, make: Callable[[sim.Scene], Engine]) -> np.ndarray:
    """Where the links' centres of mass are after APART_AFTER (n, 3) [m]; infinitely far where it could not be simulated."""
    engine = make(scene)
    engine.many(round(APART_AFTER / scene.settings.dt))
    return np.where(np.isfinite(places := engine.places()), places, np.inf)
