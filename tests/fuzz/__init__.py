"""Files of robots with random damage: `python -m tests.fuzz`, `make fuzz`."""
