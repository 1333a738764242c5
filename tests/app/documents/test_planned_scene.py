"""The ground that a task is planned on is seen as it is replayed on."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.app.documents.document import open_document
from torseur.app.documents.planned_scene import ground_rows
from torseur.sim.multibody.model.model import Severity
from torseur.sim.trajectory.files.task_file import task_names
from torseur.sim.trajectory.replay.replay_ground import ground_parts
from torseur.sim.trajectory.task.obstacles import GapObstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

OBSTACLES = (StepObstacle(1.2, 0.1, 1), GapObstacle(0.1, 0.7, 1), StepObstacle(1.6, -0.25, 1))


def heights(boxes, places):
    """Of the ground at places along x [m]; NaN: there is none. A box is its middle and its size."""
    found = np.full(len(places), np.nan)
    for middle, size in boxes:
        found[np.abs(places - middle[0]) < 0.5 * size[0]] = middle[2] + 0.5 * size[2]
    return found


def test_gaps_and_steps_are_seen_where_they_are_replayed():
    task = PlanTask(name="up", phases=(TaskPhase("stance"),), obstacles=OBSTACLES)
    places = np.array([-0.5, 0.0, 0.15, 0.4, 0.65, 0.9, 1.3, 1.5, 1.7, 2.0])
    seen = heights([(shape["xyz"], shape["size"]) for shape in ground_rows(task)[0]["shapes"]], places)
    (ground,) = ground_parts(OBSTACLES)
    shapes = ground.model.bodies[0].collisions
    replayed = heights([(shape.placement[:3, 3], shape.shape.size) for shape in shapes], places)
    nan = float("nan")
    assert seen == pytest.approx([0, 0, nan, nan, nan, 0, 0.1, 0.1, -0.15, -0.15], nan_ok=True)
    assert replayed == pytest.approx(seen, nan_ok=True)


@loop_over("name", task_names())
def test_shipped_tasks_open_without_a_warning(name):
    assert [one for one in open_document(name).findings if one.severity is not Severity.NOTE] == []
