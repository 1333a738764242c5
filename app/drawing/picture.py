"""What is drawn over the bodies: layers, each put by the one who knows what is in it, whatever the others do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from torseur.ui.viewport.marks import LegendRow, Overlays, joined
from torseur.ui.viewport.viewport import Viewport

Layer = tuple[Overlays, tuple[LegendRow, ...]]
NOTHING: Layer = (Overlays(), ())
LAST = "model"  # over all others, so that its labels lie around theirs


class Picture(QObject):
    """Joins the layers and sets them on the viewport. What is put first is drawn first; its legend is below the others'."""

    def __init__(self, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._viewport = viewport
        self._layers: dict[str, Layer] = {}
        self.overlays = Overlays()  # all of them
        self.size = 1.0  # of the scene, to which arrows are scaled: radius of a ball around the bodies [m]

    def put(self, key: str, overlays: Overlays, legend: Sequence[LegendRow] = ()) -> None:
        """Draw a layer in place of what it held."""
        before, after = self._layers.get(key, NOTHING), (overlays, tuple(legend))
        if not (is_empty(before[0]) and is_empty(overlays) and before[1] == after[1]):
            self._layers[key] = after
            self._draw()

    def remove(self, key: str) -> None:
        """Draw nothing of a layer any more."""
        if self._layers.pop(key, NOTHING) is not NOTHING:
            self._draw()

    def _draw(self) -> None:
        layers = [self._layers[key] for key in sorted(self._layers, key=lambda key: key == LAST)]
        self.overlays = Overlays()
        for overlays, _ in layers:
            self.overlays = joined(self.overlays, overlays)
        self._viewport.set_overlays(self.overlays)
        self._viewport.set_legend(row for _, rows in reversed(layers) for row in rows)


def is_empty(overlays: Overlays) -> bool:
    """Whether nothing is drawn."""
    return not any(getattr(overlays, name) for name in Overlays.__dataclass_fields__)
