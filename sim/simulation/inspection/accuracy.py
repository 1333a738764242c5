"""What is known of a run's accuracy where no error of steps is estimated, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...texts import tr

if TYPE_CHECKING:
    from ..running.scene.scene import Scene
    from ..running.scene.settings import Settings


def accuracy_note(scene: Scene, settings: Settings) -> str:
    """How exact the hybrid scheme is, or why `Recording.step_error` has no numbers; empty where it has."""
    if settings.scheme == "hybrid":
        return tr(
            "events located to {event_tolerance:.0e} s, integration error held below {integration_tolerance:.0e} a "
            "step, which moves instants too",
            event_tolerance=settings.event_tolerance,
            integration_tolerance=settings.integration_tolerance,
        )
    if not settings.error_every:
        return tr("step error not estimated: error_every is 0")
    return ""
