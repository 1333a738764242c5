"""What is painted by hand on the panel of workspace Kinematics."""
