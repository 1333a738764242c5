"""Velocities and accelerations of free bodies are along the world's axes on the pages Impact and What if alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.what_if.comparison_blocks import comparison_blocks
from torseur.app.laboratory.contact.world_axes import axes_words
from torseur.sim.simulation.inspection.jumps.jump_map import impact_states, jump_map

THROWN = """\
[[bodies]]
name = "brick"
shape = { shape = "box", size = [0.1, 0.2, 0.3] }
mass = 2.0
xyz = [0.0, 0.0, 5.0]
rpy = [0.3, -0.7, 1.1]
velocity = [3.0, -1.0, 2.0]
spin = [2.0, -1.0, 3.0]
[[obstacles]]
name = "ground"
shapes = [{ shape = "plane" }]
"""
FREE = "free bodies: along the world's axes"


def run(scene, scheme, duration):
    return sim.simulate(replace(scene, settings=replace(scene.settings, scheme=scheme)), duration)


def motion(recording, found):
    """(n, 2) numbers of the motion, as they were and would have been."""
    table = next(block for block in comparison_blocks(recording, found, "normal") if block.key == "motion")
    return np.array([[cell.value for cell in row[2:4]] for row in table.rows])


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_a_thrown_body_falls_straight_down_and_a_wrench_adds_to_that_along_the_worlds_axes(scheme):
    recording = run(sim.scene_from_text(THROWN, "thrown.toml"), scheme, 0.1)
    wrench = (4.0, -6.0, 8.0, 0.0, 0.0, 0.0)
    found = sim.frame_with(recording, 50, wrench={"brick": wrench})
    assert FREE in next(block.text for block in comparison_blocks(recording, found, "normal") if block.key == "motion_title")
    pairs = motion(recording, found)[:3]
    np.testing.assert_allclose(pairs[:, 0], [0.0, 0.0, -9.81], atol=1e-6)
    np.testing.assert_allclose(pairs[:, 1] - pairs[:, 0], np.array(wrench[:3]) / 2.0, atol=1e-6)


def test_the_jump_of_what_if_is_that_of_the_page_impact():
    recording = run(sim.load_scene("brick_on_corner"), "hybrid", 0.3)
    jump = jump_map(recording, int(impact_states(recording)[0]))
    found = sim.frame_with(recording, int(impact_states(recording)[0]), mass={"brick": 7.0})
    assert found.kind == "impact"
    pairs = motion(recording, found)
    problem = jump.solved.problem
    axes = np.stack([problem.tangent, np.cross(problem.normal, problem.tangent), problem.normal], axis=1)
    impulse = np.einsum("ca,cak->k", jump.solved.force, axes)
    np.testing.assert_allclose(pairs[:3, 0], impulse / recording.scene.model.bodies[-1].mass, rtol=1e-8, atol=1e-12)


def test_where_nothing_is_free_no_axes_are_named():
    assert axes_words(sim.load_scene("newtons_cradle").model) == ""
    assert axes_words(sim.load_scene("brick_on_corner").model) == FREE
