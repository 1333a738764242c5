"""What nobody catches is logged and told: of slots, of threads, of destructors, and what Qt complains about."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtCore import qWarning

from torseur.app.failures.failures import Failures


@pytest.fixture
def failures(qapp, caplog):
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    failures = Failures()
    failures.watch()
    failures.heard = []
    failures.told.connect(lambda line, trace: failures.heard.append((line, trace)))
    yield failures
    failures.rest()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def fail():
    raise LookupError("no such wheel")


def raise_uncaught():
    """As a slot does: what it raises comes to Python's hook."""
    try:
        fail()
    except LookupError:
        sys.excepthook(*sys.exc_info())


def test_an_exception_is_logged_and_told_with_its_traceback(failures, caplog):
    raise_uncaught()
    ((line, trace),) = failures.heard
    assert line == "LookupError: no such wheel"
    assert "in fail" in trace
    assert trace.strip() in caplog.text


def test_one_that_comes_again_and_again_is_told_once(failures, caplog):
    for _ in range(100):
        raise_uncaught()
    assert len(failures.heard) == 1
    counts = [record.getMessage().rpartition(": ")[2] for record in caplog.records[1:]]
    assert counts == ["10 times now", "100 times now"]


def test_what_fails_in_a_thread_names_it(failures, caplog, qtbot):
    thread = threading.Thread(target=fail, name="reading")
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(failures.heard))
    assert failures.heard[0][0] == "LookupError: no such wheel"
    assert "thread reading:" in caplog.text


def test_what_fails_where_python_cannot_raise_is_told(failures, caplog):
    class Odd:
        def __del__(self):
            fail()

    Odd()
    assert failures.heard[0][0] == "LookupError: no such wheel"


def test_what_qt_complains_about_is_in_the_log(failures, caplog):
    qWarning("a widget in the wrong place")
    assert [record.getMessage() for record in caplog.records] == ["a widget in the wrong place"]
    assert caplog.records[0].levelname == "WARNING"
