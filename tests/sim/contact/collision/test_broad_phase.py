"""The grid of the broad phase finds what comparing all shapes with all finds, in the same order."""

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene
from torseur import sim
from torseur.sim.simulation.step_arrays import CONTACTS_NOW


def crowd(seed, count, spread):
    """Balls and boxes of like size, a few large ones, placed and turned at random."""
    rng = np.random.default_rng(seed)
    parts = []
    for k in range(count):
        size = 1.0 if k % 20 == 7 else rng.uniform(0.08, 0.12)
        model = ball(f"ball{k}", size, 1.0) if k % 2 else box(f"box{k}", (size, 1.1 * size, 0.9 * size), 1.0)
        turn = rng.normal(size=4)
        place = [*rng.uniform(-spread, spread, 3), *(turn / np.linalg.norm(turn))]
        parts.append(sim.Part(model.name, model, q=np.array(place), v=rng.normal(size=6)))
    # what is found does not hang on how far it is solved: of the second crowd, much of it inside other parts, that takes minutes
    return floor_scene(parts, settings=sim.Settings(solving="interactive", error_every=0))


def contacts_of(scene):
    simulation = sim.Simulation(scene)
    simulation.run(1)
    found = simulation._work.contacts[: simulation._work.counts[CONTACTS_NOW]]
    return found["pair"].copy(), found["feature"].copy(), found["gap"].copy()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_grid_finds_the_same_contacts_as_all_pairs(seed, monkeypatch):
    scene = crowd(seed, 120, 1.5)
    assert 0 < len(scene.system.large) < 20
    pairs, features, gaps = contacts_of(scene)
    assert len(pairs) > 50
    everyone = np.arange(len(scene.system.shapes))
    everyone.setflags(write=False)
    with monkeypatch.context() as patch:
        patch.setattr("torseur.sim.simulation.step_arrays.large_shapes", lambda shapes: everyone)
        brute = crowd(seed, 120, 1.5)
    assert brute.system.large is everyone
    for ours, theirs in zip((pairs, features, gaps), contacts_of(brute), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert np.all(np.diff(pairs) >= 0)  # warm starts rely on the order
