"""Schemes compared: orders of convergence, times and energies of impacts, and what is the same in all runs."""

import math

import numpy as np
import pytest
import scipy.stats

from tests.cases import loop_over
from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.simulation.inspection.comparing.compare_schemes import (
    ComparisonProgress,
    comparison_in_steps,
    refined_steps,
    swept_runs_in_steps,
)
from torseur.sim.simulation.inspection.comparing.values import ComparedImpact
from torseur.sim.simulation.inspection.jumps.jump_map import impact_states

STEPS = (0.02, 0.01, 0.005, 0.001)


@pytest.fixture(scope="module")
def zeno():
    return sim.compare_schemes(sim.load_scene("zeno_ball"), STEPS, refined=refined_steps(STEPS))


def test_all_runs_start_alike_and_last_as_long(zeno):
    assert [run.key for run in zeno.runs] == ["h=0.02", "h=0.01", "h=0.005", "h=0.001", "hybrid", "exact"]
    for run in zeno.runs:
        assert run.t[-1] == pytest.approx(2.0, abs=1e-9)
        np.testing.assert_allclose(run.q[0], zeno.scene.initial.q, atol=1e-15)


def test_runs_keep_what_was_recorded_and_no_room_for_steps_to_come(zeno):
    stepped = [run.simulation for run in zeno.runs if run.scheme == "time_stepping"]
    assert len(stepped) == 4
    for simulation in stepped:
        before = simulation.nbytes
        simulation.rest()
        assert simulation.nbytes == before  # there is nothing left to give back


def test_time_stepping_is_of_order_one_through_impacts(zeno):
    found = zeno.order()
    assert len(found.steps) == 8
    assert 0.8 < found.order < 1.2  # where in its step an impact falls makes single errors jump by a factor of 2


def test_halving_the_step_halves_the_error_of_the_scheme_as_the_lecture_writes_it():
    found = sim.compare_schemes(sim.load_scene("incline_30"), (0.02, 0.01, 0.005), duration=1.0, theta=1.0, hybrid=False).order(
        "position:worn:x"
    )
    np.testing.assert_allclose(found.errors[:-1] / found.errors[1:], 2.0, rtol=1e-6)
    assert found.order == pytest.approx(1.0, abs=1e-6)


def test_hybrid_finds_the_time_of_impact_to_1e_9_and_time_stepping_to_its_step(zeno):
    exact = zeno.run("exact").impacts
    for pair in sim.paired_impacts(zeno.run("hybrid").impacts, exact)[:8]:
        assert abs(pair.apart) < 1e-9
        assert pair.a.impulse == pytest.approx(pair.b.impulse, rel=1e-8)
        assert pair.a.lost == pytest.approx(pair.b.lost, rel=1e-8)
    for key in ("h=0.02", "h=0.01", "h=0.001"):
        first = sim.paired_impacts(zeno.run(key).impacts, exact)[0]
        assert 0.0 <= first.apart <= zeno.run(key).dt
        assert first.a.within == zeno.run(key).dt


def test_at_its_instants_a_flat_fall_is_exact_and_the_lecture_s_is_of_order_one():
    found = sim.compare_schemes(sim.load_scene("falling_brick"), STEPS, duration=1.0, lecture=True)
    assert math.isnan(found.order().order)  # all errors are rounding
    assert found.order(lecture=True).order == pytest.approx(1.0, abs=0.05)
    impact, exact = found.run("h=0.02").impacts[0], found.run("exact").impacts[0]
    assert exact.lost == pytest.approx(6.0 * 9.81 * 0.5, rel=1e-12)
    assert impact.impulse - exact.impulse == pytest.approx(6.0 * 9.81 * (impact.t - exact.t), rel=1e-6)  # its weight


def test_differences_are_taken_at_instants_that_both_runs_have(zeno):
    a, b = zeno.run("h=0.01"), zeno.run("hybrid")
    found = sim.run_difference(zeno.scene, a, b, "position:ball:z")
    np.testing.assert_allclose(found.t, a.t, atol=1e-12)
    np.testing.assert_array_equal(found.values, found.a - found.b)
    other = sim.run_difference(zeno.scene, b, a, "position:ball:z")
    np.testing.assert_array_equal(other.values, -found.values)
    with pytest.raises(UnknownNameError, match="velocity:ball:z"):
        sim.run_difference(zeno.scene, a, b, "velocity:ball:zz")


def test_a_signal_of_velocity_is_in_the_axes_of_the_world():
    scene = sim.load_scene("sphere_slip_to_roll")
    found = sim.compare_schemes(scene, (0.005,), duration=1.4)
    speed = sim.signal_values(scene, found.run("hybrid"), "velocity:ball:x")
    assert speed[-1] == pytest.approx(5.0, abs=1e-8)


def test_figures_say_what_was_solved_and_how_well(zeno):
    stepped, hybrid = zeno.run("h=0.01").figures, zeno.run("hybrid").figures
    assert stepped.states == 201
    assert 0 < stepped.contact_solves < 201
    assert stepped.residual < 1e-9
    assert hybrid.penetration < 1e-9
    assert hybrid.largest_force == pytest.approx(9.81, abs=1e-7)  # at rest: the hybrid scheme here has forces


def test_progress_is_told_and_each_run_given_as_it_ends():
    told = list(comparison_in_steps(sim.load_scene("pendulum"), (0.01, 0.001), duration=0.5))
    progress = [one for one in told if isinstance(one, ComparisonProgress)]
    assert [one.run.key for one in progress if one.run is not None] == ["h=0.01", "h=0.001", "hybrid"]
    assert all(a.share <= b.share for a, b in zip(progress, progress[1:], strict=False))
    assert progress[-1].share == 1.0


def test_the_first_signal_feels_impacts_and_its_order_is_not_that_of_the_gap():
    steps = (0.02, 0.005)
    found = sim.compare_schemes(sim.load_scene("brick_on_corner"), steps, duration=2.0, refined=refined_steps(steps))
    assert found.first_signal == "position:brick:z"
    order, blind = found.order(), found.order("gap:ground:brick")
    assert 0.8 < order.order < 1.5  # of first order through impacts, with the second order of what turns
    assert blind.order > 1.9  # of how deep it lies, not of when it struck
    assert order.scatters


@pytest.mark.parametrize("steps", [(), (0.0,), (2.0,), (1e-9,)])
def test_steps_that_cannot_be_are_refused(steps):
    with pytest.raises(ArgumentError, match="steps must be"):
        sim.compare_schemes(sim.load_scene("pendulum"), steps, duration=1.0)


def test_the_fitted_order_is_that_of_a_power_and_leaves_out_what_is_rounding():
    h = np.array([0.1, 0.05, 0.025, 0.0125])
    found = sim.convergence_order(h, 3.0 * h**2)
    assert (found.order, found.factor) == (pytest.approx(2.0), pytest.approx(3.0))
    assert found.pairwise[1:] == pytest.approx((2.0, 2.0, 2.0))
    assert (found.scatters, found.standard_error) == (False, pytest.approx(0.0, abs=1e-12))
    scattered = sim.convergence_order(h, 3.0 * h * np.array([1.0, 2.0, 0.5, 1.0]))
    assert scattered.slopes == pytest.approx((0.0, 3.0))
    assert scattered.scatters
    x, y = np.log(h), np.log(scattered.errors)
    assert scattered.standard_error == pytest.approx(scipy.stats.linregress(x, y).stderr)
    with_floor = sim.convergence_order(h, [3e-2, 7.5e-3, 1e-13, 1e-13], floor=1e-12)
    assert with_floor.order == pytest.approx(2.0)
    assert math.isnan(with_floor.pairwise[3])
    with pytest.raises(ArgumentError, match="as many"):
        sim.convergence_order(h, [1.0])


@pytest.mark.parametrize(("scene", "duration"), [("falling_brick", 0.5), ("brick_on_corner", 1.0)])
def test_an_impact_loses_what_its_jump_map_says(scene, duration):
    run = sim.compare_schemes(sim.load_scene(scene), (0.02,), duration=duration, hybrid=False, exact=False).runs[0]
    jumps = [sim.jump_map(run.recording, int(i)) for i in impact_states(run.recording)]
    assert [one.t for one in run.impacts] == [jump.t for jump in jumps]
    assert [one.lost for one in run.impacts] == pytest.approx([jump.energy_lost for jump in jumps], rel=1e-9)  # rounding
    if scene == "falling_brick":  # from 0.32 s of free fall, gravity's share of the step of impact with it
        assert run.impacts[0].lost == pytest.approx(0.5 * 6.0 * (9.81 * 0.32) ** 2, rel=1e-9)


def test_an_impact_that_one_run_lacks_leaves_the_others_paired_with_their_like():
    def impact(t, impulse):
        return ComparedImpact(t, 0.0, ("ground", "ball"), impulse, -1.0, 0.5, 0.1)

    a = [impact(0.45, 6.7), impact(1.15, 1.7), impact(1.26, 0.9)]  # the one at 0.9 s is missing
    b = [impact(0.451, 6.6), impact(0.903, 3.3), impact(1.129, 1.66), impact(1.242, 0.83)]
    pairs = sim.paired_impacts(a, b)
    assert [(pair.a and pair.a.t, pair.b.t) for pair in pairs] == [(0.45, 0.451), (None, 0.903), (1.15, 1.129), (1.26, 1.242)]
    assert [pair.order for pair in pairs] == [1, 2, 3, 4]
    assert all(pair.b is None for pair in sim.paired_impacts(a, []))
    in_turn = sim.paired_impacts(a, b, alike=False)
    assert [(pair.a and pair.a.t, pair.b.t) for pair in in_turn] == [(0.45, 0.451), (1.15, 0.903), (1.26, 1.129), (None, 1.242)]


@loop_over("seed", range(30))
def test_times_of_impacts_rise_in_both_columns_also_where_one_run_drifts_and_misses_some(seed):
    rng = np.random.default_rng(seed)

    def impacts(times, bodies):
        return [ComparedImpact(float(t), 0.0, ("ground", bodies), float(np.exp(-t)), -1.0, 0.5, 0.1) for t in times]

    a, b = [], []
    for bodies in ("ball", "brick"):
        true = np.sort(rng.uniform(0.1, 2.0, 12))
        drifted = true * rng.uniform(0.7, 1.3)
        a += impacts(true[rng.random(12) < 0.7], bodies)
        b += impacts(drifted[rng.random(12) < 0.7], bodies)
    pairs = sim.paired_impacts(a, b)
    assert sum(pair.a is not None for pair in pairs) == len(a)
    assert sum(pair.b is not None for pair in pairs) == len(b)
    of_a = [pair.a.t for pair in pairs if pair.a]
    assert of_a == sorted(of_a)
    for bodies in ("ball", "brick"):
        own = [pair for pair in pairs if pair.bodies[1] == bodies]
        assert [pair.order for pair in own] == list(range(1, len(own) + 1))
        of_b = [pair.b.t for pair in own if pair.b]
        assert of_b == sorted(of_b)


def test_runs_of_a_sweep_are_as_simulated_and_their_signals_are_of_their_own_scenes():
    slope = sim.load_scene("incline_30")
    changes = {"materials.worn.friction": 0.04}, {"materials.worn.friction": 0.16, "bodies.worn.shape.size": [0.2, 0.2, 0.08]}
    scenes = [sim.with_values(slope, {"duration": 0.5, **change}) for change in changes]
    *told, found = swept_runs_in_steps(scenes, (3, 14), ("one", "other"), 0.001)
    a, b = found.runs
    assert told[-1].share == 1.0
    assert dict(found.values) == {"run:3": "one", "run:14": "other"}
    assert found.playable == ["run:3"]  # the other is of another scene than that which is open
    for run, scene in zip((a, b), scenes, strict=True):
        assert np.array_equal(run.q, sim.simulate(scene).q)
    shapes = sim.run_difference(scenes[0], a, b, "gap:slope:worn")
    assert shapes.a[0] == pytest.approx(0.0, abs=1e-9)
    assert shapes.b[0] == pytest.approx(0.01, abs=1e-9)  # the lower box begins half of what it lacks above the slope


def test_two_frictions_part_as_the_closed_form_says():
    slope = sim.load_scene("incline_30")
    mu = np.array([0.2, 0.4])
    scenes = [sim.with_values(slope, {"duration": 0.5, "materials.worn.friction": one**2}) for one in mu]
    *_, found = swept_runs_in_steps(scenes, (0, 1), ("", ""))
    apart = sim.run_difference(scenes[0], *found.runs, "position:worn:x")
    exact = 0.5 * 9.81 * math.cos(math.radians(30.0)) ** 2 * (mu[1] - mu[0]) * apart.t**2
    np.testing.assert_allclose(apart.values, exact, atol=1e-9)  # θ = ½ is exact in steady sliding, to the solver's tolerance


def test_runs_of_other_bodies_are_not_compared():
    with pytest.raises(ArgumentError, match="other bodies"):
        next(swept_runs_in_steps([sim.load_scene("incline_30"), sim.load_scene("falling_brick")], (0, 1), ("", "")))
