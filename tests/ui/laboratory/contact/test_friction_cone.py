"""The friction cone of one contact: in the plane of its friction, and cut across."""

from __future__ import annotations

from dataclasses import replace

import pytest

from torseur.ui.laboratory.contact.inspector.friction_cone import ConeLoad, FrictionCone
from torseur.ui.laboratory.contact.inspector.friction_section import FrictionSection

LOAD = ConeLoad("c_1", 31.29, (12.21, 0.0), 0.6, 0, False)


@pytest.fixture
def cone(qtbot):
    cone = FrictionCone()
    qtbot.addWidget(cone)
    cone.show_value(LOAD)
    return cone


@pytest.fixture
def section(qtbot):
    section = FrictionSection()
    qtbot.addWidget(section)
    section.show_value(LOAD)
    return section


def test_axes_follow_the_load_in_round_steps(cone):
    assert cone.axis_end == 40.0
    assert cone.point().y() < cone.height() / 2
    cone.show_value(replace(LOAD, normal=20.0))
    assert cone.axis_end == 40.0  # it does not follow every force
    cone.show_value(replace(LOAD, normal=44.0))
    assert cone.axis_end == 60.0
    cone.show_value(replace(LOAD, normal=4.5, impact=True))
    assert "Λn 4.500 N·s" in cone.accessible().value


def test_the_plot_of_friction_is_that_of_the_law_which_was_solved(cone):
    assert cone.limit_text() == "cone |λ_t| = μ λ_n"
    cone.show_value(replace(LOAD, facets=4, force=(8.634, 8.634)))
    cone.grab()
    assert cone.accessible().name == "Friction pyramid"
    assert cone.limit_text() == "pyramid |λ_t| = 0.7071 μ λ_n"  # cos 45°, in the middle of a facet
    assert replace(LOAD, facets=4, force=(0.0, -1.0)).section == pytest.approx(1.0, abs=1e-12)  # at a corner


def test_the_section_of_a_pyramid_is_a_polygon_with_the_friction_in_it(section):
    assert section.corners() == []
    assert section.limit_text() == "μ λ_n = 18.77 N"
    for facets in (4, 8):
        section.show_value(replace(LOAD, facets=facets, force=(0.0, 0.0)))
        corners, middle = section.corners(), section.point()
        assert len(corners) == facets
        limit = LOAD.friction * LOAD.normal
        assert (corners[0].x() > middle.x(), corners[0].y()) == (True, middle.y())  # on the first tangent
        section.show_value(replace(LOAD, facets=facets, force=(0.0, limit)))
        top = min(corners, key=lambda corner: corner.y())
        assert (section.point() - top).manhattanLength() < 1e-9  # at its limit along the second, which points up
        section.show_value(replace(LOAD, facets=facets, force=(0.5 * limit, 0.0)))
        assert section.point().x() - middle.x() == pytest.approx(0.5 * (corners[0].x() - middle.x()))
        assert f"{facets} facets" in section.accessible().value
        section.grab()
