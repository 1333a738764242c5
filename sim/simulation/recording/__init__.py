"""What was simulated: states, events, contacts, and their file."""
