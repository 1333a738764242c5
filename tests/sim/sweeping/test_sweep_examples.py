"""Laws of docs/sweep_examples.md: feedback saves pushes, no gains beat the regulator, neighbours part as cosh does."""

import numpy as np
import pytest

from tests.sim.sweeping.page_sections import sections
from torseur import sim

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    pytest.importorskip("casadi")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("examples"))
        yield sections()


def test_of_the_same_pushes_more_end_as_planned_with_feedback_than_by_the_inputs_alone(page):
    alone, fed_back = (page["pushes"][way].to_numpy() for way in ("alone", "tvlqr"))
    assert np.count_nonzero(fed_back < 0.05) > np.count_nonzero(alone < 0.05)


def test_no_gains_cost_less_than_those_of_the_regulator(page):
    kp, kd, least = page["kp"], page["kd"], 0.01**0.25  # √(2 I) = 1
    assert page["gains"]["cost"].to_numpy().min() > least
    best = {kp: 10.0, kd: np.sqrt(10.0)}
    around = {kp: [8.0, 10.0, 12.5], kd: [2.5, best[kd], 4.0]}
    cost = sim.sweep(sim.load_scene("servo.toml"), around, [page["cost"]])["cost"].to_numpy()
    assert cost.argmin() == 4
    assert cost[4] == pytest.approx(least, rel=1e-4)  # steps of 2 ms


def test_neighbours_of_the_top_part_as_the_hyperbolic_cosine_says_whatever_the_step(page):
    starts, bounces = [1e-12, 1e-9], range(1, 7)
    measures = {f"x{n}": f"at(position.ball.x, {0.4 * n})" for n in bounces}
    vary = {"bodies.ball.xyz[0]": starts, "settings.dt": [1e-3, 5e-4], "duration": [2.401]}
    table = sim.sweep(sim.load_scene("bounce.toml"), vary, measures, workers=0)
    x = np.array([table[f"x{n}"].to_numpy() for n in bounces]).reshape(6, 2, 2) / np.array(starts)[:, None]
    exact = np.cosh(np.arange(1, 7) * np.arccosh(page["mu"]))[:, None, None]
    np.testing.assert_allclose(x, np.broadcast_to(exact, x.shape), rtol=1e-6)  # linear: the ball is within 2e-5 m of the top
