"""Limits with names: how much the program takes on. What is beyond them is refused where it enters, with its place.

What a reader of a robot's file takes is in `robots.urdf.parsing` and `robots.urdf.quantities`; how much memory a run may need is
asked by `sim.simulation.running.run_size`.
"""

from __future__ import annotations

LARGEST_NUMBER = 1e16
"""Absolute value of a number in a scene, a task or settings, in SI: squares and cubes of it are still numbers, and rounding alone
is then coarser than what is computed."""
MOST_DIGITS = 400
"""Of one number in a TOML file."""
MOST_DEPTH = 100
"""Of lists and tables one within another in a TOML file."""
MOST_BODIES = 5000
"""Of one scene, obstacles and links of robots among them. What is known of each pair takes a gigabyte then."""
SHORTEST_STEP, LONGEST_STEP = 1e-7, 1.0
"""Time step [s]."""
LONGEST_DURATION = 1e8
"""Of one run [s]: three years."""
MOST_SWEEPS = 1_000_000
"""Of the Gauss-Seidel method in one step."""
MOST_FACETS = 1000
"""Of the pyramid in the place of the friction cone."""
FINEST_TOLERANCE = 1e-15
"""What is asked of solves, events and integrators, each in its own unit; rounding leaves more."""
MOST_CONTACTS = 100_000
"""At one instant."""
LEAST_FREE = 2**29
"""Bytes of memory below which a run is stopped in words, before the system ends the whole program."""
MOST_IN_MEMORY = 2**28
"""Bytes of a recording's states that are read into memory, or kept there where a journal has them; the others stay in a file."""
