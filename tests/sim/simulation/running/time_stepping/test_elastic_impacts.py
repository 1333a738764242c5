"""What gives back all (e = 1) strikes at its instant, to second order in the step, and keeps energy and momentum to rounding."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.sim.contact.collision.pairs import turned
from tests.sim.simulation.tiles import block, run
from tests.sim.simulation.tiles import body as body_at
from torseur import sim
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere
from torseur.sim.simulation.inspection.checking.frame_check import check_recording
from torseur.sim.simulation.inspection.checking.values import CHECKS, ENERGY, MOMENTUM, PASS, VERDICTS

G = 9.81
SMOOTH = """
[settings]
dt = {dt}
[materials.smooth]
restitution = 1.0
friction = 0.0
"""
FLOOR = '[[obstacles]]\nname = "floor"\nmaterial = "smooth"\nshapes = [{ shape = "plane" }]\n'
WALL = """
[[obstacles]]
name = "wall"
material = "smooth"
shapes = [{ shape = "box", size = [1.0, 3.0, 3.0], xyz = [1.5, 0.0, 1.0] }]
"""
ROOM = """
[[obstacles]]
name = "room"
material = "smooth"
shapes = [
  { shape = "box", size = [3.0, 3.0, 0.02], xyz = [0.0, 0.0, -0.01] },
  { shape = "box", size = [3.0, 3.0, 0.02], xyz = [0.0, 0.0, 2.01] },
  { shape = "box", size = [0.02, 3.0, 2.0], xyz = [-1.01, 0.0, 1.0] },
  { shape = "box", size = [0.02, 3.0, 2.0], xyz = [1.01, 0.0, 1.0] },
  { shape = "box", size = [3.0, 0.02, 2.0], xyz = [0.0, -1.01, 1.0] },
  { shape = "box", size = [3.0, 0.02, 2.0], xyz = [0.0, 1.01, 1.0] },
]
"""
SHAPES = {
    "ball": '{ shape = "sphere", radius = 0.1 }',
    "box": '{ shape = "box", size = [0.2, 0.15, 0.1] }',
    "capsule": '{ shape = "capsule", radius = 0.05, length = 0.2 }',
    "cylinder": '{ shape = "cylinder", radius = 0.08, length = 0.2 }',
}


def body(name, shape, xyz, velocity=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0), more=""):
    xyz, velocity, spin = ([float(x) for x in numbers] for numbers in (xyz, velocity, spin))
    text = f'[[bodies]]\nname = "{name}"\nshape = {SHAPES[shape]}\nmass = 1.0\nmaterial = "smooth"\n{more}\n'
    return f"{text}xyz = {xyz}\nvelocity = {velocity}\nspin = {spin}\n"


def moved(text, dt, duration):
    return sim.simulate(sim.scene_from_text(SMOOTH.format(dt=dt) + text, "elastic.toml"), duration)


def energy_of(recording):
    energy = recording.kinetic + recording.potential
    return np.ptp(energy) / energy[0]


def bouncing(t, height):
    """Height over the floor of what falls from rest and bounces for ever."""
    fall = np.sqrt(2.0 * height / G)
    return height - 0.5 * G * ((t + fall) % (2.0 * fall) - fall) ** 2


@pytest.mark.parametrize(("dt", "off"), [(1e-2, 6e-4), (1e-3, 8e-6), (5e-4, 2e-6)])
def test_a_ball_bounces_for_ever_as_the_closed_form_has_it(dt, off):
    recording = moved(FLOOR + body("ball", "ball", (0, 0, 1.1), (0, 0, 0)), dt, 3.0)
    height = recording.q[:, 2] - 0.1
    np.testing.assert_allclose(height, bouncing(recording.t, 1.0), atol=off)  # a step early: 4.5 v h
    assert height.min() > 0.0
    assert energy_of(recording) < 1e-13


def test_two_balls_of_one_mass_swap_their_velocities_at_the_instant_they_meet():
    balls = body("a", "ball", (-0.7003, 0, 1), (4, 0, 0)) + body("b", "ball", (0.3, 0, 1), (0, 0, 0))
    text = "gravity = [0.0, 0.0, 0.0]\n" + SMOOTH.format(dt=1e-3) + balls
    recording = sim.simulate(sim.scene_from_text(text, "two.toml"), 0.4)
    np.testing.assert_allclose(recording.q[-1, [0, 7]], [0.1, 0.3 + 4.0 * 0.4 - 0.8003], atol=1e-12)


@pytest.mark.parametrize("more", ["", "com = [0.02, 0.01, 0.02]\ninertia = { xx = 0.01, yy = 0.012, zz = 0.008 }"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.slow
def test_what_tumbles_in_a_room_keeps_its_energy_and_obeys_the_balance_of_momentum(shape, more):
    recording = moved(ROOM + body("it", shape, (0, 0, 1), (3.0, 2.1, 1.2), (5, 3, 2), more), 1e-3, 2.0)
    assert energy_of(recording) < 1e-12
    levels = check_recording(recording).levels.max(axis=0)
    assert {key: VERDICTS[levels[CHECKS.index(key)]] for key in (MOMENTUM, ENERGY)} == {MOMENTUM: PASS, ENERGY: PASS}


def test_a_dozen_that_strike_each_other_keep_their_energy():
    many = [
        body(
            f"b{i}",
            ("box", "ball")[i % 2],
            (-0.6 + 0.4 * (i % 4), -0.5 + 0.5 * (i // 4), 0.5 + 0.3 * (i % 3)),
            (2.0 * np.cos(i), 2.0 * np.sin(2 * i), 1.0),
            (1.0, 2.0, i),
        )
        for i in range(12)
    ]
    recording = moved(ROOM + "".join(many), 1e-3, 2.0)
    assert sum(event.kind.name == "IMPACT" for event in recording.events) > 50
    assert energy_of(recording) < 1e-12


@pytest.mark.parametrize("phase", [0.0, 0.25, 0.5, 0.75])
def test_what_rests_is_not_moved_by_what_bounces_off_it(phase):
    fall = 0.02 + phase * 1e-3
    ball = body("ball", "ball", (0, 0, 0.2 + 5.0 * fall + 0.5 * G * fall**2), (0, 0, -5))
    recording = moved(FLOOR + body("box", "box", (0, 0, 0.05)) + ball, 1e-3, 0.04)
    np.testing.assert_allclose(recording.q[:, 2], 0.05, atol=1e-9)
    assert recording.v[-1, 8] > 4.7
    assert energy_of(recording) < 1e-12


@pytest.mark.parametrize("phase", [0.0, 0.25, 0.75])
def test_balls_that_touch_stay_touching_as_another_strikes_them(phase):
    start = (-0.3 - 5.0 * (0.02 + phase * 1e-3), 0, 1)
    row = body("a", "ball", start, (5, 0, 0)) + body("b", "ball", (-0.1, 0, 1)) + body("c", "ball", (0.1, 0, 1))
    text = "gravity = [0.0, 0.0, 0.0]\n" + SMOOTH.format(dt=1e-3) + row
    recording = sim.simulate(sim.scene_from_text(text, "row.toml"), 0.05)
    np.testing.assert_allclose(recording.q[:, 14] - recording.q[:, 7], 0.2, atol=1e-12)
    np.testing.assert_allclose(recording.v[-1, [0, 6, 12]], np.array([-1.0, 2.0, 2.0]) * 5.0 / 3.0, atol=1e-9)


@pytest.mark.parametrize(("floor", "wall"), [(0.1, 0.9), (0.3, 0.7), (0.5, 0.5), (0.9, 0.1)])
def test_a_floor_and_a_wall_in_one_step_give_back_each_at_its_instant(floor, wall):
    at_floor, at_wall, dt = 0.02 + floor * 1e-3, 0.02 + wall * 1e-3, 1e-3
    walls = FLOOR + WALL + body("it", "ball", (0.9 - 2.0 * at_wall, 0, 0.1 + at_floor), (2, 0, -1))
    recording = sim.simulate(
        sim.scene_from_text("gravity = [0.0, 0.0, 0.0]\n" + SMOOTH.format(dt=dt) + walls, "corner.toml"), 0.04
    )
    np.testing.assert_allclose(recording.q[-1, [0, 2]], [0.9 - 2.0 * (0.04 - at_wall), 0.1 + 0.04 - at_floor], atol=1e-12)


@loop_over("seed", [21, 66, 70, 113, 133, 151, 258, 269])
def test_what_is_pinched_gains_no_energy(seed):
    """What strikes others from both sides stays in them, where nothing pays for its lift."""
    rng = np.random.default_rng(seed)
    shapes = [Sphere(0.03), Box((0.05, 0.04, 0.06)), Capsule(0.02, 0.06), Cylinder(0.03, 0.05), Box((0.1, 0.1, 0.01))]
    parts = [block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05)), block("roof", (4.0, 4.0, 0.1), (0.0, 0.0, 0.6))]
    for k in range(3):
        at = [*rng.uniform(-0.02, 0.02, 2), 0.09 + 0.17 * k]
        v = [*rng.uniform(-1.0, 1.0, 2), rng.uniform(-30.0, 5.0)]
        turn = Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix()
        mass = 10.0 ** rng.uniform(-1.0, 1.0)
        parts.append(body_at(shapes[rng.integers(5)], at, v, rng.uniform(-30.0, 30.0, 3), turn, f"body{k}", mass))
    dt = (1e-3, 2e-3, 5e-3)[seed % 3]
    recording = run(parts, 30 * dt, 0.3 * (seed % 4), dt=dt)
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-8


@loop_over("seed", [5, 28, 59, 104, 134, 166, 230, 287])
def test_what_tumbles_gains_no_energy(seed):
    """Where some contacts of a body_at gave energy, and were solved once more, others of it gave some."""
    rng = np.random.default_rng(seed)
    parts = [block("floor", (4.0, 4.0, 0.1), (0.0, 0.0, -0.05)), block("wall", (0.1, 4.0, 2.0), (0.45, 0.0, 0.9))]
    parts.append(block("ramp", (2.0, 2.0, 0.1), (-0.6, 0.0, 0.1), turned("y", 0.35)))
    for k in range(rng.integers(1, 5)):
        a = rng.uniform(0.03, 0.12)
        thin, thick = Cylinder(a, 0.2 * a), Cylinder(a, a)
        shapes = [Box((a, 2.0 * a, 1.5 * a)), thin, thick, SolidEllipsoid((a, 0.6 * a, 1.4 * a)), Capsule(0.5 * a, a)]
        at = [*rng.uniform(-0.1, 0.1, 2), 0.4 + 0.35 * k]
        v = [*rng.uniform(-2.0, 2.0, 2), rng.uniform(-4.0, 1.0)]
        turn = Rotation.random(random_state=int(rng.integers(1 << 30))).as_matrix()
        mass = 10.0 ** rng.uniform(-1.0, 1.0)
        parts.append(body_at(shapes[rng.integers(5)], at, v, rng.uniform(-15.0, 15.0, 3), turn, f"body{k}", mass))
    recording = run(parts, 0.6, 1.0, dt=(1e-3, 2e-3, 5e-3)[seed % 3])
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-9
