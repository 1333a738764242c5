"""Nobody is let in: whatever lies in the current folder, no process of the program looks for modules there.

Nor does it reach the tests what somebody has set who starts them, and where.
"""

from __future__ import annotations

import os
import subprocess
import sys
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from tests import virtual_screen
from tests.poisoned_folder import PoisonedFolder
from torseur import robots
from torseur.sim import child_process
from torseur.sim.compilation import ENTRIES

ROOT = Path(__file__).resolve().parent.parent
LONG = 600_000  # [ms] for a process that compiles or draws, on a machine that is slow and busy; one that hangs is seen even so


@pytest.fixture
def poisoned(tmp_path, monkeypatch):
    """The current folder is one that somebody else filled; every child process of this one is watched."""
    (tmp_path / "cloned").mkdir()
    (tmp_path / "elsewhere").mkdir()
    folder = PoisonedFolder(tmp_path / "cloned", tmp_path / "elsewhere")
    monkeypatch.setattr(child_process, "START", folder.watched_start())
    monkeypatch.chdir(folder.path)
    yield folder
    assert folder.was_run == []


def xacro(poisoned, monkeypatch, qtbot):
    Path("arm.urdf.xacro").write_text("<robot name='r'><link name='${1 + 1}'/></robot>")
    assert robots.load("arm.urdf.xacro").body_names == ("2",)


def mjcf(poisoned, monkeypatch, qtbot):
    if find_spec("mujoco") is None:  # which is not imported here: that starts a Python in the current folder
        pytest.skip("mujoco is not installed")
    Path("arm.xml").write_text("<mujoco><worldbody><body name='b'><geom size='1'/></body></worldbody></mujoco>")
    assert robots.load("./arm.xml").body_names == ("b",)


def compiling(poisoned, monkeypatch, qtbot):
    """As at the first start; the other process finds in the cache what this one says is missing."""
    from torseur.app.background import kernels

    monkeypatch.setattr(kernels, "missing", lambda: [ENTRIES[0]])
    made = kernels.Kernels()
    steps, failures = [], []
    made.progressed.connect(lambda: steps.append(made.compiling))
    made.failed.connect(failures.append)
    try:
        made.start()
        qtbot.waitUntil(lambda: bool(steps) and not made.compiling, timeout=LONG)
    finally:
        made.stop()
    assert failures == []


def formulas(poisoned, monkeypatch, qtbot):
    from torseur.app.background.symbolic_task import FORMULAS
    from torseur.sim.analysis.symbolic.values import request

    table = robots.read_dh_table(robots.describe("scara").path)
    assert answered(FORMULAS, request(table, tool=True, names=True), qtbot).q == ("θ₁", "θ₂", "d₃")


def singularities(poisoned, monkeypatch, qtbot):
    from torseur.app.background.symbolic_task import SINGULARITIES
    from torseur.sim.analysis.singularities.values import request
    from torseur.sim.analysis.symbolic.chain import chain_to

    chain = chain_to(robots.load("scara"), "tool")
    assert answered(SINGULARITIES, request(chain, rows="auto", names=True), qtbot).cases


def answered(task, question, qtbot):
    from torseur.app.background.symbolic_job import SymbolicJob

    job = SymbolicJob(task)
    found, failed = [], []
    job.found.connect(found.append)
    job.failed.connect(failed.append)
    job.ask(question)
    qtbot.waitUntil(lambda: bool(found or failed), timeout=LONG)
    assert failed == []
    return found[0]


def thumbnails(poisoned, monkeypatch, qtbot):
    from torseur.app.panels.robot_browser.thumbnails import Thumbnails

    maker = Thumbnails()
    try:
        with qtbot.waitSignal(maker.made, timeout=LONG):
            maker.request(["scara"])
    finally:
        maker.stop()
    assert maker.known("scara").reason == ""


def planning(poisoned, monkeypatch, qtbot):
    if find_spec("casadi") is None:
        pytest.skip("casadi is not installed")
    from torseur.sim.trajectory.files.task_file import load_task
    from torseur.sim.trajectory.planning.planning_process import PlanningProcess

    process = PlanningProcess()
    process.ask("plan", load_task("hop_gap"), iterations=2)
    while process.running:
        heard = process.receive(1.0)
    process.close()
    assert heard[-1].sentence == ""
    assert len(heard[-1].result.iterates) == 3


class ReadyKernels(QObject):
    """Kernels that are all compiled."""

    loaded = Signal(str)

    def has(self, group):
        return True


def video(poisoned, monkeypatch, qtbot):
    from torseur.app.documents.document import open_document
    from torseur.app.files.dialogs import Dialogs
    from torseur.app.files.exports import Exports
    from torseur.app.session.session import Session
    from torseur.ui.viewport.camera import Camera

    class Eye:
        camera = Camera((0.0, 0.0, 0.0), 2.0, 0.3, 0.4)

        def width(self):
            return 320

        def height(self):
            return 240

    session = Session(ReadyKernels())
    session.show_document(open_document("falling_brick"))
    session.playback.step(3)
    exports = Exports(session, Eye(), None, Dialogs(None))
    ends = []
    exports.saved.connect(ends.append)
    exports.failed.connect(lambda *why: ends.append(why))
    try:
        exports.save("video", Path("brick.mp4"))
        qtbot.waitUntil(lambda: bool(ends), timeout=LONG)
    finally:
        exports.stop(0.7)
        session.playback.close()
    assert ends == [str(poisoned.path / "brick.mp4")]


MAY_READ = {xacro: {"arm.urdf.xacro"}, mjcf: {"arm.xml"}, video: {".torseur-*.mp4", "brick.mp4"}}


SLOW = [pytest.param(kind, marks=pytest.mark.slow) for kind in (compiling, thumbnails, video)]


@pytest.mark.parametrize("kind", [xacro, mjcf, formulas, singularities, planning, *SLOW])
@pytest.mark.slow
def test_no_child_runs_or_looks_for_a_module_of_the_current_folder(kind, poisoned, monkeypatch, qtbot, tmp_path):
    if kind not in (compiling, video):  # which would compile, for 10 s and more, what a video needs
        monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", f":.:{poisoned.path}")
    kind(poisoned, monkeypatch, qtbot)
    watched, *rest = poisoned.watched
    assert watched.startswith("watching")
    assert f" in {poisoned.path}" not in watched
    opened = {line for line in rest if not line.startswith("watching")}
    allowed = [f"open {poisoned.path / name}" for name in MAY_READ.get(kind, ())]
    if kind is video:
        # The folder it writes into: for what a killed process left there, and to have the new name on the disk.
        allowed += [f"os.scandir {poisoned.path}", f"open {poisoned.path}"]
    assert [line for line in opened if not any(fnmatch(line, name) for name in allowed)] == []
    assert poisoned.was_run == []


# The program itself

STARTS = {
    "main.py": [str(ROOT / "main.py")],
    "torseur": [str(Path(sys.executable).with_name("torseur"))],
    "python -I main.py": ["-I", str(ROOT / "main.py")],
}
PATH = (
    "import sys; sys.argv = ['torseur', 'scenes']; from torseur.app.__main__ import main; main(); print(*sys.path, sep='\\n')"
)


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.slow
def test_the_program_runs_nothing_that_lies_in_the_current_folder(start, poisoned):
    done = subprocess.run([sys.executable, *start, "scenes"], cwd=poisoned.path, capture_output=True, text=True, check=True)
    assert "falling_brick" in done.stdout


@pytest.mark.slow
def test_run_as_a_module_the_program_runs_nothing_of_the_current_folder_but_what_python_itself_takes_for_it(poisoned):
    for name in ("__init__", "app/__init__", "app/__main__", "sim/__init__"):
        (poisoned.path / "torseur" / f"{name}.py").unlink()  # the folder has no package of our name, which would be run
    command = [sys.executable, "-m", "torseur.app", "scenes"]
    done = subprocess.run(command, cwd=poisoned.path, capture_output=True, text=True, check=True)
    assert "falling_brick" in done.stdout


def test_the_current_folder_and_that_of_the_script_leave_the_path(tmp_path):
    script = tmp_path / "script" / "start.py"
    script.parent.mkdir()
    script.write_text(PATH)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path / 'given'}:{tmp_path}"}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert str(tmp_path / "given") in done.stdout.splitlines()
    assert {str(tmp_path), str(script.parent), ""}.isdisjoint(done.stdout.splitlines())


# The tests themselves

SET = (
    "QT_LOGGING_RULES QT_SCALE_FACTOR QT_QPA_PLATFORM LIBGL_DEBUG MESA_DEBUG GALLIUM_DRIVER EGL_PLATFORM PYTHONPATH "
    "PYTHONWARNINGS XDG_CONFIG_HOME LC_ALL LANGUAGE TZ COLUMNS LINES NO_COLOR FORCE_COLOR TORSEUR_PLAIN_NUMBA"
).split()
KEPT = {"HOME": "/home/somebody", "XDG_CACHE_HOME": "/cache", "TORSEUR_CACHE_DIR": "/kernels"}


def test_what_somebody_has_set_reaches_no_test_and_what_says_where_things_are_does():
    code = "import os; from tests import conftest; print(*(f'{name}={value}' for name, value in os.environ.items()), sep='\\n')"
    environment = {**os.environ, **KEPT, **dict.fromkeys(SET, "0"), "DISPLAY": ":4711", "LANG": "fr_FR"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    left = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    expected = KEPT | {"LANG": "C.UTF-8", "LC_MESSAGES": "C"} | ({} if virtual_screen.can_start() else {"DISPLAY": ":4711"})
    assert {name: left[name] for name in (*SET, *expected, "DISPLAY") if name in left} == expected


def test_what_somebody_has_set_for_his_own_python_is_not_for_those_that_make_starts():
    own = {"PYTHONPATH": "/packages", "PYTHONOPTIMIZE": "1", "PYTHON": "/usr/bin/python3"}
    environment = {**os.environ, **own, "MAKEFLAGS": ""}  # nothing of the `make test` that this may run under
    command = ["make", "--silent", "--eval", "tell: ; @env", "tell"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line.startswith("PYTHON")] == ["PYTHON=/usr/bin/python3"]


def test_tests_run_in_one_folder_wherever_they_are_started():
    assert Path.cwd() == ROOT
    assert "" not in sys.path
