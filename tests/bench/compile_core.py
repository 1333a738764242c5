"""Compile the kernels of `torseur.sim.multibody`, or read them from the cache, in a process of its own; a line for each entry.

A line is a name and seconds: first "import", all modules with numba, then the entries in the order of `torseur.sim.compilation`.
"""

from __future__ import annotations

import sys
import time


def main() -> int:
    """Do it."""
    start = time.perf_counter()
    from torseur.sim.compilation import ENTRIES, entry_named
    from torseur.sim.kernel import compile_entry

    core = [(module, name) for module, name in ENTRIES if module.startswith("multibody.")]
    entries = {f"{module.partition('.')[2]}.{name.lstrip('_')}": entry_named(module, name) for module, name in core}
    sys.stdout.write(f"import {time.perf_counter() - start:.6f}\n")
    for name, entry in entries.items():
        start = time.perf_counter()
        compile_entry(entry)
        sys.stdout.write(f"{name} {time.perf_counter() - start:.6f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
