"""Files of robots and recordings with random damage: `python -m tests.fuzz`, `make fuzz`."""
