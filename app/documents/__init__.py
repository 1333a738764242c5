"""What is open: a scene, a robot, a table, a recording."""
