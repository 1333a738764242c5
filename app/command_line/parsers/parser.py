"""How a command line is read, and what is said where it is wrong."""

from __future__ import annotations

import argparse
from typing import NoReturn

from torseur.sim.texts import marked, tr

TEXTS = (
    marked("usage: "),
    marked("positional arguments"),
    marked("options"),
    marked("show this help message and exit"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("expected one argument"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
    marked("invalid %(type)s value: %(value)r"),
    marked("the following arguments are required: %s"),
    marked("unrecognized arguments: %s"),
    marked("not allowed with argument %s"),
)
"""What argparse says by itself."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """One line, and where to read more."""
        self.exit(2, tr("{prog}: {message} (see {prog} --help)", prog=self.prog, message=message) + "\n")
