"""What a frame can do: ellipsoids and polytopes, of what rows and limits they are, their extents, and which are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.ellipsoids.values import KINDS, Capability, Ellipsoid, FrameReport, Polytope
from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.section_head import SectionHead, column_in, inset_row
from ...look.theme import ACCELERATION, FORCE, VELOCITY
from ...text.array_text import ArrayText
from ...text.capability_text import ball_text, kind_text, unit_of
from ...text.number_text import number_text
from ...text.sentences import sentence
from .ellipsoid_row import EllipsoidRow
from .pinned_frames import PinnedFrames


class EllipsoidSection(QWidget):
    """`switched` and `frame_pinned` are for the user alone.

    The first says a kind of `torseur.sim.analysis.ellipsoids.values.KINDS`, "weighted" or "rotation", and whether it is on.
    """

    switched = Signal(str, bool)
    frame_pinned = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows, self._weighted = "position", False
        self._report: FrameReport | None = None
        self._capability: Capability | None = None
        self.head = SectionHead(self.tr("Ellipsoids"), self)
        self.head.show_caption(self.tr("semi-axes"))
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy semi-axes and vertices"))
        self.head.add_control(self.copy)
        self.rows_control = SegmentedControl(
            {"position": self.tr("Position"), "orientation": self.tr("Rotation")}, self.tr("Rows of J"), self, height=24
        )
        self.weights = SegmentedControl(
            {"unit": self.tr("Unit joints"), "limits": self.tr("Limits")},
            self.tr("Ellipsoids of the unit ball, or weighted by limits"),
            self,
            height=24,
        )
        self.rows = {
            "velocity": EllipsoidRow(tr("Velocity"), VELOCITY, self),
            "force": EllipsoidRow(tr("Force"), FORCE, self, line="dashed"),
            "dynamic": EllipsoidRow(tr("Acceleration"), ACCELERATION, self, line="dotted"),
            "velocity_polytope": EllipsoidRow(tr("Velocity polytope"), VELOCITY, self, angular=True),
            "force_polytope": EllipsoidRow(tr("Force polytope"), FORCE, self, line="dashed", angular=True),
        }
        self.velocity, self.force = self.rows["velocity"], self.rows["force"]
        self.frames = PinnedFrames(self)
        self._arrange()
        for kind, row in self.rows.items():
            row.switch.switched.connect(lambda on, kind=kind: self.switched.emit(kind, on))
        self.rows_control.chosen.connect(lambda key: self.switched.emit("rotation", key == "orientation"))
        self.weights.chosen.connect(lambda key: self.switched.emit("weighted", key == "limits"))
        self.frames.switched.connect(self.frame_pinned)

    def show_report(self, report: FrameReport, capability: Capability | None = None) -> None:
        """Show one frame: the shapes that are drawn, and of others what is known without further work."""
        self._report, self._capability = report, capability
        for kind in KINDS:
            self._show_kind(kind)

    def show_on(self, on: Mapping[str, bool], rows: str = "position", weighted: bool = False) -> None:
        """Show which kinds are drawn, of which rows, and whether ellipsoids are weighted by limits."""
        for kind, row in self.rows.items():
            row.switch.show_on(on.get(kind, False))
        self.rows_control.show_choice(rows)
        self.weights.show_choice("limits" if weighted else "unit")
        if (rows, weighted) != (self._rows, self._weighted):
            self._rows, self._weighted = rows, weighted
            if self._report is not None:
                self.show_report(self._report, self._capability)

    def set_frames(self, frames: Sequence[str]) -> None:
        """Offer frames at which ellipsoids can be pinned."""
        self.frames.set_frames(frames)

    def show_pinned(self, pinned: Sequence[str]) -> None:
        """Show at which frames they are drawn beside the chosen one."""
        self.frames.show_pinned(pinned)

    def _show_kind(self, kind: str) -> None:
        report, able, row = self._report, self._capability, self.rows[kind]
        assert report is not None
        if able is not None and (able.rows, able.weighted) != (self._rows, self._weighted):
            able = None  # it is of before the switch
        name, unit = kind_text(kind, self._rows), unit_of(kind, self._rows)
        ball = ball_text(kind, report.prismatic, self._weighted)
        plain = {"velocity": report.velocity, "force": report.force} if self._rows == "position" else {}
        if able is not None and kind in able.absent:
            row.show_sentence(name, sentence(able.absent[kind]), ball)
        elif able is not None and kind in able.polytopes:
            row.show_extents(name, self._reach(able.polytopes[kind], unit), ball, self._polytope_tip(able.polytopes[kind]))
        elif able is not None and kind in able.ellipsoids:
            row.show_extents(name, _axes(able.ellipsoids[kind], unit), ball, self._tip(able.ellipsoids[kind]))
        elif kind in plain and not self._weighted:
            row.show_extents(name, _axes(plain[kind], unit), ball, self._tip(plain[kind]))
        else:
            row.show_sentence(name, self._about(kind), ball)

    def _about(self, kind: str) -> str:
        """What is drawn once it is switched on."""
        return (
            {
                "velocity": self.tr("Semi-axes of J diag(max speeds)."),
                "force": self.tr("Semi-axes of J diag(1 / max torques), inverted."),
                "dynamic": self.tr("Dynamic manipulability J H⁻¹, from rest."),
                "velocity_polytope": self.tr("Exact: each joint up to its speed limit."),
                "force_polytope": self.tr("Exact: each joint up to its torque limit."),
            }[kind]
            if self._weighted or kind not in ("velocity", "force")
            else self.tr("Switched off.")
        )

    def _reach(self, polytope: Polytope, unit: str) -> str:
        parts = [self.tr("any way {x}").format(x=number_text(polytope.inner))] if polytope.inner > 0.0 else []
        parts.append(self.tr("at most {x}").format(x=number_text(polytope.outer)))
        return f"{' · '.join(parts)} {unit}"

    def _polytope_tip(self, polytope: Polytope) -> str:
        if not polytope.bounded:
            return self.tr("∞: along a lost direction the structure carries any force.")
        return self.tr("Flat: along some direction the frame cannot move.") if polytope.dimension < 3 else ""

    def _tip(self, ellipsoid: Ellipsoid) -> str:
        lengths = ellipsoid.lengths.tolist()
        if math.inf in lengths:
            return self.tr("∞: along a lost direction the structure carries any force.")
        if 0.0 in (round(x, 12) for x in lengths):
            return self.tr("0: no joint moves the frame along this direction.")
        return ""

    def array_text(self) -> ArrayText | None:
        """Semi-axes and vertices of what is drawn, or the plain ellipsoids: a row each, length and direction in the world."""
        able, report = self._capability, self._report
        if report is None:
            return None
        ellipsoids = {"velocity": report.velocity, "force": report.force}
        polytopes: Mapping[str, Polytope] = {}
        if able is not None and (able.ellipsoids or able.polytopes):
            ellipsoids, polytopes = dict(able.ellipsoids), able.polytopes
        parts, rows = [], []
        for kind, one in ellipsoids.items():
            parts.append(np.column_stack([one.lengths, one.axes.T]))
            rows += [f"{kind} {k}" for k in (1, 2, 3)]
        for kind, found in polytopes.items():
            lengths = np.linalg.norm(found.vertices, axis=1, keepdims=True)
            parts.append(np.hstack([lengths, found.vertices / np.maximum(lengths, np.finfo(float).tiny)]))
            rows += [f"{kind} {k + 1}" for k in range(len(lengths))]
        return ArrayText(np.vstack(parts), rows, ("length", "x", "y", "z"))

    def _arrange(self) -> None:
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.rows_control, self.weights, bottom=8, spacing=8))
        for row in self.rows.values():
            column.addWidget(row)
        column.addWidget(self.frames)


def _axes(ellipsoid: Ellipsoid, unit: str) -> str:
    return f"{' · '.join(number_text(x) for x in ellipsoid.lengths.tolist())} {unit}"
