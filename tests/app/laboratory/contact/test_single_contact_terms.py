"""M and d of the page One contact: of the body's vectors and of joint space alike, and in the equations that are written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.one_contact.change_section import change_facts, change_sentence
from torseur.app.laboratory.contact.one_contact.contact_equations import body_equations, joint_equations
from torseur.app.laboratory.contact.one_contact.contact_terms import contact_terms, own_contact
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.jumps.contact_change import contact_change
from torseur.ui.laboratory.contact.one_contact.values import OwnBody, SingleContactView

G = 9.81


@pytest.fixture(scope="module")
def brick():
    return sim.simulate(sim.load_scene("brick_on_corner"), 0.55)


@pytest.mark.parametrize("others", [False, True])
def test_a_free_body_by_hand_has_the_numbers_of_the_problem(brick, others):
    for index in (300, 500, 540):
        found = sim.inspected_problem(brick, index, "accelerations")
        for place in range(len(found)):
            terms = contact_terms(found, place, others)
            assert terms.body is not None
            assert terms.body.M == pytest.approx(terms.alone.single.M, rel=1e-9)  # rounding
            # The ground is flat: of ṅ·ξ there is the moving line alone, so that d is known from the body's vectors too.
            assert terms.body.d == pytest.approx(terms.alone.single.d, rel=1e-9, abs=1e-9)
            if others:
                assert terms.alone.single.force == pytest.approx(found.force[place, 2], rel=1e-6, abs=1e-8)  # solve


def test_the_terms_that_are_written_add_up(brick):
    found = sim.inspected_problem(brick, 540, "accelerations")
    terms = contact_terms(found, 0, True)
    view = SingleContactView(terms.alone.single.M, terms.alone.single.d, 3.0)
    for equations in (joint_equations(terms, view), body_equations(terms.body, view, is_own=False)):
        for equation in equations:
            added = [
                float(term.values[0]) for term in equation.terms if term.color and term.sign != "=" and len(term.values) == 1
            ]
            total = next(float(term.values[0]) for term in equation.terms if term.sign == "=")
            if added:
                assert sum(added) == pytest.approx(total, rel=1e-9, abs=1e-12), equation.key


def test_a_contact_of_a_robot_is_told_in_joint_space():
    recording = sim.simulate(sim.load_scene("arm_pushes_table"), 0.3)
    found = sim.inspected_problem(recording, len(recording) - 1, "accelerations")
    terms = contact_terms(found, 0, True)
    assert terms.body is None
    assert terms.joints is not None
    assert terms.joints.from_torques + terms.joints.from_motion + terms.joints.from_normal == pytest.approx(terms.alone.own)
    solved = contact_terms(sim.inspected_problem(recording, len(recording) - 1), 0, True)
    assert solved.joints is None  # of velocities and impulses there are no torques to tell


def test_a_body_of_ones_own_on_round_grounds():
    point = OwnBody(mass=1.0, point=(0.0, 0.0, 0.0), velocity=(2.0, 1.0, 0.0), ground="ball", ground_radius=2.0)
    assert own_contact(point).turning == pytest.approx(5.0 / 2.0)
    assert own_contact(replace(point, ground="cylinder")).turning == pytest.approx(4.0 / 2.0)  # straight along y
    assert own_contact(replace(point, ground="hollow")).d == pytest.approx(-5.0 / 2.0 - G)
    assert own_contact(replace(point, ground="flat")).d == pytest.approx(-G)
    with pytest.raises(ArgumentError, match="at one point"):
        own_contact(replace(point, ground="hollow", body_radius=2.0))


def test_what_began_is_told_with_its_jump():
    recording = sim.simulate(sim.load_scene("falling_brick"), 0.4)
    change = contact_change(recording, len(recording) - 1)
    assert "floor · brick began at 0.3200000 s" in change_sentence(change, {"ground": "floor", "brick": "brick"})
    facts = {name: value for name, value, _ in change_facts(change)}
    assert facts["Jump of Σλ_n"] == "58.86"
    assert np.isclose(change.separation_after - change.separation_before, G)
