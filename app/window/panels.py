"""The panels that lie in docks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QUndoView

from torseur.sim.texts import tr
from torseur.ui.controls.buttons.copy_button import CopyButton
from torseur.ui.course.course_panel import CoursePanel
from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.look.style import TEXT, ui_font
from torseur.ui.panels.dh_table.dh_editor import DHEditor
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.panels.load_doctor.doctor_panel import DoctorPanel
from torseur.ui.panels.model.model_panel import ModelPanel
from torseur.ui.panels.plots.plots import Plots
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.panels.signals.signals_panel import SignalsPanel
from torseur.ui.sheet.sheet_view import SheetView
from torseur.ui.trajectory.phases.phase_board import PhaseBoard
from torseur.ui.trajectory.plan.plan_panel import PlanPanel
from torseur.ui.trajectory.task.task_panel import TaskPanel

from ..laboratory.contact_copying import ContactCopy


@dataclass(frozen=True, eq=False, slots=True)
class Panels:
    """Each has the name of its dock, but for that of contact."""

    joints: JointPanel
    scene: ScenePanel
    kinematics: SheetView
    laboratory: Laboratory
    dynamics: Laboratory
    contact_laboratory: Laboratory  # in the dock "contact"
    contact_copy: CopyButton  # in its head: of the problem, and of the page that is open
    model: ModelPanel
    masses: SheetView
    table: DHEditor
    plots: Plots
    signals: SignalsPanel
    task: TaskPanel
    phases: PhaseBoard
    plan: PlanPanel
    compare: SheetView
    doctor: DoctorPanel
    history: QUndoView
    course: CoursePanel


def make_panels(copied: Callable[[], ContactCopy | None]) -> Panels:
    """All of them, empty; `copied` is what the button in the head of contact copies."""
    return Panels(
        JointPanel(),
        ScenePanel(),
        SheetView(),
        Laboratory(),
        Laboratory(),
        Laboratory(),
        CopyButton(copied, name=tr("Copy the contact problem and the numbers of the page")),
        ModelPanel(),
        SheetView(),
        DHEditor(),
        Plots(),
        SignalsPanel(),
        TaskPanel(),
        PhaseBoard(),
        PlanPanel(),
        SheetView(),
        DoctorPanel(),
        _history(),
        CoursePanel(),
    )


def _history() -> QUndoView:
    """What was done since something was opened, a line each: a click on one, or the arrow keys, go back or forth to it."""
    view = QUndoView()
    view.setEmptyLabel(tr("As it was opened"))
    view.setAccessibleName(tr("What was done, the newest last"))
    view.setFont(ui_font(TEXT))
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    return view
