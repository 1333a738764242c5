"""The panel of workspace Kinematics: pose, Jacobian, singular values and ellipsoids of the chosen frame."""
