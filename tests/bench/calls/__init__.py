"""One quantity of one robot, asked of each engine by the same states."""
