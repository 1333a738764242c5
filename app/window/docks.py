"""What lies around the view: a dock for each panel, and the bar of time below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from torseur.sim.texts import tr
from torseur.ui.displays.section_head import column_in
from torseur.ui.time_bar.transport import Transport
from torseur.ui.window.dock import Dock
from torseur.ui.window.magnifier import magnified
from torseur.ui.window.status_line import StatusLine

from .panels import Panels
from .workspaces import DOCKS


def make_docks(panels: Panels) -> dict[str, Dock]:
    """A dock for each, by name."""
    tools = (panels.joints.unit_switch, panels.joints.search_button)
    return {
        "joints": Dock(tr(DOCKS["joints"]), "joints", panels.joints, tools=tools),
        "scene": Dock(tr(DOCKS["scene"]), "scene", panels.scene, scroll=False),
        "kinematics": Dock(tr(DOCKS["kinematics"]), "kinematics", panels.kinematics),
        "laboratory": Dock(tr(DOCKS["laboratory"]), "laboratory", panels.laboratory, scroll=False),
        "dynamics": Dock(tr(DOCKS["dynamics"]), "dynamics", panels.dynamics, scroll=False),
        "contact": Dock(tr(DOCKS["contact"]), "contact", panels.contact_laboratory, tools=(panels.contact_copy,), scroll=False),
        "model": Dock(tr(DOCKS["model"]), "model", panels.model, scroll=False),
        "masses": Dock(tr(DOCKS["masses"]), "masses", panels.masses),
        "table": Dock(tr(DOCKS["table"]), "table", panels.table),
        "plots": Dock(tr(DOCKS["plots"]), "plots", panels.plots, scroll=False),
        "signals": Dock(tr(DOCKS["signals"]), "signals", panels.signals, scroll=False, folded=True),
        "task": Dock(tr(DOCKS["task"]), "task", panels.task),
        "phases": Dock(tr(DOCKS["phases"]), "phases", panels.phases, tools=panels.phases.tools, scroll=False),
        "plan": Dock(tr(DOCKS["plan"]), "plan", panels.plan, tools=(panels.plan.save,)),
        "compare": Dock(tr(DOCKS["compare"]), "compare", panels.compare),
        "doctor": Dock(tr(DOCKS["doctor"]), "doctor", panels.doctor, scroll=False),
        "course": Dock(tr(DOCKS["course"]), "course", panels.course, scroll=False),
        "history": Dock(tr(DOCKS["history"]), "history", panels.history, scroll=False),
    }


def add_time_bar(window: QMainWindow, transport: Transport, status_line: StatusLine) -> Callable[[float], None]:
    """Put the bar of time below everything; returns what shows it so many times as large."""
    bottom = QWidget()
    column = column_in(bottom)
    column.addWidget(transport)
    column.addWidget(status_line)
    bar = QToolBar(tr("Time"), window)
    bar.setObjectName("time")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.toggleViewAction().setEnabled(False)
    bar.addWidget(bottom)
    window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)

    shown: QWidget = transport

    def enlarge(factor: float) -> None:
        nonlocal shown
        shown = magnified(shown, factor)
        column.insertWidget(0, shown)
        transport.show()

    return enlarge
