"""The slider in the legend of a viewport: how long arrows are drawn."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QWidget

from ...controls.fields.fill_slider import FillSlider

MOST = 6  # steps to either side: a hundred times


class ArrowSlider(FillSlider):
    """Steps of 1, 2, 5, 10 by which arrows are longer than usual, in the middle none. `chosen` is for the user alone."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("Length of arrows"), parent)
        self.set_range(-MOST, MOST)
        self.setToolTip(self.tr("Longer or shorter arrows; double-click: as long as usual"))
        self.moved.connect(lambda value: self._choose(round(value)))
        self.stepped.connect(lambda by: self._choose(self.steps + (1 if by > 0 else -1)))
        self.reset.connect(lambda: self._choose(0))
        self.hide()

    @property
    def steps(self) -> int:
        """The steps shown."""
        return round(self.value)

    def place(self, box: QRect) -> None:
        """Lie here in the viewport; nowhere if that is empty."""
        self.setGeometry(box)
        self.setVisible(not box.isEmpty())

    def _choose(self, steps: int) -> None:
        steps = min(max(steps, -MOST), MOST)
        if steps != self.steps:
            self.chosen.emit(steps)
