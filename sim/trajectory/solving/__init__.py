"""From a task to a plan: built once for a structure, solved, and told what its constraints cost."""
