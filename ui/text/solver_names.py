"""Solvers by the names that people know them by."""

from torseur.sim.texts import marked, tr

SOLVER_NAMES = {
    "auto": marked("Automatic"),
    "newton": "Newton",
    "gauss_seidel": "Gauss-Seidel",
    "active_set": marked("Active set"),
    "admm": "ADMM",
}
"""Of the keys that scenes, the command line and `torseur.sim` know."""


def solver_name(key: str) -> str:
    """The name of a solver, or of several in turns, as "admm, newton"."""
    return ", ".join(tr(SOLVER_NAMES.get(part, part)) for part in key.split(", "))
