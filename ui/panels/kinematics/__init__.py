"""The kinematics inspector: pose, Jacobian, ellipsoids."""
