"""Compiling what a simulation needs before it begins, in processes beside each other."""

from __future__ import annotations

import os
import sys
from contextlib import closing

from torseur.sim.compilation import GROUPS, HYBRID, STEPPING, compile_all, entry_named
from torseur.sim.texts import tr

from ..background.compile_estimate import CompileEstimate


def compile_for(scheme: str) -> None:
    """Have the kernels of a scheme compiled on all cores where they are not in the cache, and say how long it will take."""
    from torseur.sim.compiling.kernel_files import cache_folder
    from torseur.sim.kernel import is_cached

    folder = cache_folder()
    if folder is None or not os.access(folder, os.W_OK):
        return  # other processes would compile in vain
    last = HYBRID if scheme == "hybrid" else STEPPING
    groups = list(GROUPS)[: list(GROUPS).index(last) + 1]
    needed = [entry for group in groups for entry in GROUPS[group]]
    absent = [entry for entry in needed if not is_cached(entry_named(*entry))]
    if absent:
        seconds = CompileEstimate(absent, min(os.cpu_count() or 1, 4)).seconds_until(last, 0.0)
        sys.stderr.write(tr("compiling the kernels, the first time only: about {seconds:.0f} s", seconds=seconds) + "\n")
        sys.stderr.flush()
        with closing(compile_all()) as progress:  # what is not needed here is left to the window
            next(ready for ready, _, _ in progress if ready >= len(needed))
