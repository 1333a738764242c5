"""Garbage is collected in the window's thread alone."""

from __future__ import annotations

import gc
import linecache
import threading
import weakref

import pytest

from torseur.app.background.garbage import GarbageCollection, forget_sources


class Cycle:
    """Garbage as soon as nobody holds it, that says which thread collected it."""

    collected_by: list[str] = []

    def __init__(self):
        self.itself = self

    def __del__(self):
        self.collected_by.append(threading.current_thread().name)


def make_cycles():
    for _ in range(5000):
        Cycle()


def old_garbage():
    """A reference to garbage that only a full collection finds."""
    cycle = Cycle()
    gc.collect(1)  # it grows old
    return weakref.ref(cycle)


def test_a_thread_that_makes_garbage_leaves_it_to_the_window(qapp, monkeypatch):
    monkeypatch.setattr(Cycle, "collected_by", [])
    collection = GarbageCollection(qapp)
    assert not gc.isenabled()
    thread = threading.Thread(target=make_cycles, name="other")
    thread.start()
    thread.join()
    assert Cycle.collected_by == []
    collection.collect()
    assert set(Cycle.collected_by) == {threading.current_thread().name}
    assert len(Cycle.collected_by) == 5000


@pytest.mark.slow
def test_a_full_collection_waits_for_its_time_and_for_enough_that_was_young(qapp, monkeypatch):
    collection = GarbageCollection(qapp)
    monkeypatch.setattr(collection, "_moves", lambda: False)  # a button that another test left down
    gone = old_garbage()
    monkeypatch.setattr(gc, "get_count", lambda: (gc.get_threshold()[0] + 1, 0, 0))
    for _ in range(collection.YOUNG + 1):
        collection.collect()
    assert gone() is not None
    monkeypatch.setattr(collection, "FULL", 0.0)
    collection.collect()
    assert gone() is None


@pytest.mark.slow
def test_a_full_collection_waits_while_something_moves_but_not_for_ever(qapp, monkeypatch):
    collection = GarbageCollection(qapp)
    gone = old_garbage()
    monkeypatch.setattr(collection, "FULL", 0.0)
    monkeypatch.setattr(collection, "YOUNG", 0)
    collection.note_move()
    collection.collect()
    assert gone() is not None
    monkeypatch.setattr(collection, "REST", 0.0)
    collection.collect()
    assert gone() is None
    monkeypatch.setattr(collection, "REST", 60.0)
    gone = old_garbage()
    collection.collect()
    assert gone() is not None
    monkeypatch.setattr(collection, "PATIENCE", 0.0)
    collection.collect()
    assert gone() is None


@pytest.mark.slow
def test_what_is_garbage_when_modules_were_imported_is_collected_and_not_kept(qapp):
    collection = GarbageCollection(qapp)
    cycle, stays = Cycle(), Cycle()
    gc.collect(1)  # they grow old
    gone, there = weakref.ref(cycle), weakref.ref(stays)
    before = gc.get_freeze_count()
    del cycle
    collection.end_imports()
    collection.collect_all()
    assert gone() is None
    assert gc.get_freeze_count() > before
    frozen = gc.get_freeze_count()
    del stays
    collection.collect_all()  # looks through what is new alone
    assert there() is not None
    assert gc.get_freeze_count() == frozen
    gc.unfreeze()
    collection.collect_all()
    assert there() is None


def test_what_a_full_collection_freed_is_given_back_in_a_turn_of_its_own(qapp, monkeypatch):
    done = []
    monkeypatch.setattr("torseur.app.background.garbage.give_back_freed_memory", lambda: done.append("given back"))
    collection = GarbageCollection(qapp)
    monkeypatch.setattr(collection, "FULL", 0.0)
    monkeypatch.setattr(collection, "YOUNG", 0)
    monkeypatch.setattr(gc, "collect", lambda *generation: done.append("collected"))
    collection.collect()
    assert done[-1] == "collected"
    monkeypatch.setattr(collection, "FULL", 60.0)
    collection.collect()
    assert done[-1] == "given back"
    assert done.count("given back") == 1


def test_lines_of_files_are_forgotten_and_read_again_and_others_are_kept():
    first = linecache.getline(__file__, 1)
    linecache.cache["<made>"] = (4, None, ["made"], "<made>")
    try:
        assert __file__ in linecache.cache
        forget_sources()
        assert __file__ not in linecache.cache
        assert linecache.getline("<made>", 1) == "made"
        assert linecache.getline(__file__, 1) == first != ""
    finally:
        del linecache.cache["<made>"]
