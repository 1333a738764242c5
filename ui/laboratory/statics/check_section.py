"""The equilibrium, checked by a short simulation: a button, how far it is, and what was found."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.switch import Switch
from ...displays.badge import Badge
from ...displays.fact_list import FactList
from ...displays.progress_bar import ShareBar
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE, SMALL
from .values import CheckView


class CheckSection(QWidget):
    """`show_*` is for the program and silent; signals are for the user alone."""

    check_requested = Signal()
    cancel_requested = Signal()
    play_requested = Signal()
    cut_switched = Signal(bool)  # whether torques are cut at their limits

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self.head = SectionHead(self.tr("Equilibrium"), self)
        self.badge = Badge(self.head)
        self.head.add_control(self.badge)
        self.button = OutlineButton(self.tr("Check by simulation"), parent=self)
        self.button.clicked.connect(lambda: (self.cancel_requested if self._running else self.check_requested).emit())
        self.play_button = OutlineButton(self.tr("Without torques"), "play", self)
        self.play_button.setToolTip(self.tr("Show what the robot does without the torques"))
        self.play_button.clicked.connect(self.play_requested)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.button)
        buttons.addWidget(self.play_button)
        buttons.addStretch(1)
        self.cut = Switch(self.tr("Cut the torques at their limits"), self)
        self.cut.switched.connect(self.cut_switched)
        self.cut_line = QWidget(self)
        caption = Prose(self.cut_line, role="text_second", px=SMALL)
        caption.show_text(self.tr("Cut the torques at their limits"))
        line = QHBoxLayout(self.cut_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(caption, 1)
        line.addWidget(self.cut)
        self.bar = ShareBar(self)
        self.verdict = Prose(self, role="text_second", px=SMALL)
        self.facts = FactList(self)
        inside = QVBoxLayout()
        inside.setContentsMargins(EDGE, 0, EDGE, 16)
        inside.setSpacing(8)
        inside.addWidget(self.cut_line)
        inside.addLayout(buttons)
        for part in (self.bar, self.verdict, self.facts):
            inside.addWidget(part)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inside)
        self.show_check(None)

    def show_possible(self, reason: str, cuts: bool) -> None:
        """Say why it cannot be checked, or empty that it can; and whether there are limits that would cut."""
        self.button.setEnabled(not reason)
        self.button.setToolTip(reason)
        self.cut_line.setVisible(cuts)

    def show_progress(self, share: float | None) -> None:
        """How far it is, 0 to 1; None: it does not run."""
        self._running = share is not None
        self.button.show_text(self.tr("Cancel") if self._running else self.tr("Check by simulation"))
        self.bar.show_share(share)

    def show_check(self, view: CheckView | None, hint: str = "") -> None:
        """Show what was found; None: nothing yet, with a hint at what would be."""
        self.show_progress(None)
        self.play_button.setVisible(view is not None)
        self.badge.show_text(view.word if view else "", view.tone if view else "plain")
        self.verdict.show_text(view.verdict if view else hint)
        self.facts.show_facts(view.facts if view else ())
        self.facts.setVisible(view is not None)
