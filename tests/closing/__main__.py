"""Close the real program in all its situations, by all ways, at random instants, and print how it ended."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path

from tests import virtual_screen

from .cycle import WAYS, close_in
from .situations import SITUATIONS

MOST = 2.0  # [s]
TRIES = 3  # until it is closed while the situation lasts
OTHERS = ("a failure", "the start after")  # what is told, what is found


def main() -> int:
    """Return 1 where a cycle was not well, was over before it was closed, or took longer than 2 s."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    names = sys.argv[2:] or [name for name in SITUATIONS if name not in OTHERS]
    has_screen = virtual_screen.has_screen()
    draw = random.Random(22)
    bad = 0
    for number in range(count):
        name = names[number % len(names)]
        way = draw.choice([way for way in WAYS if way != "close" or not SITUATIONS[name].by_signal])
        after = draw.uniform(0.0, 0.5)
        for _ in range(TRIES):
            if not has_screen:
                virtual_screen.start()  # which goes with the program
            with tempfile.TemporaryDirectory() as folder:
                ending = close_in(name, way, Path(folder), after=after)
            if ending.lasted:
                break
            after *= 0.2  # it was over before it was closed
        wrong = not ending.well or not ending.lasted or ending.seconds > MOST
        bad += wrong
        took = f"{ending.seconds:5.2f} s, {ending.processor:4.2f} of processors, load {os.getloadavg()[0]:4.1f}"
        over = "" if ending.lasted else ", which was over"
        sys.stdout.write(f"{number + 1:3d} {took}  exit {ending.code}  {way:8s} {name}{over}{'  <-' if wrong else ''}\n")
        sys.stdout.writelines(f"      left: {left}\n" for left in ending.left)
        if ending.said:
            sys.stdout.write(f"      said: {ending.said[-600:]}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{count} cycles, {bad} not well, over too soon, or longer than {MOST:g} s\n")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
