"""The page Motion says how many of the joints are plotted, where they are more than there are styles of lines."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.ui.laboratory.dynamics.motion_task.page import MotionTaskPage
from torseur.ui.laboratory.dynamics.motion_task.values import TaskNumbers, TaskResult
from torseur.ui.laboratory.dynamics.values import Coordinate


@pytest.mark.parametrize(("joints", "note"), [(21, ""), (24, "21 of 24 are plotted")])
def test_more_joints_than_lines_are_counted(qapp, joints, note):
    page = MotionTaskPage()
    coordinates = tuple(Coordinate(f"q_{k}", f"joint{k}", f"joint{k}", True) for k in range(joints))
    zeros = np.zeros(joints)
    result = TaskResult(
        coordinates,
        np.linspace(0.0, 1.0, 5),
        np.zeros((5, joints)),
        np.full(joints, np.inf),
        zeros,
        zeros,
        (),
        0.0,
        0.0,
    )
    plan = TaskNumbers("quintic", 1.0, 1.0, (0.0,) * joints, "body", 0.0, (0.0, 0.0, 0.0), True)
    page.show_task(plan, result, "")
    assert page.head.note == note
