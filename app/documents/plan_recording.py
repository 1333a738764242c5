"""A plan as a recording: its motion is shown, played and measured by all that shows recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.simulation.step_arrays import PLANNED
from torseur.sim.trajectory.values import Plan, PlanPhase

from .plan_contacts import PlanContacts
from .planned_bodies import PlannedPoint

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Scene

APART = 0.005  # [s] between two states that are shown, at most
BEFORE = 1e-6  # [s] by which the last of a held input is shown before the next one's begin
SHOWN = Settings(scheme="hybrid")  # forces are of instants, and impacts are instants of their own


@dataclass(frozen=True, eq=False, slots=True)
class _Samples:
    """A phase at its nodes and between them."""

    t: Array  # (n,)
    q: Array  # (n, nq)
    v: Array  # (n, nv)
    tau: Array  # (n, nv)
    force: Array  # (n, points, 3)
    defect: Array  # (n,) of the interval


def plan_recording(plan: Plan, scene: Scene, points: Sequence[PlannedPoint]) -> Recording:
    """The motion of a plan as a recording of the scene that it stands in; `points` are those that may touch.

    Between nodes it is the cubic through states and rates, as the collocation has it; inputs and forces are straight, or
    held where the plan holds its inputs. Residuals are the defects of the
    intervals. The ground's forces are contacts, touch-downs are impacts.
    """
    recording = Recording(scene, SHOWN)
    states: list[dict[str, Any]] = []
    contacts: dict[int, dict[str, Any]] = {}
    touching = PlanContacts(plan, scene, points)
    for k, phase in enumerate(plan.phases):
        samples = _samples(phase, held=plan.holds_inputs)
        if k and np.any(plan.jumps[k - 1].impulse):
            contacts[len(states)] = touching.struck(phase, samples.q[0], plan.jumps[k - 1].impulse)
            states.append(_state(scene, samples, 0))
        for i, rows in enumerate(touching.of_phase(phase, samples.t, samples.q, samples.force)):
            contacts[len(states)] = rows
            states.append(_state(scene, samples, i))
    recording.fill(states, {i: rows for i, rows in contacts.items() if rows["shapes"]})
    return recording


def _samples(phase: PlanPhase, *, held: bool) -> _Samples:
    count = max(2, int(np.ceil(phase.duration / APART)) + 1)
    ends = phase.t[1:-1] - BEFORE if held else phase.t[:0]
    t = np.unique(np.concatenate([phase.t, ends, np.linspace(phase.t[0], phase.t[-1], count)]))
    keep = np.concatenate([[True], np.diff(t) > 1e-9])  # a node and an instant of the grid that differ by rounding
    t = t[keep]
    t[-1] = phase.t[-1]
    at = np.clip(np.searchsorted(phase.t, t, side="right") - 1, 0, len(phase.t) - 2)
    h = phase.t[at + 1] - phase.t[at]
    s = ((t - phase.t[at]) / h)[:, None]
    q = _cubic(phase.q, phase.v, at, h[:, None], s) if phase.q.shape == phase.v.shape else _straight(phase.q, at, s)
    force, tau = (values.reshape(len(phase.t), -1) for values in (phase.force, phase.tau))
    force, tau = (values[at] if held else _straight(values, at, s) for values in (force, tau))
    knots = phase.t[phase.knot]
    interval = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(phase.defect) - 1)
    return _Samples(t, q, _straight(phase.v, at, s), tau, force.reshape(len(t), *phase.force.shape[1:]), phase.defect[interval])


def _cubic(x: Array, rate: Array, at: np.ndarray, h: Array, s: Array) -> Array:
    """Hermite's cubic through values and rates at two neighbouring nodes."""
    a, b, ra, rb = x[at], x[at + 1], h * rate[at], h * rate[at + 1]
    return np.asarray(a + s * ra + s**2 * (3 * (b - a) - 2 * ra - rb) + s**3 * (2 * (a - b) + ra + rb))


def _straight(x: Array, at: np.ndarray, s: Array) -> Array:
    return np.asarray(x[at] + s * (x[at + 1] - x[at]))


def _state(scene: Scene, samples: _Samples, i: int) -> dict[str, Any]:
    from torseur.sim.multibody.dynamics.energy import kinetic_energy, potential_energy

    model, q, v = scene.model, samples.q[i], samples.v[i]
    return {
        "t": float(samples.t[i]),
        "q": q,
        "v": v,
        "tau": samples.tau[i],
        "passive": np.zeros(model.nv),
        "kinetic": kinetic_energy(model, q, v),
        "potential": potential_energy(model, q, scene.gravity),
        "residual": float(samples.defect[i]),
        "iterations": 0,
        "level": PLANNED,
    }
