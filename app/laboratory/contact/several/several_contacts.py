"""The contacts that are shown, as the parts of the page take them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DOT, written

from ...motion.coordinates import Coordinate, about_axes
from .several_facts import MOST, SeveralFacts

WHOLE = 24  # joints that are all shown


@dataclass(frozen=True, eq=False, slots=True)
class SeveralContacts:
    """The contacts that are shown, and the problem they have: of accelerations, or of velocities with impulses for forces."""

    names: tuple[str, ...]  # in the notation of `paint_math`: c_1, of a limit of a joint l_1
    bodies: tuple[tuple[str, str], ...]  # full names: the normal points from the first into the second
    coordinates: tuple[Coordinate, ...]  # of q̇
    moving: tuple[int, ...]  # which of them are shown: all, or of very many those that the contacts move
    M: Array  # (n, n) [1/kg]
    H: Array  # (nv, nv)
    T: Array  # (nv, n) [1, m]
    d: Array  # (n,) [m/s² | m/s]
    product: Array  # (n,) M λ
    tangential: Array  # (n,) what friction adds to the rates along the normals
    rate: Array  # (n,) ζ̇, or ζ
    force: Array  # (n, 3) along tangent, normal × tangent, normal [N | N s]
    impulses: bool  # whether it is of velocities
    note: str = ""  # which of many contacts these are, a sentence

    @property
    def load(self) -> str:
        """Letter of the forces."""
        return "Λ" if self.impulses else "λ"

    @property
    def rate_letter(self) -> str:
        """Of the separations, in the notation of `paint_math`."""
        return "ζ" if self.impulses else f"ζ{DOT}"

    @property
    def joints(self) -> tuple[Coordinate, ...]:
        """The numbers of q̇ that are shown."""
        return tuple(self.coordinates[k] for k in self.moving)

    @property
    def about_axes(self) -> str:
        """Along which axes the numbers of a joint that has several are, a sentence; empty: there is none such."""
        return about_axes(self.joints)

    @property
    def load_unit(self) -> str:
        """Of λ, or of Λ."""
        return "N·s" if self.impulses else "N"

    @property
    def rate_unit(self) -> str:
        """Of ζ̇ and d, or of ζ."""
        return "m/s" if self.impulses else "m/s²"

    @property
    def pairs(self) -> tuple[str, ...]:
        """The bodies of each, in full."""
        return tuple(f"{a} · {b}" if b else a for a, b in self.bodies)


def several_contacts(facts: SeveralFacts, coordinates: tuple[Coordinate, ...]) -> SeveralContacts:
    """The contacts that are shown."""
    solved, part = facts.solved, facts.part
    problem = solved.problem
    rate, drift, product = facts.rate[:, 2], facts.drift, facts.product
    return SeveralContacts(
        names=facts.shown.names,
        bodies=tuple(problem.bodies[c] for c in part),
        coordinates=coordinates,
        moving=_moving(facts, len(coordinates)),
        M=facts.shown.problem.M,
        H=problem.H,
        T=np.asarray(problem.T[:, part]),
        d=drift,
        product=product,
        tangential=_without_rounding(rate - drift - product, drift),
        rate=rate,
        force=facts.shown.force,
        impulses=facts.is_impulsive,
        note=part_note(facts),
    )


def _moving(facts: SeveralFacts, count: int) -> tuple[int, ...]:
    """Which joints are shown: all, or of very many those that the contacts move."""
    if count <= WHOLE:
        return tuple(range(count))
    return tuple(np.flatnonzero(np.any(facts.shown.problem.T != 0.0, axis=1)).tolist())


def _without_rounding(values: Array, size: Array) -> Array:
    """With 0 for what rounding leaves of numbers of a size."""
    return np.where(np.abs(values) <= 1e-9 * np.abs(size).max(initial=0.0), 0.0, values)


def part_note(facts: SeveralFacts) -> str:
    """Which of many contacts are shown; empty: all."""
    count, shown = int(np.sum(facts.solved.taking_part)), len(facts.part)
    if count <= MOST:
        return ""
    name = written(facts.solved.names[facts.center])
    if facts.whole and shown == 1:
        return tr("{count} contacts; shown is {name} alone: no other contact feels it.", count=count, name=name)
    if facts.whole:
        text = tr("{count} contacts; shown are the {shown} of the island of {name}: no contact outside it feels them.")
    else:
        text = tr("{count} contacts; shown are the {shown} that feel {name} most. Others of its island act on them too.")
    return text.format(count=count, shown=shown, name=name)


def about_problem(facts: SeveralFacts) -> str:
    """Which problem it is, and by what it was solved."""
    solved = facts.solved
    rubs = np.any(solved.problem.friction > 0.0)
    law = LAWS[solved.law if rubs else "frictionless"].title(solved.facets)
    if solved.which == "accelerations":
        return tr("Accelerations and forces of this instant: {law}, forces of least norm.", law=law)
    if solved.level == "velocity":
        what = tr("velocities after the step of {step:g} ms and impulses Λ = hλ", step=1e3 * solved.interval)
    elif solved.level == "impact":
        what = tr("velocities after an impact and its impulses")
    else:
        what = tr("accelerations and forces")
    soft = tr(" Softening stands on the diagonal of M.") if np.any(solved.softness > 0.0) else ""
    return tr("What was solved: {what}, {law}.", what=what, law=law) + soft
