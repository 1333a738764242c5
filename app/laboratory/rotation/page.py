"""The page of rotations: one rotation that the user types or drags, drawn at the chosen frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from torseur.ui.sheet.blocks import Section, UserEvent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.viewport.interaction.handle import Handle

from ...sheet.page import Layer, Page, Seen
from ...sheet.questions import Questions
from ...sheet.view_tools import DrawVector
from .rotation_drawing import RotationScales, axis_length, origin_of, rotation_layer
from .rotation_sections import (
    FORMULA,
    PARTS,
    RATE,
    SUM,
    TURNED,
    formula_section,
    parts_section,
    rate_section,
    sum_section,
    turned_section,
)
from .typed_rotation import RotationSettings


class Rotation(Page):
    """The tips of axis and vector can be dragged."""

    key = "rotation"
    settings_type = RotationSettings
    outline = (FORMULA, RATE, TURNED, PARTS, SUM)
    tells_state = False

    def sheet(self, seen: Seen, settings: RotationSettings, questions: Questions) -> Sheet:
        """Write the rotation, its rate, a vector that it turns, part by part, and a sum of rates."""
        unit = seen.angle_unit

        def sections() -> tuple[Section, ...]:
            return (
                formula_section(settings, unit),
                rate_section(settings, unit),
                turned_section(settings, unit),
                parts_section(settings),
                sum_section(settings, unit),
            )

        return Sheet(questions.ask("sections", (settings, unit), sections).value)  # a pose changes none of it

    def layer(self, seen: Seen, settings: RotationSettings, questions: Questions) -> Layer:
        """Draw what is switched on."""
        scales = questions.kept("scales", RotationScales)
        if not settings.held:  # else the tip would run away from the pointer
            scales.vector.fit(float(np.linalg.norm(settings.v)), seen.size)
        return rotation_layer(seen, settings, scales)

    def tools(self, seen: Seen, settings: RotationSettings, questions: Questions) -> tuple[DrawVector, ...]:
        """Let the tips of what is drawn be dragged."""
        origin, found = origin_of(seen), list[Handle]()
        if "formula" in settings.drawn:
            found.append(Handle("axis", origin, origin + axis_length(seen.size) * settings.u))
        if "turned" in settings.drawn:
            length = questions.kept("scales", RotationScales).vector.value
            found.append(Handle("vector", origin, origin + length * settings.v))
        return (DrawVector("tips", handles=tuple(found)),)

    def reduce(self, settings: RotationSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was typed, switched or dragged."""
        match event:
            case UserEvent("tips", "grabbed", held):
                return replace(settings, held=held, before=settings)
            case UserEvent("tips", "drawn", vector):
                return _dragged(settings, vector, questions.kept("scales", RotationScales).vector.value)
            case UserEvent("tips", "finished"):
                return replace(settings, held="", before=None)
            case UserEvent("tips", "cancelled"):
                return settings.before or settings
            case UserEvent(_, "chosen", key):
                return replace(settings, equation=key)
            case UserEvent(path, "switched"):
                return replace(settings, drawn=settings.drawn ^ {path.partition(".")[0]})
            case UserEvent(path, "entered", value):
                typed: Any = value[1] if isinstance(value, tuple) else tuple(value.tolist())
                return replace(settings, **{path.rpartition(".")[2]: typed})
        return settings


def _dragged(settings: RotationSettings, vector: np.ndarray, length: float) -> RotationSettings:
    """A tip was dragged so far from the origin (3,) [m]; an axis keeps its direction alone."""
    size = float(np.linalg.norm(vector))
    if settings.held == "vector":
        return replace(settings, vector=tuple(np.round(vector / length, 3).tolist()))
    return replace(settings, axis=tuple(np.round(vector / size, 4).tolist())) if size > 1e-6 else settings
