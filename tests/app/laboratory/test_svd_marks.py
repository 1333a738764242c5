"""Directions of a decomposition, as they are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.laboratory.svd.svd_marks import FAINT, RING, SWEEP, direction_legend, direction_marks
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.viewport.many_marks import ArrowField, LineField


def decomposed(name, q=None, frame="tool", **asked):
    model = robots.load(name)
    q = model.poses["ready"] if q is None else np.asarray(q, dtype=float)
    svd = sim.task_svd(sim.task_jacobian(model, q, frame, **asked))
    return model, svd, sim.frame_poses(model, q)


@pytest.mark.parametrize("axes", ["world_aligned", "local", "link2"])
def test_u_is_drawn_in_the_world_whatever_its_axes(axes):
    model, svd, poses = decomposed("arm_6r", axes=axes)
    (arrow,) = direction_marks(svd, "u", 0, model, poses, 1.0).arrows
    _, world, _ = decomposed("arm_6r")
    along = arrow.vector / np.linalg.norm(arrow.vector)
    assert abs(along @ world.U[:, 0]) == pytest.approx(1.0)
    np.testing.assert_allclose(arrow.tail, sim.frame_pose(model, model.poses["ready"], "tool")[:3, 3])


def test_of_both_rows_there_are_two_arrows_as_long_together_as_one():
    model, svd, poses = decomposed("arm_6r", rows="both")
    moved, turned = direction_marks(svd, "u", 2, model, poses, 1.0).arrows
    (only,) = direction_marks(decomposed("arm_6r")[1], "u", 0, model, poses, 1.0).arrows
    together = np.hypot(np.linalg.norm(moved.vector), np.linalg.norm(turned.vector))
    assert together == pytest.approx(np.linalg.norm(only.vector))
    assert (moved.kind, turned.kind) == ("solid", "double")


def test_each_joint_has_an_arc_as_long_as_its_share_about_its_axis():
    model, svd, poses = decomposed("planar_3r")
    (lines, heads) = direction_marks(svd, "v", 2, model, poses, 1.0).fields
    assert isinstance(lines, LineField)
    assert isinstance(heads, ArrowField)
    v = svd.V[:, 2]
    assert np.all(np.abs(v) > FAINT)
    lengths = np.linalg.norm(lines.ends - lines.starts, axis=1).reshape(3, -1).sum(axis=1)
    np.testing.assert_allclose(lengths, np.abs(v) * SWEEP * RING, rtol=1e-3)
    J = sim.jacobian(model, model.poses["ready"], "tool")
    for j in range(3):  # right-handed about the axis where the share is positive
        arc = lines.starts.reshape(3, -1, 3)[j]
        area = np.cross(arc[1] - arc[0], arc[2] - arc[1])
        assert np.sign(area @ J[3:, j]) == np.sign(v[j])


def test_a_slide_has_an_arrow_along_its_axis():
    model, svd, poses = decomposed("planar_rp")
    (which,) = [i for i in range(2) if abs(svd.V[1, i]) > 0.99]
    heads = direction_marks(svd, "v", which, model, poses, 1.0).fields[-1]
    J = sim.jacobian(model, model.poses["ready"], "tool")
    along = heads.vectors[-1] / np.linalg.norm(heads.vectors[-1])
    np.testing.assert_allclose(along, np.sign(svd.V[1, which]) * J[:3, 1], atol=1e-9)


def test_v_shows_how_the_tool_moves_or_that_it_stays():
    model, svd, poses = decomposed("arm_7r", rows="position")
    marks = direction_marks(svd, "v", 1, model, poses, 1.0)
    assert marks.arrows[0].label.startswith("Jv₂ = ")
    ratio = np.linalg.norm(marks.arrows[0].vector) / np.linalg.norm(
        direction_marks(svd, "u", 1, model, poses, 1.0).arrows[0].vector
    )
    assert ratio == pytest.approx(svd.sigma[1] / svd.sigma[0])
    still = direction_marks(svd, "v", 5, model, poses, 1.0)
    assert still.arrows == ()
    assert any(label.text == "Jv₆ = 0: its point stays" for label in still.labels)


def test_what_is_unreachable_is_dashed_and_of_another_colour():
    model, svd, poses = decomposed("scara", q=[0.3, 0.0, 0.1])
    (arrow,) = direction_marks(svd, "u", 2, model, poses, 1.0).arrows
    assert (arrow.color, arrow.kind, arrow.label) == (FORCE, "dashed", "u₃ unreachable")
    (row,) = direction_legend(svd, "u", 2)
    assert (row.color, row.value) == (FORCE, "unreachable")
    assert direction_legend(svd, "u", 0)[0].color == VELOCITY
