"""What the planning process can be asked for: each job takes a task, tells, and gives what can be sent back."""

import pickle

import pytest

from torseur.sim.trajectory.feasibility.values import FeasibilityVerdict
from torseur.sim.trajectory.planning.jobs import Jobs
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
TASK = PlanTask(
    name="up",
    phases=tuple(
        TaskPhase(mode, 3, ends_at=at)
        for mode, at in (("stance", {}), ("flight", {"body_z": 1.5}), ("flight", {}), ("stance", {}))
    ),
    start=UPRIGHT,
    goal=UPRIGHT,
)


@pytest.fixture(scope="module")
def jobs():
    pytest.importorskip("casadi")
    return Jobs().by_name


def sent(result):
    return pickle.loads(pickle.dumps(result))


def test_searches_are_asked_for_by_name_and_their_results_can_be_sent(jobs):
    told = []
    explanation = sent(jobs["explain"](TASK, told.append, rungs=("usual start",)))
    assert explanation.verdict is FeasibilityVerdict.SOLVED
    gallery = sent(jobs["multistart"](TASK, told.append, guesses=1))
    assert gallery.optima[0].plan.cost == pytest.approx(explanation.plan.cost, rel=1e-6)
    exploration = sent(jobs["explore"](TASK, told.append, step=0.1))
    seeded = sent(jobs["seed"](exploration, told.append))
    assert seeded.exploration.sequence.modes == exploration.sequence.modes
    stages = [text for text in told if isinstance(text, str)]
    assert {"solving from the usual start", "guess 1 of 1", "contact relaxed by 1e-06", "solving"} <= set(stages)
