"""What all pages of the laboratory have in common: they follow the session while they are seen, and put a layer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.compilation import POSING
from torseur.ui.viewport.marks import LegendRow, Overlays

from .page_context import PageContext

if TYPE_CHECKING:
    from ..session.lateness import Instant

SLOW = 0.01  # [s] that showing an instant may take every time while it plays


class PageBinding(QObject):
    """Between one page, the session and the picture.

    `refresh` computes and shows what the page tells of the instant; `overlays` and `legend` say what is drawn with it.
    """

    told = Signal()  # its numbers may be of another instant than before
    key: str  # of the page, and of its layer
    widget: QWidget
    waits_for: tuple[str, ...] = (POSING,)  # entries that it needs compiled

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        session = self._session = context.session
        self._picture, self._preferences = context.picture, context.preferences
        self._seen = False
        self._rest_until = 0.0  # of the clock
        self._last_snapshot: object = None
        self._last_inputs: tuple[object, ...] = ()
        session.snapshot_changed.connect(self._follow_session)
        session.frame_changed.connect(self._follow_session)
        session.playback.playing_changed.connect(self._follow_session)
        session.kernels.loaded.connect(lambda name: self.update() if name in self.waits_for else None)
        context.preferences.angle_unit_changed.connect(self.update)

    def enter(self) -> None:
        """The page is seen; it can be used once something is open."""
        self._seen = True
        self.widget.setEnabled(self._session.snapshot is not None)
        self.update()

    def leave(self) -> None:
        """The page is not seen any more: end drags and what else holds the view."""
        self._seen = False
        self._picture.remove(self.key)

    def update(self) -> None:
        """Compute, show and draw everything, while it is seen."""
        if self._seen and self._session.snapshot is not None:
            begun = time.perf_counter()
            self._last_snapshot, self._last_inputs = self._session.snapshot, self._inputs()
            self.widget.setEnabled(True)
            self.refresh()
            self.redraw()
            self.rest_after(begun)

    def rest_after(self, begun: float) -> None:
        """Leave the window to others ten times as long as what began then took, if that was long [s of perf_counter]."""
        taken = time.perf_counter() - begun
        self._rest_until = begun + (11.0 * taken if taken > SLOW else 0.0)

    @property
    def numbers_of(self) -> Instant | None:
        """The instant that the numbers on the page are of, where a thread finds them; None: always of that which is shown."""
        return None

    def redraw(self) -> None:
        """Draw the layer alone, while it is seen."""
        if self._seen and self._session.snapshot is not None:
            self._picture.put(self.key, self.overlays(), self.legend())
            self.told.emit()

    def refresh(self) -> None:
        """Compute and show what there is to tell of the session's snapshot and frame."""
        raise NotImplementedError

    def overlays(self) -> Overlays:
        """What is drawn of what was computed last."""
        return Overlays()

    def legend(self) -> Sequence[LegendRow]:
        """What that means."""
        return ()

    def open_part(self, key: str) -> None:
        """Open a part of the page, by its key; most have none."""

    def present(self, presenting: bool) -> None:
        """What is to be asked for before it is shown is hidden, whatever was asked for before; most pages have nothing such."""

    def go_on(self, by: int) -> bool:
        """The next step of what the page has, or the one before; False: it has none."""
        return False

    def place(self, kind: str) -> None:
        """Let the next press in the view place a "force" or a "moment"; most pages have none."""

    def keep(self) -> Any:
        """What stays of the page when the robot's file is read again; most have nothing that a file does not say."""
        return None

    def bring_back(self, state: Any) -> None:
        """Have it again, as far as it fits what was read."""

    def _follow_session(self) -> None:
        """Once a snapshot: more than one signal may tell of it. While it plays, a long look is followed by a rest."""
        if self._session.playback.playing and time.perf_counter() < self._rest_until:
            return
        if self._session.snapshot is not self._last_snapshot or self._inputs() != self._last_inputs:
            self.update()

    def _inputs(self) -> tuple[object, ...]:
        return self._session.frame, self._session.playback.playing
