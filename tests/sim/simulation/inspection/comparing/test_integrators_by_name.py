"""Integrators for the smooth part: their own order between events, order one through impacts."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.comparing.smooth_pieces import smooth_pieces

STEPS = (0.02, 0.01, 0.005)


@pytest.fixture(scope="module")
def pendulum():
    return sim.compare_schemes(sim.load_scene("pendulum"), (0.01,), duration=1.0)


@pytest.mark.parametrize(("integrator", "order"), [("semi_implicit_euler", 1.0), ("rk4", 4.0)])
def test_between_events_an_integrator_has_its_own_order(pendulum, integrator, order):
    found = sim.integrator_order(pendulum.scene, pendulum.run("hybrid").recording, integrator, STEPS)
    assert found.order == pytest.approx(order, abs=0.1)  # what is left of higher terms at these steps


def test_pieces_are_what_lies_between_impacts():
    recording = sim.simulate(sim.load_scene("zeno_ball"), 1.0, scheme="hybrid", dt=0.01)
    longest = smooth_pieces(recording)[0]
    first, second = (event.t for event in recording.events[:2])
    assert (longest.start, longest.end) == (first, second)


def test_through_impacts_rk4_is_of_order_one():
    scene = sim.load_scene("zeno_ball")
    hybrid = sim.compare_schemes(scene, (0.005,), duration=1.2, exact=False).run("hybrid")
    found = sim.stepped_order(scene, hybrid, "rk4", (0.02, 0.01, 0.005, 0.0025), 1.2)
    assert 0.7 < found.order < 1.3  # where in its step an impact falls makes single errors jump by a factor of 2
    free = sim.integrator_order(scene, hybrid.recording, "rk4", STEPS)
    assert np.all(free.errors < 1e-12)  # a parabola is of degree two


def test_a_run_by_an_integrator_has_its_impacts_and_gains_or_keeps_its_energy():
    scene = sim.load_scene("bouncing_ball")
    hybrid = sim.compare_schemes(scene, (0.005,), duration=1.0, exact=False).run("hybrid")
    runs = {name: sim.stepped_run(scene, hybrid, name, 0.005, 1.0) for name in ("explicit_euler", "rk4")}
    first = runs["rk4"].impacts[0]
    assert first.t - 0.005 <= hybrid.impacts[0].t <= first.t
    assert first.after == pytest.approx(-0.5 * first.before, rel=1e-9)
    assert first.lost == pytest.approx(0.5 * (first.before**2 - first.after**2), rel=1e-9)  # of 1 kg
    energies = {name: run.kinetic + run.potential for name, run in runs.items()}
    assert np.ptp(energies["rk4"][:80]) < 1e-12  # in flight: a parabola is of degree two
    assert energies["explicit_euler"][80] > energies["explicit_euler"][0] + 0.1


def test_where_friction_acts_or_nothing_flies_a_sentence_says_so():
    scene = sim.load_scene("incline_30")
    hybrid = sim.compare_schemes(scene, (0.01,), duration=0.2, exact=False).run("hybrid")
    with pytest.raises(ArgumentError, match="Friction acts"):
        sim.stepped_order(scene, hybrid, "rk4", STEPS, 0.2)
    with pytest.raises(ArgumentError, match="in contact from beginning to end"):
        sim.integrator_order(scene, hybrid.recording, "rk4", STEPS)
