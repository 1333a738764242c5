"""Run the cases named on the command line, or all of them; print the table, and write it to docs/validation.md."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable

from . import closed_forms, convergence, engines, simbenchmark, solvers
from .report import print_table, write_page
from .results import load, save
from .row import MISS, Result, Row

Case = Callable[[bool], Result]

GROUPS: dict[str, dict[str, Case]] = {
    "Closed forms": closed_forms.CASES,
    "What every solver must show": solvers.CASES,
    "Convergence": convergence.CASES,
    "SimBenchmark": simbenchmark.CASES,
    "Today's engines": engines.CASES,
}
SLOW = ("666 at 10 ms", "666 at 1 ms", "elastic 666", "kapla tower", "residuals of all scenes", "648 balls")  # > 10 s


def main(arguments: list[str]) -> int:
    """Run and return the exit code: 1 if a line misses what is wanted, of all cases that have been run."""
    parser = argparse.ArgumentParser(prog="python -m tests.validate", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="; ".join(_names()))
    parser.add_argument("--quick", action="store_true", help=f"without {', '.join(SLOW)}")
    parser.add_argument("--long", action="store_true", help="the published lengths where they take minutes")
    parser.add_argument("--resume", action="store_true", help="only the cases that have no result in out/validation yet")
    parser.add_argument("--no-page", action="store_true", help="leave docs/validation.md as it is")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.cases if name not in _names()]
    if unknown:
        parser.error(f"there is no case {', '.join(unknown)}; there are: {'; '.join(_names())}")
    for cases in GROUPS.values():
        for name, case in cases.items():
            if _wanted(name, options):
                _run(name, case, options.long)
    results = {group: {name: load(name) for name in cases} for group, cases in GROUPS.items()}
    print_table(results)
    if not options.no_page:
        write_page(results)
    rows = [row for cases in results.values() for found in cases.values() if found for row in found.result.rows]
    return int(any(row.verdict == MISS for row in rows))


def _names() -> list[str]:
    return [name for cases in GROUPS.values() for name in cases]


def _wanted(name: str, options: argparse.Namespace) -> bool:
    if options.cases:
        return name in options.cases
    if options.quick and name in SLOW:
        return False
    return not (options.resume and load(name))


def _run(name: str, case: Case, long: bool) -> None:
    """Run a case and keep what it gives; one that fails is a line that misses."""
    start = time.perf_counter()
    print(f"{name} … ", end="", flush=True)  # noqa: T201
    try:
        result = case(long)
    except Exception as error:  # the other cases are still to be run; this one is shown as missed
        traceback.print_exc()
        result = Result([Row("runs", f"{type(error).__name__}: {error}", "a result", MISS)])
    took = time.perf_counter() - start
    save(name, result, took)
    print(f"{took:.1f} s")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
