"""What the page Several contacts tells of problems: parts that add up, forces along the kernel, and which of many are shown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.app.laboratory.contact.friction.friction_answers import laws_of
from torseur.app.laboratory.contact.several.body_section import body_balance
from torseur.app.laboratory.contact.several.contact_tables import drift_columns
from torseur.app.laboratory.contact.several.force_shift import ForceShift
from torseur.app.laboratory.contact.several.redundancy_section import rank_sentence, shift_facts
from torseur.app.laboratory.contact.several.several_contacts import about_problem, part_note, several_contacts
from torseur.app.laboratory.contact.several.several_facts import FEW, MOST, several_facts
from torseur.app.laboratory.motion.coordinates import coordinates
from torseur.ui.look.math_notation import written


@cache
def facts_of(scene, seconds, which="accelerations", selected=-1):
    recording = sim.simulate(sim.load_scene(scene), seconds)
    return several_facts(sim.inspected_problem(recording, len(recording) - 1, which), selected)


def joints_of(facts):
    return coordinates(facts.solved.recording.scene.model)


SCENES = [("falling_brick", 1.0), ("gripper_holds_block", 0.25), ("arm_pushes_table", 0.6), ("quadruped_stand", 0.1)]


@loop_over("which", ["accelerations", "solved"])
@loop_over(("scene", "seconds"), SCENES)
def test_rates_are_those_of_the_forces_and_the_parts_of_d_add_up(scene, seconds, which):
    facts = facts_of(scene, seconds, which)
    view = several_contacts(facts, joints_of(facts))
    size = max(1.0, float(np.abs(view.d).max()))
    np.testing.assert_allclose(view.product + view.tangential + view.d, view.rate, atol=1e-12 * size)
    np.testing.assert_allclose(view.product, view.M @ view.force[:, 2], atol=1e-11 * size)
    columns, _, residual = drift_columns(facts)
    np.testing.assert_allclose(sum(column.values for column in columns), view.d, atol=1e-12 * size)
    assert (residual is not None) == (which == "accelerations")
    assert view.impulses == (which == "solved")
    assert ("What was solved" in about_problem(facts)) == (which == "solved")


@pytest.mark.parametrize("kind", ["normals", "friction"])
@pytest.mark.parametrize(("scene", "seconds"), SCENES[:3])
def test_forces_go_to_their_bounds_and_the_motion_stays_to_1e_12(scene, seconds, kind):
    facts = facts_of(scene, seconds)
    shift = ForceShift(facts, kind)
    for k in range(len(shift.amounts)):
        row = shift.rows()[k]
        shift = ForceShift(facts, kind, shift.moved(k, 2.0 * row.upper + 1.0))  # further than it may
        assert shift.amounts[k] == row.upper
    assert shift.is_moved
    told = shift_facts(shift, joints_of(facts))
    assert told.moved > 1.0
    equation, problem = facts.equation, facts.shown.problem
    contributions = float(np.abs(equation.response).max() * told.moved)
    change = equation.change_of_acceleration(shift.change)
    np.testing.assert_allclose(change, 0.0, atol=max(1e-12, 1e-14 * contributions) * 10.0)
    r = shift.force
    assert r[:, 2].min() >= -1e-9
    assert np.all(np.linalg.norm(r[:, :2], axis=1) <= problem.friction * r[:, 2] + 1e-7)


def test_a_brick_moves_weight_from_one_pair_of_corners_to_the_other():
    facts = facts_of("falling_brick", 1.0)
    assert "rank 3 of 4: 1 combination" in rank_sentence(facts)
    shift = ForceShift(facts, "normals")
    row = shift.rows()[0]
    assert (row.lower, row.upper) == pytest.approx((-6.0 * 9.81 / 4.0, 6.0 * 9.81 / 4.0))
    assert "bears nothing" in row.ends
    shift = ForceShift(facts, "normals", shift.moved(0, row.upper))
    np.testing.assert_allclose(np.sort(shift.force[:, 2]), [0.0, 0.0, 29.43, 29.43], atol=1e-9)
    balance = {term.symbol: term.values for term in body_balance(facts, shift.force).terms}
    np.testing.assert_allclose(balance["N λ"], [0.0, 0.0, 58.86, 0.0, 0.0, 0.0], atol=1e-9)


def test_feet_on_legs_of_their_own_have_one_force_each():
    facts = facts_of("quadruped_stand", 0.1)
    assert "is unique" in rank_sentence(facts)
    assert not len(ForceShift(facts, "friction").amounts)


def test_a_contact_that_slides_keeps_its_normal_force_from_going_alone():
    facts = facts_of("incline_30", 0.3)  # one of its two blocks slides, the other is about to
    shift = ForceShift(facts, "normals")
    blocks = [np.any(facts.slides[np.abs(z[2::3]) > 0.1]) for z in shift.directions.T]
    assert sorted(blocks) == [False, True]
    for row, slides in zip(shift.rows(), blocks, strict=True):
        assert row.upper == row.lower == 0.0
        assert ("slides" if slides else "at its cone of friction") in row.ends
    together = ForceShift(facts, "friction")
    rubs = [np.any(facts.slides[np.abs(z[2::3]) > 0.1]) for z in together.directions.T]
    assert any(slides and row.upper > 0.0 for row, slides in zip(together.rows(), rubs, strict=True))


def test_of_many_contacts_the_island_of_the_selected_one_is_shown_and_said_to_be():
    first = facts_of("kapla_tower", 0.02, "solved")
    count = int(first.solved.taking_part.sum())
    assert count > MOST
    assert 0 < len(first.part) <= MOST
    view = several_contacts(first, joints_of(first))
    assert view.note.startswith(f"{count} contacts; shown are the {len(first.part)}")
    assert np.argmax(first.solved.force[:, 2]) in first.part
    other = int(np.setdiff1d(np.flatnonzero(first.solved.taking_part), first.part)[0])
    assert other in several_facts(first.solved, other).part
    alone = replace(first, part=first.part[:1], whole=True)
    name = written(first.solved.names[first.center])
    assert part_note(alone) == f"{count} contacts; shown is {name} alone: no other contact feels it."
    several = replace(alone, part=first.part[:2])
    assert "shown are the 2 of the island of" in part_note(several)
    assert part_note(several).endswith(": no contact outside it feels them.")


def test_where_others_feel_the_contacts_shown_no_kernel_is_told():
    facts = facts_of("box_stack", 0.3, "solved")
    assert not facts.whole
    assert facts.kernel is None
    assert len(facts.part) == FEW
    assert rank_sentence(facts).startswith(f"Looked for where at most {MOST}")
    assert ForceShift(facts, "friction").directions.shape[1] == 0


CONTACTS = 184


SOLVED_TO = 1e-8  # of the weight: a residual of 1e-10 g at each of 24 blocks


@pytest.fixture(scope="module")
def tower():
    return sim.simulate(sim.load_scene("kapla_tower"), 0.02)


def weight(recording):
    return 9.81 * sum(body.mass for body in recording.scene.model.bodies)


@pytest.mark.parametrize("state", [0, 2])
def test_accelerations_are_solved_for_all_contacts_and_carry_the_weight(tower, state):
    problem = sim.inspected_problem(tower, state, "accelerations")
    assert len(problem.names) == len(set(problem.names)) == CONTACTS
    asked, force = problem.problem, problem.force
    on_ground = [k for k, pair in enumerate(asked.bodies) if "ground" in pair or tower.scene.model.body_names[0] in pair]
    assert force[on_ground, 2].sum() == pytest.approx(weight(tower), rel=SOLVED_TO)
    assert np.all(force[:, 2] >= 0.0)


def test_three_laws_of_friction_are_compared_on_all_of_them(tower):
    problem = sim.inspected_problem(tower, 2, "solved")
    view = laws_of(problem, int(np.argmax(problem.force[:, 2])), 8)
    assert [answer.law for answer in view.answers if answer.solved] == ["coulomb", "convex", "pyramid"]


def test_the_inspector_offers_the_other_problems_of_many_contacts(tower):
    solved = sim.inspected_problem(tower, 2)
    assert {"convex", "pyramid", "frictionless", "accelerations"} <= set(solved.others)
    assert len(sim.inspected_problem(tower, 2, "accelerations")) == CONTACTS
