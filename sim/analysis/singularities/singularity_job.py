"""Singularities by formulas, found by another process: it can be given up, and SymPy is not imported into the window.

`main` reads what `request` wrote from standard input. It writes a line
for each stage, `stage factors of 7 minors`, and at last `found` and the result as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from ..symbolic.chain import chain_of
from .symbolic_singularities import singularities_of_chain


def main() -> None:
    """Read, find, write."""
    question = json.loads(sys.stdin.read())
    found = singularities_of_chain(
        chain_of(question["chain"]), rows=question["rows"], names=question["names"], on_stage=_print_stage
    )
    sys.stdout.write(f"found {json.dumps(asdict(found))}\n")


def _print_stage(stage: str) -> None:
    sys.stdout.write(f"stage {stage}\n")
    sys.stdout.flush()
