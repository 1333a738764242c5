"""Ctrl+C and SIGTERM are heard between two events of the window, and a second one soon after ends the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from PySide6.QtCore import Qt

from torseur.app.background import stop_signals
from torseur.app.background.stop_signals import StopSignals


@pytest.fixture
def signals(qapp, heard_interrupts):
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signals = StopSignals()
    signals.heard = []
    signals.asked.connect(lambda: signals.heard.append("close"))
    signals.given_up.connect(lambda: signals.heard.append("give up"), Qt.ConnectionType.DirectConnection)
    signals.listen()
    yield signals
    signals.rest()
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_asks_to_close_from_the_event_loop_and_not_from_within_what_runs(signals, qtbot, number):
    os.kill(os.getpid(), number)
    assert signals.heard == []
    qtbot.waitUntil(lambda: signals.heard == ["close"])


def test_one_that_comes_while_the_window_is_being_made_is_told_when_somebody_listens(qapp, qtbot, heard_interrupts):
    signals, heard = StopSignals(), []
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        signals.asked.connect(lambda: heard.append("close"))
        signals.listen()
        qtbot.waitUntil(lambda: heard == ["close"])
    finally:
        signals.rest()


def test_two_at_one_instant_as_a_terminal_that_closes_sends_them_are_one(signals, qtbot, monkeypatch):
    monkeypatch.setattr(stop_signals, "AT_ONCE", 60.0)  # this machine may be slow
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGHUP)
    qtbot.waitUntil(lambda: bool(signals.heard))
    assert set(signals.heard) == {"close"}


def test_what_is_ignored_at_the_start_as_by_nohup_stays_ignored(qapp):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        signals = StopSignals()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        signals.rest()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_second_one_soon_after_ends_the_process_at_once(signals, qtbot, monkeypatch):
    ended = []
    monkeypatch.setattr(stop_signals, "AT_ONCE", 0.0)
    monkeypatch.setattr(stop_signals, "AGAIN", 60.0)
    monkeypatch.setattr(os, "_exit", ended.append)
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    end = time.monotonic() + 60.0
    while not ended and time.monotonic() < end:  # no event is let pass meanwhile
        time.sleep(0.001)
    assert ended == [128 + signal.SIGTERM]
    assert signals.heard == ["give up"]
    qtbot.waitUntil(lambda: signals.heard == ["give up", "close"])


COMPILED = """
import numba
import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from torseur.app.background import stop_signals
from torseur.app.background.stop_signals import StopSignals

stop_signals.AT_ONCE, stop_signals.AGAIN = 0.0, 60.0  # on a busy machine the second may come any time after the first

@numba.njit(nogil=True)
def count(x):
    while x[0] < 1.0:
        x[0] += 1e-300

application = QCoreApplication([])
signals = StopSignals()
signals.asked.connect(lambda: print("asked", flush=True), Qt.ConnectionType.DirectConnection)
signals.given_up.connect(lambda: print("given up", flush=True), Qt.ConnectionType.DirectConnection)
signals.listen()
count(np.ones(1))
print("compiled", flush=True)
count(np.zeros(1))
"""


@pytest.mark.slow
def test_a_second_one_is_heard_while_the_window_s_thread_is_in_compiled_code(heard_interrupts):
    child = subprocess.Popen([sys.executable, "-c", COMPILED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "compiled\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "asked\n"
        child.send_signal(signal.SIGINT)
        told, errors = child.communicate(timeout=600)
    finally:
        child.kill()
    assert (child.returncode, told) == (128 + signal.SIGINT, "given up\n")
    assert "ended by a second signal SIGINT" in errors
