"""Ctrl+C and SIGTERM are heard between two events of the window, and a second one soon after ends the process."""

from __future__ import annotations

import os
import signal

import pytest

from torseur.app.background import stop_signals
from torseur.app.background.stop_signals import StopSignals


@pytest.fixture
def signals(qapp, heard_interrupts):
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signals = StopSignals()
    signals.heard = []
    signals.asked.connect(lambda: signals.heard.append("close"))
    signals.given_up.connect(lambda: signals.heard.append("give up"))
    yield signals
    signals.rest()
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_one_asks_to_close_from_the_event_loop_and_not_from_within_what_runs(signals, qtbot, number):
    os.kill(os.getpid(), number)
    assert signals.heard == []
    qtbot.waitUntil(lambda: signals.heard == ["close"])


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


def test_a_second_one_soon_after_ends_the_process_at_once(signals, monkeypatch):
    ended = []
    monkeypatch.setattr(stop_signals, "AT_ONCE", -1.0)
    monkeypatch.setattr(stop_signals, "AGAIN", 60.0)
    monkeypatch.setattr(os, "_exit", ended.append)
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGTERM)
    assert signals.heard == ["give up"]
    assert ended == [128 + signal.SIGTERM]
