"""The Simulation Description Format (SDF) of Gazebo and Drake: one model of a file."""
