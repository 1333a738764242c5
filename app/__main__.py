"""The program: `python -m torseur.app`, the command `torseur`, and `main.py`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the program and return its exit code."""
    from .command_line.command_line import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
