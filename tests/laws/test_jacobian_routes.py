"""Routes to the Jacobian that share no formula agree: on random trees, and on every robot that can be opened by name."""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.laws.agreement import DIFFERENCE, ROUNDING, assert_close
from tests.laws.differences import rate
from tests.laws.random_trees import cases, on_all_trees
from tests.robots_to_test import each
from torseur import robots, sim

ROUTES = ("geometric", "composed", "differentiated", "compiled")
TOLERANCE = 1e-12
"""Of the largest terms added up, `JacobianRoutes.lengths` and `.turns`: a path of forty joints rounds each a few times."""


def frames_of(model, count):
    """A few frames, the last among them."""
    return [*model.frame_names[:: max(1, len(model.frame_names) // count)], model.frame_names[-1]]


@pytest.mark.slow
@on_all_trees
def test_routes_agree_on_trees_of_every_kind_of_joint(block):
    for model, q, _, _ in cases(block):
        for frame in (*frames_of(model, 2), "mark"):
            found = sim.jacobian_routes(model, q, frame)
            assert tuple(found.routes) == ROUTES
            assert found.largest <= TOLERANCE, (model, frame, found.largest)


@pytest.mark.parametrize("reference", ["world_aligned", "local", "world"])
def test_routes_agree_in_every_reference(reference):
    for model, q, _, _ in cases(range(0, 200, 10)):
        found = sim.jacobian_routes(model, q, "tool", reference)
        assert found.largest <= TOLERANCE
        assert np.array_equal(found.routes["compiled"], sim.jacobian(model, q, "tool", reference))


@loop_over("name", each(robots.names()))
def test_routes_agree_on_every_robot(name):
    model = robots.load(name, meshes=False)
    for seed in range(3):
        q = sim.random_configuration(model, np.random.default_rng(seed))
        for frame in frames_of(model, 3):
            found = sim.jacobian_routes(model, q, frame)
            assert found.largest <= TOLERANCE, (frame, found.largest)


@on_all_trees
def test_links_move_in_their_own_axes_as_the_jacobian_says(block):
    for model, q, v, _ in cases(block):
        poses = dict(zip(model.frame_names, sim.frame_poses(model, q), strict=True))
        links = sim.link_velocities(model, q, v)
        assert sorted(link.body for link in links) == sorted(model.body_names)
        for link in links:
            J, R = sim.jacobian(model, q, link.body), poses[link.body][:3, :3]
            expected = np.concatenate([R.T @ (J @ v)[:3], R.T @ (J @ v)[3:]])
            assert_close(link.twist, expected, ROUNDING, (model, link.body), np.abs(J @ v).max(initial=0.0))
            halves = link.from_parent + link.from_joint
            turned = np.concatenate([link.R @ halves[:3], link.R @ halves[3:]])
            assert_close(link.twist, turned, ROUNDING, (model, link.body))


@on_all_trees
def test_links_on_the_way_to_a_frame_move_as_among_all(block):
    for model, q, v, _ in cases(block):
        every = {link.body: link for link in sim.link_velocities(model, q, v)}
        frame = model.body_names[-1]
        some = sim.link_velocities(model, q, v, frame)
        assert some[-1].body == frame
        assert all(np.array_equal(link.twist, every[link.body].twist) for link in some)


@on_all_trees
def test_rates_of_configurations_are_those_of_integrate(block):
    from torseur.sim.analysis.jacobian.differentiated import configuration_rates

    for model, q, v, _ in cases(block):
        found = rate(lambda t, m=model, q=q, v=v: sim.integrate(m, q, v, t))
        assert_close(v @ configuration_rates(model, q), found, DIFFERENCE, model)


@on_all_trees
def test_the_gap_of_the_differential_model_is_of_second_order(block):
    for model, q, v, _ in cases(block):
        for frame in frames_of(model, 1):
            small = 0.02 * v / np.linalg.norm(v)
            gaps = [sim.small_displacement(model, q, frame, small / 2**k).gap for k in range(3)]
            for half in (slice(0, 3), slice(3, 6)):
                size = np.array([np.linalg.norm(gap[half]) for gap in gaps])
                if size[0] > 1e-6:  # below, terms of second order may be as small as those of third
                    np.testing.assert_allclose(size[:2] / size[1:], 4.0, atol=0.2)
