"""Contacts, their problem and its solution, as the inspector shows them."""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.contacts import Contacts, Mode
from torseur.sim.contact.problem.methods import solve_contact_problem
from torseur.sim.contact.problem.problem import ContactProblem
from torseur.sim.contact.problem.solution import ContactSolution
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.contact_problem import contact_problem
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.simulation.scene.scene import Scene
from torseur.ui.panels.contact.values import ContactRow, ProblemView

from ..documents.body_names import bare_names
from ..documents.joint_names import velocity_names
from ..drawing.contact_parts import contact_name, normal_and_tangential, tangents

MODES = {Mode.OPEN: "open", Mode.STICK: "sticking", Mode.SLIP: "sliding"}
MOST_SHOWN = 24  # contacts of a problem shown as matrices


def contact_rows(contacts: Contacts, body_names: tuple[str, ...]) -> tuple[ContactRow, ...]:
    """One row a contact; forces [N], or impulses [N s] where the velocity jumped."""
    if not len(contacts):
        return ()
    n = contacts.normal
    load = np.where(contacts.impact[:, None], contacts.impulse, contacts.force)
    normal, tangential = normal_and_tangential(load, n)
    speed = np.einsum("ck,ck->c", contacts.velocity, n)
    size = np.linalg.norm(tangential, axis=1)
    first, second = (np.einsum("ck,ck->c", tangential, axis) for axis in tangents(n))
    pairs = [(body_names[int(a)], body_names[int(b)]) for a, b in zip(contacts.body_a, contacts.body_b, strict=True)]
    read = bare_names(body_names)
    return tuple(
        ContactRow(
            name=contact_name(i),
            pair=f"{read[pairs[i][0]]} · {read[pairs[i][1]]}",
            gap=float(contacts.gap[i]),
            speed=float(speed[i]),
            normal=float(normal[i]),
            tangential=float(size[i]),
            mode=_mode(contacts, i),
            impact=bool(contacts.impact[i]),
            friction=float(contacts.friction[i]),
            force=(float(first[i]), float(second[i])),
            bodies=pairs[i],
        )
        for i in range(len(contacts))
    )


def _mode(contacts: Contacts, i: int) -> str:
    mode = Mode(int(contacts.mode[i]))
    return "closed" if mode != Mode.OPEN and contacts.friction[i] == 0.0 else MODES[mode]


def problem_at(recording: Recording, i: int) -> ProblemView:
    """The contact problem of state i of a recording, solved. Raises ArgumentError where it cannot be had, saying why."""
    scene = recording.scene
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    return problem_view(scene, state, recording.tau[i] + recording.passive[i], recording.contacts(i))


def problem_view(scene: Scene, state: State, tau: np.ndarray, displayed: Contacts) -> ProblemView:
    """The contact problem of a scene at a state under joint torques, solved; its contacts named as those shown.

    Raises ArgumentError, saying why it cannot be had.
    """
    problem = contact_problem(scene, state, tau)
    if not len(problem):
        raise ArgumentError("No contact is closed.")
    if len(problem) > MOST_SHOWN:
        raise ArgumentError(f"{len(problem)} contacts are closed; matrices are shown for up to {MOST_SHOWN}.")
    return _view(scene, problem, solve_contact_problem(problem), names_in(problem, displayed, scene.model.body_names))


def names_in(problem: ContactProblem, displayed: Contacts, body_names: tuple[str, ...]) -> tuple[str, ...]:
    """Each contact of the problem by the name of the one shown nearest to it, of the same bodies.

    The problem has only contacts that are closed, and at the end of the step; those shown are of the step. One that has no
    counterpart within a centimetre is called by a primed number of its own.
    """
    names, free = [], set(range(len(displayed)))
    for k, pair in enumerate(problem.bodies):
        same = [i for i in free if (body_names[int(displayed.body_a[i])], body_names[int(displayed.body_b[i])]) == pair]
        near = min(same, key=lambda i: float(np.linalg.norm(displayed.point[i] - problem.point[k])), default=None)
        if near is None or np.linalg.norm(displayed.point[near] - problem.point[k]) > 0.01:
            names.append(f"c′_{k + 1}" if k < 9 else f"c′_{{{k + 1}}}")
        else:
            free.discard(near)
            names.append(contact_name(near))
    return tuple(names)


def _view(scene: Scene, problem: ContactProblem, solution: ContactSolution, names: tuple[str, ...]) -> ProblemView:
    frictional = bool(np.any(problem.friction > 0.0))
    sigma = np.linalg.svd(problem.M, compute_uv=False)
    rank = problem.rank
    push = solution.force.ravel()
    margin = problem.friction * solution.lam - np.linalg.norm(solution.tangential, axis=1)
    pressed = solution.lam > 0
    return ProblemView(
        names=names,
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
        relative_residual=solution.relative_residual,
        method=solution.method,
        iterations=solution.iterations,
    )
