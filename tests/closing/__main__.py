"""Close the real program in all its situations, by all ways, at random instants, and print how it ended."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from tests import virtual_screen

from .cycle import WAYS, close_in
from .situations import SITUATIONS

MOST = 2.0  # [s]


def main() -> int:
    """Return 1 where a cycle was not well or took longer than 2 s."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    names = sys.argv[2:] or [name for name in SITUATIONS if name != "a failure"]  # which is told
    has_screen = virtual_screen.has_screen()
    draw = random.Random(22)
    bad = 0
    for number in range(count):
        name, way = names[number % len(names)], draw.choice(WAYS)
        if not has_screen:
            virtual_screen.start()  # which goes with the program
        with tempfile.TemporaryDirectory() as folder:
            ending = close_in(name, way, Path(folder), after=draw.uniform(0.0, 0.5))
        wrong = not ending.well or ending.seconds > MOST
        bad += wrong
        took = f"{ending.seconds:5.2f} s, {ending.processor:4.2f} of processors"
        sys.stdout.write(f"{number + 1:3d} {took}  exit {ending.code}  {way:8s} {name}{'  <-' if wrong else ''}\n")
        sys.stdout.writelines(f"      left: {left}\n" for left in ending.left)
        if ending.said:
            sys.stdout.write(f"      said: {ending.said[-600:]}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{count} cycles, {bad} not well or longer than {MOST:g} s\n")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
