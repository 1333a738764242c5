"""What can be pressed and dragged in the legend: the slider of arrows, and the button that folds it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QWidget

from ...controls.buttons.icon_button import IconButton
from .arrow_slider import ArrowSlider
from .legend_layout import FOLD, LegendLayout


class LegendControls(QObject):
    """Lie on a viewport, where its legend is. `fold_asked` is for the user alone."""

    fold_asked = Signal()

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.arrows = ArrowSlider(viewport)
        self.button = IconButton("chevron_down", self.tr("Fold the legend"), viewport, side=round(FOLD))
        self.button.hide()
        self.button.clicked.connect(lambda _: self.fold_asked.emit())

    def place(self, layout: LegendLayout, legend: QRectF, factor: float = 1.0) -> None:
        """Lie in a legend of this layout that is painted there, so many times as large."""
        grown, shrunk = (QTransform.fromScale(k, k) for k in (factor, 1.0 / factor))
        whole = shrunk.mapRect(legend)
        self.arrows.place(grown.mapRect(layout.slider_rect(whole)).toRect())
        box = grown.mapRect(layout.fold_rect(whole)).toRect()
        self.button.setVisible(not box.isEmpty())
        self.button.move(box.center() - self.button.rect().center())
        if layout.lines:
            self.button.show_icon("chevron_down", self.tr("Fold the legend"))
        else:
            self.button.show_icon("chevron_up", self.tr("Show the legend"))
