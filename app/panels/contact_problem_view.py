"""A contact problem with its solution, as the inspector shows it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.contact.problem.solution import friction_under
from torseur.sim.multibody.model.coordinate_names import units as joint_units
from torseur.sim.multibody.model.coordinate_names import velocity_names
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.simulation.inspection.solved_problem import InspectedProblem
from torseur.sim.texts import Text, marked, tr
from torseur.ui.text.number_text import as_shown

_OPEN = 1e-9  # targets no larger ask for nothing [m/s]
JOINT_ROWS = {  # by the words of `InspectedProblem.joints`
    "lower limit": marked("Lower limit, in {units}: {joints}."),
    "upper limit": marked("Upper limit, in {units}: {joints}."),
    "dry friction": marked("Dry friction, in {units}: {joints}."),
}


@dataclass(frozen=True, eq=False, slots=True)
class ProblemView:
    """A problem u = W r + w of n contacts and joints under a law of friction, and its solution; ζ = M λ + d is its normal part.

    The third of each three is along the normal; of the limit or the dry friction of a joint it is all there is. Rates are
    accelerations, or velocities where the level is "velocity" or "impact"; loads are forces there, else impulses.
    """

    names: tuple[str, ...]  # of the contacts, as in their rows; of a limit "l_1", of dry friction "f_1"
    level: str  # "acceleration", "velocity" or "impact"
    solved: bool  # whether this is what the simulation solved for the instant, and not another problem of the same state
    notes: tuple[str, ...]  # sentences on which problem it is, and which joints take part
    M: np.ndarray  # (n, n) Delassus matrix of the normals, with the softening on its diagonal [1/kg]
    W: np.ndarray  # (3n, 3n) the same along tangent, normal × tangent, normal [1/kg]
    H: np.ndarray  # (nv, nv) mass matrix [kg, kg m, kg m²]
    T: np.ndarray  # (nv, n) directions of the contacts [1, m]
    H_labels: tuple[str, ...]  # of the velocities: a joint's name, "brick v_x" for a free body
    H_units: tuple[str, ...]  # of the velocities: "m/s" or "rad/s"
    force: np.ndarray  # (n, 3) forces [N], or impulses [N s]; of joints that turn [N m], [N m s]
    rate: np.ndarray  # (n, 3) W r + w, less what the law asks for at least
    drift: np.ndarray  # (n, 3) the same without forces
    given: np.ndarray  # (n, 3) of the forces what impacts before this solve gave, for which the law is not asked
    least: np.ndarray  # (n,) normal impulse that Poisson's law asks for at least
    softness: np.ndarray  # (n,) ε on the diagonal of M and W [1/kg]
    slide: np.ndarray  # (n, 2) direction of slip along the tangents, where that is known; else zeros
    friction: np.ndarray  # (n,) μ; minus the largest dry friction of a joint
    load: np.ndarray  # (n, 3) forces in the unit of the table of contacts
    load_units: tuple[str, ...]  # of the table's: "N", of a joint that turns "N·m"; "N·s" where the velocity jumped
    residuals: np.ndarray  # (n,) natural map of each
    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for others
    asked: bool  # whether the law asks for more than that nothing goes in: -e ζ⁻, or to close what is open
    rank: int  # of M
    condition: float  # of M on its range
    recorded: float | None  # the residual that was recorded; None for another problem
    complementarity: float  # |ζᵀ λ|
    cone_margin: float | None  # smallest μ λ_n - |λ_t|; None without friction
    penetration: float  # deepest [m]
    relative_residual: float  # of the contact law, over the largest of loads and rates [-]
    method: str  # of the solver that answered
    iterations: int

    @property
    def frictional(self) -> bool:
        """Whether friction was solved for."""
        return self.law != "frictionless" and bool(np.any(self.friction > 0.0))

    @property
    def residual(self) -> float:
        """The largest of `residuals`."""
        return float(np.max(self.residuals, initial=0.0))


def problem_view(
    model: Model,
    solved: InspectedProblem,
    contacts: Contacts,
    names: tuple[str, ...],
    words: str,
    why: str = "",
    *,
    is_solved: bool = False,
) -> ProblemView:
    """A problem as it is shown, without the contacts that take no part.

    words     : which problem it is
    why       : nothing else is known
    is_solved : whether it is the one that was solved
    """
    problem, part = solved.problem, np.flatnonzero(solved.taking_part)
    mu = friction_under(solved.law, problem.friction)[part]
    W, T = problem.W, problem.T
    if len(part) < len(solved):  # else megabytes would be there twice
        rows = (3 * part[:, None] + np.arange(3)).ravel()
        W, T = W[np.ix_(rows, rows)], T[:, part]
    force, drift = solved.force[part], solved.drift[part]
    M = np.ascontiguousarray(W[2::3, 2::3])
    rate, residuals = solved.rate[part], solved.residuals[part]
    sigma = np.sort(np.abs(np.linalg.eigvalsh(M)))[::-1]
    rank = int(np.sum(sigma > sigma[0] * len(M) * np.finfo(np.float64).eps)) if len(M) else 0
    margin, pressed = mu * force[:, 2] - np.linalg.norm(force[:, :2], axis=1), (force[:, 2] > 0.0) & (mu > 0.0)
    load, units = _loads(model, solved, contacts)
    unilateral = mu >= 0.0
    largest = max((float(np.max(np.abs(x), initial=0.0)) for x in (rate, drift, force)), default=0.0)
    error = float(np.max(residuals, initial=0.0))
    return ProblemView(
        names=tuple(names[k] for k in part),
        level=solved.level,
        solved=is_solved,
        notes=_notes(solved, names, units, is_solved, words, why),
        M=M,
        W=W,
        H=problem.H,
        T=T,
        H_labels=tuple(velocity_names(model)),
        H_units=tuple(joint_units(model, "v")),
        force=force,
        rate=rate,
        drift=drift,
        given=solved.given[part],
        least=solved.least[part],
        softness=solved.softness[part],
        slide=problem.sliding[part],
        friction=mu,
        load=load[part],
        load_units=tuple(units[k] for k in part),
        residuals=residuals,
        law=solved.law,
        facets=solved.facets,
        asked=bool(np.any(np.abs(solved.target[part]) > _OPEN)),
        rank=rank,
        condition=float(sigma[0] / sigma[rank - 1]) if rank else float("inf"),
        recorded=solved.recorded_residual if is_solved else None,
        complementarity=float(abs(rate[unilateral, 2] @ force[unilateral, 2])),
        cone_margin=float(np.min(margin[pressed])) if pressed.any() else None,
        penetration=float(max(0.0, -np.min(problem.gap[part], initial=0.0))),
        relative_residual=error / largest if largest > 0.0 else 0.0,
        method=solved.method,
        iterations=solved.iterations,
    )


def _loads(model: Model, solved: InspectedProblem, contacts: Contacts) -> tuple[Array, list[str]]:
    """Forces and impulses (n, 3) as the table of contacts has them, and the unit of each."""
    n = len(solved)
    instant = np.full(n, solved.level == "impact")
    if solved.level == "velocity":
        shown = min(len(contacts), n)
        instant[:shown] = contacts.impact[:shown]
    scale = np.where(instant | (solved.interval == 0.0), 1.0, 1.0 / (solved.interval or 1.0))
    units = []
    for k, joint in enumerate(solved.joints):
        force = "N·m" if joint and _turns(model, joint) else "N"
        units.append(f"{force}·s" if instant[k] else force)
    return solved.force * scale[:, None], units


def _turns(model: Model, joint: str) -> bool:
    """Whether the joint of "lower limit of …" turns."""
    return model.joint(_parts(joint)[1]).kind is not JointKind.PRISMATIC


def _parts(joint: str) -> tuple[str, str]:
    """What is of which joint: "lower limit" and the joint's name, whatever the language."""
    assert isinstance(joint, Text)
    return joint.template.removesuffix(" of {name}"), str(joint.values["name"])


def _notes(
    solved: InspectedProblem, names: tuple[str, ...], units: list[str], is_solved: bool, words: str, why: str
) -> tuple[str, ...]:
    """Which problem it is, what stands in it, and which joints take part."""
    known = f"{why[0].upper()}{why[1:]}. " if why else ""
    notes = [tr("What was solved: {problem}.", problem=words)]
    if not is_solved:
        notes = [known + tr("Another problem than the one simulated: {problem}.", problem=words)]
    part = solved.taking_part
    if np.any(solved.softness > 0.0):
        epsilon = sorted({as_shown(f"{x:.4g}") for x in solved.softness[part] if x > 0.0})
        notes.append(
            tr("Softening ε = {epsilon} 1/kg stands on the diagonal of M and W; ζ contains ε λ.", epsilon=", ".join(epsilon))
        )
    if np.any(np.abs(solved.target[part]) > _OPEN) and solved.level == "velocity":
        notes.append(
            tr(
                "a is what ζ⁺ is asked to be at least: −e ζ⁻ where it strikes (of e = 1 with what gravity does before and after "
                "that instant), else what closes the gap in the step."
            )
        )
    if np.any(solved.given != 0.0):
        notes.append(tr("Impacts before this solve gave a part of the impulses; the law is asked of the rest."))
    if not part.all():
        left = ", ".join(name.replace("_", "").strip("{}") for name, takes in zip(names, part, strict=True) if not takes)
        notes.append(tr("Not reached, and so not in it: {names}.", names=left))
    kinds: dict[tuple[str, str], list[str]] = {}
    for name, joint, unit in zip(names, solved.joints, units, strict=True):
        if joint:
            what, whose = _parts(joint)
            kinds.setdefault((what, unit), []).append(f"{_plain(name)} {whose}")
    for (what, unit), members in kinds.items():
        units_of = tr("{unit} and rad", unit=unit) if "m" in unit else unit
        notes.append(tr(JOINT_ROWS[what], units=units_of, joints=", ".join(members)))
    return tuple(notes)


def _plain(name: str) -> str:
    """A name without the notation of `paint_math`."""
    return name.replace("_", "").replace("{", "").replace("}", "")
