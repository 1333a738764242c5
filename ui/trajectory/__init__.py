"""The phase board: a task of planning, its phases, and what came of planning it."""
