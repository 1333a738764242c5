"""What surrounds the view: bars, docks, messages, the palette of commands."""
