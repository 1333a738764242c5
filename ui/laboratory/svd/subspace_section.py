"""The four subspaces of a task, each by its word and its directions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from torseur.sim.analysis.svd.values import TaskSVD
from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...displays.heat_table.direction_table import NONE, DirectionTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...look.math_notation import DOT, index
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText
from .self_motion_section import STAYS

ROWS = {"vx": "v_x", "vy": "v_y", "vz": "v_z", "wx": "ω_x", "wy": "ω_y", "wz": "ω_z"}


def joint_labels(numbers: Sequence[int]) -> list[str]:
    """Labels of joint velocities, in the notation of `paint_math`, by the joint panel's numbers."""
    return [f"q{DOT}_{index(k)}" for k in numbers]


class SubspaceSection(QWidget):
    """Directions of the task and of the joints. `hovered` and `pinned` give "u" or "v" and the number from 0."""

    hovered = Signal(str, int)
    pinned = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = _Group(self.tr("Image"), self.tr("the tool can move along these"), "u", self)
        self.unreachable = _Group(
            self.tr("Unreachable"),
            self.tr("no joint moves the tool along these; the structure carries forces"),
            "u",
            self,
        )
        self.effective = _Group(self.tr("Effective"), self.tr("joint directions that move the tool"), "v", self)
        self.self_motion = _Group(self.tr("Self-motion"), "", "v", self)
        self.groups = (self.image, self.unreachable, self.effective, self.self_motion)
        self.head = SectionHead(self.tr("Four subspaces"), self)
        column = column_in(self, bottom=4)
        column.addWidget(self.head)
        for group in self.groups:
            column.addWidget(group)
            group.hovered.connect(self.hovered)
            group.pinned.connect(self.pinned)

    def show_svd(self, svd: TaskSVD, numbers: Sequence[int]) -> None:
        """Show the directions of a decomposition; `numbers` are the panel's of the joints."""
        task, r = svd.task, svd.rank
        m, n = task.J.shape
        self.head.show_caption({
            "none": self.tr("unit vectors"),
            "speed": self.tr("in shares of the speed limits"),
            "torque": self.tr("in shares of the torque limits"),
        }.get(task.weighting, ""))  # fmt: skip
        rows, joints = [ROWS[name] for name in task.row_names], joint_labels(numbers)
        self.image.show_directions(svd.image, 0, rows, (), self.tr("None: no joint moves the tool in these rows."))
        self.unreachable.show_directions(
            svd.unreachable, r, rows, (), self.tr("None: the joints reach all {m} directions.").format(m=m)
        )
        self.effective.show_directions(svd.effective, 0, joints, task.joints, self.tr("None."))
        self.self_motion.meaning = self.tr("the joints move, {what}").format(what=tr(STAYS[task.rows]))
        self.self_motion.show_directions(
            svd.self_motion, r, joints, task.joints,
            self.tr("None: rank {r} with {n} joints leaves no joint free.").format(r=r, n=n),
        )  # fmt: skip

    def show_pinned(self, kind: str, which: int) -> None:
        """Frame a direction, by "u" or "v" and its number; NONE frames none."""
        for group in self.groups:
            group.show_pinned(which if kind in (group.letter, "sigma") else NONE)


class _Group(QWidget):
    hovered = Signal(str, int)
    pinned = Signal(str, int)

    def __init__(self, word: str, meaning: str, letter: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.letter = letter
        self._word, self.meaning = word, meaning
        self._first, self._count = 0, 0
        self._text: ArrayText | None = None
        self.title = Prose(self, role="text_second", px=SMALL)
        self.table = DirectionTable(word, "rows", self)
        column = column_in(self)
        self.copy = CopyButton(self.copied, self, name=self.tr("Copy the directions"))
        head = inset(self.title, bottom=0)
        head.setDirection(QBoxLayout.Direction.LeftToRight)
        head.setStretchFactor(self.title, 1)
        head.setAlignment(self.title, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(head)
        row = QVBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 8)
        row.addWidget(self.table)
        column.addLayout(row)
        self.table.hovered.connect(lambda i: self.hovered.emit(letter, i + self._first if i >= 0 else NONE))
        self.table.pinned.connect(lambda i: self.pinned.emit(letter, i + self._first))

    def show_directions(
        self, columns: np.ndarray, first: int, labels: Sequence[str], names: Sequence[str], absent: str
    ) -> None:
        """Columns (k, count), the first of which is number `first`, as rows."""
        self._first, self._count = first, columns.shape[1]
        said = tr("{head}: {title}", head=self._word, title=self.meaning) + "."
        self.title.show_text(said if self._count else f"{self._word}. {absent}")
        rows = [f"{self.letter}_{first + i + 1}" for i in range(self._count)]
        self._text = ArrayText(columns.T.copy(), rows, tuple(labels)) if self._count else None
        self.copy.setVisible(bool(self._count))
        self.table.show_matrix(columns.T if self._count else None, rows, labels, names=names)

    def copied(self) -> ArrayText | None:
        """The directions as they are shown, one a row; none: nothing to copy."""
        return self._text

    def show_pinned(self, which: int) -> None:
        self.table.show_pinned(which - self._first if self._first <= which < self._first + self._count else NONE)
