"""What all pages on dynamics have in common: they show one motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import DYNAMICS

from ..motion.motion_state import Instant
from ..page_binding import PageBinding
from ..page_context import PageContext

if TYPE_CHECKING:
    from torseur.ui.laboratory.dynamics.values import Coordinate


class DynamicsPageBinding(PageBinding):
    """Computes while it is seen: when the pose, the instant, or the motion is another.

    `show_instant` computes and shows; `show_absent` says why there is nothing to show, or empty.
    """

    waits_for: tuple[str, ...] = (DYNAMICS,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self._motion, self._viewport = context.motion, context.viewport
        self._coordinates: tuple[Coordinate, ...] = ()  # those of the motion may be of the next document
        self._motion.changed.connect(self.update)

    @override
    def refresh(self) -> None:
        reason = self._motion.reason
        self.show_absent(reason)
        if not reason:
            self._coordinates = tuple(self._motion.coordinates)
            self.show_instant(self._motion.instant())

    def outline(self, body: str) -> None:
        """Outline a link in the view, unless it is one of a robot that is gone."""
        model = self._session.state.model
        if model is not None and body in model.body_names:
            self._viewport.select(body)

    def show_instant(self, instant: Instant) -> None:
        """Compute and show what there is to tell of an instant."""
        raise NotImplementedError

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        raise NotImplementedError
