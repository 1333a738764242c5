"""A shipped scene, the stack of ten cubes, simulated by us and by MuJoCo: speed, and how well each obeys the contact law."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import sim

from .report import show, table
from .timing import Spread

SCENE = "box_stack"
ROUNDS = 15
FALLING, RESTING = 0.25, 0.5  # lengths of the first and the last part of a run, timed apart [s]
_RHO = 0.25  # of the natural map, the same for all: about the inverse of a contact's Delassus block [kg]
_NOTES = """\
Time of one step: median [quartiles] over {rounds} runs in turns. Falling: the first {falling:g} s, with the impacts. \
At rest: the last {resting:g} s of {duration:g} s.
Torseur keeps every state, contact and event, as in the window; MuJoCo keeps nothing (mj_step with nstep).
MuJoCo: elliptic cones, Newton, its default softness of contact, and solref = 2 dt, the stiffest it allows; dt, masses, \
friction and start are the same.
What follows is at rest. Penetration: of the deepest contact. Top low: how far the top cube is below {height:g} m.
Creep: largest sideways motion of a cube in the last second. Load: what the floor carries; the weight is {weight:.4f} N.
Law: natural map ‖r - P_K(r - ρ û)‖ / ρ of Coulomb's law, the same formula for all, from the last step's impulses and \
velocities.
It does not see penetration: MuJoCo's softened contacts pass it once all is still. Own residual: what each solver itself \
reports, not to be compared.
"""


@dataclass(frozen=True, eq=False, slots=True)
class Contacts:
    """Contacts of one step, normal first in each triple of contact axes."""

    gap: np.ndarray  # (nc,) [m]
    impulse: np.ndarray  # (nc, 3) [N s]
    velocity: np.ndarray  # (nc, 3) after the step [m/s]
    floor: float  # upward force of the floor [N]


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """One run of one engine."""

    falling: float  # time of a step [s]
    resting: float  # time of a step [s]
    positions: np.ndarray  # (2, n, 3) of the cubes, one second before the end and at the end [m]
    contacts: Contacts
    own_residual: str


def run(out: Console) -> int:
    """Print the table; 1 if our stack does not stand."""
    scene = sim.load_scene(SCENE)
    engines: dict[str, Callable[[], Run]] = {
        "Torseur": lambda: torseur_run(scene),
        "MuJoCo, default": lambda: mujoco_run(scene, None),
        "MuJoCo, 2 dt": lambda: mujoco_run(scene, 2.0 * scene.settings.dt),
    }
    runs: dict[str, list[Run]] = {name: [] for name in engines}
    for k in range(ROUNDS + 1):
        for name, simulate in engines.items():
            result = simulate()
            if k > 0:  # the first warms up
                runs[name].append(result)
    show(out, _table(scene, runs), _notes(scene))
    ours = runs["Torseur"][-1]
    return int(ours.contacts.gap.min() < -1e-6)


def torseur_run(scene: sim.Scene) -> Run:
    """The scene by our time-stepping, recorded as always."""
    simulation = sim.Simulation(scene, sim.Settings(dt=scene.settings.dt))
    dt, times = scene.settings.dt, []
    for steps in _parts(scene):
        start = time.perf_counter()
        simulation.run(steps)
        times.append((time.perf_counter() - start) / steps)
    recording = simulation.recording
    contacts = recording.contacts(-1)
    q = recording.q[[-1 - round(1.0 / dt), -1]].reshape(2, -1, 7)[:, :, :3]
    normal = contacts.normal
    on_floor = contacts.body_a == contacts.body_a[np.argmin(contacts.point[:, 2])]
    split = Contacts(
        gap=contacts.gap,
        impulse=_normal_first(contacts.impulse, normal),
        velocity=_normal_first(contacts.velocity, normal),
        floor=float(contacts.force[on_floor & (contacts.point[:, 2] < 0.05), 2].sum()),
    )
    worst = recording.residual[-round(1.0 / dt) :].max()
    return Run(times[0], times[2], q, split, f"{worst:.0e} m/s")


def mujoco_run(scene: sim.Scene, time_constant: float | None) -> Run:
    """The same cubes in MuJoCo; time_constant [s] of its contact spring, None for the default."""
    model = mujoco.MjModel.from_xml_string(mjcf(scene, time_constant))
    data = mujoco.MjData(model)
    times, before = [], None
    for part, steps in enumerate(_parts(scene)):
        if part == 2:  # a look one second before the end, outside the timed stretch
            before = data.xpos[1:].copy()
        start = time.perf_counter()
        mujoco.mj_step(model, data, nstep=steps)
        times.append((time.perf_counter() - start) / steps)
    contacts = mujoco_contacts(model, data)
    after = data.qpos.reshape(-1, 7)[:, :3].copy()
    gradient = data.solver.gradient[0] if data.solver_niter[0] == 0 else data.solver.gradient[data.solver_niter[0] - 1]
    return Run(times[0], times[2], np.array([before, after]), contacts, f"{gradient:.0e} gradient")


def mjcf(scene: sim.Scene, time_constant: float | None) -> str:
    """The scene in MuJoCo's format: the same cubes, step, friction and gravity."""
    positions = scene.initial.q.reshape(-1, 7)[:, :3]
    material = scene.materials["wood"]
    spring = f'solref="{time_constant} 1"' if time_constant else ""
    cubes = "".join(
        f'<body pos="{x} {y} {z}"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>'
        for x, y, z in positions
    )
    return f"""
        <mujoco>
          <option timestep="{scene.settings.dt}" cone="elliptic" solver="Newton" gravity="0 0 {scene.gravity[2]}"/>
          <default><geom friction="{material.friction} 0 0" condim="3" {spring}/></default>
          <worldbody><geom type="plane" size="0 0 1"/>{cubes}</worldbody>
        </mujoco>"""


def mujoco_contacts(model: mujoco.MjModel, data: mujoco.MjData) -> Contacts:
    """The contacts of MuJoCo's last step: forces of its solve, velocities after it, both at the poses it was solved at."""
    n = data.ncon
    force, velocity = np.zeros((n, 6)), np.zeros((n, 3))
    J = np.zeros((2, 3, model.nv))
    floor = 0.0
    for k in range(n):
        contact = data.contact[k]
        mujoco.mj_contactForce(model, data, k, force[k])
        for side, geom in enumerate((contact.geom1, contact.geom2)):
            mujoco.mj_jac(model, data, J[side], None, contact.pos, model.geom_bodyid[geom])
        axes = contact.frame.reshape(3, 3)
        velocity[k] = axes @ (J[1] - J[0]) @ data.qvel
        if 0 in (model.geom_bodyid[contact.geom1], model.geom_bodyid[contact.geom2]):
            floor += abs(float(axes[0] @ [0, 0, 1])) * force[k, 0]
    return Contacts(np.array(data.contact.dist), force[:, :3] * model.opt.timestep, velocity, floor)


def law_residual(contacts: Contacts, friction: float) -> float:
    """The largest ‖r - P_K(r - ρ û)‖ / ρ over the contacts [m/s], with û = u + μ‖u_t‖ n (De Saxcé)."""
    slip = np.linalg.norm(contacts.velocity[:, 1:], axis=1)
    moved = contacts.impulse - _RHO * (contacts.velocity + np.outer(friction * slip, [1.0, 0.0, 0.0]))
    projected = np.array([_project(friction, row) for row in moved]).reshape(-1, 3)
    return float(np.linalg.norm(contacts.impulse - projected, axis=1).max(initial=0.0) / _RHO)


def _project(mu: float, x: np.ndarray) -> np.ndarray:
    """The point of the friction cone nearest to x, normal first."""
    normal, tangential = x[0], x[1:]
    t = float(np.linalg.norm(tangential))
    if t <= mu * normal:
        return x
    if mu * t <= -normal:
        return np.zeros(3)
    n = (mu * t + normal) / (1.0 + mu * mu)
    return np.array([n, *(mu * n / t * tangential)])


def _normal_first(vectors: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) of the world in axes of which the first is the normal."""
    along = np.einsum("ck,ck->c", vectors, normal)
    across = np.cross(normal, np.where(np.abs(normal[:, :1]) < 0.7, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    across /= np.linalg.norm(across, axis=1)[:, None]
    third = np.cross(normal, across)
    return np.column_stack([along, np.einsum("ck,ck->c", vectors, across), np.einsum("ck,ck->c", vectors, third)])


def _parts(scene: sim.Scene) -> tuple[int, int, int]:
    """Steps of the fall, of what is between, and of the rest."""
    total, first, last = (round(t / scene.settings.dt) for t in (scene.duration, FALLING, RESTING))
    return first, total - first - last, last


def _notes(scene: sim.Scene) -> str:
    weight = -scene.gravity[2] * scene.model.table["mass"].sum()
    return _NOTES.format(
        rounds=ROUNDS,
        dt=scene.settings.dt,
        falling=FALLING,
        resting=RESTING,
        duration=scene.duration,
        weight=weight,
        height=1.9,
    )


def _table(scene: sim.Scene, runs: dict[str, list[Run]]) -> Table:
    columns = ("", ">falling [µs]", ">at rest [µs]", ">steps/s", ">penetration", ">top low", ">creep",
               ">law [m/s]", ">own residual", ">load [N]")  # fmt: skip
    made = table(f"{SCENE}: ten cubes of 1 kg, dt {scene.settings.dt:g} s, friction 0.5", columns)
    for name, results in runs.items():
        last = results[-1]
        moved = np.abs(last.positions[1] - last.positions[0])[:, :2].max()
        low = 1.9 - last.positions[1, -1, 2]
        falling, resting = (Spread.of(np.array([getattr(r, part) for r in results])) for part in ("falling", "resting"))
        first, _, rest = _parts(scene)
        rate = (first + rest) / (first * falling.median + rest * resting.median)
        made.add_row(
            name, falling.text(".1f", 1e6), resting.text(".1f", 1e6), f"{rate:,.0f}", f"{-last.contacts.gap.min():.1e} m",
            f"{low:.1e} m", f"{moved:.0e} m", f"{law_residual(last.contacts, 0.5):.0e}", last.own_residual,
            f"{last.contacts.floor:.4f}",
        )  # fmt: skip
    return made
