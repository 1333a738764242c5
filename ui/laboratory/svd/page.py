"""The page "SVD": a task, its singular values, its four subspaces, its self-motions, and the matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.svd.values import TaskSVD

from ...controls.buttons.copy_button import CopyButton
from ...displays.badge import Badge
from ...displays.heat_table.direction_table import NONE
from ...displays.panel_column import PanelColumn
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset
from ...displays.value_tiles import ValueTiles
from ...look.style import EDGE
from ...sheet.sigma_bars import SigmaBars
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from ...text.units import power_unit
from .decomposition_section import DecompositionSection
from .projector_section import ProjectorSection
from .repeatability_section import RepeatabilitySection
from .self_motion_section import MotionView, SelfMotionSection
from .subspace_section import SubspaceSection
from .task_section import TaskChoice, TaskSection


class SVDPage(PanelColumn):
    """`show_*` and `set_*` are silent; signals are for the user alone."""

    frame_chosen = Signal(str)
    task_chosen = Signal(object)  # a TaskChoice
    hovered = Signal(str, int)  # "u", "v" or "sigma", and which, from 0; NONE: at none
    pinned = Signal(str, int)
    motion_moved = Signal(float)
    motion_released = Signal()
    motion_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._svd: TaskSVD | None = None
        self.task = TaskSection(self)
        self.absent = Prose(self, icon="info")
        self.note = Prose(self, role="text_second")
        self.head = SectionHead(self.tr("Singular values"), self)
        self.badge = Badge(self.head)
        self.copy = CopyButton(lambda: None if self._svd is None else ArrayText(self._svd.sigma), self.head)
        self.head.add_control(self.badge)
        self.head.add_control(self.copy)
        self.bars = SigmaBars(self)
        self.tiles = ValueTiles((self.tr("w = product of σ"), "σ_{min}", "σ_{min}/σ_1"), (0.4, 0.34, 0.26), self)
        self.subspaces = SubspaceSection(self)
        self.motion = SelfMotionSection(self)
        self.matrices = DecompositionSection(self)
        self.projectors = ProjectorSection(self)
        self.repeatability = RepeatabilitySection(self)
        self._below: list[QWidget] = []
        self._arrange()
        self.task.frame_chosen.connect(self.frame_chosen)
        self.task.chosen.connect(self.task_chosen)
        self.bars.hovered.connect(lambda i: self.hovered.emit("sigma", i))
        self.bars.pinned.connect(lambda i: self.pinned.emit("sigma", i))
        for section in (self.subspaces, self.matrices):
            section.hovered.connect(self.hovered)
            section.pinned.connect(self.pinned)
        self.motion.moved.connect(self.motion_moved)
        self.motion.released.connect(self.motion_released)
        self.motion.chosen.connect(self.motion_chosen)
        self.show_absent("")

    def set_frames(self, frames: Sequence[str], axes: Mapping[str, str]) -> None:
        """Offer these frames, and these axes, keys to texts."""
        self.task.set_frames(frames, axes)
        self.task.setVisible(bool(frames))

    def show_task(self, frame: str, choice: TaskChoice) -> None:
        """Show what is asked for."""
        self.task.show_frame(frame)
        self.task.show_choice(choice)

    def show_absent(self, sentence: str) -> None:
        """Say why there are no numbers; what was shown goes."""
        self._svd = None
        self.absent.show_text(sentence)
        self.note.show_text("")
        for part in self._below:
            part.hide()
        self.task.show_numbers(None, None, "")

    def show_svd(self, svd: TaskSVD, numbers: Sequence[int], note: str = "") -> None:
        """Show a decomposition; `numbers` are the joint panel's of its joints, `note` a sentence beside it."""
        self.absent.show_text("")
        self.note.show_text(note)
        if self._svd is None:
            for part in self._below:
                part.show()
        self._svd = svd
        task, unit = svd.task, svd.task.unit
        self.task.show_numbers(task.length, svd.tolerance, unit)
        count = len(svd.sigma)
        self._judge(svd)
        self.bars.show_values((task.frame, task.axes, task.rows, task.weighting), svd.sigma.tolist(), unit)
        self.tiles.set_names((self._product(count), "σ_{min}", "σ_{min}/σ_1"))
        self.tiles.show_values((
            (number_text(svd.manipulability, 3), power_unit(unit, count)),
            (number_text(svd.sigma_min, 3), unit),
            (number_text(svd.inverse_condition, 3), ""),
        ))  # fmt: skip
        self.subspaces.show_svd(svd, numbers)
        self.matrices.show_svd(svd, numbers)

    def show_pinned(self, kind: str, which: int) -> None:
        """Frame what is pinned: "u", "v" or "sigma", and which; NONE: nothing."""
        self.bars.show_pinned(which if kind == "sigma" else NONE)
        self.subspaces.show_pinned(kind, which)
        self.matrices.show_pinned(kind, which)

    def show_motions(self, numbers: Sequence[int], current: int, rows: str, reason: str) -> None:
        """Offer the self-motions of these numbers, from 0, in which these rows are held; without any, say why."""
        self.motion.show_directions(numbers, current, rows, reason)

    def show_motion(self, view: MotionView) -> None:
        """Show how far the self-motion has gone."""
        self.motion.show_motion(view)

    def _arrange(self) -> None:
        column = column_in(self)
        column.addWidget(self.task)
        for line in (self.absent, self.note):
            line.setContentsMargins(EDGE, 0, EDGE, 12)
            column.addWidget(line)
        values = QWidget(self)
        inside = column_in(values)
        inside.addWidget(self.head)
        inside.addWidget(self.bars)
        inside.addSpacing(4)
        inside.addLayout(inset(self.tiles))
        for section in (values, self.subspaces, self.projectors, self.motion, self.repeatability, self.matrices):
            divider = Divider(self)
            column.addWidget(divider)
            column.addWidget(section)
            self._below += [divider, section]
        column.addStretch(1)

    def _judge(self, svd: TaskSVD) -> None:
        m, n = svd.task.J.shape
        full = min(m, n)
        text = self.tr("rank {r} of {m}").format(r=svd.rank, m=m)
        if svd.rank < full:
            reason = self.tr("A direction is lost here: fewer singular values than {k} lie above the tolerance.")
            self.badge.show_text(self.tr("singular: ") + text, "warning", reason.format(k=full))
        elif svd.rank < m:
            reason = self.tr("Fewer joints than rows: they cannot move the tool in all directions.")
            self.badge.show_text(text, "plain", reason)
        else:
            self.badge.show_text(text, "good", self.tr("The joints move the tool in every direction of these rows."))

    def _product(self, count: int) -> str:
        return "w = " + ("".join(f"σ_{k + 1}" for k in range(count)) if count <= 3 else f"σ_1…σ_{count}")
