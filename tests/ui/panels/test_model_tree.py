"""The model tree by mouse and keys: folding, searching, eyes; and long chains stay light."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.displays.tree_rows import TreeRowDelegate
from torseur.ui.panels.model.model_panel import ModelPanel
from torseur.ui.panels.model.model_tree import ModelTree
from torseur.ui.panels.model.values import TreeEntry
from torseur.ui.panels.signals.signal_tree import SignalTree

ENTRIES = (
    TreeEntry("body:base", "body", "base", "3.000 kg", 0, "base"),
    TreeEntry("body:arm", "body", "arm", "1.000 kg", 1, "arm"),
    TreeEntry("joint:elbow", "revolute", "elbow", "revolute", 2, "arm"),
    TreeEntry("body:hand", "body", "hand", "", 2, "hand"),
    TreeEntry("joint:wrist", "fixed", "wrist", "fixed", 3, "hand"),
    TreeEntry("frame:tool", "frame", "tool", "frame", 3, "hand"),
    TreeEntry("body:ball", "body", "ball", "1.000 kg", 0, "ball"),
)


@pytest.fixture
def panel(qtbot):
    panel = ModelPanel()
    panel.resize(276, 500)
    panel.show_entries(ENTRIES)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def told(panel):
    told = []
    panel.picked.connect(told.append)
    panel.body_visibility_changed.connect(lambda body, shown: told.append((body, shown)))
    panel.body_hovered.connect(lambda body: told.append(("over", body)))
    return told


def seen(panel):
    return [entry.name for entry in panel.tree.in_sight]


def click(tree, rect):
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_a_chevron_folds_a_click_selects_the_eye_hides_and_keys_do_the_same(panel, told):
    tree = panel.tree
    click(tree, tree.chevron_of("body:arm"))
    assert seen(panel) == ["base", "arm", "ball"]
    click(tree, tree.chevron_of("body:arm"))
    assert seen(panel) == [entry.name for entry in ENTRIES]
    assert told == []
    told.clear()
    tree = panel.tree
    click(tree, tree.rect_of("frame:tool"))
    click(tree, tree.eye_of("body:hand"))
    assert told == ["frame:tool", ("hand", False)]
    assert (tree.selected, tree.is_body_visible("hand")) == ("frame:tool", False)
    told.clear()
    tree = panel.tree
    click(tree, tree.rect_of("body:hand"))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(tree, key)
    assert told == ["body:hand", "body:arm", ("arm", False), "joint:elbow"]
    assert seen(panel) == ["base", "arm", "elbow", "hand", "ball"]


def test_what_the_program_shows_is_unfolded_scrolled_to_and_silent(panel, told):
    tree = panel.tree
    panel.resize(276, 120)
    tree.fold("body:base", True)
    panel.show_selected("frame:tool")
    assert "tool" in seen(panel)
    assert tree.viewport().rect().contains(tree.rect_of("frame:tool").center())
    panel.show_selected("")
    assert (tree.selected, told) == ("", [])


def test_words_leave_rows_that_match_and_enter_goes_to_the_first(panel, told):
    QTest.keyClicks(panel.search, "ar")
    assert seen(panel) == ["arm"]
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert told == ["body:arm"]
    panel.show_selected("body:ball")  # from the view: it must be seen
    assert (panel.search.text(), panel.tree.selected) == ("", "body:ball")
    QTest.keyClicks(panel.search, "revolute")
    assert seen(panel) == ["elbow"]
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert len(seen(panel)) == len(ENTRIES)


def test_the_body_under_the_pointer_is_told(panel, told, qtbot):
    tree = panel.tree
    QTest.mouseMove(tree.viewport(), tree.rect_of("joint:wrist").center())
    qtbot.waitUntil(lambda: told == [("over", "hand")])
    QTest.mouseMove(tree.viewport(), tree.rect_of("body:ball").center() + QPoint(1, 0))
    qtbot.waitUntil(lambda: told == [("over", "hand"), ("over", "ball")])


def test_a_chain_of_five_thousand_is_shown_folded_and_searched_at_once(panel):
    entries = []
    for k in range(5000):
        entries.append(TreeEntry(f"body:link{k}", "body", f"link{k}", "1.000 kg", k, f"link{k}"))
        entries.append(TreeEntry(f"joint:joint{k}", "revolute", f"joint{k}", "revolute", k + 1, f"link{k}"))
    began = time.thread_time()
    panel.show_entries(entries)
    panel.show_selected("body:link4999")
    panel.tree.fold("body:link3", True)
    assert len(seen(panel)) == 7
    panel.search.setText("link49")
    panel.grab()
    assert time.thread_time() - began < 1.5


def test_it_is_painted_and_dressed_as_the_tree_of_signals_is(qtbot):
    trees = ModelTree(), SignalTree()
    for one in trees:
        qtbot.addWidget(one)
        assert isinstance(one.itemDelegate(), TreeRowDelegate)
        assert (one.indentation(), one.hasMouseTracking(), one.uniformRowHeights()) == (0, True, True)
        assert one.accessibleName()
