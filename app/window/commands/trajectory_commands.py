"""The commands of the menu Plan."""

from __future__ import annotations

from torseur.sim.texts import marked

from ...trajectory.trajectory import TrajectoryBinding
from .command_table import MenuCommand


def trajectory_commands(trajectory: TrajectoryBinding) -> list[MenuCommand]:
    """Planning, stopping, refining."""
    board, planning = trajectory.board, trajectory.planning
    words = "trajectory optimisation, optimiser, planifier une trajectoire, hopper, sauteur, ipopt, casadi"
    return [
        MenuCommand("plan", marked("Plan"), board.plan, "Plan", "Ctrl+Enter", words=words),
        MenuCommand("stop_planning", marked("Stop planning"), planning.stop, "Plan", "Ctrl+."),
        MenuCommand(
            "plan_each_change",
            marked("Plan each change"),
            lambda: board.plan_each_change(not planning.each_change),
            "Plan",
            checked=lambda: planning.each_change,
            words="automatic, live, as you type",
        ),
        MenuCommand(
            "refine", marked("Refine where errors are large"), board.refine, "Plan", words="mesh, intervals, knots, raffiner"
        ),
    ]
