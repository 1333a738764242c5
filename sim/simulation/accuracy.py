"""What is known of a run's accuracy where no error of steps is estimated, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .scene.scene import Scene
    from .scene.settings import Settings


def accuracy_note(scene: Scene, settings: Settings) -> str:
    """How exact the hybrid scheme is, or why `Recording.step_error` has no numbers; empty where it has."""
    if settings.scheme == "hybrid":
        return (
            f"events located to {settings.event_tolerance:.0e} s, integration error held below "
            f"{settings.integration_tolerance:.0e} a step, which moves instants too"
        )
    if not settings.error_every:
        return "step error not estimated: error_every is 0"
    return ""
