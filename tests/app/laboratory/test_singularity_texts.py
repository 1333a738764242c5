"""Singularities in words: an axis is named with the axes that it is one of."""

from __future__ import annotations

from torseur import robots, sim
from torseur.app.laboratory.singularities.singularity_texts import detail_of


def test_a_lost_velocity_along_z_says_whose_z_it_is():
    """The spherical arm loses z of joint 2, which lies level: z of the world is another."""
    found = sim.symbolic_singularities(robots.load("spherical_rrp"), "tool")
    lost = [detail_of(found, case) for case in found.cases if case.lost]
    assert any("lost: velocity along z of joint 2’s axes" in text for text in lost)
    assert all("’s axes" in text for text in lost if "lost:" in text)
