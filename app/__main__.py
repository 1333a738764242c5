"""The program: the command `torseur`, `main.py`, and `python -m torseur.app`."""

# Nothing is imported here that could come from the current folder, not even __future__.
import os
import sys


def main() -> int:
    """Run the program and return its exit code."""
    look_only_where_installed()
    from .command_line.quick_imports import end_by_signals, rest_threads

    end_by_signals()
    rest_threads()
    from .command_line.command_line import run

    return run(sys.argv[1:])


def look_only_where_installed() -> None:
    """Have modules looked for neither in the current folder nor in the one of the script: a `sim.py` there is not ours.

    Python looks there first, but for its option `-P`; and in the current folder where PYTHONPATH has an empty part.
    """
    try:
        here = os.getcwd()
    except FileNotFoundError:
        here = ""  # it is gone, and holds nothing
    unwanted = {"", here} if sys.flags.safe_path else {"", here, sys.path[0]}
    installed = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    sys.path[:] = [folder for folder in sys.path if folder == installed or folder not in unwanted]


if __name__ == "__main__":
    sys.exit(main())
