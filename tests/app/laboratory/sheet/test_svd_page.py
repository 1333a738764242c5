"""The page SVD: what it says of a task, what is drawn, and what the user does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import robots, sim
from torseur.app.laboratory.svd.page import SVD
from torseur.app.laboratory.svd.svd_settings import NOTHING, TaskChoice
from torseur.app.sheet.page import ChooseFrame
from torseur.ui.text.number_text import parse_number

BARE = """<robot name="bare">
  <link name="post"/><link name="arm"/><link name="tool"/>
  <joint name="shoulder" type="continuous"><parent link="post"/><child link="arm"/><axis xyz="0 1 0"/></joint>
  <joint name="elbow" type="revolute"><parent link="arm"/><child link="tool"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" velocity="2" effort="5"/></joint>
</robot>"""


def written(name="arm_6r", pose="ready", **choice):
    """The page at a pose of a robot, for a task."""
    page = WrittenPage(SVD(), name)
    page.pose(robots.load(name).poses[pose])
    page.settings = replace(page.settings, choice=TaskChoice(**choice))
    return page


def decomposed(page, **task):
    model, q, frame = page.seen.model, page.seen.q, page.seen.frame
    return sim.task_svd(sim.task_jacobian(model, q, frame, **task))


@pytest.mark.parametrize(
    ("name", "pose", "badge"),
    [
        ("arm_6r", "ready", ("rank 3 of 3", "good")),
        ("scara", "straight", ("singular: rank 2 of 3", "warning")),
        ("planar_2r", "ready", ("rank 2 of 3", "plain")),
    ],
)
def test_the_rank_is_judged_and_bars_are_the_singular_values(name, pose, badge):
    page = written(name, pose)
    assert page.block("values").badge[:2] == badge
    assert page.block("bars").values == pytest.approx(decomposed(page).sigma)
    assert page.block("values.tiles").facts[0][2].startswith("(m/s)")


def test_the_four_subspaces_have_their_directions_and_say_what_is_not_there():
    page = written()
    svd = decomposed(page)
    for key, directions in (("image", svd.image), ("effective", svd.effective), ("self_motion", svd.self_motion)):
        np.testing.assert_allclose(np.abs(page.block(f"subspaces.{key}").values), np.abs(directions.T), atol=1e-12)
        np.testing.assert_array_equal(page.block(f"{key}_title").copied.values, page.block(key).values)
    page = written(rows="both")
    assert page.block("unreachable_title").text == "Unreachable. None: the joints reach all 6 directions."
    assert page.block("self_motion_title").text == "Self-motion. None: the rank, 6, is the number of joints."


@pytest.mark.parametrize("key", ["J", "U", "S", "V"])
def test_each_matrix_is_that_of_the_decomposition(key):
    page = written(rows="both", length=0.4)
    svd = decomposed(page, rows="both", length=0.4)
    page.take("matrices.which", "chosen", key)
    shown = page.block("matrices.plain" if key in "JS" else "matrices.directions").values
    wanted = {"J": svd.task.J, "U": svd.U, "S": np.diag(svd.sigma), "V": svd.V}[key]
    np.testing.assert_allclose(np.abs(shown), np.abs(wanted), atol=1e-12)


def test_what_is_hovered_at_is_drawn_and_what_is_pinned_stays_framed_until_it_is_pressed_again():
    page = written()
    for path, place, label in (("subspaces.self_motion", 1, "Jv₅ = 0"), ("subspaces.image", 0, "u₁"), ("values.bars", 1, "u₂")):
        page.take(path, "hovered", place)
        drawn = page.layer[0]
        assert any(one.startswith(label) for one in (*page.arrows, *(label.text for label in drawn.labels)))
    page.take("values.bars", "hovered", -1)
    assert (page.layer[0].arrows, page.layer[0].fields) == ((), ())
    page.take("matrices.which", "chosen", "V")
    page.take("matrices.directions", "pinned", 4)
    assert [page.block(path).pinned for path in ("self_motion", "effective", "directions", "bars")] == [1, -1, 4, -1]
    page.take("subspaces.self_motion", "pinned", 1)
    assert page.settings.pinned == NOTHING


def test_what_is_pinned_goes_with_its_direction_where_singular_values_cross():
    """Of an arm that turns and slides they are its length and 1."""
    page = written("planar_rp")
    held = []
    for length in (0.9, 1.1):
        page.pose([0.0, length])
        values = page.block("bars").values
        slide = [abs(v[1]) > 0.99 for v in page.block("effective").values].index(True)
        assert values[slide] == pytest.approx(1.0)
        if not held:
            page.take("subspaces.effective", "pinned", slide)
        held.append((page.block("effective").pinned, slide))
    assert held == [(0, 0), (1, 1)]


def test_choices_forget_what_no_longer_fits():
    page = written(rows="both", length=0.3, tolerance=1.0)
    assert page.block("length").typed
    page.take("task.held.rows", "chosen", "position")
    assert page.settings.choice == TaskChoice()
    page.take("task.up_to.tolerance", "entered", 0.5)
    assert page.block("values").badge[0] == "singular: rank 2 of 3"
    page.take("task.weighted.weights", "chosen", "speed")
    assert not page.block("tolerance").typed
    page.take("task.frame.name", "chosen", "arm_6r/link6")
    assert page.effects == [ChooseFrame("arm_6r/link6")]


def test_what_no_joint_gives_is_dashed_and_says_so():
    page = written("scara", "straight")
    page.take("subspaces.unreachable", "hovered", 0)
    (arrow,) = page.layer[0].arrows
    assert (arrow.label, arrow.kind) == ("u₃ unreachable", "dashed")


def test_without_limits_in_the_file_the_joints_are_named(tmp_path):
    path = tmp_path / "bare.urdf"
    path.write_text(BARE)
    page = WrittenPage(SVD(), str(path))
    page.take("task.weighted.weights", "chosen", "torque")
    assert "no torque limit for joint 'bare/shoulder'" in page.block("absent").text
    assert not page.sheet.has("tolerance")
    page.take("task.weighted.weights", "chosen", "none")
    assert page.block("values").badge[0] == "singular: rank 1 of 3"


def test_a_frame_that_no_joint_moves_has_a_sentence_in_place_of_numbers():
    page = WrittenPage(SVD(), "falling_brick")
    assert page.block("absent").text.startswith("No joint of one degree of freedom moves brick. Held still")
    assert page.layer[0].arrows == ()
    page.seen = replace(page.seen, frame="")
    assert str(page.sheet) == "Nothing here has joints.\n"


def test_a_self_motion_is_dragged_with_the_tool_still():
    page = written("arm_7r", rows="both")
    tool = sim.frame_pose(page.seen.model, page.seen.q, page.seen.frame)
    page.take("motion.slider", "moved", 0.4)
    assert page.block("slider").value == 0.0  # a recording is not moved
    (pose,) = page.effects
    page.pose(pose.q)
    np.testing.assert_allclose(sim.frame_pose(page.seen.model, pose.q, page.seen.frame), tool, atol=1e-10)
    assert page.block("slider").value == pytest.approx(0.4)
    assert any(label.text == "Jv₇ = 0: the tool stays" for label in page.layer[0].labels)
    assert parse_number(page.block("motion.facts").facts[1][1]) < 1e-10
    page.take("motion.slider", "released")
    assert page.layer[0].labels == ()
    assert page.block("slider").value == pytest.approx(0.4)


def test_a_self_motion_ends_at_the_limit_of_a_joint_and_names_it():
    page = written("arm_7r", rows="both")
    model, q = page.seen.model, np.array(page.seen.q)
    (joint,) = (name for name in model.joint_names if name.endswith("upper_roll"))
    k = model.joint_slices()[joint][0].start
    q[k] = model.upper[k] - 0.3
    page.pose(q)
    way = np.pi * np.sign(decomposed(page, rows="both").self_motion[k, 0])
    page.take("motion.slider", "moved", float(way))
    (pose,) = page.effects
    page.pose(pose.q)
    assert page.block("motion.line").text == "upper_roll is at its limit: it goes no farther this way."
    assert pose.q[k] == pytest.approx(model.upper[k], abs=1e-8)
    assert 0.1 < abs(page.block("slider").value) < np.pi


def test_a_self_motion_of_first_order_alone_is_called_one_and_cannot_be_dragged():
    """The SCARA stretched: J loses a direction, and yet the point cannot stay where it is."""
    page = written("scara", "straight")
    line = page.block("motion.line").text
    assert "v₃ is a self-motion to first order only" in line
    # Links of 0.5 and 1 m (THEORY §8), q̇ along (−1, 1.5) for a step of 0.1: nearer by ½·0.5·1·1.5 / 3.25 · 0.01 m.
    assert "a step of 0.1 rad along it takes the point about 1.15 mm away" in line
    assert "nothing can be dragged" in line
    assert not page.sheet.has("motion.slider")
    assert page.block("motion").caption == "along v_{3}, to first order"


def test_at_a_singular_pose_the_slider_follows_the_self_motion_that_exists():
    page = written("arm_7r", "upright", rows="both")
    tool = sim.frame_pose(page.seen.model, page.seen.q, page.seen.frame)
    for key, _ in page.block("motion.which").options:  # one of four directions, or more, is of first order only
        page.take("motion.which", "chosen", key)
        if page.block("motion.line").text:
            break
    assert "The slider follows the self-motion that there is nearest to it" in page.block("motion.line").text
    page.take("motion.slider", "moved", 0.3)
    (pose,) = page.effects
    page.pose(pose.q)
    np.testing.assert_allclose(sim.frame_pose(page.seen.model, pose.q, page.seen.frame), tool, rtol=0, atol=1e-10)
    assert page.block("slider").value == pytest.approx(0.3)
    assert any(label.text.startswith("Jv") for label in page.layer[0].labels)  # of those that are free now


def test_without_a_self_motion_it_says_why():
    page = written(rows="both")
    assert "take 6 of 6 joints, and none is left" in page.block("motion.line").text
    page.take("task.held.rows", "chosen", "position")
    page.take("task.frame.axes", "chosen", "world")
    assert "the point at the world's origin" in page.block("motion.line").text


def test_a_direction_that_only_a_tolerance_takes_for_free_says_that_it_moves_the_tool():
    page = written(tolerance=0.5)
    page.take("motion.slider", "moved", 0.1)
    assert page.effects == []
    assert "direction" in page.block("motion.line").text
    page.take("task.up_to.tolerance", "entered", None)
    assert page.block("motion.line").text == ""


def test_a_step_that_is_typed_is_by_joint_and_its_error_that_of_sim():
    page = written("scara", "ready")
    assert page.block("repeatability").blocks == ()
    page.take("repeatability", "folded", True)
    joint = page.block("steps").numbers[1].key
    page.take(f"repeatability.steps.{joint}", "entered", 2e-3)
    steps = [np.radians(0.01), 2e-3, 1e-5]
    expected = sim.repeatability(page.seen.model, page.seen.q, page.seen.frame, steps)
    np.testing.assert_allclose(page.block("repeatability").copied.values[3], expected.deviations)
    assert len(page.layer[0].ellipsoids) == 1
    page.take("repeatability.drawn", "switched", False)
    assert page.layer[0].ellipsoids == ()


def test_a_velocity_is_split_and_its_parts_are_drawn_in_one_scale():
    page = written("spherical_rrp", "ready")
    page.pose([0.0, 0.0, 0.5])
    page.take("projectors", "folded", True)
    for place, speed in ((0, 0.3), (1, 0.4)):  # along x, where the arm can go, and across its plane
        page.take("projectors.amounts", "entered", (place, speed))
    split = sim.split_task_velocity(decomposed(page), [0.3, 0.4, 0.0])
    np.testing.assert_allclose(page.block("projectors").copied.values[:, 2], split.lost, atol=1e-12)
    lengths = [np.linalg.norm(arrow.vector) for arrow in page.layer[0].arrows[:2]]
    assert lengths[0] / lengths[1] == pytest.approx(0.3 / 0.4)
    page.take("projectors.side", "chosen", "joints")
    page.take("projectors.amounts", "entered", (0, np.radians(10.0)))  # the tool is on the axis of the first joint
    np.testing.assert_allclose(page.block("projectors.table").values[0], [10.0, 0.0, 10.0], atol=1e-9)
    page.take("projectors.all.clear", "pressed")
    assert not page.block("projectors").copied.values.any()
    page.take("projectors.side", "chosen", "task")
    assert page.block("projectors.amounts").values == (0.3, 0.4, 0.0)
