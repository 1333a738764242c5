"""What is drawn over the bodies: layers, each put by the one who knows what is in it, whatever the others do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal

from torseur.ui.viewport.marks import LegendRow, Overlays, finite_overlays, joined
from torseur.ui.viewport.viewport import Viewport

Layer = tuple[Overlays, tuple[LegendRow, ...]]
NOTHING: Layer = (Overlays(), ())
PAGE = "page"  # stands for the layers that are not named here: those of the laboratory's pages
ORDER = ("snapshot", "pull", "table", "target", PAGE, "model", "contact")  # what is later lies over what is before


class Picture(QObject):
    """Joins the layers in their order, and sets them on the viewport once, however many were put, before it paints.

    The legend has the rows of the uppermost layer first.
    """

    _put = Signal()

    def __init__(self, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewport = viewport
        self._layers: dict[str, Layer] = {}
        self._waits = False  # the viewport has not been told of what was put
        self.size = 1.0  # of the scene, to which arrows are scaled: radius of a ball around the bodies [m]
        self._put.connect(self.flush, Qt.ConnectionType.QueuedConnection)  # which Qt delivers before it paints

    @property
    def overlays(self) -> Overlays:
        """All layers joined."""
        found = Overlays()
        for overlays, _ in self._ordered():
            found = joined(found, overlays)
        return found

    @property
    def legend(self) -> tuple[LegendRow, ...]:
        """What they mean."""
        return tuple(row for _, rows in reversed(self._ordered()) for row in rows)

    def has(self, key: str) -> bool:
        """Whether something of a layer is drawn."""
        return key in self._layers

    def put(self, key: str, overlays: Overlays, legend: Sequence[LegendRow] = ()) -> None:
        """Draw a layer in place of what it held; what is not finite in it is left out."""
        before, after = self._layers.get(key, NOTHING), (overlays, tuple(legend))
        if not (is_empty(before[0]) and is_empty(overlays) and before[1] == after[1]):
            self._layers[key] = finite_overlays(overlays), after[1]
            self._draw_soon()

    def remove(self, key: str) -> None:
        """Draw nothing of a layer any more."""
        if self._layers.pop(key, NOTHING) is not NOTHING:
            self._draw_soon()

    def drop_ghosts(self) -> None:
        """Draw no second pictures of bodies any more: they were of another model."""
        for key, (overlays, legend) in list(self._layers.items()):
            if overlays.ghosts:
                self.put(key, replace(overlays, ghosts=()), legend)

    def flush(self) -> None:
        """Set what was put on the viewport now, for one who looks at it before it paints."""
        if self._waits:
            self._waits = False
            self._viewport.set_overlays(self.overlays)
            self._viewport.set_legend(self.legend)

    def _draw_soon(self) -> None:
        if not self._waits:
            self._waits = True
            self._put.emit()

    def _ordered(self) -> list[Layer]:
        keys = sorted(self._layers, key=lambda key: ORDER.index(key if key in ORDER else PAGE))
        return [self._layers[key] for key in keys]


def is_empty(overlays: Overlays) -> bool:
    """Whether nothing is drawn."""
    return not any(getattr(overlays, name) for name in Overlays.__dataclass_fields__)
