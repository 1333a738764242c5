"""Bounds of forces, looked for by a thread: the contact that was chosen comes first."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from torseur import sim
from torseur.app.panels.contact_bounds import BoundsSearch, Found


@pytest.fixture(scope="module")
def stack():
    recording = sim.simulate(sim.load_scene("box_stack"), 0.1)
    i = len(recording) - 1
    return sim.solved_problem(recording, i), recording.contacts(i)


@pytest.fixture
def parent():
    return QObject()


def test_the_contact_that_was_chosen_is_looked_at_first_and_all_others_after(qtbot, parent, stack):
    solved, contacts = stack
    search = BoundsSearch(parent)
    search.prefer(33)
    search.follow("now", lambda: solved, contacts)
    qtbot.waitUntil(lambda: search.done)
    assert next(iter(search.found)) == 33
    assert sorted(search.found) == list(range(40))
    assert search.looked_at == (40, 40)


def test_an_instant_without_a_known_problem_leaves_its_contacts_out(qtbot, parent, stack):
    search = BoundsSearch(parent)
    search.follow("now", lambda: None, stack[1])
    qtbot.waitUntil(lambda: search.search is not None)
    assert (search.search.left_out, search.done) == (40, False)


def test_where_too_many_feel_each_other_those_of_the_selected_one_are_found(qtbot, parent, stack, monkeypatch):
    monkeypatch.setattr("torseur.app.panels.contact_bounds.MOST", 10)
    solved, contacts = stack
    search = BoundsSearch(parent)
    search.follow("now", lambda: solved, contacts)
    qtbot.waitUntil(lambda: search.search is not None)
    assert search.search.left_out == len(contacts)
    assert not search.found
    search.prefer(7)
    qtbot.waitUntil(lambda: 7 in search.found)
    assert list(search.found) == [7]
    assert not search.done


def test_a_selected_contact_whose_force_is_the_only_one_is_looked_at_once(qtbot, parent, stack, monkeypatch):
    monkeypatch.setattr("torseur.app.panels.contact_bounds.MOST", 10)
    search, looked = BoundsSearch(parent), []
    search.follow("now", lambda: stack[0], stack[1])
    qtbot.waitUntil(lambda: search.search is not None)
    search.search.selected[7] = lambda: looked.append(7) or Found(7, None)
    with qtbot.waitSignal(search.changed):
        search.prefer(7)
    search.prefer(-1)
    search.prefer(7)
    with qtbot.waitSignal(search.changed):
        search.prefer(8)
    assert 8 in search.found
    assert looked == [7]
