"""The buttons that move all joints at once, and the one that makes a scene of the robot."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ...controls.buttons.outline_button import OutlineButton
from .joint_row import EDGE


class JointButtons(QWidget):
    """Home, Zero and Random, side by side; below them, of a robot by itself, On the ground."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.home = OutlineButton(self.tr("Home"), "home", self)
        self.zero = OutlineButton(self.tr("Zero"), "zero", self)
        self.random = OutlineButton(self.tr("Random"), "random", self)
        self.home.setToolTip(self.tr("Every joint at its home (H)"))
        self.zero.setToolTip(self.tr("Every joint at 0, or as near as its limits allow"))
        self.random.setToolTip(self.tr("Every joint somewhere between its limits (R)"))
        self.scene = OutlineButton(self.tr("Scene on the ground"), "robot", self)
        self.scene.setToolTip(self.tr("Make a scene of this robot: it stands on the ground in the pose shown (Shift+G)"))
        self.scene.hide()
        row = QHBoxLayout()
        row.setSpacing(6)
        for button in (self.home, self.zero, self.random):
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # tighter in a narrow dock
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 11, EDGE, 12)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.scene)
