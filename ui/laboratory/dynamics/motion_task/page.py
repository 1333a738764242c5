"""The page Motion: a plan, its torques over time beside their limits, and playing them back."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ....controls.buttons.outline_button import OutlineButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.panel_column import PanelColumn
from ....displays.plot.plot_header import LineStyle
from ....displays.plot.plot_pane import PlotPane
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import Divider, SectionHead, column_in, inset, inset_row
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....look.theme import ENERGY, FORCE, FRICTION, IMPULSE, JOINT, VELOCITY, WARNING, Theme
from ....text.number_text import ABSENT, number_text
from ....text.units import AngleUnit, per_unit, to_display_unit, unit_text
from ..values import Coordinate
from .plan_section import PlanSection
from .values import MotionPlan, TaskResult

PLOT_HEIGHT = 220
LATE = 100  # [ms] after which what is shown is not that of the plan before any more
_DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.2), (1.3, 1.6))
_COLORS = (VELOCITY, FORCE, FRICTION, IMPULSE, WARNING, ENERGY, JOINT)
STYLES = [(color, dash) for dash in _DASHES for color in _COLORS]
_Row = tuple[TaskResult, int]


class MotionTaskPage(PanelColumn):
    """`show_*` are for the program and silent; signals are for the user alone."""

    play_requested = Signal()
    save_requested = Signal()
    cancelled = Signal()  # what plays the motion back is not wanted

    def __init__(self, parent: QWidget | None = None) -> None:
        self._result: TaskResult | None = None
        self._strays: np.ndarray | None = None
        self._unit: AngleUnit = "deg"
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.plan = PlanSection(self)
        self.what = SegmentedControl(
            {"tau": "τₘ", "share": self.tr("τₘ / limit")}, self.tr("What is plotted"), height=24
        )
        self.what.chosen.connect(lambda _: self._plot())
        self.head = SectionHead(self.tr("Torques"), self)
        self.panes = {
            "tau": PlotPane("τₘ", "N·m | N", self),
            "share": PlotPane(self.tr("τₘ / limit"), "%", self),
        }
        self.table = RowTable(self.tr("Torques and speeds beside their limits"), _columns(self), self, row_height=22)
        self.warning = Prose(self, role="warning", px=SMALL, icon="warning")
        self.facts = FactList(self)
        self.play_button = OutlineButton(self.tr("Play back"), "play", self)
        self.play_button.setToolTip(self.tr("Simulate the robot alone under these torques, every millisecond"))
        self.play_button.clicked.connect(self.play_requested)
        self.save_button = OutlineButton(self.tr("Save scene…"), "save", self)
        self.save_button.setToolTip(self.tr("The scene that plays these torques, as a TOML file"))
        self.save_button.clicked.connect(self.save_requested)
        self.cancel = OutlineButton(self.tr("Cancel"), parent=self)
        self.cancel.clicked.connect(self.cancelled)
        self.making = TextLabel(self, role="text_hint", px=SMALL)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._late = QTimer(self, singleShot=True, interval=LATE)
        self._late.timeout.connect(self._show_planning)
        self._making = QWidget(self)
        self._making.setLayout(inset_row(self.making, self.cancel))
        self.show_making(0, 0)
        self._numbers = QWidget(self)
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)
        if reason:
            self._late.stop()

    def show_plan(self, plan: MotionPlan, note: str) -> None:
        """Show a plan, and a sentence on where it starts; what was shown of another goes if this one's is late."""
        self.plan.show_plan(plan)
        self.note.show_text(note)
        if not self._late.isActive():
            self._late.start()

    def show_making(self, done: int, total: int) -> None:
        """How far what plays the motion back is made; of 0 nothing is."""
        self._making.setVisible(total > 0)
        self.making.show_text(self.tr("{done} of {total} parts").format(done=done, total=total))

    def show_result(self, result: TaskResult) -> None:
        """Show what the plan takes."""
        self._late.stop()
        self._result = result
        slides = [not one.turns for one in result.coordinates]
        self.panes["tau"].show_title("τₘ", per_unit(slides, "N·m", "N"))
        has_limits = bool(_limited(result))
        self.what.setVisible(has_limits)
        if not has_limits:
            self.what.show_choice("tau")
        self.table.show_rows([(result, k) for k in range(len(result.coordinates))])
        self.warning.show_text(_faults(self, result))
        self._strays = None
        self._show_facts()
        for button in (self.play_button, self.save_button):
            button.setEnabled(True)
        self._plot()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._result is not None:
            for pane in self.panes.values():
                pane.dress()

    def show_strays(self, strays: np.ndarray | None, unit: AngleUnit) -> None:
        """Show how far each number of v (nv,) strays at most where the motion was played back [rad | m]; None: it was not."""
        self._strays, self._unit = strays, unit
        self._show_facts()

    def _show_facts(self) -> None:
        result = self._result
        if result is None:
            return
        facts = [
            (self.tr("Largest power τ_mᵀ q̇"), number_text(result.most_power), "W"),
            (self.tr("Work ∫ τ_mᵀ q̇ dt"), number_text(result.work, zero=1e-9), "J"),
        ]
        strays = self._strays
        if strays is not None:
            for turns in (True, False):
                of_kind = [k for k, one in enumerate(result.coordinates) if one.turns is turns]
                if of_kind:
                    most = max(of_kind, key=strays.__getitem__)
                    far = to_display_unit(float(strays[most]), turns, self._unit)
                    text = self.tr("Played back, {joint} strays most, by").format(joint=result.coordinates[most].name)
                    facts.append((text, number_text(far, 3, zero=0.0), unit_text(turns, self._unit)))
        self.facts.show_facts(facts)

    def _show_planning(self) -> None:
        """Nothing is known of the plan yet."""
        self._result = None
        self.table.show_rows([])
        self.facts.show_facts([])
        self.warning.show_text("")
        self.head.show_note(self.tr("planning…"))
        for button in (self.play_button, self.save_button):
            button.setEnabled(False)
        for pane in self.panes.values():
            pane.set_lines([])
            pane.show_data(np.zeros(0))

    def _plot(self) -> None:
        result = self._result
        if result is None:
            return
        for key, pane in self.panes.items():
            pane.setVisible(key == self.what.choice)
        pane = self.panes[self.what.choice]
        tau, names = result.tau, [_torque_symbol(one) for one in result.coordinates]
        shown = list(range(min(len(names), len(STYLES))))
        if self.what.choice == "share":
            shown = [k for k in shown if k in _limited(result)]
            tau = 100.0 * tau / np.where(np.isfinite(result.limits) & (result.limits > 0.0), result.limits, 1.0)
        styles = [LineStyle(names[k], *STYLES[k]) for k in shown]
        values = [tau[:, k] for k in shown]
        if self.what.choice == "share" and shown:
            styles += [LineStyle(text, "warning", (1.3, 1.6), 1.2) for text in (self.tr("limit"), self.tr("−limit"))]
            values += [np.full(len(result.t), side) for side in (100.0, -100.0)]
        text = self.tr("{k} of {n} are plotted").format(k=len(shown), n=len(names))
        self.head.show_note(text if len(shown) < len(names) else "")
        pane.set_lines(styles)
        pane.show_span(float(result.t[0]), float(result.t[-1]))
        pane.show_data(result.t, *values)

    def _arrange(self) -> None:
        self.head.add_control(self.what)
        for pane in self.panes.values():
            pane.setFixedHeight(PLOT_HEIGHT)
            pane.reset_requested.connect(pane.reset_view)
        inside = column_in(self._numbers)
        inside.addWidget(self.plan)
        inside.addWidget(Divider(self))
        inside.addWidget(self.head)
        for pane in self.panes.values():
            inside.addWidget(pane)
        inside.addWidget(self.table)
        inside.addLayout(inset(self.warning, bottom=4))
        inside.addLayout(inset(self.facts, bottom=8))
        inside.addLayout(inset_row(self.play_button, self.save_button))
        inside.addWidget(self._making)
        inside.addLayout(inset(self.note))
        column = column_in(self)
        for part in (self.absent, self._numbers):
            column.addWidget(part)
        column.addStretch(1)


def _limited(result: TaskResult) -> list[int]:
    """The numbers whose torque has a limit."""
    return np.flatnonzero(np.isfinite(result.limits) & (result.limits > 0.0)).tolist()


def _columns(page: QWidget) -> tuple[Column[_Row], ...]:
    return (
        Column("", lambda row: Cell(_torque_symbol(row[0].coordinates[row[1]]), "text_second", indent=10), 40, math=True,
               mark=_paint_sample),
        Column("", lambda row: Cell(row[0].coordinates[row[1]].joint, "text_second"), 48, share=1),
        Column(
            page.tr("max |τ_m|"),
            lambda row: Cell(
                number_text(float(row[0].largest[row[1]])), unit=row[0].coordinates[row[1]].torque_unit
            ),
            82, right=True,
        ),
        Column(page.tr("τ_m / limit"), lambda row: _percent(row[0].share[row[1]]), 56, right=True,
               about=page.tr("Largest |τₘ| by its limit; –: none, or it does nothing")),
        Column(page.tr("q̇ / limit"), lambda row: _percent(row[0].speed_share[row[1]]), 56, right=True,
               about=page.tr("Largest |q̇| by its limit; –: none, or it does not move")),
    )  # fmt: skip


def _paint_sample(painter: QPainter, theme: Theme, row: _Row, at: QPointF) -> None:
    """The line that is meant, before its letter, if it is plotted."""
    if row[1] < len(STYLES):
        painter.setPen(LineStyle("", *STYLES[row[1]]).pen(theme))
        painter.drawLine(QPointF(at.x() - 6, at.y()), QPointF(at.x() + 10, at.y()))


def _torque_symbol(one: Coordinate) -> str:
    """What motors give along a number of q̇: τ_{m,3}; of a floating base f_x, n_x."""
    letter, _, axis = one.symbol.partition("_")
    if letter in ("v", "ω"):
        return f"{'n' if one.turns else 'f'}_{axis or 'z'}"
    return f"τ_{{m,{axis.strip('{}')}}}"


def _percent(share: float) -> Cell:
    if share == 0.0:
        return Cell(ABSENT, "text_hint")
    return Cell(
        number_text(100.0 * share, 3), "warning" if share > 1.0 else "text", 600 if share > 1.0 else 400, unit="%"
    )


def _faults(page: QWidget, result: TaskResult) -> str:
    """What cannot be done, a sentence each."""
    names = [one.name for one in result.coordinates]
    found = []
    for share, text in (
        (result.share, page.tr("Beyond the limit of torque, where playing back cuts it: {joints}.")),
        (result.speed_share, page.tr("Faster than the limit of speed: {joints}.")),
    ):
        over = [name for name, value in zip(names, share, strict=True) if value > 1.0]
        if over:
            found.append(text.format(joints=", ".join(over)))
    if result.beyond:
        text = page.tr("Beyond the limits of position, at which playing back stops: {joints}.")
        found.append(text.format(joints=", ".join(result.beyond)))
    return " ".join(found)
