"""The page Equation: H q̈ + C(q, q̇) q̇ + g = τ + Σ JᵀF at the pose of now, for the motion of the page State.

Where a recorded instant is shown, also the equation of it as it was solved, with the torques Tλ of its contacts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.compilation import BATCHES, DYNAMICS
from torseur.sim.simulation.running.scene.materials import material_pairs
from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import Section, UserEvent, absent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.sentences import sentence

from ....documents.body_names import bare_names
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen
from ....sheet.questions import Questions
from ...motion.coordinates import coordinates
from ...motion.motion_state import Instant
from ..term_arrows import TermArrows
from .balance_section import balance_section
from .column_drawing import column_overlays
from .forward_sections import ACCELERATIONS, ENERGY, acceleration_section, energy_section
from .matrix_sections import MATRICES, column_section, matrix_section
from .recorded_section import RECORDED, recorded_section

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import EquationOfMotion


@dataclass(frozen=True, slots=True)
class EquationSettings(PageSettings):
    """The matrix that is shown, and the column of H that is looked at."""

    which: str = "H"
    column: int = 0


class Equation(Page):
    """In numbers, and what must hold of it."""

    key = "equation"
    settings_type = EquationSettings
    outline = (RECORDED, MATRICES, ACCELERATIONS, ENERGY)
    waits_for = (DYNAMICS, BATCHES)
    needs_motion = True

    def sheet(self, seen: Seen, settings: EquationSettings, questions: Questions) -> Sheet:
        """Write the equation, as it was solved, its matrices, and what follows of them."""
        if isinstance(seen.motion, str):
            return Sheet((absent(seen.motion),))
        found, of, column = equation_of(seen.motion, questions), coordinates(seen.model), _column(seen, settings)
        scene = seen.scene
        touches = questions.ask("touches", scene, lambda: scene is not None and bool(material_pairs(scene))).value
        method = "LᵀL" if seen.model.by_mass_matrix else "ABA"
        sections = (
            balance_section(found, of, touches),
            self._recorded(seen, questions),
            matrix_section(found, of, settings.which, column),
            column_section(found, of, column) if settings.which == "H" else None,
            acceleration_section(found, of, seen.angle_unit, method),
            energy_section(found),
        )
        return Sheet(tuple(one for one in sections if one is not None))

    def layer(self, seen: Seen, settings: EquationSettings, questions: Questions) -> Layer:
        """Draw the torques of a column of H, while H is shown."""
        if isinstance(seen.motion, str) or settings.which != "H":
            return NOTHING_DRAWN
        from torseur.sim.multibody.newton_euler.newton_euler_trace import newton_euler_trace

        model, q, column = seen.model, seen.motion.q, _column(seen, settings)
        unit, arrows = np.eye(model.nv)[column], questions.kept("arrows", TermArrows)
        trace = newton_euler_trace(model, q, np.zeros(model.nv), unit, None, (0.0, 0.0, 0.0))
        drawn = column_overlays(arrows, model, trace, coordinates(model), column, seen.size)
        return drawn, arrows.legend()

    def reduce(self, settings: EquationSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Show another matrix, or look at another column of H."""
        match event.path.rpartition(".")[2], event.kind:
            case "which", "chosen":
                return replace(settings, which=event.value)
            case "matrix", "pressed":
                return replace(settings, column=event.value[1])
            case ("back" | "forward") as way, "pressed":
                by = 1 if way == "forward" else -1
                return replace(settings, column=(_column(seen, settings) + by) % seen.model.nv)
        return settings

    def _recorded(self, seen: Seen, questions: Questions) -> Section | None:
        recording, i = seen.recording, seen.index
        if recording is None or recording.scene.model.nv != seen.model.nv or i < 0:  # it may be of the document before
            return None
        from torseur.sim.simulation.inspection.recorded_dynamics.step_dynamics import step_dynamics

        about = i, min(i + 3, len(recording))  # states after it may be needed
        answer = questions.ask("recorded", about, lambda: step_dynamics(recording, i), of=recording)
        if answer.value is None:
            return recorded_section(None, sentence(answer.error), (), ())
        names, contacts = [*bare_names(recording.scene.model.body_names).values(), tr("world")], recording.contacts(i)
        pairs = zip(contacts.body_a.tolist(), contacts.body_b.tolist(), strict=True)
        touching = [f"{names[a]} · {names[b]}" for a, b in pairs]  # the world is -1
        return recorded_section(answer.value, "", coordinates(seen.model), touching)


def _column(seen: Seen, settings: EquationSettings) -> int:
    """The column of H that is looked at; the robot may have fewer than the one before."""
    return min(settings.column, seen.model.nv - 1)


def equation_of(instant: Instant, questions: Questions) -> EquationOfMotion:
    """Return the equation of a motion."""

    def compute() -> EquationOfMotion:
        from torseur.sim.multibody.dynamics.equation_of_motion import equation_of_motion

        return equation_of_motion(instant.model, instant.q, instant.v, instant.a, instant.gravity, instant.wrenches)

    found: EquationOfMotion = questions.ask("equation", instant, compute).value
    return found
