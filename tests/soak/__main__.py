"""Use the program for days on end, and see that it holds no more memory, threads, descriptors and files than in the second."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests import virtual_screen

from .holdings import Holdings, grown

WARM_UP = 2  # days, of a round for each scene; each day each page is looked at
LEAST_ROUNDS = 3  # of a day: the least memory of several counts
GROWTH = 5.0  # [MB] that is allowed after them


def main(arguments: list[str]) -> int:
    """Run and return the exit code: 1 if something grew."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--days", type=int, default=12, help="how many days follow the two to warm up (12, ten minutes)")
    parser.add_argument(
        "--short", action="store_true", help="days of three rounds with one scene, in which each sixth page is seen"
    )
    options = parser.parse_args(arguments)
    # Of Mesa drawing on the processor: its threads leave 30 MB of a frame that one of them was late with for as long as
    # none is late again, which says nothing of this program.
    os.environ.setdefault("LP_NUM_THREADS", "0")
    if not virtual_screen.has_screen():
        virtual_screen.start()
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = str(Path(folder) / "temporary")
        Path(tempfile.tempdir).mkdir()
        found = soak(Path(folder), options.days, short=options.short)
    print("\n".join(found or ["nothing grew"]))  # noqa: T201
    return int(bool(found))


def soak(folder: Path, days: int, *, short: bool = False) -> list[str]:
    """Go through the days, and name what grew; each round is told as it ends."""
    from torseur.app.background.freed_memory import keep_little_freed_memory
    from torseur.app.background.garbage import GarbageCollection
    from torseur.app.command_line.installation.application import make_application
    from torseur.app.preferences.preferences import Preferences
    from torseur.app.window.window import Window

    from .day import Day

    keep_little_freed_memory()
    app = make_application()
    window = Window(Preferences(folder / "settings.json"))
    window.viewport.set_quality("low")  # where no graphics card draws, a better picture takes up to a second
    window.show()
    window.kernels.start()
    garbage = GarbageCollection(window)
    day = Day(app, window, folder, short=short)
    day.wait_until(lambda: window.kernels.all_ready, "compiling")
    begin, held = time.monotonic(), []
    rounds = max(len(day.scenes), LEAST_ROUNDS)
    for number in range((WARM_UP + days) * rounds):
        day.live(number)
        garbage.collect_all()
        held.append(Holdings.now(Path(tempfile.gettempdir())))
        print(f"{number + 1:4d}  {time.monotonic() - begin:5.0f} s  {held[-1]}", flush=True)  # noqa: T201
    window.close_unasked()
    day.rest(0.2)
    return grown(held[(WARM_UP - 1) * rounds : WARM_UP * rounds], held[-rounds:], GROWTH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
