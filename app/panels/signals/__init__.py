"""The panel of signals: what can be plotted of a recording, worked out beside the window."""
