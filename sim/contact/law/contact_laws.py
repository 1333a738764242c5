"""The laws of friction, a row each, with all that others ask of one by its name. What each is in numbers: `friction_cone`.

A new law is a row here, and its cases in `friction_cone`, `one_contact` and `face`, in arrays in `contact.problem.solution`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...texts import marked, tr

COULOMB, CONVEX = 0, -1
"""The exact cone; its convex relaxation. A positive number is that of the facets of the pyramid."""


@dataclass(frozen=True, slots=True)
class FrictionLaw:
    """What is asked of one law of friction."""

    name: str  # with {facets}, where it has some
    short: str  # as one of several choices
    letter: str  # by which pictures know it
    bound: str  # on the force of a contact, in the notation of formulas
    words: tuple[str, ...]  # that texts and papers call it by
    cone: int = COULOMB  # as kernels know it, where it has no facets
    has_facets: bool = False
    shifts: bool = True  # whether û has μ s on its normal
    rubs: bool = True

    def facets_of(self, asked: int) -> int:
        """The facets asked for, of a law that has some; 0 for others."""
        return asked if self.has_facets else 0

    def title(self, facets: int) -> str:
        """The name."""
        return tr(self.name, facets=facets)


_ROUND, _FLAT = "‖r_t‖ ≤ μ r_n", "r_t = D δ,   δ ≥ 0,   eᵀ δ ≤ μ r_n"
LAWS = {
    "coulomb": FrictionLaw(marked("Coulomb's cone"), marked("Coulomb"), "C", _ROUND, ("cone", "exact", "ncp")),
    "convex": FrictionLaw(
        marked("convex relaxation"), marked("Convex"), "R", _ROUND, ("relaxed", "relaxation", "ccp"), CONVEX, shifts=False
    ),
    "pyramid": FrictionLaw(
        marked("pyramid of {facets}"),
        marked("Pyramid"),
        "P",
        _FLAT,
        ("polyhedral", "linearised", "linearized"),
        has_facets=True,
    ),
    "frictionless": FrictionLaw(
        marked("no friction"), marked("No friction"), "F", "r_t = 0", ("none",), shifts=False, rubs=False
    ),
}
"""coulomb: r ∈ K ⟂ û ∈ K*, the exact cone; convex: its relaxation, in which what slides lifts by μ times the slip; pyramid:
Coulomb's on the cone over a regular polygon; frictionless: μ = 0, asked of single problems alone."""
FRICTION_LAWS = {key: law for key, law in LAWS.items() if law.rubs}
LAW_WORDS = {word: key for key, law in LAWS.items() for word in law.words}
