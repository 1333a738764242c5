"""How a command line is read, and what is said where it is wrong."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """One line, and where to read more."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")
