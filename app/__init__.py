"""Everything that knows the whole program: command line, session, worker, window wiring, files."""
