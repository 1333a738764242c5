"""What reading a mesh file takes that no cache has: prints seconds of processor time, and megabytes of memory at most.

mesh SECONDS MEGABYTES
"""

from __future__ import annotations

import sys
import time

from torseur.robots.meshes.mesh_reader import read_mesh
from torseur.sim.memory import resident_memory


def main(path: str, small: str) -> int:
    """Read a small file of the same format, for what that imports; then the large one; tell."""
    read_mesh(small)
    before, begun = resident_memory(), time.process_time()
    read_mesh(path)
    seconds, after = time.process_time() - begun, resident_memory()
    most = float("nan") if before is None or after is None else 1e-6 * (after[1] - before[0])
    sys.stdout.write(f"mesh {seconds:.2f} {most:.1f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
