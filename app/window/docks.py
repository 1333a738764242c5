"""What lies around the view: a dock for each panel, and the bar of time below."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from torseur.ui.displays.section_head import column_in
from torseur.ui.time_bar.transport import Transport
from torseur.ui.window.dock import Dock
from torseur.ui.window.status_line import StatusLine

from .panels import Panels


def make_docks(panels: Panels) -> dict[str, Dock]:
    """A dock for each, by name."""
    tools = (panels.joints.unit_switch, panels.joints.search_button)
    return {
        "joints": Dock(_tr("Joints"), "joints", panels.joints, tools=tools),
        "scene": Dock(_tr("Scene"), "scene", panels.scene, scroll=False),
        "kinematics": Dock(_tr("Kinematics"), "kinematics", panels.kinematics),
        "laboratory": Dock(_tr("Laboratory"), "laboratory", panels.laboratory, scroll=False),
        "dynamics": Dock(_tr("Dynamics"), "dynamics", panels.dynamics, scroll=False),
        "contact": Dock(
            _tr("Contact"), "contact", panels.contact_laboratory, tools=(panels.contact_copy,), scroll=False
        ),
        "model": Dock(_tr("Model"), "model", panels.model, scroll=False),
        "masses": Dock(_tr("Plausibility"), "masses", panels.masses),
        "table": Dock(_tr("DH table"), "table", panels.table),
        "plots": Dock(_tr("Plots"), "plots", panels.plots, scroll=False),
        "signals": Dock(_tr("Signals"), "signals", panels.signals, scroll=False, folded=True),
        "task": Dock(_tr("Task"), "task", panels.task),
        "phases": Dock(_tr("Phases"), "phases", panels.phases, tools=panels.phases.tools, scroll=False),
        "plan": Dock(_tr("Plan"), "plan", panels.plan, tools=(panels.plan.save,)),
        "compare": Dock(_tr("Compare"), "compare", panels.compare, scroll=False),
        "comparison": Dock(
            _tr("Comparison"), "comparison", panels.comparison, tools=panels.comparison.tools, scroll=False
        ),
        "doctor": Dock(_tr("Load doctor"), "doctor", panels.doctor, scroll=False),
        "history": Dock(_tr("History"), "history", panels.history, scroll=False),
    }


def add_time_bar(window: QMainWindow, transport: Transport, status_line: StatusLine) -> None:
    """Put the bar of time below everything."""
    bottom = QWidget()
    column = column_in(bottom)
    column.addWidget(transport)
    column.addWidget(status_line)
    bar = QToolBar(_tr("Time"), window)
    bar.setObjectName("time")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.toggleViewAction().setEnabled(False)
    bar.addWidget(bottom)
    window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Docks", text)
