"""The deepest penetration of a recording is told, and which bodies have it when."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.inspection.checking.overlapping_pair import PAIR
from torseur import sim
from torseur.sim.simulation.inspection.checking.deepest import deepest_penetration


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_bodies_that_begin_inside_each_other_are_deepest_there(scheme):
    recording = sim.simulate(sim.scene_from_text(PAIR, "pair.toml"), 0.05, scheme=scheme)
    deepest = deepest_penetration(recording)
    assert deepest.depth == pytest.approx(0.2, rel=1e-6)
    assert set(deepest.bodies) == {"ball", "box"}
    assert deepest.t == recording.t[0]


def test_what_comes_inside_another_later_is_told_from_its_contacts():
    recording = sim.simulate(sim.load_scene("newtons_cradle"), 0.5, scheme="time_stepping", dt=0.004)
    deepest = deepest_penetration(recording)
    gaps = {float(t): sim_gaps.min() for t, sim_gaps in zip(recording.t, contact_gaps(recording), strict=True)}
    assert deepest.depth == -min(gaps.values())
    assert gaps[deepest.t] == -deepest.depth


def contact_gaps(recording):
    return [np.append(recording.contacts(i).gap, 0.0) for i in range(len(recording))]


def test_what_rests_or_is_compliant_has_none():
    assert deepest_penetration(sim.simulate(sim.load_scene("box_stack"), 0.2)) is None
    scene = sim.scene_from_text(PAIR, "pair.toml")
    scene = replace(scene, settings=replace(scene.settings, compliance=1e-3))
    assert deepest_penetration(sim.simulate(scene, 0.01)) is None
