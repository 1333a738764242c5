"""Singular cases in the axes of R0, as the course writes them."""

import numpy as np
import pytest

from torseur import robots, sim


@pytest.fixture(scope="module")
def spherical():
    return sim.symbolic_singularities(robots.load("spherical_rrp"), "tool", names=True)


def case(found, text):
    return next(one for one in found.cases if one.text == text)


def test_the_reduced_jacobians_of_the_spherical_arm_are_those_of_the_course(spherical):
    """kinematic-model, "analyse formelle 2/2"; the sign of c₂ there is a misprint: z₂ is (−c₁ s₂, −s₁ s₂, c₂)."""
    assert spherical.base_rows == ("vx", "vy", "vz")
    assert case(spherical, "d₃ = 0").base.reduced == (("0", "0", "−c₁·s₂"), ("0", "0", "−s₁·s₂"), ("0", "0", "c₂"))
    assert case(spherical, "θ₂ = 0").base.reduced == (("0", "−d₃·c₁", "0"), ("0", "−d₃·s₁", "0"), ("0", "0", "1"))
    assert case(spherical, "θ₂ = 0").base.lost == (("s₁", "−c₁", "0", "0", "0", "0"),)


@pytest.mark.parametrize(("name", "frame"), [("spherical_rrp", "tool"), ("scara", "tool"), ("arm_6r", "tool")])
@pytest.mark.slow
def test_what_is_lost_in_r0_is_across_every_column_of_j_there(name, frame):
    model = robots.load(name)
    found = sim.symbolic_singularities(model, frame)
    for one in found.cases:
        if not one.representative or found.point != "frame":
            continue
        J = sim.jacobian(model, np.array(one.representative), frame)
        for direction in one.base.lost_numbers:
            rows = slice(0, 3) if found.rows == "position" else slice(0, 6)
            assert np.abs(np.array(direction)[rows] @ J[rows]).max() < 1e-9  # of roots to about that
            assert np.linalg.norm(direction) == pytest.approx(1.0)
