"""Where the robot is singular."""
