"""Run the parts named on the command line, or all of them, and print their tables."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from .report import console, environment

PARTS = {
    "multibody": "kinematics, dynamics and derivatives of five robots, beside Pinocchio and MuJoCo",
    "batch": "the batch functions on one thread and on all, beside Pinocchio in C++ and in Python",
    "rollout": "many runs at a time on one thread and on all, beside mujoco.rollout",
    "sweep": "what a run of a sweep costs beside its simulation, what two processes gain, memory",
    "ik": "inverse kinematics of 1000 poses of each of three arms, beside a solver on Pinocchio",
    "growth": "inverse and forward dynamics of chains and trees of 10 to 1000 bodies, with a plot in out/",
    "compile": "compiling all kernels by one process and by two, and again after an edit; takes five minutes",
    "contact": "bricks, stacks, robots and many balls, beside MuJoCo and PyBullet: error against time, with plots in out/",
    "contact_growth": "a step with 10 to 1000 bodies in contact, beside MuJoCo, with a plot in out/",
    "scenes": "steps of ten scenes beside the commit before, or the one that TORSEUR_BENCH_BEFORE names",
    "window": "time to the first frame, and of a frame while a slider is dragged",
    "opening": "second loads of robots, a chain of 1000 links in the window, 2 million triangles, first visits of pages",
    "pictures": "pictures a second while scenes play, live and replayed, on a quiet machine and a busy one, beside MuJoCo",
    "gaps": "how long the window hears nobody while pages follow up to 1000 contacts: gaps of the event loop",
}


def main(arguments: list[str]) -> int:
    """Run and return the exit code: 0, or 1 if results that were to agree did not, or a window could not be timed."""
    described = "\n".join(f"  {name:14} {what}" for name, what in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        epilog=f"parts:\n{described}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of: {', '.join(PARTS)}")
    parser.add_argument(
        "--case", action="append", default=[], metavar="NAME", help="of contact: cases with this in their names; repeatable"
    )
    parser.add_argument("--folder", metavar="FOLDER", help="of opening: with robots of one's own")
    given = parser.parse_args(arguments)
    wanted = given.parts or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    # Parts about several threads go without; the libraries read this when they are imported.
    if not {"batch", "rollout"} & set(wanted):
        os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    out = console()
    environment(out)
    if given.case and wanted != ["contact"]:
        parser.error("--case is of the part contact, alone")
    if given.folder and wanted != ["opening"]:
        parser.error("--folder is of the part opening, alone")
    options = {"named": given.case} if given.case else {"folder": given.folder} if given.folder else {}
    return max(import_module(f".{name}", __package__).run(out, **options) for name in wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
