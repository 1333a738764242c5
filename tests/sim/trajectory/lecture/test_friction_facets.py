"""Linearised friction in a plan: what a pyramid costs, and where it is the cone."""

import numpy as np
import pytest

from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.lecture.friction_facets import FRICTION, friction_rows, push_plan

pytest.importorskip("casadi")


@pytest.fixture(scope="module")
def cone():
    return push_plan(0.3)


def test_the_cone_costs_the_same_in_every_direction_and_is_used_to_its_edge(cone):
    assert cone.solved
    assert cone.friction_used == pytest.approx(FRICTION, abs=1e-8)
    assert push_plan(1.1).cost == pytest.approx(cone.cost, rel=1e-8)


def test_along_its_edge_a_pyramid_is_the_cone(cone):
    assert push_plan(0.0, 4).cost == pytest.approx(cone.cost, rel=1e-7)  # the cone's tip is rounded by 1 mN


def test_between_its_edges_it_costs_more_less_so_with_more_facets(cone):
    dearer = [push_plan(np.pi / facets, facets).cost / cone.cost - 1.0 for facets in (4, 8, 16)]
    assert dearer == pytest.approx([0.6200, 0.0162, 0.0027], abs=1e-4)


def test_a_pyramid_about_the_cone_plans_what_would_slip(cone):
    found = push_plan(0.0, 4, outside=True)
    assert found.cost < cone.cost
    assert found.friction_used > FRICTION + 0.05


@pytest.mark.parametrize("facets", [4, 8, 16])
def test_inside_a_pyramid_friction_falls_short_by_the_cosine_of_half_a_facet(facets):
    sizes = np.linspace(0.0, FRICTION, 501)
    reach = []
    for angle in np.arange(2 * facets) * np.pi / facets:  # edges and middles of facets in turn
        inside = [min(friction_rows([r * np.cos(angle), r * np.sin(angle), 1.0], facets)) > -1e-9 for r in sizes]
        reach.append(sizes[inside].max())
    assert max(reach) == pytest.approx(FRICTION)
    assert min(reach) == pytest.approx(FRICTION * np.cos(np.pi / facets), abs=1e-3)  # the grid's step


def test_a_pyramid_of_two_facets_is_refused_in_three_dimensions():
    with pytest.raises(ArgumentError, match="at least 3"):
        push_plan(0.0, 2)
