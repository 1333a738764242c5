"""A plan as a recording: its motion is shown, played and measured by all that shows recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Mode
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.scene.settings import Settings
from torseur.sim.simulation.step_arrays import (
    CONTACT_NUMBERS,
    FRICTION,
    IMPACT,
    IMPULSE,
    MODE,
    NORMAL,
    POINT,
    SHAPE_A,
    SHAPE_B,
    VELOCITY,
)
from torseur.sim.trajectory.values import Plan, PlanPhase

if TYPE_CHECKING:
    from torseur.sim.simulation.scene.scene import Scene

APART = 0.005  # [s] between two states that are shown, at most
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


def plan_recording(plan: Plan, scene: Scene, bodies: Sequence[str]) -> Recording:
    """The motion of a plan as a recording of the scene that it stands in.

    bodies : of each touching point the body that carries it, as the scene names it; "" where none has a shape to touch with
    Between nodes it is the cubic through states and rates, as the collocation has it. Residuals are the defects of the
    intervals. The ground's forces are contacts, touch-downs are impacts.
    """
    recording = Recording(scene, SHOWN)
    states: list[dict[str, Any]] = []
    contacts: dict[int, dict[str, Any]] = {}
    pairs = _pairs(scene, bodies)
    for k, phase in enumerate(plan.phases):
        samples = _samples(phase)
        if k and np.any(plan.jumps[k - 1].impulse):
            contacts[len(states)] = _contact_rows(plan, phase, plan.jumps[k - 1].impulse, pairs, struck=True)
            states.append(_state(scene, samples, 0))
        for i in range(len(samples.t)):
            if phase.touching.any():
                contacts[len(states)] = _contact_rows(plan, phase, samples.force[i], pairs)
            states.append(_state(scene, samples, i))
    recording.fill(states, {i: rows for i, rows in contacts.items() if rows["shapes"]})
    return recording


def _samples(phase: PlanPhase) -> _Samples:
    count = max(2, int(np.ceil(phase.duration / APART)) + 1)
    t = np.unique(np.concatenate([phase.t, np.linspace(phase.t[0], phase.t[-1], count)]))
    keep = np.concatenate([[True], np.diff(t) > 1e-9])  # a node and an instant of the grid that differ by rounding
    t = t[keep]
    t[-1] = phase.t[-1]
    at = np.clip(np.searchsorted(phase.t, t, side="right") - 1, 0, len(phase.t) - 2)
    h = phase.t[at + 1] - phase.t[at]
    s = ((t - phase.t[at]) / h)[:, None]
    q = _cubic(phase.q, phase.v, at, h[:, None], s) if phase.q.shape == phase.v.shape else _straight(phase.q, at, s)
    force = phase.force.reshape(len(phase.t), -1)
    knots = phase.t[phase.knot]
    interval = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(phase.defect) - 1)
    return _Samples(
        t, q, _straight(phase.v, at, s), _straight(phase.tau, at, s),
        _straight(force, at, s).reshape(len(t), *phase.force.shape[1:]), phase.defect[interval],
    )  # fmt: skip


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
    }


def _pairs(scene: Scene, bodies: Sequence[str]) -> list[tuple[int, int] | None]:
    """Of each point the shapes that touch: the first of what is fixed, and the first of its body."""
    own = scene.system.shapes["body"]
    rows = {name: k for k, name in enumerate(scene.model.body_names)}
    fixed = [k for k, body in enumerate(own) if scene.model.frame_row[int(body)] == 0]
    found: list[tuple[int, int] | None] = []
    for name in bodies:
        shapes = np.flatnonzero(own == rows.get(name, -1)).tolist()
        found.append((fixed[0], shapes[0]) if shapes and fixed else None)
    return found


def _contact_rows(
    plan: Plan,
    phase: PlanPhase,
    load: Array,
    pairs: Sequence[tuple[int, int] | None],
    *,
    struck: bool = False,
) -> dict[str, Any]:
    """The contacts of one state, as a file has them; `load` (points, 3) is their force [N], or the impulse that struck [N s]."""
    shapes: list[list[int]] = []
    numbers: list[Array] = []
    for k in np.flatnonzero(phase.touching).tolist():
        pair = pairs[k]
        if pair is None or not np.isfinite(phase.footholds[k]).all():
            continue
        row = np.full(CONTACT_NUMBERS, np.nan)
        row[POINT : POINT + 3], row[NORMAL : NORMAL + 3] = phase.footholds[k], (0.0, 0.0, 1.0)
        row[NORMAL + 3], row[VELOCITY : VELOCITY + 3] = 0.0, 0.0
        row[IMPULSE : IMPULSE + 3] = load[k]
        row[FRICTION] = plan.friction[k]
        columns = {SHAPE_A: pair[0], SHAPE_B: pair[1], MODE: int(Mode.STICK), IMPACT: int(struck)}
        shapes.append([columns[k] for k in range(4)])
        numbers.append(row)
    return {"shapes": shapes, "numbers": numbers}
