"""One contact problem of one state of a recording, with its solution: that which was solved, or another of the same state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...contact.law.contact_laws import LAWS
from ...contact.problem.problem import ContactProblem, Indices
from ...contact.problem.solution import ContactSolution, friction_under, law_error, shifted, solution_of
from ...contact.status import Status
from ...multibody.model.model import JointKind
from ...texts import Text

if TYPE_CHECKING:
    from ..recording.recording import Recording

SOLVED, ACCELERATIONS, STEP, IMPACT, RIGID = "solved", "accelerations", "step", "impact", "rigid"
_LEFT_OUT = -1e99  # a target below says that a contact took no part [m/s]
_NOTHING = 1e-9  # targets no larger ask for nothing [m/s]


@dataclass(frozen=True, eq=False)
class InspectedProblem:
    """The problem u = W r + w of n contacts and joints, under a law, and the forces or impulses that a solver found for it.

    The softness is in W (along the normals) and the target in w, so that the law is asked of u: what is in it is to be at least
    zero, and zero where there is a normal force. First come the contacts, in the order of `Recording.contacts`, then the limits
    and dry frictions of joints, which have their force along the third direction (a spherical joint along all three).
    """

    recording: Recording
    index: int  # of the state
    which: str  # what was SOLVED, or another of the same state: the ACCELERATIONS, one of a law's name, or of `others`
    names: tuple[str, ...]  # of a contact that of its row, "c_1"; of the limit of a joint "l_1", of its dry friction "f_1"
    rows: tuple[int, ...]  # which of `Recording.contacts` each is; -1: none of them
    problem: ContactProblem
    J: Array  # (3n, nv) rows that take v to velocities along tangent, normal × tangent, normal; the third of each is in T
    level: str  # of `LEVELS`
    law: str  # of `LAWS`
    facets: int  # of the pyramid; 0 for other laws
    force: Array  # (n, 3) along tangent, normal × tangent, normal [N | N s]
    given: Array  # (n, 3) of it what impacts before this solve gave, for which the law is not asked
    least: Array  # (n,) normal impulse that Poisson's law asks for at least
    target: Array  # (n,) normal velocity asked for at least [m/s]; it is in w
    softness: Array  # (n,) added to the normals' own entries of W [1/kg]
    joints: tuple[str, ...]  # of each: empty for a contact, else "lower limit of …", "dry friction of …"
    recorded_residual: float  # the residual that the recording has of it, in the units of w; nan: of another problem
    interval: float  # over which impulses are forces [s]; 0: they are of an instant, or forces already
    method: str  # which solver found the forces
    iterations: int
    solved: InspectedProblem | None = None  # what was solved for the state, of which this is another
    edits: tuple[str, ...] = ()  # what differs from the recording, each in words

    def __len__(self) -> int:
        return len(self.least)

    def place_of(self, row: int) -> int:
        """Which contact of the problem one of `Recording.contacts` is; -1: none."""
        return self.rows.index(row) if row >= 0 and row in self.rows else -1

    def part(self, places: Indices) -> InspectedProblem:
        """That of some of its contacts and joints alone, as if no others were felt."""
        rows = (3 * places[:, None] + np.arange(3)).ravel()
        names, table, joints = (tuple(of[k] for k in places) for of in (self.names, self.rows, self.joints))
        arrays = {name: getattr(self, name)[places] for name in ("force", "given", "least", "target", "softness")}
        problem = self.problem.part(places)
        return replace(self, problem=problem, J=self.J[rows], names=names, rows=table, joints=joints, **arrays)

    @property
    def taking_part(self) -> NDArray[np.bool_]:
        """(n,) whether it took part: a contact too far to be reached in the step does not."""
        return self.target > _LEFT_OUT

    @cached_property
    def taken(self) -> InspectedProblem:
        """That of those which take part, with their forces."""
        return self if self.taking_part.all() else self.part(np.flatnonzero(self.taking_part))

    @property
    def others(self) -> tuple[str, ...]:
        """The names of other problems of the same state, if this was solved: under other laws, or of other equations."""
        if self.which != SOLVED:
            return ()
        found, settings = list[str](), self.recording.settings
        plain = not np.any(self.given != 0.0) and not np.any(self.least != 0.0)
        if plain and np.any(self.problem.friction > 0.0):
            laws = LAWS if self.problem.slide is None else ("frictionless",)
            found += [law for law in laws if law != self.law]
        if plain and np.any(self.softness > 0.0) and settings.compliance == 0.0:
            found.append(RIGID)
        if self.level == "acceleration" and settings.scheme == "hybrid":
            found.append(STEP)
        elif self.level == "velocity" and self.recording.contacts(self.index).impact.any():
            found.append(IMPACT)
        return (*found, ACCELERATIONS) if self.level != "acceleration" else tuple(found)

    @property
    def friction(self) -> Array:
        """(n,) μ under its law; minus the largest dry friction of a joint."""
        return friction_under(self.law, self.problem.friction)

    @property
    def rubs(self) -> bool:
        """Whether friction of contacts was solved for."""
        return bool(np.any(self.friction > 0.0))

    @property
    def asks(self) -> bool:
        """Whether the law asks for more than that nothing goes in: -e ζ⁻, or to close what is open."""
        return bool(np.any(np.abs(self.target[self.taking_part]) > _NOTHING))

    @cached_property
    def rate(self) -> Array:
        """(n, 3) u = W r + w [m/s² | m/s]."""
        found = (self.force - self.given).ravel()
        return (self.problem.W @ found + self.problem.w).reshape(-1, 3)

    @cached_property
    def drift(self) -> Array:
        """(n, 3) u without any of the forces: `rate` less W times them all [m/s² | m/s]."""
        return self.rate - (self.problem.W @ self.force.ravel()).reshape(-1, 3)

    @property
    def solution(self) -> ContactSolution:
        """The forces, less what impacts gave before, as a solution of the problem; how it was found is not told."""
        found = (self.force - self.given).ravel()
        return solution_of(
            self.problem, found, self.law, self.facets, status=Status.SOLVED, iterations=0, method="", regularisation=0.0
        )

    @property
    def jumps(self) -> NDArray[np.bool_]:
        """(n,) whether the velocity jumps there, by an impulse of an instant."""
        if self.level != "velocity":
            return np.full(len(self), self.level == "impact")
        impact = np.append(self.recording.contacts(self.index).impact, False)  # the last is of rows -1
        return np.asarray(impact[list(self.rows)], dtype=bool)

    @property
    def load(self) -> Array:
        """(n, 3) the forces as `Recording.contacts` has them [N]; where the velocity jumps impulses [N s]."""
        per = 1.0 / self.interval if self.interval else 1.0
        return self.force * np.where(self.jumps, 1.0, per)[:, None]

    @property
    def joint_parts(self) -> tuple[tuple[str, str], ...]:
        """What each is of which joint, "lower limit" and the joint's name, whatever the language; empty for a contact."""
        texts = (joint if isinstance(joint, Text) else None for joint in self.joints)
        return tuple((t.template.removesuffix(" of {name}"), str(t.values["name"])) if t else ("", "") for t in texts)

    @property
    def turns(self) -> tuple[bool, ...]:
        """Whether each is of a joint that turns: its load is then a moment."""
        model = self.recording.scene.model
        return tuple(bool(name) and model.joint(name).kind is not JointKind.PRISMATIC for _, name in self.joint_parts)

    @cached_property
    def residuals(self) -> Array:
        """(n,) natural map of each: how far it is from its law [m/s² | m/s]."""
        problem = self.problem
        soft = np.zeros((len(self), 3))
        soft[:, 2] = self.softness
        own = np.max(np.diag(problem.W).reshape(-1, 3) - soft, axis=1, initial=0.0)
        rho = 1.0 / own
        found = self.force - self.given
        error = own * np.linalg.norm(law_error(problem, found.ravel(), rho, self.law, self.facets), axis=1)
        for c in np.flatnonzero(self.least > 0.0):
            error[c] = own[c] * np.linalg.norm(self._expansion_error(int(c), rho, found))
        return np.asarray(np.where(self.taking_part, error, np.linalg.norm(self.force, axis=1)))

    @property
    def residual(self) -> float:
        """The largest of `residuals`."""
        return float(np.max(self.residuals, initial=0.0))

    @property
    def relative_residual(self) -> float:
        """The same over the largest of forces and rates of those that take part [-]."""
        taken = self.taken
        largest = max(float(np.max(np.abs(x), initial=0.0)) for x in (taken.rate, taken.drift, taken.force))
        return taken.residual / largest if largest > 0.0 else 0.0

    @cached_property
    def singular_values(self) -> Array:
        """Those of M that are more than rounding, falling: as many as its rank [1/kg]."""
        M = self.taken.problem.M
        sigma = np.sort(np.abs(np.linalg.eigvalsh(M)))[::-1]
        return np.asarray(sigma[sigma > sigma[0] * len(M) * np.finfo(np.float64).eps] if len(M) else sigma)

    @property
    def condition(self) -> float:
        """Of M on its range [-]."""
        sigma = self.singular_values
        return float(sigma[0] / sigma[-1]) if len(sigma) else float("inf")

    @property
    def complementarity(self) -> float:
        """|ζᵀ λ|, without the dry friction of joints [N m/s² | N s m/s]."""
        pushes = self.taking_part & (self.problem.friction >= 0.0)
        return float(abs(self.rate[pushes, 2] @ self.force[pushes, 2]))

    @property
    def cone_margin(self) -> float | None:
        """The smallest μ λ_n - |λ_t| where friction may act [N | N s]; None: nowhere."""
        pressed = self.taking_part & (self.force[:, 2] > 0.0) & (self.friction > 0.0)
        margin = self.friction * self.force[:, 2] - np.linalg.norm(self.force[:, :2], axis=1)
        return float(np.min(margin[pressed])) if pressed.any() else None

    @property
    def penetration(self) -> float:
        """The deepest of what takes part [m]."""
        return float(max(0.0, -np.min(self.problem.gap[self.taking_part], initial=0.0)))

    def _expansion_error(self, c: int, rho: Array, found: Array) -> Array:
        """Return r - P_C(r - ρ û) of contact c, C the cone cut off below the least impulse; see `impacts.poisson`."""
        mu = self.friction
        x = found - rho[:, None] * shifted(mu, self.rate, self.law, self.facets)
        error = law_error(self.problem, found.ravel(), rho, self.law, self.facets)
        if (found - error)[c, 2] >= self.least[c]:
            return np.asarray(error[c])
        length, bound = float(np.linalg.norm(x[c, :2])), float(mu[c] * self.least[c])
        return np.asarray(found[c] - [*(x[c, :2] * (bound / length if length > bound else 1.0)), self.least[c]])
