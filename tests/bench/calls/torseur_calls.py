"""The quantities of the benchmark, and how Torseur is called for each."""

from __future__ import annotations

from torseur import sim

from ..timing import Contender
from .robot_peers import States

RNEA, CRBA, ABA = "inverse dynamics", "mass matrix", "forward dynamics"
JACOBIAN, FRAMES = "Jacobian of the tool", "all frames"
SOLVE, DERIVATIVES = "H⁻¹ b", "inv. dyn. derivatives"
QUANTITIES = (RNEA, CRBA, ABA, JACOBIAN, FRAMES, SOLVE, DERIVATIVES)


def torseur_calls(model: sim.Model, states: States, tool: str) -> dict[str, Contender]:
    """The calls, by quantity. τ of the states stands for b as well."""
    q, v, a, tau = states.q, states.v, states.a, states.tau
    with_a = [(model, *row) for row in zip(q, v, a, strict=True)]
    with_tau = [(model, *row) for row in zip(q, v, tau, strict=True)]
    alone = [(model, row) for row in q]
    return {
        RNEA: Contender("sim.inverse_dynamics(m, q, v, a)", sim.inverse_dynamics, with_a),
        CRBA: Contender("sim.mass_matrix(m, q)", sim.mass_matrix, alone),
        ABA: Contender("sim.forward_dynamics(m, q, v, τ)", sim.forward_dynamics, with_tau),
        JACOBIAN: Contender("sim.jacobian(m, q, tool)", sim.jacobian, [(model, row, tool) for row in q]),
        FRAMES: Contender("sim.frame_poses(m, q)", sim.frame_poses, alone),
        SOLVE: Contender(
            "sim.solve_mass_matrix(m, q, b)", sim.solve_mass_matrix, [(model, *row) for row in zip(q, tau, strict=True)]
        ),
        DERIVATIVES: Contender("sim.inverse_dynamics_derivatives(m, q, v, a)", sim.inverse_dynamics_derivatives, with_a),
    }
