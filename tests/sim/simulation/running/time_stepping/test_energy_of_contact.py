"""No step of free bodies with e = 0 gains energy: pinched, tumbling on each other, between floor, wall and ramp."""

import numpy as np
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.sim.contact.collision.pairs import turned
from tests.sim.simulation.tiles import block, body, run
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, SolidEllipsoid, Sphere


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
        parts.append(body(shapes[rng.integers(5)], at, v, rng.uniform(-30.0, 30.0, 3), turn, f"body{k}", mass))
    dt = (1e-3, 2e-3, 5e-3)[seed % 3]
    recording = run(parts, 30 * dt, 0.3 * (seed % 4), dt=dt)
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-8


@loop_over("seed", [5, 28, 59, 104, 134, 166, 230, 287])
def test_what_tumbles_gains_no_energy(seed):
    """Where some contacts of a body gave energy, and were solved once more, others of it gave some."""
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
        parts.append(body(shapes[rng.integers(5)], at, v, rng.uniform(-15.0, 15.0, 3), turn, f"body{k}", mass))
    recording = run(parts, 0.6, 1.0, dt=(1e-3, 2e-3, 5e-3)[seed % 3])
    assert np.diff(recording.kinetic + recording.potential).max() < 1e-9
