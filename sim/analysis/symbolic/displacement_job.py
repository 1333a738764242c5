"""Formulas of small displacements, made by another process: it can be given up, and SymPy is not imported into the window.

`main` reads what `displacement_request` wrote from standard input, and writes `DisplacementFormulas` as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from .chain import chain_of
from .displacement_formulas import displacements_of_chain


def main() -> None:
    """Read, find, write."""
    question = json.loads(sys.stdin.read())
    found = displacements_of_chain(chain_of(question["chain"]), names=question["names"])
    sys.stdout.write(json.dumps(asdict(found)))
