"""Measures of a run: what NumPy says of the columns of its recording, and nothing else."""

import weakref

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.sweeping.sliding import sliding_block
from torseur import sim
from torseur.sim.errors import TorseurError
from torseur.sim.sweeping.measures import measure_of
from torseur.sim.sweeping.run_signals import run_signals


@pytest.fixture(scope="module")
def run():
    return sim.simulate(sliding_block())


def measured(text, run):
    return measure_of(text).of(run, run_signals(run.scene))


def test_measures_are_those_of_the_columns(run):
    energy = run.kinetic + run.potential
    assert measured("energy[-1] - energy[0]", run) == energy[-1] - energy[0]
    assert measured("span(kinetic)", run) == np.ptp(run.kinetic)
    assert measured("final(position.block.x)", run) == run.q[-1, 0]
    assert measured("norm(velocity.block)[-1]", run) == pytest.approx(np.linalg.norm(run.v[-1, :3]), rel=1e-12)
    assert measured("position.block[10, 2]", run) == run.q[10, 2]
    assert measured("at(position.block.x, 0.1)", run) == run.q[run.index_at(0.1), 0]
    assert measured("at(position.block.x, 0.10025)", run) == pytest.approx(np.interp(0.10025, run.t, run.q[:, 0]), rel=1e-12)
    assert measured("max(kinetic[5:])", run) == np.max(run.kinetic[5:])
    assert measured("mean(position.block)[2]", run) == np.mean(run.q[:, 2])
    assert measured("max(position.block[5:, 0])", run) == np.max(run.q[5:, 0])
    assert measured("max(up.block.z)", run) == pytest.approx(1.0)
    assert measured("final(kinetic) > 0 and t[-1] < 1", run) == 1.0


def test_forces_of_a_body_are_the_floors_and_balance_its_weight(run):
    force, friction, _ = run.contact_sums(len(run))
    assert measured("max(force.block)", run) == np.nanmax(force) == measured("max(force.floor)", run)
    assert measured("mean(friction.block)", run) == np.nanmean(friction)
    assert measured("final(force.block)", run) == pytest.approx(2.0 * 8.495709, rel=1e-9)
    assert measured("integral(force.block)", run) == pytest.approx(0.2 * 2.0 * 8.495709, rel=1e-9)
    assert np.isnan(measured("integral(sqrt(0 - t - 1))", run))


def test_the_integral_has_both_states_of_an_impact():
    run = sim.simulate(sim.with_values(sim.load_scene("bouncing_ball"), {"settings.scheme": "hybrid", "duration": 0.6}))
    assert len(set(run.t.tolist())) < len(run)
    assert measured("integral(kinetic)", run) == np.trapezoid(run.kinetic, run.t)


def test_comparisons_of_signals_are_of_each_state_but_those_without_a_number(run):
    assert measured("mean(force.block > 5)", run) == 1.0
    assert measured("sum(t > 0.1)", run) == np.count_nonzero(run.t > 0.1)
    assert measured("integral(0.05 < t < 0.1)", run) == pytest.approx(0.05, abs=2e-3)
    assert measured("0 < final(t) < 1", run) == 1.0


@loop_over(
    ("text", "why"),
    [
        ("energy", "one number"),
        ("final(velocity.block[2])", "of one state"),
        ("max(norm(velocity.block[2]) + 1)", "of one state"),
        ("max(force.brik)", "no signal named 'force.brik'"),
        ("median(energy)", "no function named 'median'"),
        ("().__class__", "not allowed"),
        ("__import__('os').getcwd()", "not allowed"),
        ("[x for x in energy]", "not allowed"),
        ("energy[99999]", "out of bounds"),
        ("max(", "no expression"),
        ("at(t, 0.3)", "no state at 0.3 s, but from 0 s to 0.2 s"),
        ("at(t, -0.1)", "no state at -0.1 s"),
        ("(-1) ** 0.5", "one number; this is"),
        ("'energy'", "one number; this is 'energy'"),
        ("nowhere.py:way", "nowhere.py: No such file"),
    ],
)
def test_what_is_no_measure_is_told(run, text, why):
    with pytest.raises(TorseurError, match=why):
        measured(text, run)


def test_units_are_those_of_the_signals(run):
    units = {"energy[-1] - energy[0]": "J", "max(force.block)": "N", "v=-velocity.block.x[-1]": "m/s", "energy[-1] / 2": ""}
    assert {text: measure_of(text).unit(run_signals(run.scene)) for text in units} == units


def test_a_function_of_a_file_is_a_measure(run, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def way(recording):\n    return recording.q[-1, 0]\n", encoding="utf-8")
    measure = measure_of(f"{path}:way")
    assert (measure.name, measure.of(run, {})) == ("way", run.q[-1, 0])
    assert measure_of(f"w={path}:way").name == "w"
    with pytest.raises(TorseurError, match="no function named 'weg'"):
        measure_of(f"{path}:weg")


def test_a_recording_is_let_go_as_soon_as_it_is_measured(no_collection):
    recording = sim.simulate(sliding_block(), 0.01)
    measured("integral(norm(velocity.block))", recording)
    measured("final(position.block.x) > 0", recording)
    gone = weakref.ref(recording)
    del recording
    assert gone() is None
