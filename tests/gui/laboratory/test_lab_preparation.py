"""Pages are made before they are opened, while there is nothing else to do."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from torseur.app.background.background_thread import Background
from torseur.app.laboratory.page_preparation import REST, PagePreparation
from torseur.app.laboratory.pages import PAGES, PageEntry


def test_all_pages_are_made_piece_by_piece_and_opening_one_makes_none(window, hand, monkeypatch):
    done = []
    window.pages.preparation.finished.connect(lambda: done.append(1))
    window.open("welcome")
    window.pages.preparation.begin()
    hand.wait_until(lambda: bool(done), 120.0)
    monkeypatch.setattr(PageEntry, "make", lambda *_: pytest.fail("a page is made when it is opened"))
    panels = {
        "laboratory": window.panels.laboratory,
        "dynamics": window.panels.dynamics,
        "contact": window.panels.contact_laboratory,
    }
    for workspace, pages in PAGES.items():
        window.use_workspace(workspace)
        for key in pages:
            assert panels[workspace].has_body(key)
            panels[workspace].show_page(key)
            hand.rest()
            assert panels[workspace].page == key
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def test_nothing_is_made_while_there_is_something_to_do(qtbot):
    made, busy = [], True

    def pieces():
        for k in range(3):
            yield lambda k=k: made.append(k)

    asked = []
    preparation = PagePreparation([SimpleNamespace(pieces=pieces)], lambda: asked.append(1) or busy)
    preparation.begin()
    qtbot.waitUntil(lambda: len(asked) >= 5)
    assert made == []
    busy = False
    with qtbot.waitSignal(preparation.finished):
        pass
    assert made == [0, 1, 2]


@pytest.mark.slow
def test_nothing_is_made_until_keys_and_wheel_rest(qtbot):
    made, asked, field = [], [], QLineEdit()
    qtbot.addWidget(field)

    def pieces():
        yield lambda: made.append(time.perf_counter())

    preparation = PagePreparation([SimpleNamespace(pieces=pieces)], lambda: bool(asked.append(1)))
    preparation.begin()
    QTest.keyClick(field, Qt.Key.Key_A)
    typed = time.perf_counter()
    with qtbot.waitSignal(preparation.finished):
        pass
    assert len(made) == 1
    assert made[0] - typed > 0.9 * REST


def test_nothing_is_made_while_a_thread_finds_numbers(window, hand):
    go, heard, made = threading.Event(), [], []
    background = Background()
    background.found.connect(lambda *_: heard.append(1))
    background.ask("", [lambda: go.wait(60.0)])
    preparation = PagePreparation(
        [SimpleNamespace(pieces=lambda: iter([lambda: made.append(bool(heard))]))], window.pages.preparation.is_busy
    )
    try:
        assert window.pages.preparation.is_busy()
        preparation.begin()
    finally:
        go.set()
    hand.wait_until(lambda: bool(made))
    preparation.stop()
