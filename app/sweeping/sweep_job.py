"""A sweep in a process of its own, which writes a line for each part of the runs that is done: "DONE TOTAL"."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

from torseur import sim
from torseur.sim.errors import TorseurError


def main() -> int:
    """Run what the window has put beside the folder of results named on standard input: a scene, what varies and measures."""
    heard = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what measures in Python print, here or in the processes that this one starts, is no line for the window
    folder = Path(sys.stdin.readline().rstrip("\n"))
    os.environ["TMPDIR"] = str(folder.parent)  # what libraries put down goes with it, also where all is killed
    scene, vary, measures = pickle.loads(
        folder.with_name(QUESTION).read_bytes()
    )  # of this user's window, in a folder of its own
    try:
        sim.sweep(scene, vary, measures, out=folder, progress=lambda done, total: print(done, total, file=heard, flush=True))
    except TorseurError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


QUESTION = "question.pickle"
