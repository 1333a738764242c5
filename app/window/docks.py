"""What lies around the view: a dock for each panel, and the bar of time below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolBar, QVBoxLayout, QWidget

from torseur.ui.frame.dock import Dock

if TYPE_CHECKING:
    from .window import Window


def make_docks(window: Window) -> dict[str, Dock]:
    """Put the bar of time into the window, and return its panels in docks, by name."""
    _make_time_bar(window)
    tools = (window.joint_panel.unit_switch, window.joint_panel.search_button)
    return {
        "joints": Dock(window.tr("Joints"), "joints", window.joint_panel, tools=tools),
        "scene": Dock(window.tr("Scene"), "scene", window.scene_panel),
        "kinematics": Dock(window.tr("Kinematics"), "kinematics", window.kinematics_inspector),
        "laboratory": Dock(window.tr("Laboratory"), "laboratory", window.laboratory_panel, scroll=False),
        "contact": Dock(window.tr("Contact"), "contact", window.contact_inspector),
        "model": Dock(window.tr("Model"), "model", window.model_panel, scroll=False),
        "masses": Dock(window.tr("Plausibility"), "masses", window.mass_page),
        "table": Dock(window.tr("DH table"), "table", window.dh_editor),
        "plots": Dock(window.tr("Plots"), "plots", window.plots, scroll=False),
        "doctor": Dock(window.tr("Load doctor"), "doctor", window.doctor_panel, scroll=False),
    }


def _make_time_bar(window: Window) -> None:
    bottom = QWidget()
    column = QVBoxLayout(bottom)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(window.transport)
    column.addWidget(window.status_line)
    bar = QToolBar(window.tr("Time"), window)
    bar.setObjectName("time")
    bar.setMovable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    bar.toggleViewAction().setEnabled(False)
    bar.addWidget(bottom)
    window.addToolBar(Qt.ToolBarArea.BottomToolBarArea, bar)
