"""The load doctor lists the gravest first, in words and icons, and a row gives file:line by click or key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.sim.multibody.model.model import Finding, Severity
from torseur.ui.panels.load_doctor.doctor_panel import DoctorPanel, counted
from torseur.ui.panels.load_doctor.finding_rows import facts_of, place_of, sentence_of, short_place

NOTE = Finding(Severity.NOTE, "<transmission> is not used; it is left out", "/robots/a.urdf", 28, "element-unused")
WARNING = Finding(
    Severity.WARNING, "joint 'p': axis has length 2", "/robots/a.urdf", 20, "axis-not-unit", "joint 'p'", "0 2 0", "1"
)
ERROR = Finding(Severity.ERROR, "link 'b': " + "a long sentence " * 20, "/robots/a.urdf", 6, "definition", "link 'b'")


@pytest.fixture
def panel(qtbot):
    panel = DoctorPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 300)
    panel.asked = []
    panel.place_requested.connect(panel.asked.append)
    panel.show_findings("a.urdf", [NOTE, WARNING, ERROR], "nothing")
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def test_the_parts_of_a_finding():
    assert place_of(WARNING) == "/robots/a.urdf:20"
    assert short_place(WARNING) == "a.urdf:20"
    assert short_place(Finding(Severity.NOTE, "x")) == ""
    assert sentence_of(WARNING) == "Axis has length 2"
    assert facts_of(WARNING) == "found 0 2 0  ·  wanted 1"
    assert facts_of(NOTE) == ""


def test_they_are_counted_in_words():
    assert counted([NOTE, WARNING, WARNING]) == "2 warnings, 1 note"
    assert counted([]) == ""


def test_the_gravest_come_first(panel):
    assert panel.findings == (ERROR, WARNING, NOTE)
    assert panel.texts == ("a.urdf", "1 error, 1 warning, 1 note")
    assert not panel.back_button.isVisible()


def test_a_click_enter_and_space_give_file_and_line(panel):
    index = panel.list.model().index(1)
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualRect(index).center())
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert panel.asked == ["/robots/a.urdf:20", "/robots/a.urdf:28", "/robots/a.urdf:28"]


def test_sentences_wrap_in_a_narrow_panel(panel, qtbot):
    wide = panel.list.visualRect(panel.list.model().index(0)).height()
    panel.resize(240, 300)
    qtbot.waitUntil(lambda: panel.list.visualRect(panel.list.model().index(0)).height() > wide)


def test_without_findings_it_says_so_and_what_is_refused_can_be_left(panel, qtbot):
    panel.show_findings("a.urdf", [], "Nothing is wrong.")
    assert panel.nothing.text == "Nothing is wrong."
    assert not panel.list.isVisible()
    panel.show_findings("b.urdf was refused", [ERROR], "", refused=True)
    with qtbot.waitSignal(panel.back_requested):
        QTest.mouseClick(panel.back_button, Qt.MouseButton.LeftButton)
