"""Where a robot's motion is looked for first; known without CasADi."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.neutral import neutral
from ..task.plan_task import PlanTask, least_and_greatest
from .contact_robot import ContactRobot
from .robot_names import robot_names


def first_way(task: PlanTask) -> tuple[Array, list[Array]]:
    """Shares 0 … 1 of a task's time, rising, and configurations (nq,) there: the robot's way, or from start to goal.

    What neither start nor goal names is as in the pose "home", if there is one, else neutral. Raises ArgumentError for a task
    that is not of a robot.
    """
    robot = task.robot
    if not isinstance(robot, ContactRobot):
        raise ArgumentError("task {task!r} is of a robot and names none; give a ContactRobot as its `robot`", task=task.name)
    if robot.way:
        poses = [np.array(q) for _, q in robot.way]
        return np.array([share for share, _ in robot.way]), poses if len(poses) > 1 else poses * 2
    ends, model = [], robot.model
    names = robot_names(robot).states[: model.nq]
    for asked in (task.start, task.goal or task.start):
        q = np.array(model.poses.get("home", neutral(model)))
        for k, name in enumerate(names):
            if name in asked and np.isfinite(least_and_greatest(asked[name])).all():
                q[k] = np.mean(least_and_greatest(asked[name]))
        ends.append(q)
    return np.array([0.0, 1.0]), ends
