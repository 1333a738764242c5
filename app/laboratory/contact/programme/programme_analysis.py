"""What the page Quadratic programme shows of a problem of an instant, computed in any thread."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.contact.analysis.programme.active_set_steps import active_set_steps
from torseur.sim.contact.analysis.programme.contact_programme import contact_programme, optimality
from torseur.sim.contact.analysis.programme.contact_sets import contact_sets
from torseur.sim.contact.analysis.programme.multiplier_section import multiplier_section
from torseur.sim.contact.analysis.programme.solver_path import solver_path
from torseur.sim.contact.analysis.programme.values import ActiveSetRun, ContactSet, Optimality, Programme, VelocityProgramme
from torseur.sim.contact.analysis.programme.velocity_programme import velocity_programme
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.contact.problem.problem import ContactProblem
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.dynamics.inverse_dynamics import inverse_dynamics
from torseur.sim.multibody.dynamics.inverse_mass_matrix import solve_mass_matrix
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.simulation.inspection.what_if.frame_motion import frame_motion
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.programme.level_lines import MapDrawing, section_lines
from torseur.ui.look.math_notation import DOT, plain_math, written

MOST_WHOLE = 60  # contacts up to which a problem is shown as a whole, and not one of its islands
MOST_SHOWN = 100  # contacts of an island that is shown
MOST_NEAR = 24  # contacts that are shown of a larger one
CELLS, CELLS_MINIMISED = 61, 41  # values along each axis of the map; of the second each is a programme of its own
MOST_TRIED = 6  # contacts of which all sets are tried
MOST_BEYOND = 2.5  # times the largest force of the solution that iterates are kept in sight


class ProgrammeWords(NamedTuple):
    """Letters and units of a level: forces and accelerations, or impulses and velocities."""

    force: str  # letter of a normal force
    rate: str  # of a separation acceleration, in the notation of `paint_math`
    force_unit: str
    rate_unit: str
    objective_unit: str


ACCELERATIONS = ProgrammeWords("λ", f"ζ{DOT}", "N", "m/s²", "N·m/s²")
VELOCITIES = ProgrammeWords("Λ", "ζ", "N·s", "m/s", "J")


@dataclass(frozen=True, eq=False, slots=True)
class SolvedProgramme:
    """A contact problem as a programme, and what was found of it."""

    words: ProgrammeWords
    problem: ContactProblem
    law: str
    facets: int
    names: tuple[str, ...]  # of the contacts in it, in the notation of `paint_math`: "c_1"
    programme: Programme
    optimality: Optimality
    rank: int  # of M
    run: ActiveSetRun | None  # steps of the active-set method; None: there is friction
    sets: tuple[ContactSet, ...]  # that may be closed; none of many contacts, nor with friction
    velocity: VelocityProgramme | None
    velocity_reason: str  # why there is none, a sentence
    free_energy: float  # ½ v_fᵀ H v_f of the motion without contact forces, in the unit of the objective; nan: not known

    @property
    def is_plain(self) -> bool:
        """Whether there is no friction in it."""
        return self.law == "frictionless"

    @property
    def components(self) -> dict[int, str]:
        """The forces that can be drawn, with their names in the notation of `paint_math`."""
        numbers = [plain_math(name).removeprefix("c") for name in self.names]
        found = {3 * k + 2: f"{self.words.force}_{{{number}}}" for k, number in enumerate(numbers)}
        for k in np.flatnonzero(self.programme.friction > 0.0).tolist():
            found |= {3 * k: f"b_{{{numbers[k]}t}}", 3 * k + 1: f"b_{{{numbers[k]}s}}"}
        return found


@dataclass(frozen=True, eq=False, slots=True)
class Looked(SolvedProgramme):
    """That of the part of a problem of an instant that is shown."""

    solved: InspectedProblem
    selected: int  # place that it was asked about
    part: tuple[int, ...]  # places of the problem that are in it
    candidates: frozenset[int]  # those that can be: contacts that take part, and limits of joints
    notes: tuple[str, ...]  # what is left out of the problem, or differs from what was solved: sentences

    def shows(self, place: int) -> bool:
        """Whether what is selected is in it, or in no programme at all."""
        return place in self.part or place not in self.candidates

    def as_problem(self) -> InspectedProblem:
        """The problem of what is shown under its law, and the forces that solve it."""
        part, n = self.solved.part(np.array(self.part)), len(self.part)
        problem = replace(self.problem, friction=frozen(np.zeros(n))) if self.is_plain else self.problem
        force, given, least = self.programme.force, np.zeros((n, 3)), np.zeros(n)
        return replace(
            part, problem=problem, law=self.law, facets=self.facets, force=force, given=frozen(given), least=frozen(least)
        )


def methods_for(law: str) -> tuple[str, ...]:
    """The methods that solve a law."""
    return (*(("active_set",) if law == "frictionless" else ()), "newton", "gauss_seidel", "admm")


def looked_at(solved: InspectedProblem, law: str, selected: int) -> Looked:
    """Solve the programme of a problem under a law; of a large one the island of the selected contact.

    Raises ArgumentError, saying why there is none.
    """
    whole = solved.problem
    part = np.flatnonzero(solved.taking_part & (whole.friction >= 0.0))
    if not len(part):
        raise ArgumentError(tr("Nothing touches that only pushes: there are dry frictions of joints alone."))
    notes, held, candidates = [], np.zeros(3 * len(part)), frozenset(part.tolist())
    if len(part) > MOST_WHOLE:
        whole_part, part = part, _island(whole, part, selected)
        name = written(solved.names[int(selected if selected in part else part[0])])
        notes.append(
            tr(
                "Shown: the {count} contacts that {name} feels, of {all}; select a contact to see its own.",
                count=len(part),
                name=name,
                all=len(whole_part),
            )
            if len(part) > 1
            else tr(
                "Shown: {name} alone, which feels no other, of {all}; select a contact to see its own.",
                name=name,
                all=len(whole_part),
            )
        )
    if len(part) > MOST_SHOWN:
        island, part = part, _nearest(solved, part, selected)
        others = np.setdiff1d(island, part)
        held = solved.problem.W[np.ix_(_rows(part), _rows(others))] @ (solved.force - solved.given)[others].ravel()
        name = written(solved.names[int(part[0])])
        notes = [
            tr(
                "Shown: {name} and the {count} contacts that it feels most, of {all}; the forces of the others are held as they "
                "were solved, and are part of d.",
                name=name,
                count=len(part) - 1,
                all=len(island),
            )
        ]
    if law != "frictionless" and np.any(whole.sliding[part] != 0.0):
        law = "frictionless"
        notes.append(tr("Contacts already slide: their friction is −μ λ along the slip, which no programme has."))
    facets = LAWS[law].facets_of(solved.recording.settings.facets)
    problem = _with_held(whole.part(part), held)
    found = solved_programme(
        problem,
        law,
        facets,
        tuple(solved.names[k] for k in part),
        ACCELERATIONS if solved.level == "acceleration" else VELOCITIES,
        solved.softness[part],
        _free_energy(solved) if law == "frictionless" else float("nan"),
    )
    return Looked(
        **{field.name: getattr(found, field.name) for field in fields(found)},
        solved=solved,
        selected=selected,
        part=tuple(int(k) for k in part),
        candidates=candidates,
        notes=(*notes, *_notes(solved, problem, law)),
    )


def solved_programme(
    problem: ContactProblem,
    law: str,
    facets: int,
    names: tuple[str, ...],
    words: ProgrammeWords = ACCELERATIONS,
    softness: Array | None = None,
    free_energy: float = float("nan"),
) -> SolvedProgramme:
    """Solve a problem under a law. `softness` (n,) is what M has on its diagonal beside Tᵀ H⁻¹ T [1/kg].

    Raises ArgumentError, saying why there is no programme.
    """
    programme, is_plain = contact_programme(problem, law, facets or 4), law == "frictionless"
    velocity, reason = None, tr("The programme of the motion is shown without friction.")
    if is_plain:
        try:
            velocity, reason = velocity_programme(problem, programme.force[:, 2], softness=softness), ""
        except ArgumentError as error:
            reason = f"{str(error)[0].upper()}{str(error)[1:]}."
    return SolvedProgramme(
        words=words,
        problem=problem,
        law=law,
        facets=facets,
        names=names,
        programme=programme,
        optimality=optimality(problem, programme.force, law, facets or 4, softness=softness),
        rank=problem.rank,
        run=active_set_steps(problem) if is_plain else None,
        sets=contact_sets(problem.M, problem.d) if is_plain and len(problem) <= MOST_TRIED else (),
        velocity=velocity,
        velocity_reason=reason,
        free_energy=free_energy,
    )


P = TypeVar("P", bound=SolvedProgramme)


class Mapped(NamedTuple, Generic[P]):
    """A map, and whose way is drawn in it."""

    looked: P
    drawing: MapDrawing
    method: str  # empty: there is no way
    reason: str  # why there is none


def map_drawing(looked: P, first: int, second: int, others: str, method: str) -> Mapped[P]:
    """The map over two components of force with the way of a method."""
    path, reason = None, ""
    try:
        path = solver_path(looked.problem, method, law=looked.law, facets=looked.facets or 4)
    except ArgumentError as error:
        reason = str(error)
    include = _in_sight(path.forces, looked.programme.force) if path is not None else None
    cells = CELLS if others == "held" else CELLS_MINIMISED
    section = multiplier_section(looked.programme, first, second, others=others, cells=cells, include=include)
    components, words = looked.components, looked.words
    flat = path.forces.reshape(len(path.forces), -1) if path is not None else np.zeros((0, 3 * len(looked.names)))
    drawing = MapDrawing(
        section=section,
        lines=section_lines(section),
        names=(components[first], components[second]),
        unit=words.force_unit,
        objective_unit=words.objective_unit,
        path=tuple(map(tuple, flat[:, [first, second]].tolist())),
        labels=path.labels if path is not None else (),
    )
    return Mapped(looked, drawing, "" if path is None else path.method, reason)


def _in_sight(forces: Array, solution: Array) -> Array:
    """Of the iterates (k, n, 3) those that leave the solution in sight: interior points may begin far out."""
    most = MOST_BEYOND * float(np.max(np.abs(solution), initial=0.0))
    return forces[np.max(np.abs(forces), axis=(1, 2)) <= most]


def _free_energy(solved: InspectedProblem) -> float:
    """½ v_fᵀ H v_f of the motion that the state would have without contact forces."""
    recording, i = solved.recording, solved.index
    if solved.which == "solved":
        motion = frame_motion(recording, i, solved)
        return float(0.5 * motion.free @ motion.H @ motion.free)
    model, q, v = recording.scene.model, recording.q[i], recording.v[i]
    bias = inverse_dynamics(model, q, v, np.zeros(model.nv), gravity=recording.scene.gravity)
    force = recording.tau[i] + recording.passive[i] - bias
    return float(0.5 * force @ solve_mass_matrix(model, q, force))


def _island(problem: ContactProblem, part: np.ndarray, selected: int) -> np.ndarray:
    """Those of the part that the selected contact feels, through others too; of none selected, its first."""
    first = selected if selected in part else int(part[0])
    at = int(np.flatnonzero(part == first)[0])
    islands = problem.part(part).islands
    return np.asarray(part[next(island for island in islands if at in island)])


def _nearest(solved: InspectedProblem, island: np.ndarray, selected: int) -> np.ndarray:
    """The selected contact, or that of the largest force, and those of an island that it feels most."""
    most_pressed = island[np.argmax(np.linalg.norm(solved.force[island], axis=1))]
    first = selected if selected in island else int(most_pressed)
    coupling = np.abs(solved.problem.W[np.ix_(_rows(np.array([first])), _rows(island))]).reshape(3, -1, 3).max(axis=(0, 2))
    coupling[island == first] = np.inf
    return np.asarray(island[np.argsort(-coupling, kind="stable")[:MOST_NEAR]])


def _with_held(problem: ContactProblem, held: Array) -> ContactProblem:
    """The problem with what the forces of others, held, do to it (3n,)."""
    if not np.any(held):
        return problem
    w = problem.w + held
    return replace(problem, w=frozen(w), d=frozen(w[2::3].copy()))


def _rows(contacts: np.ndarray) -> np.ndarray:
    return np.asarray((3 * contacts[:, None] + np.arange(3)).ravel())


def _notes(solved: InspectedProblem, problem: ContactProblem, law: str) -> list[str]:
    """What is not as it was solved."""
    notes = []
    if law == "frictionless" and np.any(problem.friction > 0.0):
        notes.append(
            tr("Friction is left out, as in the course: these are not the forces of the state. The law is chosen above.")
        )
    elif solved.which == "solved" and law not in (solved.law, "frictionless"):
        notes.append(tr("The step was solved under another law, {law}.", law=LAWS[solved.law].title(solved.facets)))
    dry = int(np.sum(solved.problem.friction < 0.0))
    if dry:
        notes.append(
            tr("Left out: the dry friction of {count} joint, which pulls both ways.", count=dry)
            if dry == 1
            else tr("Left out: the dry friction of {count} joints, which pulls both ways.", count=dry)
        )
    if np.any(solved.softness > 0.0):
        notes.append(tr("The softening stands on the diagonal of M."))
    if np.any(solved.least > 0.0) or np.any(solved.given != 0.0):
        notes.append(tr("Impulses of the impact before this solve are not in it."))
    return notes
