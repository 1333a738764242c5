"""What it means that a check fails, what is likely the cause, and what to change: in words, for the settings of the recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....texts import marked, tr
from ...step_arrays import IMPACT_LEVEL
from .values import COMPLEMENTARITY, CONE, ENERGY, MOMENTUM, PASS, PENETRATION, STEP_ERROR, UNKNOWN, Check

if TYPE_CHECKING:
    from ...recording.recording import Recording
    from ...running.scene.settings import Settings


@dataclass(frozen=True, slots=True)
class CheckExplanation:
    """Sentences about one check of one state."""

    meaning: str  # what the number says
    cause: str = ""  # what is likely why; empty: nothing is wrong
    change: str = ""  # what to do about it


def explanation(recording: Recording, i: int, check: Check) -> CheckExplanation:
    """What a check of state i says, and if it did not pass why, and what to change."""
    settings, found = recording.settings, tr(_MEANINGS[check.key])
    if check.verdict == UNKNOWN:
        return CheckExplanation(found, "", "")
    where = tr(" It is worst at {where}.", where=check.where) if check.where and check.value > 0.0 else ""
    if check.verdict == PASS:
        return CheckExplanation(found + where)
    struck = bool(recording.contacts(i).impact.any()) or recording.problems.level(i) == IMPACT_LEVEL
    if check.key == ENERGY and struck and _bounces(recording):
        return CheckExplanation(found + where, *map(tr, _KANE))
    cause, change = _CAUSES[check.key](settings, struck)
    return CheckExplanation(found + where, tr(cause), tr(change))


_MEANINGS = {
    COMPLEMENTARITY: marked(
        "How far the worst contact is from its law: 0 ≤ λ ⊥ ζ ≥ 0 along the normal, and friction that holds or "
        "opposes the slip. It is the natural map ‖r − P(r − ρ û)‖/ρ of the problem that was solved."
    ),
    CONE: marked("How far friction is beyond μ times the normal force, or how much a normal force pulls."),
    PENETRATION: marked("How deep the deepest body is inside another, found anew from the configuration."),
    MOMENTUM: marked("What of the change of momentum over the step no recorded impulse, torque or weight accounts for."),
    ENERGY: marked("Energy that was won in the step beyond what motors and joints gave: contacts may take some and give none."),
    STEP_ERROR: marked(
        "How much the step would change if it were taken as two halves, as a velocity. The residual does not tell."
    ),
}


_TIGHTER = marked("Set tolerance to 1e-10, as it is by default.")


_EXACTLY = marked('Set solving to "exact".')


def _complementarity(settings: Settings, struck: bool) -> tuple[str, str]:
    if settings.solving == "interactive":
        return (
            tr(
                "The interactive setting takes {sweeps_allowed} sweeps through heaps, whatever they leave.",
                sweeps_allowed=settings.sweeps_allowed,
            ),
            _EXACTLY,
        )
    if settings.tolerance > 1e-9:
        return (tr("The solver was told to stop at {tolerance:g}.", tolerance=settings.tolerance), _TIGHTER)
    if settings.solver == "gauss_seidel":
        return (
            tr(
                "{sweeps} sweeps of Gauss-Seidel were not enough: it is slow in stacks and with unequal masses.",
                sweeps=settings.sweeps,
            ),
            tr('Choose solver = "newton", or more sweeps.'),
        )
    return (
        tr("The solver did not converge: redundant contacts that slide, or masses that differ by many powers of ten."),
        tr("Solve this frame by another solver (page Quadratic programme), or make the step shorter."),
    )


def _cone(settings: Settings, struck: bool) -> tuple[str, str]:
    if settings.residual_asked > 1e-9:
        return (
            tr("The solver stopped before its forces were in their cones."),
            _TIGHTER if settings.solving == "exact" else _EXACTLY,
        )
    return (
        tr("The forces are not those that the law gave: the file was changed, or friction is not what the solver had."),
        tr("Simulate the scene anew, and compare."),
    )


def _penetration(settings: Settings, struck: bool) -> tuple[str, str]:
    if settings.stabilisation == "none":
        return tr("Nothing removes what penetration a step leaves."), tr('Set stabilisation to "projection".')
    if settings.stabilisation == "baumgarte":
        return (
            tr("Baumgarte's term removes a share of a penetration in each step, and leaves the rest."),
            tr('Set stabilisation to "projection", or error_reduction higher.'),
        )
    if settings.solving == "interactive":
        return (tr("The interactive setting leaves what its sweeps do not settle."), _EXACTLY)
    if settings.compliance > 0.0:
        return tr("The contact is softer than its load asks for."), tr("Make compliance smaller.")
    return (
        tr("It starts inside, or moved inside faster than the step could see; or the file was changed."),
        tr("Look at the start of the scene; else make the step shorter."),
    )


def _momentum(settings: Settings, struck: bool) -> tuple[str, str]:
    told = tr("A force acted that is not recorded, such as a pull by the hand; or a recorded one was changed.")
    if settings.scheme == "hybrid":
        first = tr("Beside an event accelerations are poorly known from recorded velocities.")
    else:
        first = tr("In the step of an impact a joint's equation holds to first order only.") if struck else ""
    return (
        f"{first} {told}".strip(),
        tr("Make the step shorter: if it then halves, or quarters, it is the step's; if it stays, a force is missing."),
    )


def _energy(settings: Settings, struck: bool) -> tuple[str, str]:
    if settings.stabilisation == "baumgarte" and settings.scheme == "time_stepping":
        return (
            tr("Baumgarte's term pushes out of a penetration with a velocity that stays."),
            tr('Set stabilisation to "projection".'),
        )
    if settings.solving == "interactive":
        return (tr("The interactive setting does not solve a step again where contacts gave energy."), _EXACTLY)
    if settings.compliance > 0.0:
        return (
            tr("Soft contacts give back what they stored, which is no fault; more is the step's."),
            tr("Raise relaxation_time, or make the step shorter."),
        )
    return (
        tr("The step is long for what moves in it, or a force that is not recorded did work, such as a pull by the hand."),
        tr("Make the step shorter: what is of second order is then a quarter."),
    )


_KANE = (
    marked(
        "Newton's law of restitution gave it: it asks for a normal velocity, whatever work friction does meanwhile (Kane & "
        "Levinson 1985)."
    ),
    marked('Set restitution_law to "poisson", whose impulses give no energy here, or restitution lower.'),
)


def _bounces(recording: Recording) -> bool:
    """Whether impacts obey Newton's law of restitution, and some give back what it may make energy of."""
    settings, materials = recording.settings, recording.scene.materials.values()
    is_newton = settings.restitution_law == "newton" and settings.solving == "exact" and settings.stabilisation != "baumgarte"
    return is_newton and any(material.restitution > 0.0 for material in materials)


def _step_error(settings: Settings, struck: bool) -> tuple[str, str]:
    if struck:
        return (
            tr("Something struck in this step, and time-stepping knows the instant to one step only."),
            tr('Make the step shorter, or choose scheme = "hybrid", which finds the instant.'),
        )
    return (
        tr("The motion changes much within one step."),
        tr("Make the step shorter: the error is then a quarter, at impacts half."),
    )


_CAUSES = {
    COMPLEMENTARITY: _complementarity,
    CONE: _cone,
    PENETRATION: _penetration,
    MOMENTUM: _momentum,
    ENERGY: _energy,
    STEP_ERROR: _step_error,
}
