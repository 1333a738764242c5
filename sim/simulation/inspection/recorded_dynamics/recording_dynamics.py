"""The dynamics of a whole recording: each part of the equation of motion, energy and momentum at every state.

Source: THEORY §4 and §5, H q̈ + C q̇ + g = τ_m + τ_p + T λ; newton-euler-inverse-dynamics, "Algorithme de Newton-Euler";
Orin, Goswami & Lee 2013 (momentum about the centre of mass).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....multibody.dynamics.batch import inverse_dynamics_batch, mass_matrix_batch
from ...step_arrays import IMPACT_LEVEL, NOT_SOLVED
from .recorded_accelerations import accelerations_of
from .recording_sums import ANGULAR, LINEAR, MASS, MOMENT, contact_torques, moving_sums

if TYPE_CHECKING:
    from ...recording.recording import Recording

BLOCK = 2048  # states that are worked out at a time
_BLOCK_OF_MATRICES = 256
_NO_GRAVITY = (0.0, 0.0, 0.0)

Columns = dict[str, Array]
"""Fields of `RecordingDynamics` of some states."""


@dataclass(frozen=True, eq=False, slots=True)
class RecordingDynamics:
    """The dynamics of n recorded states. Torques are in [N m | N], as each number of v turns or slides; arrays are read-only.

    Time-stepping has one equation a step: what stands at state i is that of the step that ended there, a contact's force and a
    passive torque being means over it, and q, v, q̈ those of `accelerations_of`. The hybrid scheme has one an instant, and
    `impulse` where velocities jump. A number that does not exist is NaN: at a start, and of forces at a hybrid impact.
    A pull by the hand is not recorded: while it lasts it is the residual.
    """

    t: Array  # (n,) [s]
    q: Array  # (n, nq) where the equation is taken
    v: Array  # (n, nv) [rad/s | m/s]
    a: Array  # (n, nv) q̈, from recorded velocities [rad/s² | m/s²]
    inertial: Array  # (n, nv) H q̈
    coriolis: Array  # (n, nv) C(q, q̇) q̇
    gravity: Array  # (n, nv) g(q)
    inverse: Array  # (n, nv) their sum, by one recursive Newton-Euler
    tau: Array  # (n, nv) τ_m, torques of the controller, as recorded
    passive: Array  # (n, nv) of joints' damping, springs, dry friction and limits, as recorded
    contact: Array  # (n, nv) T λ of the recorded contact forces
    impulse: Array  # (n, nv) T Λ of hybrid impacts [N m s | N s]; 0 elsewhere, and in time-stepping, whose forces have them
    power: Array  # (n,) τ_mᵀ q̇ [W]
    passive_power: Array  # (n,) of the passive torques [W], springs among them
    contact_power: Array  # (n,) (T λ)ᵀ q̇ [W]
    work: Array  # (n,) of τ_m since the first state [J]
    passive_work: Array  # (n,) of the passive torques without springs, whose energy is in `potential` [J]
    contact_work: Array  # (n,) of contacts, and of impacts by the mean of the velocities before and after [J]
    kinetic: Array  # (n,) as recorded [J]
    potential: Array  # (n,) of gravity and springs, as recorded [J]
    center_of_mass: Array  # (n, 3) of all that moves, world [m]
    center_of_mass_velocity: Array  # (n, 3) [m/s]
    momentum: Array  # (n, 6) [linear; angular about the world's origin], world axes [N s, N m s]
    centroidal_momentum: Array  # (n, 6) [linear; angular about the centre of mass], world axes [N s, N m s]

    def __len__(self) -> int:
        return len(self.t)

    @property
    def needed(self) -> Array:
        """τ_m (n, nv) that would have to act for the recorded q, q̇, q̈: inverse dynamics less what contacts and joints give."""
        return np.asarray(self.inverse - self.passive - self.contact)

    @property
    def residual(self) -> Array:
        """Of the equation of motion (n, nv): `needed` less the recorded τ_m."""
        return np.asarray(self.needed - self.tau)

    @property
    def energy_balance(self) -> Array:
        """Energy less that of the first state and less all work since (n,) [J]: what no force accounts for."""
        energy = self.kinetic + self.potential
        return np.asarray(energy - energy[:1] - self.work - self.passive_work - self.contact_work)


def recording_dynamics(recording: Recording, n: int | None = None) -> RecordingDynamics:
    """The dynamics of the first n states of a recording (all when None); several thousand take well under a second.

    Raises ArgumentError for an empty recording, and for one of before format 4.
    """
    return whole_dynamics(recording, list(dynamics_blocks(recording, n)))


def mass_matrix_entries(recording: Recording, dynamics: RecordingDynamics, entries: Sequence[tuple[int, int]]) -> Array:
    """Entries (i, j) of the mass matrix over time (n, len(entries)), where the equation of each state is taken.

    [kg m² | kg m | kg]. Raises ArgumentError for an entry that does not exist.
    """
    model = recording.scene.model
    for i, j in entries:
        if not (0 <= i < model.nv and 0 <= j < model.nv):
            raise ArgumentError(
                "the mass matrix has rows and columns 0 to {nv}; given entry ({i}, {j})", nv=model.nv - 1, i=i, j=j
            )
    rows, columns = (np.array([entry[k] for entry in entries], dtype=np.int64) for k in (0, 1))
    blocks = [
        mass_matrix_batch(model, np.ascontiguousarray(dynamics.q[first : first + _BLOCK_OF_MATRICES]))[:, rows, columns]
        for first in range(0, len(dynamics), _BLOCK_OF_MATRICES)
    ]
    return np.concatenate([np.zeros((0, len(entries))), *blocks])


def dynamics_blocks(recording: Recording, n: int | None = None) -> Iterator[Columns]:
    """The work of `recording_dynamics`, `BLOCK` states at a time, for `whole_dynamics`; who shows progress or stops counts them.

    Raises what that raises.
    """
    n = len(recording) if n is None else min(n, len(recording))
    if n == 0:
        raise ArgumentError("the recording is empty: nothing was simulated yet")
    motion = accelerations_of(recording, n)
    for first in range(0, n, BLOCK):
        part = slice(first, min(first + BLOCK, n))
        yield states_dynamics(recording, part, *(np.ascontiguousarray(values[part]) for values in motion))


def whole_dynamics(recording: Recording, blocks: Sequence[Columns]) -> RecordingDynamics:
    """All blocks as one, with the work of all forces since the first state."""
    columns = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    t, v, q = columns["t"], recording.v, recording.q
    n, hybrid = len(t), recording.settings.scheme == "hybrid"
    before = np.concatenate([v[:1], v[: n - 1]])
    jumps = 0.5 * np.einsum("ij,ij->i", columns["impulse"], before + v[:n])
    elastic = elastic_energies(recording, q[:n])
    work = {name: _work(t, columns[name], hybrid) for name in ("power", "passive_power", "contact_power")}
    columns["work"] = work["power"]
    columns["passive_work"] = work["passive_power"] + elastic - elastic[0]
    columns["contact_work"] = work["contact_power"] + np.cumsum(jumps)
    return RecordingDynamics(**{name: frozen(values) for name, values in columns.items()})


def states_dynamics(recording: Recording, part: slice, q: Array, v: Array, a: Array) -> Columns:
    """What can be said of the states `part` by themselves; q, v, a as `accelerations_of` gives them."""
    scene, settings = recording.scene, recording.settings
    model, hybrid = scene.model, settings.scheme == "hybrid"
    levels = recording.problems.levels[part, None]
    started, struck = levels == NOT_SOLVED, levels == IMPACT_LEVEL
    known = np.isfinite(a).all(axis=1, keepdims=True)
    zero, given = np.zeros_like(v), np.where(known, a, 0.0)
    loads = contact_torques(scene, q, *recording.contact_rows(part))
    contact = np.where(started | struck, np.nan, loads if hybrid else loads / settings.dt)
    tau = np.where(started, np.nan, recording.tau[part])
    passive = np.where(started | struck, np.nan, recording.passive[part])
    sums = moving_sums(model, recording.q[part], recording.v[part])
    mass = np.where(sums[:, MASS : MASS + 1] > 0.0, sums[:, MASS : MASS + 1], np.nan)
    center, linear, angular = sums[:, MOMENT:LINEAR] / mass, sums[:, LINEAR:ANGULAR], sums[:, ANGULAR:]
    return {
        "t": recording.t[part],
        "q": q,
        "v": v,
        "a": a,
        "inertial": np.where(known, inverse_dynamics_batch(model, q, zero, given, _NO_GRAVITY), np.nan),
        "coriolis": inverse_dynamics_batch(model, q, v, zero, _NO_GRAVITY),
        "gravity": inverse_dynamics_batch(model, q, zero, zero, scene.gravity),
        "inverse": np.where(known, inverse_dynamics_batch(model, q, v, given, scene.gravity), np.nan),
        "tau": tau,
        "passive": passive,
        "contact": contact,
        "impulse": np.where(struck, loads, 0.0),
        "power": _power(tau, v),
        "passive_power": _power(passive, v),
        "contact_power": _power(contact, v),
        "kinetic": recording.kinetic[part],
        "potential": recording.potential[part],
        "center_of_mass": center,
        "center_of_mass_velocity": linear / mass,
        "momentum": sums[:, LINEAR:],
        "centroidal_momentum": np.hstack([linear, angular - np.cross(np.nan_to_num(center), linear)]),
    }


def _power(force: Array, v: Array) -> Array:
    return np.asarray(np.einsum("ij,ij->i", force, v))


def _work(t: Array, power: Array, hybrid: bool) -> Array:
    """Work (n,) since the first state: of mean powers over steps, or of powers at instants by the trapezoidal rule."""
    past = np.concatenate([power[:1], power[:-1]])
    mean = power
    if hybrid:  # where forces are not known at one end, those of the other
        now, past = np.where(np.isnan(power), past, power), np.where(np.isnan(past), power, past)
        mean = 0.5 * (now + past)
    return np.asarray(np.cumsum(np.nan_to_num(mean) * np.diff(t, prepend=t[0])))


def elastic_energies(recording: Recording, q: Array) -> Array:
    """Energy (n,) of the joints' springs at configurations q (n, nq) [J], as `elastic_energy`."""
    rows = recording.scene.model.table
    rows = rows[rows["stiffness"] != 0.0]
    stretch = rows["ratio"] * q[:, rows["iq"]] + rows["offset"] - rows["rest"]
    return np.asarray(0.5 * (stretch**2) @ rows["stiffness"])
