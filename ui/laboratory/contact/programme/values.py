"""What the page Quadratic programme shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from torseur.sim.contact.analysis.programme.values import (
    ActiveSetRun,
    MultiplierSection,
    Optimality,
    Programme,
    SolverPath,
    VelocityProgramme,
)

from ....look.math_notation import DOT, plain_math
from .level_lines import SectionLines


@dataclass(frozen=True, slots=True)
class ProgrammeWords:
    """Letters and units of a level: forces and accelerations, or impulses and velocities."""

    force: str  # letter of a normal force
    rate: str  # of a separation acceleration, in the notation of `paint_math`
    force_unit: str
    rate_unit: str
    objective_unit: str


WORDS = {
    "acceleration": ProgrammeWords("λ", f"ζ{DOT}", "N", "m/s²", "N·m/s²"),
    "velocity": ProgrammeWords("Λ", "ζ", "N·s", "m/s", "J"),
    "impact": ProgrammeWords("Λ", "ζ", "N·s", "m/s", "J"),
}


@dataclass(frozen=True, eq=False, slots=True)
class ProgrammeView:
    """The programme of an instant with its conditions."""

    names: tuple[str, ...]  # of the contacts in it, in the notation of `paint_math`: "c_1"
    level: str  # of `WORDS`
    programme: Programme
    optimality: Optimality
    M: tuple[tuple[float, ...], ...]  # rows of the Delassus matrix of the normals [1/kg]
    d: tuple[float, ...]  # what M λ is added to [m/s² | m/s]
    rank: int  # of M
    run: ActiveSetRun | None  # steps of the active-set method; None: there is friction
    velocity: VelocityProgramme | None
    velocity_reason: str  # why there is none, a sentence
    free_energy: (
        float  # ½ v_fᵀ H v_f of the motion without contact forces, in the unit of the objective; nan: not known
    )
    notes: tuple[str, ...]  # what is left out of the problem, or differs from what was solved: sentences

    @property
    def words(self) -> ProgrammeWords:
        """Letters and units."""
        return WORDS[self.level]

    @property
    def components(self) -> dict[int, str]:
        """The forces that can be drawn, with their names in the notation of `paint_math`."""
        found = {3 * k + 2: indexed(self.words.force, name) for k, name in enumerate(self.names)}
        for k, name in enumerate(self.names):
            if self.programme.friction[k] > 0.0:
                found |= {3 * k: indexed("b", name, "t"), 3 * k + 1: indexed("b", name, "s")}
        return dict(sorted(found.items(), key=lambda item: (item[0] % 3 != 2, item[0])))


@dataclass(frozen=True, eq=False, slots=True)
class MapDrawing:
    """What the map over two forces shows."""

    section: MultiplierSection
    lines: SectionLines  # of it
    names: tuple[str, str]  # of the axes, in the notation of `paint_math`
    unit: str  # of both
    objective_unit: str
    path: tuple[tuple[float, float], ...]  # where a method went [unit]
    labels: tuple[str, ...]  # of each place
    marked: int = -1  # place that is looked at; -1: none


@dataclass(frozen=True, eq=False, slots=True)
class PathView:
    """Where a method went, or why it does not."""

    path: SolverPath | None
    reason: str = ""


def indexed(letter: str, name: str, axis: str = "") -> str:
    """A letter with the number of a contact: λ_1 of "c_1", b_{1t} along its first tangent."""
    number = plain_math(name).removeprefix("c")
    return f"{letter}_{{{number}{axis}}}"
