"""A recording solved again, state by state."""

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.simulation.inspection.resolving.resolve import states_with_contacts


@pytest.fixture(scope="module")
def landing():
    """A brick that lands on the ground after 0.32 s."""
    return sim.simulate(sim.load_scene("falling_brick"), 0.4)


def test_the_recordings_own_law_solved_again_moves_nothing(landing):
    found = sim.resolve(landing, solver="newton")
    assert found.law == "coulomb"
    assert len(found.states) == len(states_with_contacts(landing)) > 10
    assert not found.failures
    assert not found.refused
    # Both are solved to the tolerance of the scene, and to 1e-10.
    assert found.column("velocity_difference").max() < 10 * max(landing.settings.tolerance, 1e-9)
    assert found.column("residual").max() < 1e-9
    assert {state.level for state in found.states} == {"velocity"}
    assert {state.force_unit for state in found.states} == {"N"}


def test_forces_differ_by_what_the_law_changes(landing):
    states = states_with_contacts(landing)[-3:]
    same = sim.resolve(landing, solver="admm", states=states)
    without = sim.resolve(landing, solver="active_set", law="frictionless", states=states)
    assert [state.index for state in without.states] == list(states)
    assert without.law == "frictionless"
    assert same.column("velocity_difference").max() <= 1e-7
    # The weight of the brick is carried either way.
    assert np.all(without.column("force") == same.column("force"))


def test_a_solver_that_does_not_know_a_law_is_refused_with_its_words():
    recording = sim.simulate(sim.load_scene("incline"), 0.01)
    found = sim.resolve(recording, solver="active_set", states=states_with_contacts(recording)[-1:])
    assert not found.asked
    assert "leaves friction out" in found.refused[0].status


def test_an_unknown_solver_names_what_exists(landing):
    with pytest.raises(UnknownNameError, match="active_set, newton, gauss_seidel, admm"):
        sim.resolve(landing, solver="simplex")
    with pytest.raises(UnknownNameError, match="frictionless"):
        sim.resolve(landing, law="dry")
    with pytest.raises(ArgumentError, match="no state 100000"):
        sim.resolve(landing, states=[100000])


def test_a_sample_of_states_is_spread_evenly(landing):
    every = states_with_contacts(landing)
    some = states_with_contacts(landing, 5)
    assert len(some) == 5
    assert (some[0], some[-1]) == (every[0], every[-1])
    assert set(some) <= set(every)


def test_states_of_the_hybrid_scheme_are_of_accelerations():
    scene = sim.load_scene("falling_brick")
    recording = sim.simulate(replace(scene, settings=replace(scene.settings, scheme="hybrid")), 0.4)
    found = sim.resolve(recording, solver="newton")
    assert {state.level for state in found.states} <= {"acceleration", "impact"}
    assert found.column("velocity_difference").max() < 1e-6
