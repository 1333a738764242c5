"""A run that goes on from the state shown with the edit, and how far it is from the old one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.outline_button import OutlineButton
from ....controls.fields.number_field import NumberField
from ....displays.fact_list import FactList
from ....displays.progress_bar import ShareBar
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset, inset_row, padded
from ....displays.text_label import TextLabel
from ....look.style import EDGE, SMALL
from ....text.number_text import as_shown
from .values import BranchView


class BranchSection(QWidget):
    """`show_*` are for the program and silent; signals are for the user alone."""

    branch_requested = Signal()
    drop_requested = Signal()
    push_entered = Signal(float)  # how long a wrench acts [s]

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Go on from here"), self)
        self.about = Prose(self, role="text_second", px=SMALL)
        self.button = OutlineButton(self.tr("Branch from here"), "play", self)
        self.drop_button = OutlineButton(self.tr("Drop the branch"), "close", self)
        self.push = NumberField(self.tr("How long the wrench acts"), self, unit="s")
        self.push_label = TextLabel(self, role="text_second", px=SMALL)
        self.bar = ShareBar(self)
        self.why = Prose(self, px=SMALL, icon="warning", icon_role="warning")
        self.facts = FactList(self)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._arrange()
        self.button.clicked.connect(self.branch_requested)
        self.drop_button.clicked.connect(self.drop_requested)
        self.push.entered.connect(self.push_entered)
        self.push.check = lambda s: "" if 0.0 <= s <= 10.0 else self.tr("From 0 to 10 s.")

    def show_push(self, seconds: float, acts: bool) -> None:
        """Show how long a wrench acts, where there is one."""
        self.push.show_text(as_shown(f"{seconds:.4g}"))
        for part in (self.push, self.push_label):
            part.setVisible(acts)

    def show_progress(self, share: float | None) -> None:
        """How far the push is, 0 to 1; None: nothing is on its way."""
        self.bar.show_share(share)
        self.button.setEnabled(share is None)

    def show_refusal(self, why: str) -> None:
        """Say why there is no branch; empty: nothing."""
        self.why.show_text(why)

    def show_branch(self, view: BranchView | None) -> None:
        """Show of which run the one shown is a branch; None: of none."""
        self.drop_button.setVisible(view is not None)
        self.facts.setVisible(view is not None)
        self.facts.show_facts(view.facts if view else ())
        self.note.show_text(view.note if view else "")

    def _arrange(self) -> None:
        self.about.show_text(self.tr("The run goes on from this state with what is changed; the old run stays as a ghost on the "
                                     "same clock. Ctrl+Z takes the branch back."))  # fmt: skip
        self.push_label.show_text(self.tr("The wrench acts for"))
        push = QHBoxLayout()
        push.setContentsMargins(EDGE, 0, EDGE, 6)
        push.addWidget(self.push_label, 1)
        push.addWidget(self.push)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(padded(self.about, bottom=8))
        column.addLayout(push)
        column.addLayout(inset_row(self.button, self.drop_button, bottom=8, spacing=8))
        column.addLayout(inset(self.bar, bottom=6))
        column.addWidget(padded(self.why, bottom=8))
        column.addLayout(inset(self.facts, bottom=4))
        column.addWidget(padded(self.note, bottom=10))
        self.show_branch(None)
        self.show_progress(None)
