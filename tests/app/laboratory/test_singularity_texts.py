"""Singularities in words: an axis is named with the axes that it is one of."""

from __future__ import annotations

from torseur import robots, sim
from torseur.app.laboratory.singularities.singularity_texts import detail_of, lost_text


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
