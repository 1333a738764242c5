"""A section that is folded until it is wanted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from torseur.ui.controls.fields.choice import Choice
from torseur.ui.displays.folded_section import FoldedSection
from torseur.ui.displays.section_head import SectionHead
from torseur.ui.look.paint_text import math_width
from torseur.ui.look.style import EDGE, TEXT
from torseur.ui.window.dock import Scroller


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


def test_a_section_that_is_opened_at_the_foot_of_a_page_is_scrolled_into_sight(qtbot):
    page = QWidget()
    column = QVBoxLayout(page)
    above, section = QLabel("above"), FoldedSection("Minors")
    above.setFixedHeight(500)
    section.column.addWidget(QLabel("body", minimumHeight=200))
    column.addWidget(above)
    column.addWidget(section)
    scroller = Scroller(page)
    qtbot.addWidget(scroller)
    scroller.resize(300, 560)
    with qtbot.waitExposed(scroller):
        scroller.show()
    QTest.mouseClick(section.head, Qt.MouseButton.LeftButton)
    view = scroller.viewport()
    qtbot.waitUntil(lambda: section.mapTo(view, section.rect().bottomLeft()).y() <= view.height())
    assert section.mapTo(view, section.rect().topLeft()).y() > 0


def test_captions_that_are_cut_still_differ(qtbot):
    head = SectionHead("Selected")
    qtbot.addWidget(head)
    head.resize(300, head.height())
    pictures = []
    for name in ("left_front_upper_leg_joint", "left_front_lower_leg_link", "left_front_upper_leg_link"):
        head.show_caption(name)
        pictures.append(head.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_controls_give_way_to_the_title_as_far_as_they_can(qtbot):
    head = SectionHead("Pose")
    qtbot.addWidget(head)
    choices = Choice("Frame"), Choice("Form")
    for choice in choices:
        choice.set_options(["a name that is long"])
        head.add_control(choice)
    head.show_title("Where the frame is now")
    head.resize(380, head.height())
    head.show()
    assert choices[0].x() > EDGE + math_width(head.title, TEXT, 600)
    head.resize(200, head.height())
    assert [choice.width() for choice in choices] == [choice.minimumSizeHint().width() for choice in choices]
