"""The singular value decomposition of a task's Jacobian, and self-motion."""
