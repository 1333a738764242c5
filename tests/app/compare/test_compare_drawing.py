"""How far off a ghost is, is told of the time of its state: what it is late by is no error of it."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import sim
from torseur.app.compare.compare_drawing import CompareDrawing
from torseur.app.compare.run_looks import run_looks
from torseur.sim.multibody.kinematics.kinematics import frame_poses
from torseur.sim.simulation.inspection.comparing.compare_schemes import swept_runs_in_steps


@pytest.fixture(scope="module")
def falls():
    return sim.compare_schemes(sim.load_scene("zeno_ball"), (0.015, 0.01), duration=1.0)


def labels(falls, key, t, played="hybrid"):
    run, looks = falls.run(key), run_looks(falls)
    own = falls.run("hybrid")
    poses = np.array(frame_poses(falls.scene.model, np.ascontiguousarray(own.configuration_at(t))))
    drawing = CompareDrawing(falls.scene.model, 1.0)
    overlays = drawing.overlays(t, poses, [(run, looks[key])], own if played else None)
    return [label.text for label in overlays.labels]


def test_a_ghost_has_its_runs_own_shapes_and_what_never_moves_where_that_is_not_there_already(kernels):
    scene = sim.with_values(sim.load_scene("incline_30"), {"duration": 0.01})
    poses = np.array(frame_poses(scene.model, scene.initial.q))
    for values, is_there in (({"bodies.worn.shape.size[2]": 0.5}, True), ({"obstacles.slope.xyz[2]": -0.1}, False)):
        *_, found = swept_runs_in_steps((scene, sim.with_values(scene, values)), (0, 1), ("a", "b"))
        run = found.runs[1]
        (ghost,) = CompareDrawing(scene.model, 1.0).overlays(0.0, poses, [(run, run_looks(found)[run.key])]).ghosts
        assert ghost.model is run.simulation.scene.model
        assert np.array_equal(ghost.poses[0], np.diag([0.0, 0.0, 0.0, 1.0])) == is_there


def test_a_run_that_falls_as_exactly_but_in_longer_steps_is_late_and_not_off(falls):
    assert labels(falls, "h=0.015", 0.32) == ["h = 15 ms: its state of 0.315 s"]
    assert labels(falls, "h=0.015", 0.315) == []  # both have that state


def test_a_run_that_is_off_is_told_by_how_much_at_the_time_of_its_state(falls):
    (text,) = labels(falls, "h=0.015", 0.704)
    there, here = (falls.run(key).configuration_at(0.69) for key in ("h=0.015", "hybrid"))
    name, rest = text.split(": ")
    number, _, when = rest.partition(" mm off, at ")
    assert (name, when) == ("h = 15 ms", "0.690 s")
    assert float(number) == pytest.approx(1e3 * np.linalg.norm(there[:3] - here[:3]), rel=1e-3)


def test_where_another_run_is_played_it_is_off_from_what_is_seen(falls):
    (text,) = labels(falls, "h=0.015", 0.32, played="")
    assert " mm off, its state of 0.315 s" in text
