"""What happened over time, in three plots: energy, gaps, forces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from ...displays.plot.plot_header import LineStyle
from ...displays.plot.thinning import PlottedLine
from ...look.math_notation import literal
from ...look.style import current_theme
from ...look.theme import ENERGY, FORCE, FRICTION, VELOCITY

if TYPE_CHECKING:  # they bring pyqtgraph with them, a sixth of the time to the window's first picture
    from ...displays.plot.plot_pane import PlotPane
    from .impulse_stems import ImpulseStems

DASHED, DOTTED, DASH_DOT = (4.0, 2.2), (1.3, 1.6), (6.0, 2.0, 1.3, 2.0)
PAIRS = (
    (VELOCITY, ()),
    ("text_second", DASHED),
    (VELOCITY, DOTTED),
    ("text_second", DASH_DOT),
)  # colour and dash of the pairs whose gap is drawn


class Plots(QWidget):
    """The body of the dock "Plots". `show_*` is silent; `seek_requested` is the time [s] that the user pressed on.

    While it is out of sight nothing is drawn; it catches up when it is shown. The panes are made then, or by `make`.
    """

    energy: PlotPane
    gap: PlotPane
    force: PlotPane
    stems: ImpulseStems
    seek_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._made = False
        self._panes: list[PlotPane] = []
        super().__init__(parent)
        self._late: dict[str, Callable[[], None]] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(1)  # the line between two panes

    def make(self) -> None:
        """Make the panes, if they are not there yet."""
        while self.make_piece():
            pass

    def make_piece(self) -> bool:
        """Make one of them, 30 ms; whether something is still to be made."""
        if self._made:
            return False
        from ...displays.plot.plot_pane import PlotPane
        from .impulse_stems import ImpulseStems

        names = ((self.tr("Energy"), "J"), (self.tr("Gap"), "mm"), (self.tr("Force"), "N"))
        if len(self._panes) < len(names):
            self._panes.append(PlotPane(*names[len(self._panes)], self))
            return True
        self.energy, self.gap, self.force = self._panes
        self.stems = ImpulseStems(self.force)
        for pane in self._panes:
            self._row.addWidget(pane, 1)
            pane.seek_requested.connect(self.seek_requested)
            pane.reset_requested.connect(self._reset)
            if pane is not self.energy:
                pane.plot.setXLink(self.energy.plot)
        self._name_lines()
        self._made = True
        return False

    def show_span(self, start: float, end: float) -> None:
        """The times [s] to be shown, unless the user looks closer."""
        self._draw("span", partial(self._show_span, start, max(end, start + 1e-6)))

    def show_energy(self, total: PlottedLine, potential: PlottedLine, kinetic: PlottedLine) -> None:
        """Energies [J]."""
        self._draw("energy", lambda: self.energy.show_plotted(total, potential, kinetic))

    def show_gaps(self, t: np.ndarray, names: Sequence[str], gaps: np.ndarray) -> None:
        """Gaps (n, k) [m] of k pairs of bodies, of which the first four are drawn."""
        self._draw("gaps", partial(self._show_gaps, t, tuple(map(literal, names)), gaps))

    def show_forces(self, normal: PlottedLine, tangential: PlottedLine) -> None:
        """Sums over all contacts of the normal forces, and of the sizes of the tangential ones [N]."""
        self._draw("forces", partial(self._show_forces, normal, tangential))

    def show_impulses(self, t: np.ndarray, impulse: np.ndarray) -> None:
        """Impulses (m,) [N·s] at their times t (m,) [s]."""
        self._draw("impulses", lambda: self.stems.show_impulses(t, impulse))

    def show_time(self, t: float) -> None:
        """Put the cursor of all plots here [s]."""
        self._draw("time", partial(self._show_time, t))

    def clear(self) -> None:
        """Show no data, over the whole span."""
        self._draw("view", self._reset)
        none = np.zeros(0)
        nothing = PlottedLine(none, none)
        self.show_energy(nothing, nothing, nothing)
        self.show_gaps(none, (), np.zeros((0, 0)))
        self.show_forces(nothing, nothing)
        self.show_impulses(none, none)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1000, 184)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._made:
            self.stems.dress()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(current_theme().divider))

    def _name_lines(self) -> None:
        self.energy.set_lines(
            (
                LineStyle(self.tr("total"), ENERGY, (), 2.2),
                LineStyle(self.tr("potential"), FRICTION, DASHED),
                LineStyle(self.tr("kinetic"), FORCE, DOTTED),
            )
        )
        self.force.set_lines((LineStyle("Σλ_n", FORCE, (), 2.0), LineStyle("Σ|λ_t|", FRICTION, DASHED)))

    def _draw(self, what: str, draw: Callable[[], None]) -> None:
        self._late.pop(what, None)  # so that the order stays that of the last calls
        self._late[what] = draw
        if self.isVisible():
            self._catch_up()

    def _catch_up(self) -> None:
        self.make()
        late, self._late = self._late, {}
        for draw in late.values():
            draw()

    def _show_span(self, start: float, end: float) -> None:
        for pane in self._panes:
            pane.show_span(start, end)

    def _show_time(self, t: float) -> None:
        for pane in self._panes:
            pane.show_time(t)

    def _show_gaps(self, t: np.ndarray, names: tuple[str, ...], gaps: np.ndarray) -> None:
        drawn = min(len(names), len(PAIRS))
        self.gap.set_lines([LineStyle(name, *PAIRS[k]) for k, name in enumerate(names[:drawn])])
        self.gap.show_data(t, *(1e3 * gaps[:, k] for k in range(drawn)))

    def _show_forces(self, normal: PlottedLine, tangential: PlottedLine) -> None:
        self.force.show_plotted(normal, tangential)
        self.stems.fit()

    def _reset(self) -> None:
        for pane in self._panes:
            pane.reset_view()
