"""From a task about functions of time to a program about numbers: collocation, and shooting for comparison."""
