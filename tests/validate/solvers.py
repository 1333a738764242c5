"""What every solver must show: residuals, the cone, no preferred direction, ratios of masses, degenerate contacts."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from tests.scenes.runs import recording_of
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

from .row import Result, Row, at_most, holds
from .scenes import G, box, floor, free, on_floor, residual_of, run, world_velocity

MU, DIRECTIONS = 0.5, 72


def residuals(long: bool) -> Result:
    """Every step of every shipped scene at default settings; of the long ones what the tests simulate, or all of it."""
    rows = []
    for name in sim.scene_names():
        scene = sim.load_scene(name)
        recording = sim.simulate(scene, scene.duration) if long else recording_of(name)
        rows.append(replace(residual_of(recording), what=f"{name}, {recording.t[-1]:.2f} s: largest residual [m/s]"))
    return Result(rows)


def cone(long: bool) -> Result:
    """‖f_t‖ - μ f_n of every contact of every state of scenes with friction."""
    rows = []
    for name in ("brick_on_corner", "box_stack", "incline_30", "quadruped_drop", "arm_pushes_table", "gripper_holds_block"):
        recording = recording_of(name)
        worst = max(_excess(recording.contacts(i)) for i in range(len(recording)))
        rows.append(at_most(f"{name}: largest ‖r_t‖ - μ r_n [N s]", worst, 1e-9))
    return Result(rows)


def _excess(contacts: sim.Contacts) -> float:
    normal = np.einsum("ck,ck->c", contacts.impulse, contacts.normal)
    tangential = np.linalg.norm(contacts.impulse - normal[:, None] * contacts.normal, axis=1)
    return float(np.max(tangential - contacts.friction * normal, initial=0.0))


def pushed(angle: float, factor: float, duration: float) -> sim.Recording:
    """A flat block of 1 kg on a floor, pushed at its centre by factor · μ m g along a direction of the floor."""
    force = factor * MU * G * np.array([np.cos(angle), np.sin(angle)])  # by gravity that leans: it acts at the centre
    scene = on_floor([box("block", (0.2, 0.2, 0.02), 1.0, (0, 0, 0.01))], MU, gravity=(force[0], force[1], -G))
    return run(scene, duration)[0]


def isotropy(long: bool) -> Result:
    """72 directions: slides along the push just above the cone, stays just below it."""
    astray, creep, speeds = [], [], []
    for angle in 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS:
        v = world_velocity(pushed(angle, 1.02, 1.0), "block")[-1]
        away = np.arctan2(v[1], v[0]) - angle
        astray.append(abs(np.degrees((away + np.pi) % (2 * np.pi) - np.pi)))
        speeds.append(np.linalg.norm(v[:2]))
    for angle in 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS:
        recording = pushed(angle, 0.98, 10.0)
        creep.append(np.linalg.norm(recording.q[-1, :2]))
    return Result(
        [
            at_most(
                "1.02 μ m g, 72 directions: angle to the push [°]", max(astray), 0.1, "PyBullet 2e-8, MuJoCo's pyramid 21.5"
            ),
            at_most("the same, today's best in 24 directions [°]", max(astray), 1e-8, "PyBullet 2e-8"),
            at_most("acceleration, relative error", float(np.max(np.abs(np.array(speeds) / (0.02 * MU * G) - 1))), 1e-7),
            at_most("0.98 μ m g for 10 s: motion [m]", float(max(creep)), 1e-6),
            at_most("the same, today's best [m]", float(max(creep)), 1.5e-8, "PyBullet 1.5e-8"),
        ]
    )


def mass_ratio(long: bool) -> Result:
    """Cubes of 1 g under cubes of up to 1 t, at rest and pushed aside."""
    rows = []
    for heavy in (1.0, 1e3):
        parts = [box("light", (0.1, 0.1, 0.1), 1e-3, (0, 0, 0.05)), box("heavy", (0.1, 0.1, 0.1), heavy, (0, 0, 0.15))]
        recording, _ = run(on_floor(parts, 0.5), 0.5)
        ratio = heavy / 1e-3
        rows.append(
            at_most(
                f"ratio {ratio:.0e} at rest: residual [m/s]",
                float(recording.residual.max()),
                1e-6,
                "plain Gauss-Seidel stalls at 0.7",
            )
        )
        scene = on_floor(parts, 0.5, gravity=(1.05 * 0.5 * G, 0.0, -G))
        recording, _ = run(scene, 0.2)
        rows.append(at_most(f"ratio {ratio:.0e} sliding: residual [m/s]", float(recording.residual.max()), 1e-6))
    return Result(rows)


def degenerate(long: bool) -> Result:
    """Duplicated contacts, bodies inside each other, slivers, corners on corners: finite states, in time."""
    cube = (0.2, 0.2, 0.2)
    on_top = [box(f"b{k}", cube, 1.0, (0, 0, 0.1)) for k in range(2)]
    twice = [floor(), sim.Part("again", floor().model, np.eye(4))]
    half = np.sin(np.radians(22.5)), np.cos(np.radians(22.5))
    scenes = {
        "two floors in one place": _scene([*_renamed(twice), box("b", cube, 1.0, (0, 0, 0.1))]),
        "two cubes in one place": on_floor(on_top, 0.5),
        "a cube half in the floor": on_floor([box("b", cube, 1.0, (0, 0, 0.0))], 0.5),
        "a cube on its edge": on_floor(
            [
                free(
                    "b",
                    box("x", cube, 1, (0, 0, 0)).model.bodies[0].collisions[0].shape,
                    1.0,
                    (0, 0, 0.1 * np.sqrt(2)),
                    (half[0], 0, 0, half[1]),
                )
            ],
            0.5,
        ),
        "a sliver of 1 µm": on_floor([box("b", (0.2, 0.2, 1e-6), 1e-3, (0, 0, 5e-7))], 0.5),
        "two cubes edge to edge": on_floor([box("a", cube, 1.0, (0, 0, 0.1)), box("b", cube, 1.0, (0.2, 0.2, 0.1))], 0.5),
        "friction of 1e6": on_floor([box("b", cube, 1.0, (0, 0, 0.1), v=[1, 0, 0, 0, 0, 0])], 1e6),
    }
    return Result([_survives(name, scene) for name, scene in scenes.items()])


def _renamed(parts: list[sim.Part]) -> list[sim.Part]:
    made = []
    for part in parts:
        body = Body(part.name, collisions=part.model.bodies[0].collisions)
        model = build_model(part.name, [body], [Joint(part.name, JointKind.FIXED, None, part.name)])
        made.append(sim.Part(part.name, model))
    return made


def _scene(parts: list[sim.Part]) -> sim.Scene:
    return sim.make_scene("case", parts, materials={"": sim.Material(0.5)})


def _survives(name: str, scene: sim.Scene) -> Row:
    """A hundred steps: the slowest takes less than 20 ms, and all states are finite or it says why it stopped."""
    sim.simulate(scene, 2e-3)
    simulation, slowest = sim.Simulation(scene), 0.0
    for _ in range(100):
        start = time.thread_time()  # of the processor: other programs may run beside it
        simulation.run(1)
        slowest = max(slowest, time.thread_time() - start)
    finite = bool(np.all(np.isfinite(simulation.recording.q)) and np.all(np.isfinite(simulation.recording.v)))
    worst = simulation.recording.residual.max()
    ours = f"{'finite' if finite else 'NOT finite'}, {1e3 * slowest:.2g} ms, residual {worst:.0e} {simulation.stopped}"
    return holds(name, finite and slowest < 0.02, ours.strip(), "finite states, a status within 20 ms")


CASES = {
    "residuals of all scenes": residuals,
    "friction cone": cone,
    "isotropy": isotropy,
    "mass ratio": mass_ratio,
    "degenerate contacts": degenerate,
}
