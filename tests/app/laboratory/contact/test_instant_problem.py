"""How pages have the contact problem of the instant: at once, or by a thread, or a sentence why there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.contact.seen_instant import seen_at
from torseur import sim
from torseur.app.laboratory.instant_problem import contact_problem
from torseur.app.sheet.questions import Cost, ImmediateQuestions


class CountedQuestions(ImmediateQuestions):
    """Knows what each cost."""

    cost = None

    def ask(self, key, about, compute, cost=Cost.NOW, **more):
        self.cost = cost
        return super().ask(key, about, compute, cost, **more)


@pytest.fixture(scope="module")
def recording():
    return sim.simulate(sim.load_scene("falling_brick"), 0.5)


def test_the_problem_of_few_contacts_is_set_up_at_once_where_nothing_plays(recording):
    questions, seen = CountedQuestions(), seen_at(recording)
    problem = contact_problem(seen, questions, "solved").value
    assert (problem.recording, problem.index, questions.cost) == (recording, len(recording) - 1, Cost.NOW)
    expected = sim.solved_problem(recording, problem.index)
    np.testing.assert_array_equal(problem.force, expected.force)
    assert [problem.names[problem.place_of(row)] for row in range(4)] == ["c_1", "c_2", "c_3", "c_4"]
    contact_problem(replace(seen, playing=True), questions, "solved")
    assert questions.cost is Cost.QUICK
    contact_problem(seen_at(recording, 0), questions, "accelerations")
    assert questions.cost is Cost.QUICK


def test_why_there_is_no_problem_is_a_sentence(recording):
    questions = ImmediateQuestions()
    assert contact_problem(seen_at(recording, 5), questions, "solved").error == "Nothing touched in this step."
    posed = replace(seen_at(recording), recording=None)
    assert contact_problem(posed, questions, "solved").error.startswith("Press Space to simulate")
