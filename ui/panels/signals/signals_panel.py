"""Quantities over time: a tree to choose them from, a plot for each unit, and statistics of a range or of what is in sight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.switch import Switch
from ...controls.fields.search_line import SearchLine
from ...displays.plot.plot_header import LineStyle
from ...displays.section_head import column_in
from ...displays.text_label import TextLabel
from ...look.style import SMALL, current_theme
from ...look.theme import ENERGY, FORCE, FRICTION, IMPULSE, JOINT, VELOCITY, WARNING
from ...text.number_text import number_text
from ...text.short_names import short_names
from .signal_tree import SignalTree
from .statistics_table import StatisticsTable
from .values import SignalEntry, SignalLine, SignalStatistics

if TYPE_CHECKING:  # it brings pyqtgraph with it, a sixth of the time to the window's first picture
    from ...displays.plot.plot_pane import PlotPane

_DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.2), (1.3, 1.6), (6.0, 2.0, 1.3, 2.0))
_COLORS = (VELOCITY, FORCE, FRICTION, IMPULSE, WARNING, ENERGY, JOINT)
STYLES = [(color, dash) for dash, color in product(_DASHES, _COLORS)]
MOST = len(STYLES)  # lines of a plot that can be told apart
SMALLEST = 1e-15  # residuals are shown as they are


class SignalsPanel(QWidget):
    """The body of the dock "Signals". `show_*` is silent, signals are for the user alone."""

    chosen = Signal(list)  # keys of the quantities that are ticked
    range_changed = Signal(float, float)  # `range` [s]; also where the program has shown other times
    seek_requested = Signal(float)  # [s]
    save_requested = Signal()
    cancelled = Signal()  # what is being computed is not wanted
    shown = Signal()  # it has come into sight

    def __init__(self, parent: QWidget | None = None) -> None:
        self.panes: dict[tuple[str, str], PlotPane] = {}  # by title and unit, in the order in which they are seen
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self._span, self._time = (0.0, 1.0), 0.0
        self._recorded = 0.0  # how far what is plotted goes [s]
        self._drawn: tuple[float, float] | None = None  # the range that the user drew [s]
        self.search = SearchLine(self.tr("Search quantities"), self)
        self.tree = SignalTree(self)
        self.statistics = StatisticsTable(self)
        self.range_label = TextLabel(self, role="text_second", px=SMALL)
        self.status = TextLabel(self, role="text_hint", px=SMALL)
        self.cancel = OutlineButton(self.tr("Cancel"), parent=self)
        self.save = OutlineButton(self.tr("Save…"), "save", self)
        self.ranging = Switch(self.tr("Range"), self)
        self.ranging.setToolTip(
            self.tr("Statistics of a range that is dragged by its edges; Shift and the mouse draw one in a plot")
        )
        self.ranging.switched.connect(self._switch_range)
        self.search.textChanged.connect(self.tree.search)
        self.search.cancelled.connect(self.search.clear)
        self.tree.chosen.connect(self.chosen)
        self.cancel.clicked.connect(self.cancelled)
        self.save.clicked.connect(self.save_requested)
        self._settling = QTimer(self, singleShot=True, interval=60)  # statistics follow, not at each move of the mouse
        self._settling.timeout.connect(lambda: self.range_changed.emit(*self.range))
        self._lay_out()
        self.show_progress(0, 0)

    @property
    def range(self) -> tuple[float, float]:
        """The times that statistics are of [s]: the range that was drawn, else those in sight."""
        if self._drawn is not None:
            return self._drawn
        for pane in self.panes.values():
            start, end = pane.plot.getViewBox().viewRange()[0]
            return float(start), float(end)
        return self._span

    def show_entries(self, entries: Sequence[SignalEntry]) -> None:
        """Show what can be chosen."""
        self.tree.show_entries(entries)

    def show_lines(self, lines: Sequence[SignalLine]) -> None:
        """Plot these; those of one title and unit together."""
        wanted: dict[tuple[str, str], list[SignalLine]] = {}
        self.statistics.styles.clear()
        self._recorded = max((float(line.t[-1]) for line in lines if len(line.t)), default=0.0)
        for line in lines:
            wanted.setdefault((line.pane, line.unit), []).append(line)
        for key in [key for key in self.panes if key not in wanted]:
            pane = self.panes.pop(key)
            pane.hide()
            pane.deleteLater()
        kept = list(self.panes.values())
        for pane in kept:
            pane.plot.setXLink(None if pane is kept[0] else kept[0].plot)
        for key, group in wanted.items():
            pane = self.panes.get(key) or self._make_pane(*key)
            short = short_names([line.name.removeprefix(f"{line.pane} ") for line in group])
            styles = [
                LineStyle(line.name, *style, short=name)
                for line, style, name in zip(group, _styles(group), short, strict=False)
            ]
            self.statistics.styles.update(zip((line.key for line in group), styles, strict=False))
            pane.set_lines(styles)
            pane.show_data(group[0].t, *(line.values for line in group[:MOST]))
            pane.show_time(self._time)
        self._hint.setVisible(not self.panes)
        self._plots.divided = bool(self.panes)
        self._plots.update()

    def show_span(self, start: float, end: float) -> None:
        """The times [s] to be shown, unless the user looks closer; a range that is not among them is gone."""
        self._span = (start, max(end, start + 1e-6))
        if self._drawn is not None and not (start <= self._drawn[0] and self._drawn[1] <= self._span[1]):
            self._draw(None)
        for pane in self.panes.values():
            pane.show_span(*self._span)

    def show_time(self, t: float) -> None:
        """Put the cursor of all plots here [s]."""
        self._time = t
        for pane in self.panes.values():
            pane.show_time(t)

    def show_statistics(self, rows: Sequence[SignalStatistics], start: float, end: float) -> None:
        """Show statistics of the range from start to end [s]."""
        self.statistics.show_rows(rows)
        text = self.tr("{start} s to {end} s").format(start=number_text(start, 5, 1e-9), end=number_text(end, 5, 1e-9))
        self.range_label.show_text(text if self._drawn is not None else self.tr("{range}, in sight").format(range=text))

    def show_status(self, text: str) -> None:
        """Say how what is plotted was had, or why it is not."""
        self.status.show_text(text)
        self.status.setToolTip(text)

    def show_progress(self, done: int, total: int) -> None:
        """How far computing has come; of 0 it is not at work."""
        self.cancel.setVisible(total > 0)
        if total:
            self.show_status(self.tr("{done} of {total} parts").format(done=done, total=total))

    @override
    def sizeHint(self) -> QSize:
        return QSize(1000, 250)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.shown.emit()
        return super().event(event)

    def _lay_out(self) -> None:
        left, self._plots, right = QWidget(self), _Plots(self), QWidget(self)
        column = column_in(left)
        head = QVBoxLayout()
        head.setContentsMargins(10, 6, 10, 6)
        head.addWidget(self.search)
        column.addLayout(head)
        column.addWidget(self.tree, 1)
        self._row = QHBoxLayout(self._plots)
        self._row.setContentsMargins(1, 0, 1, 0)
        self._row.setSpacing(1)  # the line between two plots
        self._hint = TextLabel(self._plots, role="text_hint", px=SMALL)
        self._hint.show_text(self.tr("Tick quantities in the tree to plot them."))
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row.addWidget(self._hint, 1)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(4)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 0, 12, 0)
        bar.addWidget(self.range_label, 1)
        word = TextLabel(right, role="text_second", px=SMALL)
        word.show_text(self.tr("Range"))
        word.setMinimumWidth(word.sizeHint().width())
        bar.addWidget(word)
        bar.addWidget(self.ranging)
        bar.addWidget(self.save)
        column.addLayout(bar)
        column.addWidget(self.statistics, 1)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 0, 12, 0)
        bar.addWidget(self.status, 1)
        bar.addWidget(self.cancel)
        column.addLayout(bar)
        area = QScrollArea(self)  # several plots side by side ask for no wider a window
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._plots)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setHandleWidth(1)
        for widget, share in ((left, 0), (area, 1), (right, 0)):
            splitter.addWidget(widget)
            splitter.setStretchFactor(splitter.count() - 1, share)
        for widget, least in ((left, 150), (area, 160), (right, 210)):
            widget.setMinimumWidth(least)
        splitter.setSizes([190, 640, 420])
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def _make_pane(self, title: str, unit: str) -> PlotPane:
        from ...displays.plot.plot_pane import PlotPane

        pane = PlotPane(title, unit, self._plots, zero=SMALLEST)
        pane.show_span(*self._span)
        pane.seek_requested.connect(self.seek_requested)
        pane.reset_requested.connect(self._reset)
        pane.plot.draws_ranges = True
        pane.plot.time_range.show_ends(self._drawn)
        pane.range_drawn.connect(lambda start, end: self._draw((start, end)))
        pane.plot.getViewBox().sigXRangeChanged.connect(lambda *_: self._follow())
        for first in self.panes.values():
            pane.plot.setXLink(first.plot)
            break
        self.panes[title, unit] = pane
        self._row.addWidget(pane, 1)
        return pane

    def _switch_range(self, on: bool) -> None:
        """A range in the middle of what is in sight and recorded, or none."""
        self._drawn = None
        start, end = self.range
        if start < self._recorded < end:
            end = self._recorded
        self._draw((start + 0.25 * (end - start), end - 0.25 * (end - start)) if on else None)

    def _draw(self, drawn: tuple[float, float] | None) -> None:
        self._drawn = drawn
        self.ranging.show_on(drawn is not None)
        for pane in self.panes.values():
            pane.plot.time_range.show_ends(drawn)
        self._follow()

    def _follow(self) -> None:
        if not self._settling.isActive():
            self._settling.start()

    def _reset(self) -> None:
        for pane in self.panes.values():
            pane.reset_view()


def _styles(lines: Sequence[SignalLine]) -> list[tuple[str, tuple[float, ...]]]:
    """A style each: of a second kind of quantity beside the first dashed, so that equal lines do not hide each other."""
    free, kinds = list(STYLES), list(dict.fromkeys(line.kind for line in lines))
    found = []
    for at, line in enumerate(lines[:MOST]):
        dash = _DASHES[kinds.index(line.kind) % len(_DASHES)]
        color = STYLES[at % len(_COLORS)][0]
        usual = [(color, dash), *(style for style in free if style[1] == dash), *free]
        found.append(next(style for style in usual if style in free))
        free.remove(found[-1])
    return found


class _Plots(QWidget):
    """The room of the plots; what is left between them is a line."""

    divided = False  # whether there are plots

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        QPainter(self).fillRect(self.rect(), QColor(theme.divider if self.divided else theme.panel))
