"""What the tests ask of the hopper: TRAJECTORY §6."""

from torseur.sim.trajectory.task.obstacles import GapObstacle
from torseur.sim.trajectory.task.plan_task import PlanTask, TaskPhase

UPRIGHT = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
WEAK = {"force": (-45.0, 45.0), "torque": (-5.0, 5.0)}
WEAK_LEG = {"force": (-45.0, 45.0)}


def one_hop(distance, intervals=5, **changes):
    phases = tuple(TaskPhase(mode, intervals) for mode in ("stance", "flight", "stance"))
    goal = {**UPRIGHT, "body_x": distance, "foot_x": distance}
    return PlanTask(name="one hop", phases=phases, start=UPRIGHT, goal=goal, **changes)


def over_a_gap(width):
    return one_hop(width + 0.1, obstacles=(GapObstacle(0.05, 0.05 + width, 1),))


def up_to(height, intervals=5, **changes):
    modes = ("stance", "flight", "flight", "stance")
    phases = tuple(TaskPhase(m, intervals, ends_at={"body_z": height} if k == 1 else {}) for k, m in enumerate(modes))
    return PlanTask(name="up", phases=phases, start=UPRIGHT, goal=UPRIGHT, **changes)
