"""The plan's inputs given to the simulation: open loop, or held by feedback, and how far it strays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.buttons.switch import Switch
from ...displays.fact_list import Fact, FactList
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, inset, padded
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL


class ReplaySection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    replay_requested = Signal(str)  # "open" or "feedback"
    ghost_switched = Signal(bool)
    simulate_requested = Signal(str)  # in the window, under the user's hand

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Replay"), self)
        self.kind = SegmentedControl(
            {"open": self.tr("open loop"), "feedback": "TVLQR"}, self.tr("How the plan is replayed"), height=24
        )
        self.head.add_control(self.kind)
        self.button = OutlineButton(self.tr("Replay"), "play", self)
        self.button.setToolTip(self.tr("Give the plan's inputs to the simulation, and compare"))
        self.button.clicked.connect(lambda: self.replay_requested.emit(self.kind.choice))
        self.push = OutlineButton(self.tr("Simulate and push…"), parent=self)
        self.push.setToolTip(self.tr("Open the scene that plays the plan: there Ctrl and the mouse push the robot"))
        self.push.clicked.connect(lambda: self.simulate_requested.emit(self.kind.choice))
        self.ghost = Switch(self.tr("Show the replay as a ghost"), self)
        self.ghost.show_on(True)
        self.ghost.switched.connect(self.ghost_switched)
        self._word = TextLabel(self, role="text_second", px=SMALL)
        self._word.show_text(self.tr("ghost"))
        self.facts = FactList(self)
        self.sentence = Prose(self, role="text_second", px=SMALL)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 8)
        row.setSpacing(6)
        row.addWidget(self.button)
        row.addWidget(self.push)
        row.addStretch(1)
        row.addWidget(self._word)
        row.addWidget(self.ghost)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addLayout(row)
        column.addLayout(inset(self.facts, bottom=4))
        column.addWidget(padded(self.sentence, bottom=10))

    def show_outcome(self, facts: Sequence[Fact], sentence: str) -> None:
        """Show what came of it, or why nothing did."""
        self.facts.show_facts(facts)
        self.facts.setVisible(bool(facts))
        self.sentence.show_text(sentence)

    def show_ready(self, ready: bool) -> None:
        """Whether there is a plan that can be replayed."""
        for part in (self.button, self.push):
            part.setEnabled(ready)
