"""The status line says what it was told, and in a narrow window cuts rather than overlaps."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.ui.window.status_line import EDGE, StatusLine

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def test_everything_it_was_told_is_read_by_screen_readers(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_document("falling_brick")
    line.show_facts(["6 dof", "4 contacts"])
    line.show_residual("residual 3e-12", True)
    line.show_rate("RTF 1.00")
    line.show_progress("Compiling", 3, 10)
    assert line.accessibleName() == "falling_brick · 6 dof · 4 contacts · residual 3e-12 · Compiling · RTF 1.00"
    line.show_progress("Compiling", 10, 0)
    assert "Compiling" not in line.accessibleName()


def test_narrow_it_cuts_what_is_last_and_leaves_the_rest_out(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_document("a_scene_with_a_long_name")
    line.show_facts(["6 dof", "4 contacts, 2 active", "active set, 3 iterations"])
    line.show_residual("residual 3e-6", False)
    line.show_rate("RTF 1.00")
    line.show_progress("Compiling 12 of 40", 12, 40)
    line.show()
    line.resize(1000, 28)
    assert line.texts == (
        "a_scene_with_a_long_name",
        "6 dof",
        "4 contacts, 2 active",
        "residual 3e-6",
        "active set, 3 iterations",
        "Compiling 12 of 40",
        "RTF 1.00",
    )
    for width in range(160, 1000, 40):
        line.resize(width, 28)
        parts = [child for child in line.findChildren(QWidget, options=DIRECT) if child.isVisible()]
        ordered = sorted((part.geometry() for part in parts), key=QRect.left)
        assert all(a.right() < b.left() for a, b in zip(ordered, ordered[1:], strict=False)), width
        assert ordered[-1].right() < width - EDGE + 1
        assert sum(text.endswith("…") for text in line.texts) <= 2  # one at each side


def test_a_click_on_the_findings_asks_for_them_and_a_click_beside_does_not(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(600, 28)
    line.show_document("scara")
    assert line.findings_at.isEmpty()
    line.show_findings("2 warnings", True)
    with qtbot.waitSignal(line.findings_requested):
        QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.findings_at.center().toPoint())
    with qtbot.assertNotEmitted(line.findings_requested):
        QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(round(line.findings_at.right()) + 30, 14))


def test_what_takes_a_simulation_so_long_stands_behind_the_name_and_goes(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_document("arm_pushes_table")
    line.show_facts(["6 dof"])
    line.show()
    line.resize(1000, 28)
    line.show_slowness("it crawls: 40 events in a millisecond")
    assert line.texts == ("arm_pushes_table", "it crawls: 40 events in a millisecond", "6 dof")
    line.show_slowness("")
    assert line.texts == ("arm_pushes_table", "6 dof")


class Watch(QObject):
    """Counts how often widgets are hidden and shown."""

    count = 0

    def eventFilter(self, widget, event):
        self.count += event.type() in (QEvent.Type.Hide, QEvent.Type.Show)
        return False


def test_another_number_neither_hides_nor_shows_what_stands_beside_it(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(1000, 28)
    line.show_facts(["6 dof", "4 contacts"])
    line.show_residual("residual 3e-12", True)
    line.show()
    watch = Watch()
    for part in line.findChildren(QWidget):
        part.installEventFilter(watch)
    line.show_facts(["6 dof", "12 contacts"])
    line.show_residual("residual 4e-12", True)
    assert watch.count == 0
    line.show_facts(["6 dof", ""])
    assert watch.count > 0
    assert line.texts == ("6 dof", "residual 4e-12")
