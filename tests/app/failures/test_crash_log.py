"""What goes wrong is in one file of the user's: messages, tracebacks, and crashes of compiled code, with what was running."""

from __future__ import annotations

import logging
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import qVersion

from torseur.app.failures.crash_log import SIZE, CrashLog, crash_log_path

CRASH = """
import faulthandler, threading
from torseur.app.failures.crash_log import CrashLog, crash_log_path
log = CrashLog(crash_log_path())
log.maxBytes = 300  # the first message begins a new file: a crash after it is in that one
import logging
logging.getLogger().addHandler(log)
logging.getLogger().warning("a long message " * 30)
logging.getLogger().warning("another")
faulthandler._sigsegv()
"""


@pytest.fixture
def log(tmp_path, monkeypatch):
    for name in ("enable", "disable"):  # the tests' own traces stay where they are
        monkeypatch.setattr(f"faulthandler.{name}", lambda *_: None)
    log = CrashLog(tmp_path / "logs" / "torseur.log")
    logger = logging.getLogger("torseur.test")
    logger.setLevel(logging.INFO)
    logger.addHandler(log)
    yield log
    logger.removeHandler(log)
    log.close()


def test_a_file_begins_with_versions_and_platform_and_says_what_draws(log):
    log.note_graphics("a graphics card")
    logging.getLogger("torseur.test").info("something")
    log.doRollover()
    first, second = (Path(f"{log.baseFilename}{end}").read_text() for end in (".1", ""))
    assert all(text in first for text in (platform.python_version(), qVersion(), platform.release(), "something"))
    assert "a graphics card" in second


def test_it_does_not_grow_for_ever(log):
    for _ in range(30):
        logging.getLogger("torseur.test").warning("x" * (SIZE // 4))
    files = sorted(Path(log.baseFilename).parent.iterdir())
    assert [file.name for file in files] == ["torseur.log", *(f"torseur.log.{k}" for k in (1, 2, 3))]
    assert all(file.stat().st_size <= SIZE for file in files)


def test_a_crash_in_compiled_code_leaves_its_trace(tmp_path):
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", CRASH], env=environment, capture_output=True, check=False)
    assert ended.returncode < 0
    (newest,) = tmp_path.rglob("torseur.log")
    assert "Fatal Python error: Segmentation fault" in newest.read_text()


def test_it_is_among_the_logs_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert crash_log_path() == tmp_path / "torseur" / "log" / "torseur.log"
