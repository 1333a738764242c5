"""What the docks show of a plan is what the plan says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.plan_by_hand import hop
from torseur.sim.trajectory.values import PlanConstraint, PlanStatus
from torseur.ui.trajectory.phases.plan_series import series_of
from torseur.ui.trajectory.plan.constraint_section import ConstraintSection
from torseur.ui.trajectory.plan.outcome_section import OutcomeSection


def test_forces_are_plotted_with_their_cone_and_what_has_one_unit_together():
    series = series_of(hop())
    assert list(series) == ["force:foot", "inputs:N", "inputs:N·m", "states:m", "states:m/s"]
    force = series["force:foot"]
    normal, along, above, below = force.values
    np.testing.assert_array_equal(above, 0.5 * normal)  # the friction planned with
    np.testing.assert_array_equal(below, -above)
    assert np.all(np.abs(along) <= above + 1e-9)
    assert len(force.t) == 3 * 9  # both sides of each jump


def test_held_inputs_are_drawn_as_steps_and_without_friction_there_is_no_cone():
    plan = replace(hop(), method="RK4 shooting", friction=np.array([np.inf]))
    series = series_of(plan)
    assert [line.name for line in series["force:foot"].lines] == ["λ_n", "λ_t"]
    held, first = series["inputs:N"], plan.phases[0]
    nodes = len(first.t)
    np.testing.assert_array_equal(held.t[: 2 * nodes - 1], [first.t[0], *np.repeat(first.t[1:], 2)])
    np.testing.assert_array_equal(held.values[0][:2], first.inputs[[0, 0], 0])
    assert held.values[0][2] == first.inputs[1, 0]


def test_what_is_touched_along_another_normal_has_its_force_along_that():
    plan = hop()
    force = np.concatenate([phase.force[:, 0] for phase in plan.phases])
    leaning = np.tile([-1.0, 0.0, 0.0], (len(force), 1))  # a wall that is pushed along x
    normal, along, above, _ = series_of(plan, {0: leaning})["force:foot"].values
    np.testing.assert_allclose(normal, -force[:, 0])
    np.testing.assert_allclose(along, force[:, 2])  # up the wall
    np.testing.assert_allclose(above, 0.5 * np.maximum(-force[:, 0], 0.0))


@pytest.fixture
def section(qtbot):
    section = ConstraintSection()
    qtbot.addWidget(section)
    section.show_plan(hop())
    return section


def test_what_can_be_loosened_stands_first_with_its_price_and_its_sentence(section):
    motion = PlanConstraint("motion", 1, "", -1e-12, 0.5, True, 7.0)  # dear, and nobody's to loosen
    section.show_plan(replace(hop(), constraints=(motion, *hop().constraints)))
    assert [row.group for row in section.rows] == ["leg length", "goal", "friction cone", "motion", "ground pushes"]
    section.show_plan(hop())
    assert [row.group for row in section.rows] == ["leg length", "goal", "friction cone", "ground pushes"]
    assert section.sentence.text == "leg length, nearest at 0.4000 s: 1 cm more saves 0.0051."
    told = []
    section.place_chosen.connect(told.append)
    section.table.selectRow(3)
    assert told == [1.2]
    assert (
        section.sentence.text == "ground pushes, nearest at 1.200 s: 12.40 N away from its bound, so it costs nothing."
    )


def test_what_is_not_known_of_a_plan_that_was_stopped_is_not_said(section, qtbot):
    plan = hop(PlanStatus.STOPPED)
    phases = tuple(replace(phase, error=np.full_like(phase.error, np.nan)) for phase in plan.phases)
    unknown = tuple(replace(row, multiplier=float("nan"), sentence="") for row in plan.constraints)
    section.show_plan(replace(plan, constraints=unknown))
    assert [row.active for row in section.rows] == sorted((row.active for row in unknown), reverse=True)
    outcome = OutcomeSection()
    qtbot.addWidget(outcome)
    outcome.show_plan(replace(plan, phases=phases, constraints=unknown))
    assert "Largest error between knots not measured" in outcome.facts.texts


def test_a_plan_that_was_not_solved_says_so(qtbot):
    outcome = OutcomeSection()
    qtbot.addWidget(outcome)
    outcome.show_plan(hop(PlanStatus.STOPPED))
    assert (outcome.badge.text, outcome.badge.tone) == ("stopped", "warning")
    outcome.show_plan(hop())
    assert (outcome.badge.text, outcome.badge.tone) == ("solved", "good")
    assert outcome.tiles.texts[0] == "0.340159"
    assert "Largest error between knots 0.0010, phase 1" in outcome.facts.texts


def test_what_numbers_do_not_show_is_said_below_them(qtbot):
    outcome = OutcomeSection()
    qtbot.addWidget(outcome)
    outcome.show_plan(replace(hop(), notes=("The foot lands hard.", "The leg is too long.")))
    assert outcome.notes.text == "The foot lands hard.\n\nThe leg is too long."
    outcome.show_plan(hop())
    assert outcome.notes.text == ""
