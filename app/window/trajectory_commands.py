"""The commands of the menu Plan."""

from __future__ import annotations

from ..trajectory.trajectory import TrajectoryBinding
from .command_table import MenuCommand


def trajectory_commands(trajectory: TrajectoryBinding) -> list[MenuCommand]:
    """Planning, stopping, refining."""
    board, planning = trajectory.board, trajectory.planning
    words = "trajectory trajectoire optimisation optimise optimiser planifier plan contact hopper sauteur ipopt casadi"
    return [
        MenuCommand("plan", "Plan", board.plan, "Plan", "Ctrl+Return", words=words),
        MenuCommand("stop_planning", "Stop planning", planning.stop, "Plan", "Ctrl+."),
        MenuCommand(
            "refine", "Refine where errors are large", board.refine, "Plan", words="mesh intervals knots raffiner"
        ),
    ]
