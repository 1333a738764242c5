"""What the steps of the encoders that are typed on the page "SVD" do to the tool, as numbers and in the view."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.svd.values import Repeatability, TaskJacobian
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.laboratory.svd.repeatability_section import RepeatabilitySection, StepName
from torseur.ui.look.theme import WARNING
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import AngleUnit
from torseur.ui.viewport.marks import EllipsoidMark, LegendRow, Overlays, PolytopeMark

from ...documents.joint_names import readable
from ...drawing.arrow_scale import Scale, scale_text

STEP = {True: np.radians(0.01), False: 1e-5}  # of a joint that turns or slides, until another is typed [rad, m]


class EncoderErrors(QObject):
    """Between the section and the page. `changed`: other steps; `drawn`: the same, drawn or not."""

    changed = Signal()
    drawn = Signal()

    def __init__(self, section: RepeatabilitySection, parent: QObject) -> None:
        super().__init__(parent)
        self._section = section
        self.typed: dict[str, float] = {}  # by joint [rad | m]
        self._joints: tuple[str, ...] = ()
        self.found: Repeatability | None = None  # what is shown
        self._scale = Scale(0.15, 0.06, 0.3)
        section.entered.connect(self._enter)
        section.switched.connect(lambda _: self.changed.emit())
        section.drawn_switched.connect(lambda _: self.drawn.emit())

    def forget(self) -> None:
        """Another robot: no steps are typed."""
        self.typed, self.found, self._scale.value = {}, None, 0.0

    def show(self, model: Model, q: Array, task: TaskJacobian, unit: AngleUnit) -> None:
        """Show the error of the task's frame at q (nq,), while the section is open."""
        self.found, self._joints = None, task.joints
        section = self._section
        if not section.is_open:
            return
        from torseur.sim.analysis.svd.repeatability import repeatability

        turns = [model.joint(name).kind is not JointKind.PRISMATIC for name in task.joints]
        steps = [self.typed.get(name, STEP[turn]) for name, turn in zip(task.joints, turns, strict=True)]
        names = [readable(name.rpartition("/")[2]) for name in task.joints]
        section.set_joints([StepName(name, turn) for name, turn in zip(names, turns, strict=True)], unit)
        section.show_steps(steps)
        self.found = repeatability(model, q, task.frame, steps, joints=task.joints)
        section.show_error(self.found)

    def overlays(self, size: float) -> Overlays:
        """The ellipsoid of the standard deviations and the solid of all errors, larger than they are as the legend says."""
        found = self.found
        if found is None or not self._section.drawn.isChecked() or found.worst <= 0.0:
            return Overlays()
        scale, bounds = self._scale.fit(found.worst, size), found.bounds
        labels = tuple(f"σ{subscript(k + 1)} {_text(float(x))}" for k, x in enumerate(found.deviations))
        point = found.point
        ellipsoid = EllipsoidMark(
            point,
            found.axes * found.deviations * scale,
            WARNING,
            tr("error, rms {size}", size=_text(found.rms)),
            axis_labels=labels,
        )
        solid = PolytopeMark(
            point + scale * bounds.vertices, bounds.triangles, bounds.edges, WARNING, "", False, True,
            (point + scale * found.farthest)[None], (tr("at most {size}", size=_text(found.worst)),), True,
        )  # fmt: skip
        return Overlays(ellipsoids=(ellipsoid,), polytopes=(solid,))

    def legend(self) -> tuple[LegendRow, ...]:
        """What the shapes mean, and how much larger they are than the errors."""
        if self.found is None or not self._section.drawn.isChecked() or not self._scale.value:
            return ()
        value = scale_text(1e-6 * self._scale.value, "µm")
        return (
            LegendRow("ellipsoid", WARNING, tr("Error of the tool"), value, tr("standard deviations")),
            LegendRow("dashed_polytope", WARNING, tr("All errors within half a step")),
        )

    def _enter(self, k: int, step: float) -> None:
        self.typed[self._joints[k]] = step
        self.changed.emit()


def _text(length: float) -> str:
    return f"{number_text(1e3 * length, 3)} mm" if length >= 1e-4 else f"{number_text(1e6 * length, 3)} µm"
