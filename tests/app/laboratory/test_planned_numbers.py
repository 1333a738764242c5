"""Plans of pages and exercises: what is quoted of them is what planning gives now, and random ones keep to all limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.exercises.plan_numbers import plan_numbers
from torseur.app.documents.document import open_document
from torseur.app.laboratory.dynamics.motion_task.motion_plan import MotionPlan
from torseur.app.laboratory.dynamics.motion_task.planned_robot import PlannedRobot
from torseur.app.laboratory.exercises.reckoned import planned

# Six digits are quoted, of what rounding grows 3e5 times only four are held, of the gap two.
WITHIN = {"miss": 1e-4, "fed_miss": 1e-4, "gap_alone": 2e-2}


@pytest.mark.slow
def test_the_numbers_of_plans_that_exercises_quote_are_what_planning_gives():
    pytest.importorskip("casadi")
    found = plan_numbers()
    for name, quoted in planned().items():
        if name != "gap_fed":
            assert found[name] == pytest.approx(quoted, rel=WITHIN.get(name, 1e-5)), name
    assert found["gap_fed"] < planned()["gap_fed"]
    assert found["greatest_gap"] < 1e-6  # the answer 0 of the prices of neighbours


@pytest.mark.parametrize("profile", ["quintic", "cubic", "sine"])
@pytest.mark.parametrize("name", ["ur5", "scara"])
def test_no_joint_is_faster_than_its_limit(name, profile):
    robot, rng = PlannedRobot.of(open_document(name).scene), np.random.default_rng(1)
    model = robot.model
    plan = MotionPlan(profile, 0.05, 20.0, (0.0,) * model.nv, model.body_names[0], 0.0, (0.0, 0.0, 0.0), True)
    for _ in range(5):
        found = robot.random_plan(plan, robot.scene.initial.q, rng)
        task = robot.planned(found, robot.scene.initial.q).task
        limited = np.isfinite(model.velocity_limit)
        assert limited.any()
        assert task.speed_share[limited].max() <= 1.0 + 1e-9
        assert any(found.change)
    patient = robot.random_plan(replace(plan, duration=20.0, frequency=1e-2), robot.scene.initial.q, rng)
    assert (patient.duration, patient.frequency) == (20.0, 1e-2)  # what is slow enough stays as it was typed
