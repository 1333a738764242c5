"""Singularities in words: an axis is named with the axes that it is one of."""

from __future__ import annotations

import numpy as np

from torseur import robots, sim
from torseur.app.laboratory.singularities.singularity_texts import detail_of, lost_text, nearest_text
from torseur.sim.analysis.singularities.nearest_singular import NearestSingular


def test_a_lost_velocity_along_z_says_whose_z_it_is():
    """The spherical arm loses z of joint 2, which lies level: z of the world is another."""
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool")
    lost = [detail_of(found, case) for case in found.cases if case.lost]
    assert any("lost: velocity along z of joint 2’s axes" in text for text in lost)
    assert all("’s axes" in text for text in lost if "lost:" in text)


def test_in_axes_of_r0_a_lost_velocity_is_told_by_its_components():
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", names=True)
    case = next(case for case in found.cases if case.text == "θ₂ = 0")
    assert "lost: velocity along (s₁, −c₁, 0) in R₀" in detail_of(found, case, "base")
    assert lost_text(found, case, "base") == "Lost in the axes of R₀, [v; ω]: u = (s₁, −c₁, 0, 0, 0, 0)"


def test_the_way_to_the_nearest_singular_pose_is_told_in_the_unit_of_its_angles():
    model = robots.load("planar_2r")
    q, at = np.array([0.3, 1.2]), np.array([0.3, 0.0])
    found = NearestSingular(True, "", at, 1.2, 0.0, 1, 2, np.zeros((6, 1)), model.joint_names, 1)
    assert nearest_text(model, q, found, "deg") == "elbow 0°. Rank 1 of 2, 68.8° away."
    assert nearest_text(model, q, found, "rad") == "elbow 0 rad. Rank 1 of 2, 1.20 rad away."
