"""The kinematics inspector: the report of the chosen frame."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from torseur.sim.analysis.ellipsoids.values import KINDS
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.ui.panels.kinematics.kinematics_inspector import KinematicsInspector
from torseur.ui.text.jacobian_text import reference_of

from ..drawing.frame_analysis import FrameAnalysis
from ..drawing.view_switch_binding import SwitchesBinding
from ..session.session import Session
from .joints import JointsBinding


class KinematicsBinding(QObject):
    """Between the inspector and the session."""

    def __init__(
        self,
        session: Session,
        inspector: KinematicsInspector,
        analysis: FrameAnalysis,
        switches: SwitchesBinding,
        joints: JointsBinding,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._inspector, self._joints = session, inspector, joints
        self._analysis, self._switches = analysis, switches
        self._reference = "world_aligned"
        self._stale = False
        self._model: Model | None = None  # whose frames are listed
        session.document_listed.connect(self._open)
        analysis.changed.connect(self.refresh)
        joints.selected.connect(inspector.show_selected_joint)
        inspector.frame_chosen.connect(self._session.choose_frame)
        inspector.reference_chosen.connect(self._choose_reference)
        inspector.joint_chosen.connect(self._choose_joint)
        inspector.ellipsoid_switched.connect(self._switch)
        inspector.frame_pinned.connect(analysis.pin)

    def refresh(self) -> None:
        """Show the report, if it can be seen and its frames are listed already."""
        if self._session.model is not self._model:
            return
        switches, analysis = self._switches.now, self._analysis
        on = {kind: switches.ellipsoids and getattr(switches, kind) for kind in KINDS}
        rows = "orientation" if switches.rotation else "position"
        self._inspector.show_ellipsoids(on, rows, switches.weighted, analysis.pinned)
        self._stale = not self._inspector.isVisible()
        if self._stale:
            return
        report = analysis.report
        if report is None:
            self._inspector.show_report(None, None, self._reference, ())
            return
        from torseur.sim.analysis.jacobian.reference import change_reference

        numbers = [joint_numbers(self._session.model).get(joint, 0) for joint in report.joints]
        able = next((one for one in analysis.capabilities if one.frame == report.frame), None)
        reference, basis = reference_of(self._reference)
        snapshot, model = self._session.snapshot, self._session.model
        R = None
        if basis is not None and snapshot is not None:
            R = snapshot.poses[model.frame_index(basis)][:3, :3]
        J = change_reference(report.J, report.pose, reference, R)
        self._inspector.show_report(report, J, self._reference, numbers, able)

    def catch_up(self) -> None:
        """Show what was missed while it could not be seen."""
        if self._stale:
            self.refresh()

    def _choose_joint(self, name: str) -> None:
        self._joints.show_selected(name)
        self._inspector.show_selected_joint(name)

    def _open(self) -> None:
        model = self._model = self._session.model
        jointed = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
        self._inspector.set_frames(jointed if self._session.frame else ())
        self._inspector.set_bases(model.frame_names if self._session.frame else ())
        if reference_of(self._reference)[1] not in (None, *model.frame_names):
            self._reference = "world_aligned"
        self.refresh()

    def _choose_reference(self, reference: str) -> None:
        self._reference = reference
        self.refresh()

    def _switch(self, key: str, on: bool) -> None:
        switches = self._switches.now
        if on and key in KINDS and not switches.ellipsoids:
            switches = replace(switches, ellipsoids=True, **dict.fromkeys(KINDS, False))
        self._switches.show(replace(switches, **{key: on}))
