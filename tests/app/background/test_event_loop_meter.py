"""The meter of the event loop."""

from __future__ import annotations

import signal
import time

import pytest
from PySide6.QtCore import QTimer

from torseur.app.background.event_loop_meter import LONG, EventLoopMeter
from torseur.app.background.stop_signals import StopSignals


@pytest.fixture
def meter(qapp):
    before = signal.getsignal(signal.SIGPROF)
    meter = EventLoopMeter()
    meter.start()
    yield meter
    meter.stop()
    signal.signal(signal.SIGPROF, before)


def compute(until):
    while time.thread_time() < until:
        pass


def work_for_long():
    compute(time.thread_time() + 4 * LONG)


def test_the_longest_gap_is_told_with_the_handler_that_made_it(meter, qtbot):
    QTimer.singleShot(30, work_for_long)
    qtbot.waitUntil(lambda: any("work_for_long" in gap.handler for gap in meter.worst))
    found = next(gap for gap in meter.worst if "work_for_long" in gap.handler)
    assert found.handler.endswith("work_for_long › compute")
    assert found.seconds > LONG
    assert found.own > 3 * LONG  # of the four: a beat may be late by one on a busy machine
    report = meter.report()
    assert "work_for_long › compute" in report
    assert "by own work" in report
    assert "MB, " in report


def test_asking_where_the_thread_is_closes_no_window(qapp, qtbot):
    signals, meter, asked = StopSignals(), EventLoopMeter(), []
    signals.asked.connect(lambda: asked.append(True))
    signals.listen()
    meter.start()
    QTimer.singleShot(30, work_for_long)
    qtbot.waitUntil(lambda: len(meter.worst) > 0)
    meter.stop()
    qtbot.wait(50)
    signals.rest()
    assert not asked
