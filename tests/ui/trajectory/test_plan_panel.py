"""What the docks show of a plan is what the plan says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from tests.plan_by_hand import hop, iterates
from torseur.sim.trajectory.values import PlanConstraint, PlanStatus
from torseur.ui.trajectory.phases.paint_side import foothold_words
from torseur.ui.trajectory.phases.plan_series import series_of, without_common_words
from torseur.ui.trajectory.plan.constraint_section import ConstraintSection
from torseur.ui.trajectory.plan.iterates_section import IteratesSection
from torseur.ui.trajectory.plan.outcome_section import OutcomeSection
from torseur.ui.trajectory.plan.plan_panel import PlanPanel
from torseur.ui.trajectory.plan.replay_section import ReplaySection
from torseur.ui.trajectory.values import BoardFoothold


def test_forces_are_plotted_with_their_cone_and_what_has_one_unit_together():
    series = series_of(hop())
    assert list(series) == ["force:foot", "inputs:N", "inputs:N·m", "states:m", "states:m/s"]
    force = series["force:foot"]
    normal, along, above, below = force.values
    np.testing.assert_array_equal(above, 0.5 * normal)  # the friction planned with
    np.testing.assert_array_equal(below, -above)
    assert np.all(np.abs(along) <= above + 1e-9)
    assert len(force.t) == 3 * 9  # both sides of each jump


def test_motors_are_named_in_the_legend_by_what_tells_them_apart():
    names = ("fore_hip_motor", "fore_knee_motor", "hind_hip_motor")
    assert without_common_words(names) == ["fore_hip", "fore_knee", "hind_hip"]
    assert without_common_words(["leg_force"]) == ["leg_force"]
    assert without_common_words(["body_x", "foot_x"]) == ["body", "foot"]
    assert without_common_words(["x", "foot_x"]) == ["x", "foot_x"]


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


def test_iterations_have_the_optimisers_numbers_in_the_tile_the_caption_and_the_plot(qtbot):
    told = tuple(one for one in iterates() if one.iteration not in (4, 5))  # it does not tell of all
    outcome, section = OutcomeSection(), IteratesSection()
    for widget in (outcome, section):
        qtbot.addWidget(widget)
    outcome.show_plan(replace(hop(), iterates=told))
    section.show_iterates(told)
    assert outcome.tiles.texts[2] == "11"
    assert "11 of 11" in section.head.accessible().name
    chosen = []
    section.step_chosen.connect(chosen.append)
    section.plot.pressed.emit(6.2)
    assert [told[k].iteration for k in chosen] == [6]


def test_iterates_of_a_trial_are_said_to_be_of_it(qtbot):
    section = IteratesSection()
    qtbot.addWidget(section)
    section.show_iterates(iterates(), "a trial of Explain")
    assert section.head.title == "Iterations of a trial of Explain"
    section.show_iterates(iterates())
    assert section.head.title == "Iterations"


def test_points_that_stand_in_one_phase_are_told_apart_by_letters():
    stand = [(0, 0), (2, 1), (2, 3), (4, 1)]
    words = foothold_words([BoardFoothold(phase, point, "", 0.0, 0.0, False) for phase, point in stand])
    assert words == ["1", "3a", "3b", "5"]


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
    assert section.sentence.text == "leg length, phase 1 stance, nearest at 0.4000 s: 1 cm more saves 0.0051."
    told = []
    section.place_chosen.connect(told.append)
    section.table.selectRow(3)
    assert told == [1.2]
    assert (
        section.sentence.text
        == "ground pushes, phase 3 stance, nearest at 1.200 s: 12.40 N away from its bound, so it costs nothing."
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
    assert outcome.tiles.texts[0] == "0.34016"
    assert "Largest error between knots 0.0010, phase 1" in outcome.facts.texts


def test_what_numbers_do_not_show_is_said_below_them(qtbot):
    outcome = OutcomeSection()
    qtbot.addWidget(outcome)
    outcome.show_plan(replace(hop(), notes=("The foot lands hard.", "The leg is too long.")))
    assert outcome.notes.text == "The foot lands hard.\n\nThe leg is too long."
    outcome.show_plan(hop())
    assert outcome.notes.text == ""


def test_numbers_of_a_replay_are_marked_as_of_before_while_another_runs_in_the_view(qtbot):
    section = ReplaySection()
    qtbot.addWidget(section)
    section.show_simulating(True)
    assert section.earlier.text == ""  # there are none
    section.show_outcome([("At the end", "5e-6", "m")], "")
    assert "of the replay before" in section.earlier.text
    section.show_simulating(False)
    assert section.earlier.text == ""


def test_numbers_of_a_replay_are_marked_as_of_before_once_another_kind_is_chosen(qtbot):
    section = ReplaySection()
    qtbot.addWidget(section)
    section.show_begun("open")
    section.show_outcome([("At the end", "5e-6", "m")], "")
    QTest.mouseClick(section.kind.button("feedback"), Qt.MouseButton.LeftButton)
    assert "before the change" in section.earlier.text
    QTest.mouseClick(section.kind.button("open"), Qt.MouseButton.LeftButton)
    assert section.earlier.text == ""


def test_what_is_being_done_and_its_stop_stay_in_sight_while_sections_above_grow(qtbot):
    area, panel = QScrollArea(), PlanPanel()
    area.setWidgetResizable(True)
    area.setWidget(panel)
    area.resize(420, 300)
    qtbot.addWidget(area)
    with qtbot.waitExposed(area):
        area.show()
    panel.show_plan(hop())
    panel.search.show_found("A sentence of some length about what was found before. " * 6)
    qtbot.wait(20)
    area.verticalScrollBar().setValue(0)  # by Ctrl+K, say
    panel.search.show_stage("solving from the usual start")
    qtbot.waitUntil(lambda: is_whole(panel.search.stop) and is_whole(panel.search.stage))
    panel.iterates.show_iterates(iterates())
    qtbot.waitUntil(lambda: panel.iterates.height() > 100)
    qtbot.waitUntil(lambda: is_whole(panel.search.stop) and is_whole(panel.search.stage))
    qtbot.wait(50)
    area.verticalScrollBar().setValue(0)  # the user looks elsewhere
    panel.search.show_stage("solving from another")
    qtbot.wait(50)
    assert area.verticalScrollBar().value() == 0
    panel.search.show_stage("")


def is_whole(widget):
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()
