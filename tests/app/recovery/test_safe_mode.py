"""After two starts that failed, one is made with as little as there can be, and says what it left out."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from torseur.app.recovery.safe_mode import StartMark, safe_mode
from torseur.sim.errors import ArgumentError

DIES = """
import os, signal, sys
from pathlib import Path
from torseur.app.recovery.safe_mode import StartMark
with StartMark(Path(sys.argv[1])):
    print("started", flush=True)
    if len(sys.argv) > 2:
        sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def dies(folder, *options):
    return subprocess.Popen([sys.executable, "-P", "-c", DIES, folder, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_starts_that_were_killed_are_counted_until_a_window_stood(tmp_path):
    for _ in range(2):
        with dies(tmp_path) as process:
            process.wait()
    with dies(tmp_path, "waits") as process:
        process.stdout.readline()
        with StartMark(tmp_path) as mark:
            assert mark.failed == 2, "neither this one nor the one that still waits"
            mark.stood()
            assert mark.failed == 0
    assert StartMark(tmp_path).failed == 1


@pytest.mark.parametrize("error", [None, ArgumentError("no such file"), SystemExit(2), KeyboardInterrupt()])
@pytest.mark.slow
def test_a_start_that_ends_in_good_order_did_not_fail(tmp_path, error):
    def begin():
        with StartMark(tmp_path):
            if error is not None:
                raise error

    if error is None:
        begin()
    else:
        pytest.raises(type(error), begin)
    assert StartMark(tmp_path).failed == 0


def test_a_start_that_ends_in_a_traceback_failed(tmp_path):
    def begin():
        with StartMark(tmp_path):
            raise AttributeError

    pytest.raises(AttributeError, begin)
    assert [name.partition("-")[0] for name in os.listdir(tmp_path)] == ["start"]


def test_without_a_place_for_the_mark_the_program_starts_all_the_same(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with StartMark(tmp_path / "file") as mark:
        assert mark.failed == 0
        mark.stood()


def test_what_safe_mode_leaves_out_is_said():
    assert safe_mode(False, 1, "arm.urdf") is None
    found = safe_mode(False, 2, "arm.urdf")
    assert found.reason == "Safe mode: the last 2 starts ended before the window stood."
    assert found.not_opened == "arm.urdf"
    assert "your settings and layout" in found.left_out
    assert "the graphics card, and “arm.urdf”" in found.left_out
    asked = safe_mode(True, 2, "arm.urdf")
    assert asked.not_opened == "", "what is asked for together with --safe is opened"
    assert "arm.urdf" not in asked.left_out


STARTS = """
import json, os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from torseur.app.command_line import start

def tell(viewport, joints, session, close):
    def look():
        if not list(Path(os.environ["XDG_STATE_HOME"], "torseur", "starts").iterdir()):
            timer.stop()
            window, toast = viewport.window(), viewport.window().bars.toast
            text = toast.text if toast.isVisible() else ""
            print(json.dumps([text, toast.detail, window.preferences.theme, viewport.quality.fixed, session.document.name]))
            close()
    timer = QTimer(viewport, interval=20)
    timer.timeout.connect(look)
    timer.start()

start.measure, start.STOOD = tell, 0
sys.exit(start.start(*sys.argv[1:]))
"""


def started(folder, *what):
    """What the window says in a start with settings and state in this folder."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [sys.executable, "-P", "-c", STARTS, *what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=True)
    return json.loads(done.stdout)


@pytest.fixture
def settings(tmp_path):
    """A file of settings with a key that is wrong."""
    path = tmp_path / "torseur" / "settings.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"window/theme": "dark", "files/allowed": 5}))
    return path


@pytest.mark.slow
def test_after_two_starts_that_failed_the_third_has_neither_settings_nor_what_was_to_be_opened(screen, tmp_path, settings):
    before = settings.read_bytes()
    for _ in range(2):
        with dies(tmp_path / "torseur" / "starts") as process:
            process.wait()
    text, detail, theme, quality, document = started(tmp_path, "bouncing_ball")
    assert text == "Safe mode: the last 2 starts ended before the window stood."
    assert "“bouncing_ball”" in detail
    assert (theme, quality) == ("light", "low")
    assert document != "bouncing_ball"
    assert settings.read_bytes() == before, "nothing is written to it"
    assert StartMark(tmp_path / "torseur" / "starts").failed == 0, "the next start is as usual"


@pytest.mark.slow
def test_a_start_with_a_wrong_setting_says_so_and_keeps_the_others(screen, tmp_path, settings):
    text, detail, theme, quality, document = started(tmp_path, "bouncing_ball")
    assert text == "Some settings could not be used."
    assert detail.startswith("“files/allowed” is 5, and must be a list of folders for each file or name")
    assert f"{settings}.corrupt-" in detail
    assert (theme, quality, document) == ("dark", None, "bouncing_ball")
    assert json.loads(settings.read_text())["window/theme"] == "dark"
