"""The working sheet in the real window: a section is kept by a click, words are typed, it is saved, and gone back to."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from torseur.app.sheet.saved_settings import SavedSettings


@pytest.fixture
def document():
    return "planar_2r"


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())


def test_a_section_is_kept_with_words_saved_and_gone_back_to(window, hand, tmp_path):
    session, sheet = window.session, window.pages.laboratory.page("working_sheet")
    window.pages.navigation.show_page("jacobian")
    hand.simulate(window, 0.2)
    session.playback.seek(0.1)
    hand.rest()
    taken = session.snapshot
    click(window.pages.laboratory.page("jacobian").widget.view("routes").keep_button)
    hand.rest()
    assert window.bars.toast.text == "Kept on the working sheet."
    click(window.panels.laboratory.strip.tab("working_sheet"))
    hand.rest()
    ((key, kept),) = sheet.settings.kept
    assert kept.t == taken.t
    words = sheet.widget.part(f"{key}.words")
    click(words)
    QTest.keyClicks(words, "Which joint moves it fastest?")
    click(sheet.widget.part("save.html"))
    hand.wait_until(lambda: sheet.widget.findChildren(QFileDialog))
    (dialog,) = sheet.widget.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "sheet.html"))
    dialog.reject()
    hand.wait_until(lambda: window.bars.toast.text == "Saved.")
    assert "Which joint moves it fastest?" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    session.playback.seek(0.2)
    click(sheet.widget.part(f"{key}.head.reopen"))
    hand.rest()
    assert session.snapshot.t == taken.t
    assert window.panels.laboratory.page == "jacobian"
    saved = SavedSettings("working_sheet")
    saved.path = sheet._saved.path  # the page may have been made in another test, which has a folder of its own
    assert saved.read()[0].words[f"{key}.words"] == "Which joint moves it fastest?"
    window.open("arm_6r")  # what was simulated is gone with it
    window.pages.navigation.show_page("working_sheet")
    hand.rest()
    click(sheet.widget.part(f"{key}.head.reopen"))
    hand.wait_until(lambda: session.document.name == "planar_2r" and "is gone" in window.bars.toast.text)
    assert np.array_equal(session.q, taken.q)
    click(window.panels.laboratory.strip.tab("working_sheet"))
    hand.rest()
    click(sheet.widget.part(f"{key}.head.remove"))
    assert not sheet.settings.kept
    session.undo_stack.undo()
    assert sheet.settings.kept
    session.undo_stack.redo()
    window.use_workspace("kinematics")
    hand.rest()
    bookmark = window.panels.kinematics.view("ellipsoids").keep_button
    QApplication.sendEvent(bookmark, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    menu = QApplication.activePopupWidget()
    menu.actions()[3].trigger()
    menu.close()
    window.pages.navigation.show_page("working_sheet")
    hand.rest()
    (*_, (key, kept)) = sheet.settings.kept
    assert (kept.title, [block.key for block in kept.block.blocks]) == ("Kinematics", ["force"])
    assert not sheet.widget.part(f"{key}.block.force").isEnabled()  # it is read there
    click(sheet.widget.part(f"{key}.head.reopen"))
    assert window.workspaces.current == "kinematics"
