"""What is drawn of the model itself: masses, joint axes, joint limits. Prepared once a model, then moved as whole arrays."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from torseur.robots import RULES
from torseur.sim.analysis.masses.plausibility import center_of_masses, equivalent_boxes, mass_reports
from torseur.sim.analysis.masses.values import MassReport
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model, Severity
from torseur.sim.texts import tr
from torseur.ui.look.theme import COLLISION, MASS, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.many_marks import Field, SolidField
from torseur.ui.viewport.marks import FrameTriad, Label, LegendRow, Overlays
from torseur.ui.viewport.mesh.color import srgb

from .joint_marks import JointMarks
from .view_switches import ViewSwitches

MASSLESS = 1e-5  # share of all mass: bodies of less have a centre of mass, and no inertia that could be seen
LONGEST = 1.0  # half of an inertia at most, as a share of the size: longer ones are cut short
BURIES = 0.5  # half of an inertia, as a share of the size, from which one beyond its shapes hides the robot
GLASS = 0.5  # opacity of inertias
MOST_NAMED = 6  # doubtful bodies with a label each


class ModelDrawing:
    """Of one model; `size` is the radius of a ball around it [m], `poses` (≥ bodies, 4, 4) where it stands at first."""

    def __init__(self, model: Model, size: float, poses: Array) -> None:
        self._model, self._size = model, size
        self._mass = np.array([body.mass for body in model.bodies])
        self._com = np.array([body.com for body in model.bodies]).reshape(-1, 3)
        inertia = np.array([body.inertia for body in model.bodies]).reshape(-1, 3, 3)
        _, self._axes, self._edges = equivalent_boxes(self._mass, inertia)
        self._has_solid = self._mass > MASSLESS * self._mass.sum()
        self._reports: tuple[MassReport, ...] | None = None
        self._poses = poses
        self._joints: JointMarks | None = None

    @property
    def joints(self) -> JointMarks:
        """Made when first asked for."""
        if self._joints is None:
            self._joints = JointMarks(self._model, self._size, self._poses)
        return self._joints

    @property
    def reports(self) -> tuple[MassReport, ...]:
        """One for each body; made when first asked for, as volumes of meshes take a while."""
        if self._reports is None:
            self._reports = mass_reports(self._model)
        return self._reports

    @cached_property
    def _one_alone(self) -> bool:
        """Whether all inertias at once would bury the robot, as some are far larger than their shapes."""
        exceeds = [any(v.rule == "inertia-extent" for v in report.broken) for report in self.reports]
        half = np.sqrt(5.0 / 3.0) * 0.5 * self._edges.max(axis=1, initial=0.0)
        return bool(np.any(np.array(exceeds, dtype=bool) & self._has_solid & (half > BURIES * self._size)))

    def overlays(self, switches: ViewSwitches, poses: Array, q: Array, hidden: Array, selected: str, unit: str) -> Overlays:
        """All that is switched on, at poses (≥ bodies, 4, 4) and q (nq,).

        hidden : (bodies,) bool, what is not drawn
        unit   : of angles in labels, "deg" or "rad"
        """
        fields: list[Field] = []
        labels: list[Label] = []
        frames: list[FrameTriad] = []
        if switches.mass:
            fields, labels = self._masses(switches, poses, hidden, selected)
        if switches.joint_axes:
            fields += self.joints.axes(poses, hidden)
        if switches.joint_limits:
            more, texts = self.joints.limits(poses, q, hidden, selected, unit)
            fields, labels = fields + more, labels + texts
        if switches.frames and switches.selected_frame and selected in self._model.body_names:
            at = self._model.body_names.index(selected)
            frames.append(FrameTriad(poses[at], 0.2 * self._size, selected))
        return Overlays(fields=tuple(fields), labels=tuple(labels), frames=tuple(frames))

    def legend(self, switches: ViewSwitches, drawn: Overlays) -> tuple[LegendRow, ...]:
        """What the marks mean that were drawn."""
        rows = []
        if switches.mass:
            fields = [field for field in drawn.fields if isinstance(field, SolidField) and len(field.maps)]
            if any(field.shape == "mass" for field in fields):
                rows.append(LegendRow("mass", MASS, tr("Centre of mass")))
            kind, detail = "ellipsoid", tr("as a uniform ellipsoid")
            if switches.inertia_boxes:
                kind, detail = "block", tr("as a uniform box")
            if self._one_alone:
                detail = tr("of the selected body")
            drawn_as = {tuple(color) for field in fields if field.is_clear for color in field.colors.tolist()}
            for color, name in ((MASS, tr("Inertia")), (WARNING, tr("Doubtful inertia"))):
                if _glass(color) in drawn_as:
                    rows.append(LegendRow(kind, color, name, tr("true size"), detail))
        if switches.collisions:
            kind = "wire" if switches.collision_wire else "block"
            rows.append(LegendRow(kind, COLLISION, tr("Collision shape")))
        if switches.joint_axes:
            rows += self.joints.axes_legend()
        if switches.joint_limits:
            rows += self.joints.limits_legend()
        return tuple(rows)

    def _masses(
        self, switches: ViewSwitches, poses: Array, hidden: np.ndarray, selected: str
    ) -> tuple[list[Field], list[Label]]:
        names = self._model.body_names
        placed = poses[: len(names)]
        centers = np.einsum("nij,nj->ni", placed[:, :3, :3], self._com) + placed[:, :3, 3]
        has = (self._mass > 0.0) & ~hidden
        odd = np.array([doubtful(report) for report in self.reports], dtype=bool)
        colors = np.where(odd[:, None], _glass(WARNING), _glass(MASS))
        fields: list[Field] = []
        half = 0.5 * self._edges * (np.sqrt(5.0 / 3.0) if not switches.inertia_boxes else 1.0)
        if switches.inertia_ellipsoids or switches.inertia_boxes:
            thin = np.clip(half, 0.002 * self._size, LONGEST * self._size)  # what is flat is drawn as a sheet
            maps = np.zeros((len(names), 3, 4))
            maps[:, :, :3] = placed[:, :3, :3] @ self._axes * (thin if not switches.inertia_boxes else 2 * thin)[:, None, :]
            maps[:, :, 3] = centers
            shape = "block" if switches.inertia_boxes else "egg"
            solid = has & self._has_solid
            if self._one_alone:
                solid &= np.array([name == selected for name in names], dtype=bool)
            fields.append(SolidField(shape, maps[solid], colors[solid]))
        if switches.body_com:
            fields.append(_mass_balls(centers[has], 0.008 * self._size, MASS, 4.5))
        labels = []
        total, center = center_of_masses(self._model, poses)
        if switches.robot_com and total > 0.0:
            fields.append(_mass_balls(center[None], 0.02 * self._size, "#1A2330", 9.0))
            labels.append(Label(center, tr("centre of all masses {mass}", mass=quantity_text(total, "kg")), MASS))
        labelled = np.flatnonzero(has & odd).tolist()[:MOST_NAMED]
        if selected in names and has[names.index(selected)] and names.index(selected) not in labelled:
            labelled.append(names.index(selected))
        solids = switches.inertia_ellipsoids or switches.inertia_boxes
        for i in labelled:
            text = f"{names[i].rsplit('/', 1)[-1]} {quantity_text(float(self._mass[i]), 'kg')}"
            text += tr(", doubtful") if odd[i] else ""
            drawn = solids and self._has_solid[i] and (names[i] == selected or not self._one_alone)
            cut = drawn and half[i].max() > LONGEST * self._size
            labels.append(Label(centers[i], text + (tr(", cut short") if cut else ""), WARNING if odd[i] else MASS))
        return fields, labels


def doubtful(report: MassReport) -> bool:
    """Whether a body breaks a rule that is more than a note."""
    return any(RULES[verdict.rule].severity is not Severity.NOTE for verdict in report.broken)


def _glass(color: str) -> tuple[float, ...]:
    return (*map(float, srgb(color)), GLASS)


def _mass_balls(centers: Array, radius: float, color: str, least: float) -> SolidField:
    maps = np.zeros((len(centers), 3, 4))
    maps[:, [0, 1, 2], [0, 1, 2]] = radius
    maps[:, :, 3] = centers
    return SolidField("mass", maps, np.tile((*srgb(color), 1.0), (len(centers), 1)), least)
