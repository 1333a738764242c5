"""Change files of robots and recordings at random, and see that each ends in what it was or in a sentence and its place."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from .cases import COUNTS, ROOT, Cases
from .pool import Job, results
from .recordings import Recordings, record
from .report import Tally
from .worker import RECORDED

SEED = 5
KEPT = ROOT / "out" / "fuzz"


def main(arguments: list[str]) -> int:
    """Run and return the exit code: 1 if something is wrong with what became of a file, which is then kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(COUNTS)}; without, all")
    parser.add_argument("--seed", type=int, default=SEED, help=f"another one makes other files ({SEED})")
    parser.add_argument("--share", type=float, default=1.0, help="how many of the files are tried, such as 0.1 (1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many work (one for each core)")
    options = parser.parse_args(arguments)
    unknown = [kind for kind in options.kinds if kind not in COUNTS]
    if unknown:
        parser.error(f"there is no kind {', '.join(unknown)}; there are: {', '.join(COUNTS)}")
    start = time.perf_counter()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder) / RECORDED)
        cases = Cases(options.seed, Path("/outside"), Recordings(Path(folder) / RECORDED))
        wanted = [kind for kind in reversed(COUNTS) if kind in (options.kinds or COUNTS)]  # the slow ones first
        jobs: list[Job] = [(kind, number) for kind in wanted for number in cases.numbers(kind, options.share)]
        for done, (job, result) in enumerate(results(jobs, options.processes, Path(folder), options.seed), start=1):
            tally.add(job, result)
            if tally.is_wrong(result):
                tally.keep(job, result, cases.case(*job), KEPT)
            if done % 200 == 0 or done == len(jobs):
                print(f"\r{done} of {len(jobs)} files", end="", file=sys.stderr, flush=True)  # noqa: T201
    print(file=sys.stderr)  # noqa: T201
    print(tally.text(time.perf_counter() - start, KEPT.relative_to(ROOT)))  # noqa: T201
    return int(bool(tally.wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
