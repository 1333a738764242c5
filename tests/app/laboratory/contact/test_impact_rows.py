"""What the page Impact writes of a jump: rows, facts and sentences, against closed forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.impact import impact_rows as rows
from torseur.app.laboratory.motion.coordinates import coordinates
from torseur.sim.simulation.inspection.jumps.guard_bisection import guard_bisection
from torseur.sim.simulation.inspection.jumps.impact_outcome import impact_of, impact_outcomes
from torseur.sim.simulation.inspection.jumps.jump_map import impact_states, jump_map
from torseur.ui.look.math_notation import plain_math


def recorded(name, duration, scheme):
    scene = sim.load_scene(name)
    recording = sim.simulate(scene, duration, settings=replace(scene.settings, scheme=scheme))
    return recording, jump_map(recording, int(impact_states(recording)[0]))


def names_of(recording):
    return coordinates(recording.scene.model)


def test_touching_balls_share_the_speed_in_one_problem_and_pass_it_on_one_by_one():
    recording, jump = recorded("newtons_cradle", 0.4, "hybrid")
    names, model = names_of(recording), recording.scene.model
    found, note = rows.velocity_table(jump, model, names)
    assert [row[1].text for row in found.rows] == ["touching0/hinge", "touching1/hinge", "touching2/hinge"]
    assert [cell.text for cell in found.rows[0][3::3]] == ["rad", "rad/s"]
    assert "3 of 6" in note
    speed = found.rows[0][4].value
    np.testing.assert_allclose([row[5].value for row in found.rows], np.array([-1, 2, 2]) / 3 * speed, rtol=1e-9)
    outcomes = impact_outcomes(impact_of(jump, (1, 2), recording.settings.rest_speed))
    table = rows.law_table(outcomes, jump, model, names, recording.settings, {1: "a", 2: "b"})
    assert [plain_math(column.title) for column in table.columns[1:-1]] == ["q̇4⁺", "q̇5⁺", "q̇6⁺"]
    own = [law.text for law, *_ in table.rows if law.weight == 600]
    assert own == ["recorded", "simultaneous, Newton"]
    law, *velocities, _ = next(row for row in table.rows if row[0].text == "sequential, Newton")
    np.testing.assert_allclose([cell.value for cell in velocities], [0, 0, speed], atol=1e-9)
    assert law.tip == "a → b"
    assert "2 in all" in rows.laws_note(outcomes, recording.settings)
    relaxed = replace(recording.settings, scheme="time_stepping", friction_law="convex")
    assert "the recording was made with the convex relaxation" in rows.laws_note(outcomes, relaxed)
    assert "cone" not in rows.laws_note(outcomes, replace(relaxed, friction_law="coulomb"))


def test_one_contact_loses_the_half_of_the_closed_form():
    recording, jump = recorded("zeno_ball", 0.6, "hybrid")
    facts = {plain_math(name): value for name, value, _ in rows.energy_facts(jump)}
    assert facts["lost, K⁻ − K⁺"] == facts["½ (1 − e²) ζ⁻² / M, one contact"] == "7.35750"  # ½ (1 - ¼) · 2 g · 1 m
    contacts, left = rows.contact_table(jump, ("c_1",), {"ground": "ground", "ball": "ball"}, "(1+e) ζ⁻")
    assert left == ""
    name, before, given, closes, together, impulse, after = contacts.rows[0]
    assert (name.tip, given.value) == ("ground · ball", pytest.approx(-closes.value))
    assert together.value == pytest.approx(0.0, abs=1e-9)
    assert (before.value, after.value) == (pytest.approx(-((2.0 * 9.81) ** 0.5)), pytest.approx(0.5 * (2.0 * 9.81) ** 0.5))
    assert impulse.value == pytest.approx(1.5 * (2.0 * 9.81) ** 0.5)
    assert rows.closing_name(jump, recording.settings) == "(1+e) ζ⁻"
    text = rows.instant_text(jump, recording.settings, None)
    assert "t = 0.451523640987 s" in text  # √(2/g) = 0.4515236409857 to the integrator's error
    assert "1e-12" in text


def test_the_last_impact_of_zenos_ball_does_not_bounce_and_says_so():
    recording, first = recorded("zeno_ball", 1.5, "hybrid")
    last = jump_map(recording, int(impact_states(recording)[-1]))
    assert (last.closing[0], last.leaving[0, 2]) == (last.approach[0, 2], pytest.approx(0.0, abs=1e-12))
    assert rows.closing_name(last, recording.settings) == "ζ⁻"
    assert "rest_speed = 1.000e-5 m/s does not bounce" in rows.law_note(last, recording.settings)
    assert rows.law_note(first, recording.settings) == ""


def test_time_stepping_says_between_which_states_and_what_bisection_finds():
    recording, jump = recorded("falling_brick", 0.4, "time_stepping")
    guard = guard_bisection(recording, jump.index)
    text = rows.instant_text(jump, recording.settings, guard)
    assert "Between 0.3190000 s and 0.3200000 s" in text
    assert "0.319275428408" in text  # √(2 · 0.5 / g) = 0.3192754284070
    note = rows.guard_note(guard, recording.settings, {"ground": "the floor", "brick": "brick"})
    assert "gap of the floor and brick" in note
    steps, plot = rows.guard_table(guard).rows, rows.guard_plot(guard)
    assert len(steps) == len(guard.steps) == len(plot.curves[0].x) - 2
    assert steps[0][1].text == "0.319000000000"
    assert "0.319275428408 s" in plot.name
    assert rows.closing_name(jump, recording.settings) == "d"


def test_velocities_of_free_bodies_are_told_along_the_worlds_axes():
    recording, jump = recorded("brick_on_corner", 0.3, "hybrid")
    found, _ = rows.velocity_table(jump, recording.scene.model, names_of(recording))
    change = {row[0].text: row[5].value - row[4].value for row in found.rows}
    problem = jump.solved.problem
    axes = np.stack([problem.tangent, np.cross(problem.normal, problem.tangent), problem.normal], axis=1)
    impulse = np.einsum("ca,cak->k", jump.solved.force, axes)
    mass = recording.scene.model.bodies[-1].mass
    np.testing.assert_allclose([change[f"v_{axis}"] for axis in "xyz"], impulse / mass, rtol=1e-9)  # rounding
