"""What a user sets on the page of statics, and what is computed for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from torseur.sim.arrays import Array
from torseur.ui.text.same_value import Value

from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Questions
from ..joint_numbers import TypedNumbers
from ..motion.loads import Loads
from .load_section import LoadControls

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics


@dataclass(frozen=True, slots=True, eq=False)
class CheckedPose(Value):
    """What is checked by simulation."""

    q: Array  # (nq,)
    loads: Loads
    cut: bool  # torques at their limits


@dataclass(frozen=True, slots=True)
class StaticsSettings(PageSettings):
    """Loads, a virtual displacement, and what is checked."""

    loads: Loads = field(default_factory=Loads)
    opened: int = 0  # the document that they are on
    controls: LoadControls = field(default_factory=LoadControls)
    steps: TypedNumbers = ()  # δq [rad | m]
    drawn: bool = True  # displacements of the loads' points
    cut: bool = False  # torques at their limits, in the check
    check: CheckedPose | None = None
    instant: int = -1  # of the motion without torques that is shown; -1: none is


def loads_on(seen: Seen, settings: StaticsSettings) -> Loads:
    """Those on what is open: another robot has none, the same with other parameters those on bodies that it still has."""
    if settings.opened != seen.opened:
        return Loads(side=settings.loads.side)
    return settings.loads.on(seen.model.frame_names)


def statics_of(seen: Seen, loads: Loads, questions: Questions) -> Statics | None:
    """What the loads ask of the joints; None: there is no joint."""
    from torseur.sim.analysis.statics.statics import static_torques

    model, gravity = seen.model, gravity_of(seen)
    if not model.nv:
        return None
    found: Statics = questions.ask(
        "statics",
        (seen.q, loads.loads, loads.side, gravity),
        lambda: static_torques(model, seen.q, loads.loads, gravity=gravity, side=loads.side),
        of=model,
    ).value
    return found


def gravity_of(seen: Seen) -> tuple[float, float, float]:
    """In the world [m/s²]."""
    assert seen.scene is not None
    return seen.scene.gravity


def checked_pose(seen: Seen, settings: StaticsSettings) -> CheckedPose:
    """What would be checked now: which load is selected is nothing of it."""
    return CheckedPose(seen.q, replace(loads_on(seen, settings), selected=-1), settings.cut)
