"""A plot over time in a page: looked at closer, read at a cursor, copied."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from .block_view import CustomView, shows
from .blocks import Block, Custom

HEIGHT = 220  # [px]


@shows("time_plot")
class TimePlotView(CustomView):
    """Of a `TimePlot`. What it is drawn with is loaded where there is one."""

    inset = False

    @override
    def make(self, block: Custom, parent: QWidget) -> QWidget:
        from ..displays.plot.plot_pane import PlotPane

        pane = PlotPane(block.value.title, block.value.unit, parent, zero=block.value.zero)
        pane.setFixedHeight(HEIGHT)
        pane.reset_requested.connect(pane.reset_view)
        pane.seek_requested.connect(lambda t: self.emit("seek", t))
        return pane

    @override
    def fits(self, block: Block) -> bool:
        return super().fits(block) and block.value.zero == self.block.value.zero  # type: ignore[attr-defined]  # it is Custom

    @override
    def show(self, block: Custom) -> None:
        from ..displays.plot.plot_header import LineStyle

        plot, pane = block.value, self.widget
        pane.show_time(plot.now)
        if self.block is not None and replace(self.block.value, now=plot.now) == plot:
            return
        pane.show_title(plot.title, plot.unit)
        pane.set_lines([LineStyle(*line) for line in plot.lines])
        pane.show_span(float(plot.t[0]), float(plot.t[-1]))
        pane.show_data(plot.t, *plot.values)
