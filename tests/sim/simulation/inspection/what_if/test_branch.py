"""A run that leaves a recording with something changed: what differs is the edit."""

import numpy as np
import pytest

from tests.sim.simulation.parts import box, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError

G = 9.81


@pytest.fixture(scope="module")
def thrown():
    """A brick thrown sliding at 1 m/s."""
    part = standing(box("brick", (0.2, 0.2, 0.1), 2.0), 0.05, v=np.array([1.0, 0, 0, 0, 0, 0]))
    return sim.simulate(floor_scene([part]), 0.3)


def test_without_an_edit_a_branch_is_the_old_run(thrown):
    found = sim.branch(thrown, 50)
    assert found.t[0] == thrown.t[50]
    assert len(found) == len(thrown) - 50
    np.testing.assert_allclose(found.q, thrown.q[50:], atol=1e-12)


def test_more_friction_stops_the_brick_sooner(thrown):
    found = sim.branch(thrown, 50, friction=1.0)
    v = 1.0 - 0.5 * G * 0.05
    stopped = float(found.t[np.flatnonzero(found.v[:, 0] < 1e-9)[0]])
    assert stopped == pytest.approx(0.05 + v / G, abs=2e-3)  # to a step, and that in which it stops
    body, far = sim.farthest_body(thrown, found, 0.3)
    assert body == "brick"
    assert far == pytest.approx(1.0 / G - (1.0 - v**2) / G - v**2 / (2.0 * G), abs=1e-3)


def test_a_push_acts_for_its_time_and_no_longer(thrown):
    found = sim.branch(thrown, 290, wrench={"brick": [2.0 * G * 0.75, 0, 0, 0, 0, 0]}, push=0.02, duration=0.05)
    at = int(np.argmax(found.v[:, 0]))
    assert found.t[at] == pytest.approx(0.31)
    assert found.v[at, 0] == pytest.approx(0.25 * G * 0.02, abs=1e-9)
    assert found.v[-1, 0] == pytest.approx(0.0, abs=1e-9)


def test_what_cannot_be_is_refused(thrown):
    with pytest.raises(ArgumentError, match="there is no state 999"):
        sim.branch(thrown, 999)
    with pytest.raises(ArgumentError, match="both recordings have t from 0.05 to 0.3 s"):
        sim.farthest_body(thrown, sim.branch(thrown, 50), 0.02)
    with pytest.raises(ArgumentError, match="push must be"):
        sim.branch(thrown, 5, wrench={"brick": np.zeros(6)}, push=-1.0)
    arm = sim.simulate(sim.load_scene("arm_pushes_table"), 0.01)
    hand = arm.scene.model.body_names[-1]
    with pytest.raises(ArgumentError, match="effort limit of joint"):
        sim.branch(arm, 5, wrench={hand: [1e5, 0, 0, 0, 0, 0]})
