"""A random motion is within the limits of the robot, of speed too: its time is stretched for that."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur.app.documents.document import open_document
from torseur.app.laboratory.dynamics.motion_task.planned_robot import PlannedRobot
from torseur.app.laboratory.motion.coordinates import coordinates
from torseur.ui.laboratory.dynamics.motion_task.values import MotionPlan


@pytest.mark.parametrize("profile", ["quintic", "cubic", "sine"])
@pytest.mark.parametrize("name", ["ur5", "scara"])
def test_no_joint_is_faster_than_its_limit(name, profile):
    robot, rng = PlannedRobot.of(open_document(name)), np.random.default_rng(1)
    model = robot.model
    plan = MotionPlan(profile, 0.05, 20.0, (0.0,) * model.nv, model.body_names[0], 0.0, (0.0, 0.0, 0.0), True)
    of = coordinates(model, lambda joint: 0)
    for _ in range(5):
        found = robot.random_plan(plan, robot.scene.initial.q, rng)
        task, _ = robot.planned(found, robot.scene.initial.q, of)
        limited = np.isfinite(model.velocity_limit)
        assert limited.any()
        assert task.speed_share[limited].max() <= 1.0 + 1e-9
        assert any(found.change)
    patient = robot.random_plan(replace(plan, duration=20.0, frequency=1e-2), robot.scene.initial.q, rng)
    assert (patient.duration, patient.frequency) == (20.0, 1e-2)  # what is slow enough stays as it was typed
