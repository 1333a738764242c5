"""Jump maps, guards and changes of contact of recordings, against closed forms and against what the simulation did."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.simulation.inspection.jumps.contact_change import contact_change
from torseur.sim.simulation.inspection.jumps.guard_bisection import guard_bisection
from torseur.sim.simulation.inspection.jumps.impact_outcome import impact_of, impact_outcome, impact_outcomes
from torseur.sim.simulation.inspection.jumps.jump_map import impact_near, impact_states, jump_map

G = 9.81
DROP = math.sqrt(2 * 0.5 / G)  # from 0.5 m [s]


def dropped(scheme="hybrid", restitution=0.5, duration=0.4):
    """A ball of 2 kg dropped from 0.5 m."""
    scene = floor_scene([standing(ball("ball", 0.1, 2.0), 0.6)], 0.0, restitution, settings=sim.Settings(scheme=scheme))
    return sim.simulate(scene, duration)


def cradle(impact_law, scheme="hybrid"):
    """Three balls that touch, the first thrown at the others with 3 m/s."""
    parts = []
    for i in range(3):
        q = np.array([0.2 * i, 0, 0, 0, 0, 0, 1.0])
        parts.append(sim.Part(f"b{i}", ball(f"b{i}", 0.1, 1.0), q=q, v=np.array([0.0 if i else 3.0, 0, 0, 0, 0, 0])))
    settings = sim.Settings(scheme=scheme, impact_law=impact_law)
    materials = {"": sim.Material(0.0, 1.0)}
    scene = sim.make_scene("cradle", parts, gravity=(0.0, 0.0, 0.0), materials=materials, settings=settings)
    return sim.simulate(scene, 0.002)


def outcome_of(jump, recording, *laws):
    pairs = [int(a) * 1000 + int(b) for a, b, *_ in recording.contact_columns(jump.index)[0]]
    return impact_outcome(impact_of(jump, pairs, recording.settings.rest_speed), *laws)


def test_a_bounce_is_the_closed_form_of_one_contact():
    recording = dropped()
    state = impact_near(recording, len(recording) - 1)
    jump = jump_map(recording, state)
    speed = G * DROP
    assert jump.t == pytest.approx(DROP, abs=1e-9)  # integration tolerance
    assert jump.approach[0, 2] == pytest.approx(-speed, rel=1e-9)
    assert jump.leaving[0, 2] == pytest.approx(0.5 * speed, rel=1e-9)
    assert jump.impulse[0] == pytest.approx(1.5 * 2.0 * speed, rel=1e-9)
    assert jump.closing[0] + jump.given_back[0] == pytest.approx(0.0, abs=1e-9)  # MΛ + (1 + e) ζ⁻
    assert jump.energy_lost == pytest.approx(0.5 * (1 - 0.25) * speed**2 * 2.0, rel=1e-8)  # ½ (1 - e²) ζ⁻² / M
    assert jump.energy_by_impulses == pytest.approx(jump.energy_lost, rel=1e-12)
    assert jump.momentum_residual <= recording.settings.rest_speed
    assert jump.in_one
    assert jump.given_back is jump.given_back  # worked out once: a window asks it for each row


class Spoiled:
    """A recording whose velocity at one state is another than the one that was solved."""

    def __init__(self, recording, i):
        self._recording, self.v = recording, np.array(recording.v)
        self.v[i] += 1e-6

    def __len__(self):
        return len(self._recording)

    def __getattr__(self, name):
        return getattr(self._recording, name)


@pytest.mark.parametrize("friction", [0.0, 0.6])
def test_in_time_stepping_the_same_holds_of_the_step(friction):
    v = np.array([1.0, 0.4, 0.0, 0.3, 2.0, 0.0])
    scene = floor_scene([standing(box("box", (0.2, 0.3, 0.4), 2.0), 0.4, v)], friction, 0.3)
    recording = sim.simulate(scene, 0.4)
    jump = jump_map(recording, impact_near(recording, len(recording) - 1))
    assert jump.energy_by_impulses == pytest.approx(jump.energy_lost, rel=1e-9)  # rounding of T
    assert jump.momentum_residual is None  # v⁻ is had from it
    assert jump.velocity_residual < 1e-12
    assert jump_map(Spoiled(recording, jump.index), jump.index).velocity_residual > 1e-7
    assert jump.earliest == pytest.approx(jump.t - recording.settings.dt)
    assert not jump.turned.any()  # it bounces
    np.testing.assert_allclose(
        jump.leaving - jump.approach, (jump.solved.problem.W @ jump.solved.force.ravel()).reshape(-1, 3), atol=1e-9
    )


def test_a_turning_body_leaves_in_the_axes_that_its_impact_was_solved_in():
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 0.81, scheme="time_stepping", dt=0.01)
    states = [int(i) for i in impact_states(recording)]
    assert {76, 80} <= set(states)
    for i in states:
        jump = jump_map(recording, i)
        struck = recording.contacts(i).impact
        assert np.abs(jump.leaving[struck, 2]).max() < 2e-6  # e = 0: what keeps the gap in the dead band, over a step
        assert jump.velocity_residual is None
        assert jump.energy_by_impulses == pytest.approx(jump.energy_lost, rel=1e-9)  # rounding of T
    assert jump_map(recording, 76).energy_lost == pytest.approx(0.0876, abs=1e-4)


def test_implicit_forces_of_joints_are_no_kinetic_energy():
    recording = sim.simulate(sim.load_scene("arm_pushes_table"), 0.5, scheme="time_stepping", dt=0.01)
    i = int(impact_states(recording)[0])
    jump = jump_map(recording, i)
    assert np.any(jump.implicit != 0.0)
    assert jump.velocity_residual is None
    assert jump.kinetic_after == pytest.approx(recording.kinetic[i], rel=1e-2)  # of the step's middle, not its end
    assert jump.energy_by_impulses == pytest.approx(jump.energy_lost, rel=1e-9)
    own = outcome_of(jump, recording, "simultaneous", "newton")
    T = 0.5 * float(own.after @ (jump.solved.problem.H - np.diag(jump.implicit)) @ own.after)
    assert own.energy_lost == pytest.approx(jump.kinetic_before - T, rel=1e-9)


@pytest.mark.parametrize(("law", "after"), [("simultaneous", [-1.0, 2.0, 2.0]), ("sequential", [0.0, 0.0, 3.0])])
def test_each_law_of_impact_is_found_again_whichever_was_simulated(law, after):
    for simulated in ("simultaneous", "sequential"):
        recording = cradle(simulated)
        jump = jump_map(recording, int(impact_states(recording)[0]))
        for restitution in ("newton", "poisson"):
            found = outcome_of(jump, recording, law, restitution)
            np.testing.assert_allclose(found.after[::6], after, atol=1e-9)
            assert found.energy_lost == pytest.approx(0.0, abs=1e-9)
        if simulated == law:
            np.testing.assert_allclose(found.after, jump.after, atol=1e-9)
    assert jump.in_one == (simulated != "sequential")


@pytest.mark.parametrize("restitution", ["newton", "poisson"])
@pytest.mark.parametrize("law", ["simultaneous", "sequential"])
def test_a_rubbing_impact_by_any_law_is_what_the_kernels_make_of_it(law, restitution):
    v = np.array([1.0, 0.4, -2.0, 0.3, 4.0, 0.0])
    settings = sim.Settings(scheme="hybrid", impact_law=law, restitution_law=restitution)
    scene = floor_scene([standing(ball("ball", 0.1, 2.0), 0.1, v)], 0.4, 0.6, settings=settings)
    recording = sim.simulate(scene, 1e-3)
    jump = jump_map(recording, int(impact_states(recording)[0]))
    found = outcome_of(jump, recording, law, restitution)
    np.testing.assert_allclose(found.after, jump.after, atol=2e-5)  # a slip below rest_speed is stopped
    assert found.energy_lost > 0.0


def test_newton_and_poisson_differ_where_friction_turns_the_body():
    lean = np.array([0.0, math.sin(0.2), 0.0, math.cos(0.2)])
    corner = 0.05 * math.sin(0.4) + 0.2 * math.cos(0.4)
    part = sim.Part(
        "rod", box("rod", (0.1, 0.1, 0.4), 1.0), q=np.array([0, 0, corner, *lean]), v=np.array([1.5, 0, -2.0, 0, 0, 0])
    )
    scene = floor_scene([part], 0.5, 0.5, settings=sim.Settings(scheme="hybrid"))
    recording = sim.simulate(scene, 1e-3)
    jump = jump_map(recording, int(impact_states(recording)[0]))
    found = {o.restitution_law: o for o in (outcome_of(jump, recording, "simultaneous", law) for law in ("newton", "poisson"))}
    assert np.abs(found["newton"].after - found["poisson"].after).max() > 1e-2
    # Poisson's expansion gives back half of the compression's normal impulse, and more only where it would go in.
    assert found["poisson"].energy_lost >= 0.0


def test_an_expansion_that_does_not_converge_says_so(monkeypatch):
    v = np.array([1.0, 0.4, -2.0, 0.3, 4.0, 0.0])
    settings = sim.Settings(scheme="hybrid", restitution_law="poisson")
    scene = floor_scene([standing(ball("ball", 0.1, 2.0), 0.1, v)], 0.4, 0.6, settings=settings)
    recording = sim.simulate(scene, 1e-3)
    jump = jump_map(recording, int(impact_states(recording)[0]))
    assert outcome_of(jump, recording, "simultaneous", "poisson").is_solved
    monkeypatch.setattr("torseur.sim.simulation.inspection.jumps.impact_outcome.MOST_SWEEPS", 1)
    assert not outcome_of(jump, recording, "simultaneous", "poisson").is_solved
    assert outcome_of(jump, recording, "simultaneous", "newton").is_solved


def test_all_laws_are_had_at_once_and_an_unknown_one_is_named():
    recording = cradle("sequential")
    jump = jump_map(recording, int(impact_states(recording)[0]))
    impact = impact_of(jump, (0, 1), 1e-5)
    assert {(o.impact_law, o.restitution_law) for o in impact_outcomes(impact)} == {
        (a, b) for a in ("simultaneous", "sequential") for b in ("newton", "poisson")
    }
    with pytest.raises(UnknownNameError, match="simultaneous"):
        impact_outcome(impact, "at_once", "newton")


def test_the_impact_before_and_the_one_after_are_found():
    recording = dropped(duration=0.7)
    states = impact_states(recording)
    assert len(states) == 2
    assert impact_near(recording, int(states[0]) - 2) is None
    assert impact_near(recording, int(states[1]) - 2) == states[0]
    assert impact_near(recording, 0, after=True) == states[0]
    assert impact_near(recording, int(states[0]), after=True) == states[1]
    assert impact_near(recording, len(recording) - 1, after=True) is None
    with pytest.raises(ArgumentError, match="nothing struck"):
        jump_map(recording, 3)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_the_guard_is_bisected_to_the_exact_instant_in_both_schemes(scheme):
    recording = dropped(scheme)
    found = guard_bisection(recording, int(impact_states(recording)[0]))
    assert found.bodies == ("ground", "ball")
    assert found.t == pytest.approx(DROP, abs=2e-12)  # the tolerance, and rounding of φ over the speed
    assert found.uncertainty <= 1e-12
    assert found.decimals == 12
    widths = np.array([step.right - step.left for step in found.steps])
    np.testing.assert_allclose(widths[1:], 0.5 * widths[:-1], rtol=1e-3)  # rounding of t near 1e-12
    assert all((step.gap < 0.0) == (step.middle >= found.t) for step in found.steps)
    assert abs(found.recorded - found.t) <= (1e-9 if scheme == "hybrid" else recording.settings.dt)


def test_the_guard_of_a_second_corner_holds_the_first():
    scene = sim.load_scene("brick_on_corner")
    recording = sim.simulate(scene, 0.5, settings=replace(scene.settings, scheme="hybrid"))
    second = int(impact_states(recording)[1])
    found = guard_bisection(recording, second, 1e-10)
    assert found.held == 1
    assert found.t == pytest.approx(float(recording.t[second]), abs=1e-9)  # the hybrid scheme's own, by other integrators


@pytest.mark.slow
def test_a_guard_under_a_controller_says_how_far_its_held_torque_may_be_off():
    scene = sim.load_scene("arm_pushes_table")
    recording = sim.simulate(scene, 0.5, settings=replace(scene.settings, scheme="hybrid", dt=0.01))
    found = guard_bisection(recording, 42)
    assert abs(found.t - found.recorded) > 1e-3  # the scheme evaluates the controller all along
    assert found.torque_error >= abs(found.t - found.recorded)


def test_the_motion_with_held_contacts_is_integrated_in_steps_and_its_error_estimated():
    scene = sim.load_scene("welcome")
    recording = sim.simulate(scene, 0.31, settings=replace(scene.settings, scheme="hybrid", dt=0.01))
    found = guard_bisection(recording, 34)
    assert found.held == 1
    assert 0.0 < found.integration_error < 1e-9  # one step of 10 ms had 8e-8
    assert abs(found.t - found.recorded) < 1e-9


def test_no_crossing_is_claimed_where_shapes_touch_from_the_start():
    recording = sim.simulate(sim.load_scene("painleve_rod"), 0.05, scheme="hybrid", dt=0.01)
    first = int(impact_states(recording)[0])
    assert jump_map(recording, first).without_approach
    with pytest.raises(ArgumentError, match="touch or overlap already"):
        guard_bisection(recording, first)


def test_a_guard_needs_an_impact_and_a_tolerance():
    recording = dropped()
    with pytest.raises(ArgumentError, match="nothing struck"):
        guard_bisection(recording, 1)
    with pytest.raises(ArgumentError, match="tolerance"):
        guard_bisection(recording, int(impact_states(recording)[0]), 0.0)


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_where_a_force_begins_the_acceleration_jumps(scheme):
    recording = dropped(scheme, restitution=0.0)
    change = contact_change(recording, len(recording) - 1)
    assert not change.ends
    assert change.event.bodies == ("ground", "ball")
    assert (change.force_before, change.force_after) == pytest.approx((0.0, 2.0 * G), abs=1e-6)
    assert (change.separation_before, change.separation_after) == pytest.approx((-G, 0.0), abs=1e-6)


def test_what_ends_has_a_last_force():
    pulled = sim.Simulation(floor_scene([standing(ball("ball", 0.1, 2.0), 0.1)], 0.0))
    for _ in range(100):
        pulled.step()
    for _ in range(50):
        pulled.step(tau=np.array([0.0, 0.0, 30.0, 0.0, 0.0, 0.0]))
    recording = pulled.recording
    change = contact_change(recording, len(recording) - 1)
    assert change.ends
    assert change.force_before == pytest.approx(2.0 * G)
    assert change.force_after == 0.0
    assert change.separation_after == pytest.approx(15.0 - G, rel=1e-6)
    assert contact_change(recording, 50) is None
