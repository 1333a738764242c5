"""Energies of recorded states are those of their positions and velocities."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.multibody.dynamics.energy import elastic_energy, kinetic_energy, potential_energy


@pytest.mark.parametrize("name", ["box_stack", "humanoid_falls", "pendulum"])
def test_each_recorded_state_has_the_energies_of_its_configuration_and_velocity(name):
    scene = sim.load_scene(name)
    simulation = sim.Simulation(scene)
    for steps in (1, 2, 38, 5):  # not by fours
        simulation.run(steps)
    for _ in range(3):
        simulation.step()
    recording, model = simulation.recording, scene.model
    kinetic = [kinetic_energy(model, q, v) for q, v in zip(recording.q, recording.v, strict=True)]
    potential = [potential_energy(model, q, scene.gravity) + elastic_energy(model, q) for q in recording.q]
    np.testing.assert_allclose(recording.kinetic, kinetic, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(recording.potential, potential, rtol=1e-13, atol=1e-12)


def test_what_rests_keeps_its_energies_also_between_states_of_a_block():
    simulation = sim.Simulation(sim.load_scene("box_stack"))
    simulation.run(2500)
    recording = simulation.recording
    assert recording.repeats(len(recording) - 1)
    last = np.all(recording.q[:] == recording.q[-1], axis=1) & np.all(recording.v[:] == recording.v[-1], axis=1)
    assert np.sum(last) > 100
    assert len(set(recording.potential[last])) == 1
    assert set(recording.kinetic[last]) == {0.0}
