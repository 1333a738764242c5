"""Quantities of a scene that runs are compared by: gaps, positions, velocities, joints, energies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from ....arrays import Array
from ....errors import UnknownNameError
from ....multibody.model.model import JointKind
from ....texts import tr
from ...recording.gaps import body_gaps
from ...running.scene.scene import Scene
from .scheme_run import SchemeRun, exact_run
from .values import RunDifference

FAR = 50.0  # gaps beyond are not told [m]
MOST_BODIES, MOST_GAPS = 20, 40  # that are offered
SAME, FEWEST = 1e-9, 20  # two instants that are one [s]; how many both runs must have
MOST_IMPACTS = 100  # that are looked at for the signal that tells most
_AXES = "xyz"


@dataclass(frozen=True, slots=True)
class ComparedSignal:
    """One quantity over time."""

    key: str
    name: str
    unit: str


def compared_signals(scene: Scene) -> tuple[ComparedSignal, ...]:
    """What runs of a scene can be compared by: gaps first, energies last."""
    found = [ComparedSignal(f"gap:{a}:{b}", tr("gap {a} – {b}", a=a, b=b), "m") for a, b in _pairs(scene)]
    bodies = [joint.child for joint in scene.model.joints if joint.kind is JointKind.FREE_FLYER][:MOST_BODIES]
    for body in bodies:
        found += [ComparedSignal(f"position:{body}:{axis}", f"{body} {axis}", "m") for axis in _AXES]
        found += [ComparedSignal(f"velocity:{body}:{axis}", f"{body} v_{axis}", "m/s") for axis in _AXES]
    for joint in scene.model.joints:
        if joint.kind.nv == 1 and joint.mimic is None:
            unit = "m" if joint.kind is JointKind.PRISMATIC else "rad"
            found.append(ComparedSignal(f"q:{joint.name}", f"q {joint.name}", unit))
            found.append(ComparedSignal(f"v:{joint.name}", f"q̇ {joint.name}", f"{unit}/s"))
    names = {"kinetic": tr("kinetic energy"), "potential": tr("potential energy"), "energy": tr("energy")}
    return (*found, *(ComparedSignal(f"energy:{key}", name, "J") for key, name in names.items()))


def signal_values(scene: Scene, run: SchemeRun, key: str) -> Array:
    """A signal of `compared_signals` of a run (n,), at the instants `run.t`. Raises UnknownNameError."""
    kind, _, rest = key.partition(":")
    places = scene.model.joint_slices()
    if kind == "energy" and rest in ("kinetic", "potential", "energy"):
        return np.asarray({"kinetic": run.kinetic, "potential": run.potential}.get(rest, run.kinetic + run.potential))
    if kind == "gap":
        pairs, gaps = body_gaps(scene, run.q, FAR)
        names = [f"{a}:{b}" for a, b in pairs]
        if rest in names:
            return np.asarray(gaps[:, names.index(rest)])
    if kind in ("q", "v") and rest in places and places[rest][1].stop - places[rest][1].start == 1:
        return np.asarray((run.q[:, places[rest][0]] if kind == "q" else run.v[:, places[rest][1]])[:, 0])
    body, _, axis = rest.rpartition(":")
    carriers = {joint.child: joint.name for joint in scene.model.joints if joint.kind is JointKind.FREE_FLYER}
    if kind in ("position", "velocity") and body in carriers and axis in _AXES:
        place, in_v = places[carriers[body]]
        if kind == "position":
            return np.asarray(run.q[:, place][:, _AXES.index(axis)])
        turned = Rotation.from_quat(np.array(run.q[:, place][:, 3:])).apply(np.array(run.v[:, in_v][:, :3]))
        return np.asarray(turned[:, _AXES.index(axis)])
    raise UnknownNameError("signal", key, [signal.key for signal in compared_signals(scene)])


def telling_signal(scene: Scene, run: SchemeRun) -> str:
    """Key of the position or joint whose velocity the impacts of a run change most; where nothing strikes, of the longest way.

    A gap does not tell as much: where it is closed from the first impact on, it is so by every scheme, whenever that was.
    """
    keys = [one.key for one in compared_signals(scene)]
    moving = [key for key in keys if key.startswith(("q:", "position:"))]
    times = run.impact_times[:MOST_IMPACTS]
    before = np.maximum(np.searchsorted(run.t, times - SAME) - 1, 0)
    after = np.minimum(np.maximum(np.searchsorted(run.t, times + SAME) - 1, before + 1), len(run.t) - 1)
    sides = [replace(run, q=run.q[states], v=run.v[states]) for states in (before, after)]
    rates = {key: key.replace("position:", "velocity:").replace("q:", "v:") for key in moving}
    jumps = {
        key: float(np.sum(np.abs(np.subtract(*(signal_values(scene, side, rate) for side in sides)))))
        for key, rate in rates.items()
    }
    if not any(jumps.values()):
        jumps = {key: float(np.ptp(signal_values(scene, run, key))) for key in moving}
    return max(jumps, key=jumps.__getitem__, default=keys[0])


def run_difference(scene: Scene, a: SchemeRun, b: SchemeRun, key: str) -> RunDifference:
    """A signal of two runs at the instants that both have; where those are few, at all of the one with the longer steps.

    The exact motion has every instant. In the second case what lies between two states of the other run is taken as straight.
    """
    coarse, fine = (a, b) if b.exact is not None or (a.exact is None and a.dt >= b.dt) else (b, a)
    t = coarse.t[np.concatenate([np.diff(coarse.t) > 0.0, [True]])]  # of an impact's two states the one after it
    t = t[t <= fine.t[-1] + 1e-9 * fine.dt]
    if fine.exact is None:
        right = np.clip(np.searchsorted(fine.t, t), 1, len(fine.t) - 1)
        near = np.minimum(abs(fine.t[right] - t), abs(fine.t[right - 1] - t)) <= SAME
        t = t[near] if np.count_nonzero(near) >= min(FEWEST, len(t)) else t
    values = {id(one): _at(scene, one, key, t) for one in (a, b)}
    return RunDifference(t, values[id(a)], values[id(b)])


def _at(scene: Scene, run: SchemeRun, key: str, t: Array) -> Array:
    if run.exact is not None:
        return signal_values(scene, exact_run(scene, run.exact, t, energies=key.startswith("energy:")), key)
    own = scene if run.simulation is None else run.simulation.scene
    return np.asarray(np.interp(t, run.t, signal_values(own, run, key)))


def _pairs(scene: Scene) -> list[tuple[str, str]]:
    pairs, gaps = body_gaps(scene, scene.initial.q[None], FAR)
    known = [k for k in range(len(pairs)) if np.isfinite(gaps[0, k])]
    return [pairs[k] for k in sorted(known, key=lambda k: float(gaps[0, k]))[:MOST_GAPS]]
