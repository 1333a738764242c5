"""What takes a simulation long is said on the terminal while it runs."""

from __future__ import annotations

import time
from types import SimpleNamespace

from torseur.app.command_line.slowness import slowness_told


def wait_until(what):
    end = time.monotonic() + 60.0
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def told(capfd, **simulation):
    """What is said of a simulation that stands still, until something is."""
    said = []
    with slowness_told(SimpleNamespace(t=0.5, **simulation)):
        wait_until(lambda: said.append(capfd.readouterr().err) or "".join(said))
    return "".join(said)


def test_a_simulation_that_crawls_is_told(capfd):
    assert told(capfd, crawls="it crawls: 40 events", slowness="") == "torseur: it crawls: 40 events\n"


def test_one_that_is_slow_without_crawling_is_told_with_what_takes_its_time(capfd):
    assert told(capfd, crawls="", slowness="each evaluation takes long") == "torseur: each evaluation takes long\n"
