"""What opening robots takes that were opened before: read and made ready to be drawn, with pictures and hulls from the cache.

Each named robot, or file, is read once to fill the cache, and then so many times in turns with the others; nothing of it stays
in memory in between. Prints a line a robot, of milliseconds of processor time and of the clock:

    load PROCESSOR_LEAST PROCESSOR_MEDIAN CLOCK_LEAST CLOCK_MEDIAN NAME
"""

from __future__ import annotations

import gc
import sys
import time

import numpy as np

from torseur.app.files.reading import ReadResult, read
from torseur.ui.viewport.mesh.body_mesh import body_mesh


def main(repeats: str, *names: str) -> int:
    """Read them all in turns, tell."""
    readable = [name for name in names if _loaded(name).document is not None]
    times = np.array([[_timed(name) for name in readable] for _ in range(int(repeats))])
    for name, taken in zip(readable, 1e3 * times.transpose(1, 2, 0), strict=True):
        numbers = [number for of_clock in taken for number in (of_clock.min(), np.median(of_clock))]
        sys.stdout.write("load " + " ".join(f"{number:.1f}" for number in numbers) + f" {name}\n")
    for name in sorted(set(names) - set(readable)):
        sys.stdout.write(f"refused {name}\n")
    return 0


def _timed(name: str) -> tuple[float, float]:
    """Seconds of processor time and of the clock that reading takes where no robot is in memory."""
    body_mesh.cache_clear()
    gc.collect()
    processor, clock = time.process_time(), time.perf_counter()
    read_result = _loaded(name)
    taken = time.process_time() - processor, time.perf_counter() - clock
    del read_result
    return taken


def _loaded(name: str) -> ReadResult:
    result = read(name)
    if result.document is not None:
        for run in body_mesh(result.document.scene.model).textured:
            _ = run.texture.pixels
    return result


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
