"""The legend of masses lists what is drawn of them, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.drawing.model_drawing import ModelDrawing
from torseur.app.drawing.view_switches import usual_switches


@pytest.mark.parametrize(
    ("selected", "rows"),
    [
        ("", ["Centre of mass"]),
        ("wrist_1_link", ["Centre of mass", "Doubtful inertia"]),
        ("forearm_link", ["Centre of mass", "Inertia"]),
    ],
)
def test_inertias_that_would_hide_the_robot_are_in_the_legend_once_one_is_drawn(selected, rows):
    model = robots.load("ur5")
    q = sim.neutral(model)
    poses = sim.frame_poses(model, q)
    drawing = ModelDrawing(model, 0.5, poses)
    switches = replace(usual_switches("model"), joint_axes=False)
    hidden = np.zeros(len(model.bodies), dtype=bool)
    drawn = drawing.overlays(switches, poses, q, hidden, selected, "deg")
    assert [row.name for row in drawing.legend(switches, drawn)] == rows


def test_what_is_hidden_is_in_no_legend():
    model = sim.load_scene("incline_30").model
    q = sim.neutral(model)
    poses = sim.frame_poses(model, q)
    drawing, switches = ModelDrawing(model, 0.5, poses), replace(usual_switches("model"), robot_com=False)
    for hides, rows in ((False, ["Centre of mass", "Inertia"]), (True, [])):
        drawn = drawing.overlays(switches, poses, q, np.full(len(model.bodies), hides), "", "deg")
        assert [row.name for row in drawing.legend(switches, drawn)] == rows
