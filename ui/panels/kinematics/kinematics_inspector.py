"""What there is to say of one frame: pose, Jacobian, singular values, ellipsoids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.analysis.ellipsoids.values import Capability, FrameReport

from ...displays.prose import Prose
from ...displays.section_head import Divider, column_in, inset
from ...text.units import AngleUnit
from .ellipsoid_section import EllipsoidSection
from .jacobian_section import JacobianSection
from .pose_section import PoseSection
from .singular_section import SingularSection


class KinematicsInspector(QWidget):
    """The right dock of the workspace Kinematics. `show_*` and `set_*` are silent; signals are for the user alone."""

    frame_chosen = Signal(str)
    reference_chosen = Signal(str)
    joint_chosen = Signal(str)  # whose column of J was clicked
    ellipsoid_switched = Signal(str, bool)  # a kind of ellipsoid or polytope, "weighted" or "rotation"; on
    frame_pinned = Signal(str, bool)  # a frame beside the chosen one, and whether its ellipsoids are drawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self.pose = PoseSection(self)
        self.jacobian = JacobianSection(self)
        self.singular = SingularSection(self)
        self.ellipsoids = EllipsoidSection(self)
        self.line = Prose(self, role="text_second")
        self._about_joints = (self.jacobian, self.singular, self.ellipsoids)
        self._frames: tuple[str, ...] = ()
        self._report: FrameReport | None = None
        self._J: np.ndarray | None = None
        self._capability: Capability | None = None
        self._last_inputs: tuple[object, ...] = ()
        self._arrange()
        self.pose.frame_chosen.connect(self.frame_chosen)
        self.jacobian.reference_chosen.connect(self.reference_chosen)
        self.jacobian.joint_chosen.connect(self.joint_chosen)
        self.ellipsoids.switched.connect(self.ellipsoid_switched)
        self.ellipsoids.frame_pinned.connect(self.frame_pinned)
        self._show_what_there_is(None)

    def set_frames(self, names: Sequence[str]) -> None:
        """Offer frames to inspect, and to pin."""
        if tuple(names) != self._frames:
            self._frames = tuple(names)
            self.pose.set_frames(self._frames)
            self.ellipsoids.set_frames(self._frames)
            self._show_what_there_is(self._report)

    def set_bases(self, names: Sequence[str]) -> None:
        """Offer the axes of these frames to write J in."""
        self.jacobian.set_bases(names)

    def show_report(
        self,
        report: FrameReport | None,
        J: np.ndarray | None,
        reference: str,
        numbers: Sequence[int],
        capability: Capability | None = None,
    ) -> None:
        """Show a frame.

        J          : (6, n) in `reference`; None: that of the report
        reference  : a key of `reference_options`
        numbers    : the joint panel's number of each column's joint, from 1
        capability : its ellipsoids and polytopes that are drawn
        """
        inputs = (id(report), id(J), reference, tuple(numbers), id(capability))
        if inputs == self._last_inputs:
            return
        if _kind(report) != _kind(self._report):
            self._show_what_there_is(report)
        self._report, self._J, self._capability = report, J, capability  # held, so that no other gets their id
        self._last_inputs = inputs
        if report is None:
            return
        self.pose.show_pose(report.frame, report.pose)
        self.jacobian.show_jacobian(report, report.J if J is None else J, reference, numbers)
        if report.joints:
            self.singular.show_report(report)
            self.ellipsoids.show_report(report, capability)

    def show_ellipsoids(
        self, on: Mapping[str, bool], rows: str = "position", weighted: bool = False, pinned: Sequence[str] = ()
    ) -> None:
        """Show which ellipsoids and polytopes are drawn, of which rows, whether weighted, and at which other frames."""
        self.ellipsoids.show_on(on, rows, weighted)
        self.ellipsoids.show_pinned(pinned)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self.pose.tiles.set_unit(unit)

    def show_selected_joint(self, name: str) -> None:
        """Accent the column of a joint; none for a name that has no column."""
        self.jacobian.show_selected_joint(name)

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(340, super().minimumSizeHint().height())

    def _arrange(self) -> None:
        column = column_in(self)
        column.addWidget(self.pose)
        self._dividers = []
        for section in self._about_joints:
            self._dividers.append(Divider(self))
            column.addWidget(self._dividers[-1])
            column.addWidget(section)
        column.addSpacing(12)
        column.addLayout(inset(self.line))
        column.addStretch(1)

    def _show_what_there_is(self, report: FrameReport | None) -> None:
        self.pose.setVisible(bool(self._frames) or report is not None)
        self.pose.tiles.setVisible(report is not None)
        for divider, section in zip(self._dividers, self._about_joints, strict=True):
            visible = report is not None and (bool(report.joints) or section is self.jacobian)
            section.setVisible(visible)
            divider.setVisible(visible)
        if report is not None:
            self.line.show_text("")
        elif self._frames:
            self.pose.show_no_frame()
            self.line.show_text(self.tr("The numbers of a frame show here in a moment."))
        else:
            self.line.show_text(self.tr("Nothing here has joints: choose a robot to see its Jacobian."))


def _kind(report: FrameReport | None) -> tuple[bool, bool]:
    """Whether there is a frame, and joints that move it."""
    return report is not None, report is not None and bool(report.joints)
