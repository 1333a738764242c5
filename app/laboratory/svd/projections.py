"""A velocity that is typed on the page "SVD", split by the projectors of the task, and its parts as arrows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.svd.values import TaskSVD, VelocitySplit
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.laboratory.svd.projector_section import ProjectorSection
from torseur.ui.laboratory.svd.subspace_section import ROWS
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow

from ...drawing.arrow_scale import Scale, scale_text
from ..jacobian.column_marks import rates

GIVEN = "#6B788A"  # of the velocity itself
REACH = {False: 1.0, True: np.pi}  # of a slider of the task's velocity [m/s, rad/s]
FASTEST = 1000.0  # that may be typed [m/s | rad/s]
WORDS = {"v": marked("velocity along {axis}"), "w": marked("rotation about {axis}")}


class Projections(QObject):
    """Between the section and the page. `changed`: something else is to be split."""

    changed = Signal()

    def __init__(self, section: ProjectorSection, parent: QObject) -> None:
        super().__init__(parent)
        self._section = section
        self._side = "task"
        self.typed: dict[str, dict[str, float]] = {"task": {"vx": 0.5}, "joints": {}}  # by row, by joint [m | rad, /s]
        self._svd: TaskSVD | None = None
        self.split: VelocitySplit | None = None  # what is shown
        self._linear, self._angular = Scale(0.4, 0.1, 0.8), Scale(0.4, 0.1, 0.8)
        section.side_chosen.connect(self._choose)
        section.entered.connect(self._enter)
        section.clear_requested.connect(self._clear)
        section.switched.connect(lambda _: self.changed.emit())

    def forget_joints(self) -> None:
        """Another robot: no speeds of its joints are typed."""
        self.typed["joints"] = {}

    def show(self, model: Model, svd: TaskSVD) -> None:
        """Split what is typed, while the section is open."""
        self._svd, self.split = svd, None
        section = self._section
        if not section.is_open:
            return
        from torseur.sim.analysis.svd.projectors import split_joint_velocity, split_task_velocity

        values = self._values(svd)
        if self._side == "task":
            self.split = split_task_velocity(svd, values)
            amounts = [_amount(k, row) for k, row in enumerate(svd.task.row_names)]
        else:
            self.split = split_joint_velocity(svd, values)
            slices = model.joint_slices()
            columns = [slices[name][1].start for name in svd.task.joints]
            amounts = [
                Amount(k, one.letter, one.name, one.is_angle, one.reach, one.most)
                for k, one in enumerate(rates(model, columns))
            ]
        section.show_amounts(self._side, amounts, values)
        section.show_split(self._side, self.split, svd.rank, self._note(svd))

    def arrows(self, size: float) -> tuple[Arrow, ...]:
        """What was typed and its parts at the tool, of the joints what they do there."""
        svd, split = self._svd, self.split
        if svd is None or split is None or not np.any(split.given):
            return ()
        task = svd.task
        if self._side == "joints":
            whole = task.J @ (split.given / task.weights)
            self._fit(svd, [whole], size)
            return self._at_tool(svd, whole, VELOCITY, "J q̇", "solid")
        scale = np.array([task.length or 1.0 if row.startswith("w") else 1.0 for row in task.row_names])
        self._fit(svd, [scale * u for u in (split.given, split.kept, split.lost)], size)
        found = self._at_tool(svd, split.kept * scale, VELOCITY, "U_rU_rᵀ v".replace("_r", "ᵣ"), "solid")
        if split.share > 1e-9:
            found += self._at_tool(svd, split.lost * scale, FORCE, tr("lost"), "dashed")
            found += self._at_tool(svd, split.given * scale, GIVEN, "v", "solid")
        return found

    def legend(self) -> tuple[LegendRow, ...]:
        """What the arrows mean."""
        split = self.split
        if split is None or not np.any(split.given):
            return ()
        value = scale_text(self._linear.value, "m/s") if self._linear.value else ""
        if self._side == "joints":
            return (LegendRow("arrow", VELOCITY, "J q̇ = J VᵣVᵣᵀ q̇", value),)
        rows = [LegendRow("arrow", VELOCITY, tr("What q̇ can give"), value)]
        if split.share > 1e-9:
            rows += [LegendRow("dashed_line", FORCE, tr("Lost")), LegendRow("arrow", GIVEN, tr("Velocity typed"))]
        return tuple(rows)

    # What the user does

    def _choose(self, side: str) -> None:
        self._side = side
        self.changed.emit()

    def _enter(self, k: int, value: float) -> None:
        if self._svd is not None:
            self.typed[self._side][self._names(self._svd)[k]] = value
            self.changed.emit()

    def _clear(self) -> None:
        self.typed[self._side] = {}
        self.changed.emit()

    def _names(self, svd: TaskSVD) -> tuple[str, ...]:
        return svd.task.row_names if self._side == "task" else svd.task.joints

    def _values(self, svd: TaskSVD) -> Array:
        typed = self.typed[self._side]
        return np.array([typed.get(name, 0.0) for name in self._names(svd)])

    def _note(self, svd: TaskSVD) -> str:
        task = svd.task
        if self._side == "task" and task.length:
            return self.tr("Orthogonal with ω multiplied by {length} m.").format(length=number_text(task.length))
        if self._side == "joints" and task.weighting != "none":
            return self.tr("Orthogonal in shares of the limits, as the weights say.")
        return ""

    def _fit(self, svd: TaskSVD, velocities: Sequence[Array], size: float) -> None:
        """Have one scale for a velocity of the task and its parts."""
        twists = [svd.task.twist(u) for u in velocities]
        self._linear.fit(max(float(np.linalg.norm(twist[:3])) for twist in twists), size)
        self._angular.fit(max(float(np.linalg.norm(twist[3:])) for twist in twists), size)

    def _at_tool(self, svd: TaskSVD, u: Array, color: str, text: str, kind: str) -> tuple[Arrow, ...]:
        """A velocity of the task (m,), as its rows are scaled, as arrows: one head for v, two for ω."""
        twist = svd.task.twist(u)
        found = []
        for part, scale, unit, heads in (
            (twist[:3], self._linear, "m/s", kind), (twist[3:], self._angular, "rad/s", "double"),
        ):  # fmt: skip
            speed = float(np.linalg.norm(part))
            if speed > 1e-12:
                label = f"{text} {quantity_text(speed, unit)}" if text else ""
                found.append(Arrow(svd.task.point, scale.value * part, color, label, heads))
        return tuple(found)


def _amount(k: int, row: str) -> Amount:
    is_angle = row.startswith("w")
    words = tr(WORDS[row[0]], axis=row[1])
    return Amount(k, ROWS[row], words, is_angle, REACH[is_angle], FASTEST)
