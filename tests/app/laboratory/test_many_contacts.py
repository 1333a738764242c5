"""What the pages on contact tell of a tower of 184 closed contacts, all of which feel each other."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.friction.friction_answers import laws_of
from torseur.app.laboratory.instant_problem import contact_problem_of
from torseur.app.panels.contact_problem import ACCELERATIONS, InstantProblem

CONTACTS = 184
SOLVED_TO = 1e-8  # of the weight: a residual of 1e-10 g at each of 24 blocks


@pytest.fixture(scope="module")
def tower():
    return sim.simulate(sim.load_scene("kapla_tower"), 0.02)


def weight(recording):
    return 9.81 * sum(body.mass for body in recording.scene.model.bodies)


@pytest.mark.parametrize("state", [0, 2])
def test_accelerations_are_solved_for_all_contacts_and_carry_the_weight(tower, state):
    problem = contact_problem_of(tower, state, "accelerations")
    assert len(problem.names) == len(set(problem.names)) == CONTACTS
    asked, force = problem.solved.problem, problem.solved.force
    on_ground = [k for k, pair in enumerate(asked.bodies) if "ground" in pair or tower.scene.model.body_names[0] in pair]
    assert force[on_ground, 2].sum() == pytest.approx(weight(tower), rel=SOLVED_TO)
    assert np.all(force[:, 2] >= 0.0)


def test_three_laws_of_friction_are_compared_on_all_of_them(tower):
    problem = contact_problem_of(tower, 2, "solved")
    view = laws_of(problem, int(np.argmax(problem.solved.force[:, 2])), 8)
    assert [answer.law for answer in view.answers if answer.solved] == ["coulomb", "convex", "pyramid"]


def test_the_inspector_offers_the_other_problems_of_many_contacts(tower):
    problems = InstantProblem(tower, 2)
    assert {"convex", "pyramid", "frictionless", ACCELERATIONS} <= problems.names.keys()
    assert len(problems.view(ACCELERATIONS).names) == CONTACTS
