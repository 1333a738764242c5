"""The state of the program: session, playback, worker thread, undo."""
