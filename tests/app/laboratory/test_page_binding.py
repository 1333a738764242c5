"""A page that is seen follows the session, and waits for the kernels that it needs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from torseur.app.documents.document import open_document
from torseur.app.laboratory.page_binding import PageBinding


class CountingPage(PageBinding):
    """Counts how often it is told to compute."""

    key, title = "counting", "Counting"
    times = 0

    def __init__(self, context, parent):
        super().__init__(context, parent)
        self.widget = QWidget()

    def refresh(self):
        self.times += 1


@pytest.fixture
def page(session, preferences):
    """Seen, of an arm."""
    session.show_document(open_document("planar_2r"))
    picture = SimpleNamespace(put=lambda *layer: None, remove=lambda key: None)
    parent = QObject()
    page = CountingPage(SimpleNamespace(session=session, picture=picture, preferences=preferences), parent)
    page.enter()
    page.times = 0
    yield page
    page.leave()


def test_it_is_told_when_the_simulation_starts_and_when_it_pauses(session, page):
    session.playback.playing_changed.emit(False)
    assert page.times == 0  # nothing is otherwise than it was
    session.playback.play()
    started = page.times
    assert started > 0
    session.playback.pause()
    assert page.times > started


def test_a_page_can_be_used_once_something_is_open(session, preferences, qapp):
    picture = SimpleNamespace(put=lambda *layer: None, remove=lambda key: None)
    parent = QObject()
    page = CountingPage(SimpleNamespace(session=session, picture=picture, preferences=preferences), parent)
    page.enter()
    assert not page.widget.isEnabled()
    session.show_document(open_document("planar_2r"))
    assert page.widget.isEnabled()
