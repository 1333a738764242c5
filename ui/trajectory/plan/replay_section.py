"""The plan's inputs given to the simulation: open loop, or held by feedback, and how far it strays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.buttons.switch import Switch
from ...displays.fact_list import Fact, FactList
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset, padded
from ...displays.switch_text import SwitchText
from ...look.style import EDGE, SMALL


class ReplaySection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    replay_requested = Signal(str)  # "open" or "feedback"
    ghost_switched = Signal(bool)
    simulate_requested = Signal(str)  # in the window, under the user's hand
    back_requested = Signal()  # to the plan

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._simulating = self._has_outcome = False
        self._of: str | None = None  # the kind of what is shown
        self.head = SectionHead(self.tr("Replay"), self)
        self.kind = SegmentedControl(
            {"open": self.tr("open loop"), "feedback": "TVLQR"}, self.tr("How the plan is replayed"), height=24
        )
        self.kind.chosen.connect(self._show_earlier)
        self.head.add_control(self.kind)
        self.button = OutlineButton(self.tr("Replay"), "play", self)
        self.button.setToolTip(self.tr("Give the plan's inputs to the simulation, and compare"))
        self.button.clicked.connect(lambda: self.replay_requested.emit(self.kind.choice))
        self.push = OutlineButton(self.tr("Simulate and push"), parent=self)
        self.push.setToolTip(self.tr("Let it run in the window: there Ctrl and the mouse push the robot"))
        self.push.clicked.connect(self._push)
        self.ghost = Switch(self.tr("Show the replay as a ghost"), self)
        self.ghost.show_on(True)
        self.ghost.switched.connect(self.ghost_switched)
        self.earlier = Prose(self, role="text_second", px=SMALL, icon="info")
        self.facts = FactList(self)
        self.sentences = Prose(self, role="text_second", px=SMALL)
        buttons, switches = QHBoxLayout(), QHBoxLayout()
        for row in (buttons, switches):
            row.setContentsMargins(EDGE, 0, EDGE, 8)
            row.setSpacing(6)
        buttons.addWidget(self.button)
        buttons.addWidget(self.push)
        buttons.addStretch(1)
        switches.addWidget(self.ghost)
        switches.addWidget(SwitchText(self.ghost, self.tr("ghost"), self), 1)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(buttons)
        column.addLayout(switches)
        column.addWidget(padded(self.earlier, bottom=4))
        column.addLayout(inset(self.facts, bottom=4))
        column.addWidget(padded(self.sentences, bottom=10))

    def show_begun(self, kind: str) -> None:
        """What is shown next is of such a replay."""
        self._of = kind

    def show_outcome(self, facts: Sequence[Fact], sentences: str) -> None:
        """Show what came of it, or why nothing did."""
        self.facts.show_facts(facts)
        self.facts.setVisible(bool(facts))
        self.sentences.show_text(sentences)
        self._has_outcome = bool(facts)
        self._show_earlier()

    def show_ready(self, ready: bool) -> None:
        """Whether there is a plan that can be replayed."""
        for part in (self.button, self.push):
            part.setEnabled(ready)

    def show_simulating(self, simulating: bool) -> None:
        """Whether the replay is what the window shows, under the user's hand."""
        self._simulating = simulating
        self._show_earlier()
        self.push.setText(self.tr("Back to the plan") if simulating else self.tr("Simulate and push"))
        self.push.updateGeometry()

    def _show_earlier(self) -> None:
        """Say so where the numbers are of another replay than what runs, or than the next one would be."""
        earlier = ""
        if self._has_outcome and self._simulating:
            earlier = self.tr("These numbers are of the replay before, not of what runs in the view.")
        elif self._has_outcome and self._of not in (None, self.kind.choice):
            earlier = self.tr("These numbers are of the replay before the change: replay again.")
        self.earlier.show_text(earlier)

    def _push(self) -> None:
        if self._simulating:
            self.back_requested.emit()
        else:
            self.simulate_requested.emit(self.kind.choice)
