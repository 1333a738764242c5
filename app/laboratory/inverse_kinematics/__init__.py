"""The page of inverse kinematics."""
