"""All compiled entries, and compiling them ahead of use.

`python -m torseur.sim.compilation` compiles what is not in the cache yet and prints a line for each entry, so that another
process can show how far it is: "k n name". The window runs it beside itself at its first start.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

POSING = "posing"
STEPPING = "stepping"
REACHING = "reaching"
PROBLEMS = "problems"
GAPS = "gaps"
HYBRID = "hybrid"
DYNAMICS = "dynamics"
BATCHES = "batches"
SOLVERS = "solvers"
CONVEX_PAIRS = "convex pairs"

# In the order in which a person needs them: posing a robot, then simulations and what is shown of them, then the rest.
GROUPS: dict[str, tuple[tuple[str, str], ...]] = {
    POSING: (
        ("multibody.kinematics.kinematics", "_frame_poses"),
        ("multibody.kinematics.kinematics", "_frame_pose"),
        ("multibody.kinematics.jacobian", "_jacobian"),
    ),
    STEPPING: (
        ("multibody.dynamics.energy", "_energy_and_momentum"),
        ("simulation.time_stepping.many_steps", "advance"),
    ),
    REACHING: (
        ("multibody.kinematics.configuration", "_integrate"),
        ("analysis.inverse_kinematics.pose_descent", "descend"),
    ),
    PROBLEMS: (
        ("multibody.dynamics.inverse_dynamics", "_inverse_dynamics"),
        ("multibody.dynamics.mass_matrix", "_mass_matrix"),
        ("simulation.contact_problem", "_assemble"),
        ("contact.problem.own_methods", "_active_set"),
        ("contact.problem.own_methods", "_newton"),
    ),
    GAPS: (("simulation.recording.gaps", "_gaps"),),
    HYBRID: (("simulation.hybrid.many_intervals", "advance_hybrid"),),
    DYNAMICS: (
        ("multibody.dynamics.forward_dynamics", "_forward_dynamics"),
        ("multibody.dynamics.forward_dynamics", "_through_the_mass_matrix"),
        ("multibody.kinematics.configuration", "_difference"),
        ("multibody.kinematics.exponential", "_exponential_rate"),
        ("multibody.dynamics.lagrangian", "_lagrangian_derivatives"),
        ("multibody.kinematics.straight_step", "_straight_momentum"),
        ("multibody.kinematics.kinematics", "_frame_twists"),
        ("multibody.dynamics.inverse_mass_matrix", "_solve"),
        ("multibody.dynamics.dynamics_derivatives", "_derivatives"),
        ("multibody.dynamics.coriolis_matrix", "_coriolis_matrix"),
        ("multibody.dynamics.centroidal", "_centroidal"),
        ("multibody.kinematics.frame_accelerations", "_frame_accelerations"),
        ("multibody.kinematics.frame_accelerations", "_jacobian_rate"),
    ),
    BATCHES: (
        ("multibody.dynamics.batch", "_inverse_dynamics"),
        ("multibody.dynamics.batch", "_forward_dynamics"),
        ("multibody.dynamics.batch", "_through_the_mass_matrix"),
        ("multibody.dynamics.batch", "_mass_matrix"),
        ("multibody.dynamics.batch", "_jacobian"),
    ),
    SOLVERS: (
        ("contact.problem.own_methods", "_gauss_seidel"),
        ("contact.problem.own_methods", "_admm"),
    ),
    CONVEX_PAIRS: (("contact.collision.coal_pairs", "_add"),),
}
"""Module of `sim` and name of each entry, by what it is needed for."""

ENTRIES = tuple(entry for entries in GROUPS.values() for entry in entries)


def entry_named(module: str, name: str) -> Any:
    """The entry of this name in a module of `sim`."""
    found = getattr(import_module(f".{module}", __package__), name)
    return getattr(found, "entry", found)


def missing() -> list[tuple[str, str]]:
    """The entries that are not in the cache."""
    from .kernel import is_cached

    return [(module, name) for module, name in ENTRIES if not is_cached(entry_named(module, name))]


def compile_all() -> Iterator[tuple[int, int, str]]:
    """Compile every entry, or read it from the cache; yields (how many are done, of how many, name of the next)."""
    from .kernel import compile_entry

    for k, (module, name) in enumerate(ENTRIES):
        yield k, len(ENTRIES), name.lstrip("_")
        compile_entry(entry_named(module, name))
    yield len(ENTRIES), len(ENTRIES), ""


def main() -> int:
    """Compile everything, telling each step on standard output."""
    for done, total, name in compile_all():
        sys.stdout.write(f"{done} {total} {name}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
