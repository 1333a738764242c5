"""Contacts, their problem and its solution, as the inspector shows them."""

from __future__ import annotations

import numpy as np

from sim.contact.contacts import Contacts, Mode
from sim.contact.problem import ContactProblem, ContactSolution, solve_contact_problem
from sim.errors import ArgumentError
from sim.multibody.state import State
from sim.simulation.contact_problem import contact_problem
from sim.simulation.recording import Recording
from sim.simulation.scene import Scene
from ui.panels.contact_values import ContactRow, ProblemView

from .joint_names import velocity_names

MODES = {Mode.OPEN: "open", Mode.STICK: "sticking", Mode.SLIP: "sliding"}
MOST_SHOWN = 24  # contacts of a problem shown as matrices


def contact_rows(contacts: Contacts, body_names: tuple[str, ...]) -> tuple[ContactRow, ...]:
    """One row a contact; forces [N], or impulses [N s] where the velocity jumped."""
    rows = []
    for i in range(len(contacts)):
        impact = bool(contacts.impact[i])
        load = contacts.impulse[i] if impact else contacts.force[i]
        n = contacts.normal[i]
        normal = float(load @ n)
        tangential = load - normal * n
        first, second = _tangents(n)
        rows.append(
            ContactRow(
                name=f"c_{i + 1}" if i < 9 else f"c_{{{i + 1}}}",
                pair=f"{body_names[int(contacts.body_a[i])]} · {body_names[int(contacts.body_b[i])]}",
                gap=float(contacts.gap[i]),
                speed=float(contacts.velocity[i] @ n),
                normal=normal,
                tangential=float(np.linalg.norm(tangential)),
                mode=MODES[Mode(int(contacts.mode[i]))],
                impact=impact,
                friction=float(contacts.friction[i]),
                force=(float(tangential @ first), float(tangential @ second)),
            )
        )
    return tuple(rows)


def _tangents(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors across a unit normal, the first along the world's axis that is farthest from it."""
    axis = np.eye(3)[int(np.argmin(np.abs(n)))]
    first = axis - (axis @ n) * n
    first /= np.linalg.norm(first)
    return first, np.cross(n, first)


def problem_at(recording: Recording, i: int) -> ProblemView:
    """The contact problem of state i of a recording, solved. Raises ArgumentError where it cannot be had, saying why."""
    scene = recording.scene
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    return problem_view(scene, state, np.array(recording.tau[i]))


def problem_view(scene: Scene, state: State, tau: np.ndarray) -> ProblemView:
    """The contact problem of a scene at a state under joint torques, solved. Raises ArgumentError, saying why."""
    problem = contact_problem(scene, state, tau)
    if not len(problem):
        raise ArgumentError("No contact is closed.")
    if len(problem) > MOST_SHOWN:
        raise ArgumentError(f"{len(problem)} contacts are closed; matrices are shown for up to {MOST_SHOWN}.")
    frictional = bool(np.any(problem.friction > 0.0))
    solution = solve_contact_problem(problem, "coulomb" if frictional else "active_set")
    return _view(scene, problem, solution, frictional)


def _view(scene: Scene, problem: ContactProblem, solution: ContactSolution, frictional: bool) -> ProblemView:
    sigma = np.linalg.svd(problem.M, compute_uv=False)
    rank = problem.rank
    push = np.column_stack([solution.tangential, solution.lam]).ravel()
    margin = problem.friction * solution.lam - np.linalg.norm(solution.tangential, axis=1)
    pressed = solution.lam > 0
    return ProblemView(
        names=tuple(f"c_{i + 1}" if i < 9 else f"c_{{{i + 1}}}" for i in range(len(problem))),
        M=problem.M,
        H=problem.H,
        T=problem.T,
        H_labels=tuple(velocity_names(scene.model)),
        lam=solution.lam,
        d=solution.zeta_dot - (problem.W @ push)[2::3],
        rate=solution.zeta_dot,
        rank=rank,
        condition=float(sigma[0] / sigma[rank - 1]) if rank else float("inf"),
        residual=solution.residual,
        complementarity=solution.complementarity,
        cone_margin=float(np.min(margin[pressed])) if frictional and pressed.any() else None,
        penetration=float(max(0.0, -np.min(problem.gap, initial=0.0))),
        frictional=frictional,
    )
