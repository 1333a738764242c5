"""A section that is folded until it is wanted."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from torseur.ui.displays.folded_section import FoldedSection


def test_what_tells_of_the_body_is_in_the_head_while_it_is_open_alone(qtbot):
    section = FoldedSection("Minors")
    qtbot.addWidget(section)
    copy, pick = QPushButton("copy"), QPushButton("pick")
    section.head.add_control(copy)
    section.head.add_control(pick, always=True)
    section.show()
    seen = [(copy.isVisible(), pick.isVisible())]
    for is_open in (True, False):
        section.show_open(is_open)
        seen.append((copy.isVisible(), pick.isVisible()))
    assert seen == [(False, True), (True, True), (False, True)]
