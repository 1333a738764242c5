"""Programs that `tests.bench.window` starts and times, each in a process of its own."""
