"""What IPOPT calls after each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca
import numpy as np
from typing_extensions import override

from ...arrays import Array
from ..values import PlanIterate
from .program import Program
from .program_solution import Bounds, Tell


class Listener(ca.Callback):
    """Tells each iterate and asks whether to go on."""

    def __init__(self, program: Program) -> None:
        ca.Callback.__init__(self)
        self._program = program
        self._tell: Tell | None = None
        self._iteration = 0
        self._last: Array = np.zeros(0)
        self.construct("listener", {})

    def begin(self, tell: Tell | None, parameters: Array, bounds: Bounds) -> None:
        """Before a solve."""
        self._tell, self._parameters, self._bounds, self._iteration = tell, parameters, bounds, 0

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
        sizes = {
            "f": 1,
            "x": self._program.variables,
            "lam_x": self._program.variables,
            "lam_p": self._program.parameters,
        }
        name = ca.nlpsol_out(i)
        return ca.Sparsity.dense(sizes.get(name, self._program.rows), 1)

    @override
    def eval(self, arguments: Sequence[ca.DM]) -> list[int]:
        """Called by IPOPT."""
        if self._tell is None:
            return [0]
        values = {ca.nlpsol_out(i): np.asarray(value, float).ravel() for i, value in enumerate(arguments)}
        stop = self._tell(self._iterate(values), values["x"])
        self._iteration += 1
        return [1 if stop else 0]

    def _iterate(self, values: dict[str, Array]) -> PlanIterate:
        x, rows, b = values["x"], values["g"], self._bounds
        outside = [b.g_lower - rows, rows - b.g_upper, b.x_lower - x, x - b.x_upper]
        infeasibility = max((float(part.max()) for part in outside if part.size), default=0.0)
        gradient = np.asarray(self._program.gradient(x, self._parameters)[1]).ravel()
        jacobian = self._program.jacobian(x, self._parameters)[1]
        dual = gradient + values["lam_x"] + np.asarray(ca.mtimes(jacobian.T, values["lam_g"])).ravel()
        free = b.x_lower < b.x_upper
        return PlanIterate(
            iteration=self._iteration,
            objective=float(values["f"][0]),
            infeasibility=max(infeasibility, 0.0),
            optimality=float(np.abs(dual[free]).max(initial=0.0)),
            barrier=float("nan"),
            step=float("nan"),
        )


def make_listener(program: Program) -> Listener:
    """A new one."""
    return Listener(program)
