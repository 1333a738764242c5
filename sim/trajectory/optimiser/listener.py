"""What IPOPT calls after each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np
from typing_extensions import override

from ..values import PlanIterate
from .program import Function, NonlinearProgram
from .program_solution import Bounds, Tell


class Listener(ca.Callback):
    """Tells each iterate and asks whether to go on."""

    def __init__(self, program: NonlinearProgram) -> None:
        ca.Callback.__init__(self)
        self._sizes = {"f": 1, "x": program.variables, "lam_x": program.variables, "lam_p": program.parameters}
        self._rows = program.rows
        self._heard: tuple[Function, Bounds, Tell] | None = None
        self.construct("listener", {})

    def listen(self, solver: Function, bounds: Bounds, tell: Tell | None) -> None:
        """Before a solve."""
        self._heard = None if tell is None else (solver, bounds, tell)

    def forget(self) -> None:
        """After it."""
        self._heard = None

    @override
    def get_n_in(self) -> int:
        return int(ca.nlpsol_n_out())

    @override
    def get_n_out(self) -> int:
        return 1

    @override
    def get_name_in(self, i: int) -> str:
        return str(ca.nlpsol_out(i))

    @override
    def get_name_out(self, i: int) -> str:
        return "stop"

    @override
    def get_sparsity_in(self, i: int) -> Any:
        return ca.Sparsity.dense(self._sizes.get(ca.nlpsol_out(i), self._rows), 1)

    @override
    def eval(self, arguments: Sequence[ca.DM]) -> list[int]:
        """Called by IPOPT. An iteration's numbers are those that IPOPT itself goes by; the violation is of the rows as given."""
        if self._heard is None:
            return [0]
        solver, bounds, tell = self._heard
        x, cost, rows = (np.asarray(arguments[ca.nlpsol_out().index(name)]).ravel() for name in ("x", "f", "g"))
        history = solver.stats()["iterations"]
        outside = np.concatenate([bounds.g_lower - rows, rows - bounds.g_upper, bounds.x_lower - x, x - bounds.x_upper])
        iterate = PlanIterate(
            iteration=len(history["obj"]) - 1,
            objective=float(cost[0]),
            infeasibility=float(outside.max(initial=0.0)),
            optimality=history["inf_du"][-1],
            barrier=history["mu"][-1],
            step=history["alpha_pr"][-1],
        )
        return [1 if tell(iterate, x) else 0]
