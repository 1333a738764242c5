"""The panels that lie in docks."""

from __future__ import annotations

from dataclasses import dataclass

from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.panels.contact.contact_inspector import ContactInspector
from torseur.ui.panels.dh_table.dh_editor import DHEditor
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.panels.kinematics.kinematics_inspector import KinematicsInspector
from torseur.ui.panels.load_doctor.doctor_panel import DoctorPanel
from torseur.ui.panels.model.mass_page import MassPage
from torseur.ui.panels.model.model_panel import ModelPanel
from torseur.ui.panels.plots.plots import Plots
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.panels.signals.signals_panel import SignalsPanel
from torseur.ui.trajectory.phases.phase_board import PhaseBoard
from torseur.ui.trajectory.plan.plan_panel import PlanPanel
from torseur.ui.trajectory.task.task_panel import TaskPanel


@dataclass(frozen=True, eq=False, slots=True)
class Panels:
    """Each has the name of its dock."""

    joints: JointPanel
    scene: ScenePanel
    kinematics: KinematicsInspector
    laboratory: Laboratory
    dynamics: Laboratory
    contact: ContactInspector
    model: ModelPanel
    masses: MassPage
    table: DHEditor
    plots: Plots
    signals: SignalsPanel
    task: TaskPanel
    phases: PhaseBoard
    plan: PlanPanel
    doctor: DoctorPanel


def make_panels() -> Panels:
    """All of them, empty."""
    return Panels(
        JointPanel(),
        ScenePanel(),
        KinematicsInspector(),
        Laboratory(),
        Laboratory(),
        ContactInspector(),
        ModelPanel(),
        MassPage(),
        DHEditor(),
        Plots(),
        SignalsPanel(),
        TaskPanel(),
        PhaseBoard(),
        PlanPanel(),
        DoctorPanel(),
    )
