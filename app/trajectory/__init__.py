"""Between the phase board and the session: tasks, planning, what came of it, and what is drawn of it."""
