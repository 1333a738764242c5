"""The settings of a simulation that the scene panel offers: titles, units, what may be typed, and when each matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torseur.sim.contact.law.contact_laws import FRICTION_LAWS, LAWS
from torseur.sim.texts import marked, tr

from ...text.number_text import number_text, parse_number, with_unit

Values = Mapping[str, object]


def _always(values: Values) -> bool:
    return True


def _stepped(values: Values) -> bool:
    return values.get("scheme") == "time_stepping"


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting. A number is shown as `factor` times its SI value."""

    key: str
    title: str
    tip: str
    options: Mapping[str, str] | None = None  # keys to texts; None: it is a number
    unit: str = ""
    factor: float = 1.0
    lowest: float = 0.0  # as shown
    highest: float = float("inf")
    positive: bool = False  # must be above 0, whatever `lowest`
    even: bool = False  # an even whole number
    whole: bool = False
    rare: bool = True  # under "More"
    matters: Callable[[Values], bool] = _always
    hybrid_title: str = ""  # what it is in the hybrid scheme, where that is another thing

    def reason_against(self, number: float) -> str:
        """Why a number typed cannot be taken, a sentence; empty: it can."""
        if self.positive and not number > 0.0:
            return tr("{title} must be more than 0.", title=tr(self.title))
        if not self.lowest <= number <= self.highest:
            low, high = (with_unit(number_text(x), self.unit) for x in (self.lowest, self.highest))
            if self.highest == float("inf"):
                return tr("{title} must be at least {low}.", title=tr(self.title), low=low)
            return tr("{title} must be from {low} to {high}.", title=tr(self.title), low=low, high=high)
        if (self.whole and number % 1) or (self.even and number % 2):
            kind = tr("an even whole number") if self.even else tr("a whole number")
            return tr("{title} must be {kind}.", title=tr(self.title), kind=kind)
        return ""

    def nudged(self, number: float, by: int) -> float:
        """The number, as shown, after so many presses of an arrow: a tenth more or less, or the next whole one."""
        if self.even or self.whole:
            return number + by * (2 if self.even else 1)
        return parse_number(number_text(number * 1.1**by))


STEP = SettingSpec(
    "dt",
    marked("Step"),
    marked("Length of a time step; in the hybrid scheme, time between recorded states"),
    unit="ms",
    factor=1e3,
    highest=100.0,
    positive=True,
    rare=False,
    hybrid_title=marked("Record every"),
)

SPECS = (
    SettingSpec(
        "solver", marked("Solver"), marked("What solves the contact problem of each step"), {}, rare=False, matters=_stepped
    ),
    STEP,
    SettingSpec(
        "friction_law",
        marked("Friction"),
        marked(
            "Coulomb: the exact cone. Convex: its convex relaxation, in which what slides "
            "also lifts. Pyramid: a cone with flat facets"
        ),
        {key: law.short for key, law in FRICTION_LAWS.items()},
        rare=False,
    ),
    SettingSpec(
        "facets",
        marked("Facets"),
        marked("Flat facets of the friction pyramid: even, at least 4"),
        lowest=4,
        highest=1000,
        even=True,
        rare=False,
        matters=lambda values: LAWS[str(values.get("friction_law", "coulomb"))].has_facets,
    ),
    SettingSpec(
        "solving",
        marked("Solving"),
        marked(
            "Exact: contacts are solved to the tolerance, however long that takes. Interactive: to 1e-4 m/s, and "
            "heaps by ten sweeps whatever they leave, so that a step takes a bounded time; the status line says what "
            "is left"
        ),
        {"exact": marked("Exact"), "interactive": marked("Interactive")},
        matters=lambda values: _stepped(values) and values.get("solver") == "newton",
    ),
    SettingSpec(
        "impact_law",
        marked("Impacts"),
        marked("Whether all contacts of an instant strike in one problem, or pair after pair"),
        {"simultaneous": marked("Simultaneous"), "sequential": marked("Sequential")},
    ),
    SettingSpec(
        "restitution_law",
        marked("Restitution"),
        marked("What e is the ratio of. Newton: velocities after and before. Poisson: impulses of expansion and compression"),
        {"newton": marked("Newton"), "poisson": marked("Poisson")},
    ),
    SettingSpec(
        "restitution_speed",
        marked("Bounce from"),
        marked("Slower approaches do not bounce"),
        unit="mm/s",
        factor=1e3,
        matters=_stepped,
    ),
    SettingSpec(
        "rest_speed",
        marked("Rest below"),
        marked("At an event, what parts or slides slower is held"),
        unit="mm/s",
        factor=1e3,
        matters=lambda values: not _stepped(values),
    ),
    SettingSpec(
        "stabilisation",
        marked("Penetration"),
        marked(
            "Projection: positions are moved out of it, without adding velocity. Baumgarte: velocity is added. None: it stays"
        ),
        {"projection": marked("Projection"), "baumgarte": marked("Baumgarte"), "none": marked("None")},
        matters=_stepped,
    ),
    SettingSpec(
        "error_reduction",
        marked("Reduction"),
        marked("Share of a penetration that Baumgarte's velocity removes in a step"),
        unit="%",
        factor=100.0,
        highest=100.0,
        positive=True,
        matters=lambda values: _stepped(values) and values.get("stabilisation") == "baumgarte",
    ),
    SettingSpec(
        "recovery_speed",
        marked("Recovery"),
        marked("Penetration is removed at most this fast"),
        unit="m/s",
        positive=True,
        matters=lambda values: _stepped(values) and values.get("stabilisation") != "none",
    ),
    SettingSpec(
        "theta",
        marked("Theta θ"),
        marked("Part of the step that positions follow the velocity at its end"),
        lowest=0.5,
        highest=1.0,
        matters=_stepped,
    ),
    SettingSpec(
        "compliance",
        marked("Compliance"),
        marked("Of every contact along its normal; 0 is rigid"),
        unit="µm/N",
        factor=1e6,
        matters=_stepped,
    ),
    SettingSpec(
        "relaxation_time",
        marked("Relaxation"),
        marked("Damping of compliant contact, over its stiffness"),
        unit="ms",
        factor=1e3,
        matters=lambda values: _stepped(values) and values.get("compliance") != 0.0,
    ),
    SettingSpec(
        "regularisation",
        marked("Softening"),
        marked("Added to the normal diagonal of the Delassus matrix"),
        unit="1/kg",
        matters=_stepped,
    ),
    SettingSpec(
        "error_every",
        marked("Error every"),
        marked(
            "A step in so many is taken once more as two halves, which says how wrong it is "
            "by its own length; at impacts sooner. 0: none"
        ),
        lowest=0,
        whole=True,
        matters=_stepped,
    ),
    SettingSpec(
        "tolerance",
        marked("Tolerance"),
        marked("Natural-map residual that a contact solve must reach"),
        unit="m/s",
        lowest=1e-15,
        matters=_stepped,
    ),
    SettingSpec(
        "event_tolerance",
        marked("Events to"),
        marked("Instants of events are found to within this"),
        unit="s",
        lowest=1e-15,
        matters=lambda values: not _stepped(values),
    ),
    SettingSpec(
        "integration_tolerance",
        marked("Integration"),
        marked("Relative and absolute tolerance of the adaptive integrator"),
        lowest=1e-15,
        matters=lambda values: not _stepped(values),
    ),
    SettingSpec(
        "sweeps",
        marked("Sweeps"),
        marked("Gauss-Seidel passes at most"),
        lowest=1,
        whole=True,
        matters=lambda values: _stepped(values) and values.get("solver") == "gauss_seidel",
    ),
)
