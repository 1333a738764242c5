"""What tests of all rooms share: the screen that they paint on, and what a failure on another machine is understood by."""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import signal
import subprocess
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from tests import virtual_screen

# What somebody has set in his terminal or desktop changes no test, neither here nor in the processes that a test starts: workers
# and they have their environment from here, and nothing that is imported above reads it. What says where things lie stays.
SET_BY_USERS = (
    "QT_ QSG_ QML_ LIBGL_ MESA_ GALLIUM_ EGL_ __EGL_ __GL DRI_ LP_ PYOPENGL_ PYQTGRAPH_ "  # what is drawn, and how
    "PYTHON MALLOC_ LANG LC_ TZ COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR TTY_ MYPY GIT_ TORSEUR_ "
    "XDG_ DBUS_ DESKTOP_ GNOME_ KDE_ GTK_ SESSION_MANAGER ROS_ AMENT_ GZ_ GAZEBO_"  # desktops, and packages of robots
).split()
KEPT = {
    "XDG_CACHE_HOME",
    "TORSEUR_CACHE_DIR",
    "TORSEUR_BOUNDSCHECK",
}  # where the compiled kernels lie, and of what kind they are
if virtual_screen.can_start():
    SET_BY_USERS += ["DISPLAY", "WAYLAND_"]  # nothing opens on a screen that somebody sits at
else:
    KEPT.add("XDG_RUNTIME_DIR")  # where that screen is
for variable in [name for name in os.environ if name.startswith(tuple(SET_BY_USERS)) and name not in KEPT]:
    del os.environ[variable]
os.environ |= {"LANG": "C.UTF-8", "LC_MESSAGES": "C"}  # the latter for the C library, which keeps what it said in French

# Python looks for modules in the folder that it is started in: somebody else's `torseur` may be there.
ROOT = Path(__file__).parent.parent
sys.path[:] = [folder for folder in sys.path if folder == str(ROOT) or folder not in ("", os.getcwd())]

PATIENCE = 300_000  # [ms] that a test waits for what it is sure of, which a busy machine may be late with
SHARE = 4  # of what is sampled, and of what is slow, one part is run with each commit
JOURNEYS = ROOT / "tests" / "gui"
collections: list = []  # of garbage, once there are widgets


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-windows", action="store_true", help="open none, and leave out tests that need one")
    parser.addoption("--all", action="store_true", help="also what is sampled: three quarters of it wait for the night")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--no-windows"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def commit() -> str:
    """The commit that is tested, by which the quarter is chosen: the same in each run of it, another in the next."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "0"


def is_left_out(item: pytest.Item, quarter: int) -> bool:
    """Whether a test waits for the night: of another quarter, it is slow, one of many, or no journey of a workspace.

    Tests of one file that share what takes long are in one quarter: `sampled(whole=True)`.
    """
    if item.get_closest_marker("night"):
        return True
    mark = item.get_closest_marker("sampled")
    is_journey = JOURNEYS in item.path.parents and not item.get_closest_marker("journey")
    if mark is None and not is_journey and not item.get_closest_marker("slow"):
        return False
    name = str(item.path.relative_to(ROOT)) if mark and mark.kwargs.get("whole") else item.nodeid
    return zlib.crc32(name.encode()) % SHARE != quarter


def pytest_report_header() -> list[str]:
    """Name what rounding depends on."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    features = ", ".join([*simd["baseline"], *simd.get("found", [])])
    return [
        f"processor: {processor()}, {os.cpu_count()} cores",
        f"BLAS kernels: {blas_core()}; numpy {np.__version__} with {features}",
    ]


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable():
    """Reports of plain strings: what hands them to the other process takes no texts, which errors of the program are made of."""
    return in_plain_strings((yield))


def in_plain_strings(value):
    if isinstance(value, dict):
        return {key: in_plain_strings(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(in_plain_strings, value))
    return str(value)[:] if isinstance(value, str) else value


def processor() -> str:
    """The name of the processor."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def blas_core() -> str:
    """Which of its kernels the OpenBLAS inside numpy's wheel has chosen (OPENBLAS_CORETYPE chooses another)."""
    for library in (Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas*"):
        name = ctypes.CDLL(str(library)).scipy_openblas_get_corename64_
        name.restype = ctypes.c_char_p
        return bytes(name()).decode()
    return "not those of numpy's wheel"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a screen, and put files in the order in which workers end together: the shortest at the end.

    Files with a window come after all others, which they would slow down: a whole window stays for the tests after it. A test
    that is slow counts as ten: the last file of all was one of a minute, with one worker idle beside it.
    """
    if not config.getoption("--all") and config.args_source is not pytest.Config.ArgsSource.ARGS:  # which are run whole
        quarter = int(commit()[:8], 16) % SHARE
        left = {item for item in items if is_left_out(item, quarter)}
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
    for item in items:
        if "screen" in getattr(item, "fixturenames", ()):
            item.add_marker("window")
    windows = Counter(item.path for item in items if item.get_closest_marker("window"))
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    tests = Counter(item.path for item in items)

    def place(item: pytest.Item) -> tuple[bool, int, int, str]:
        file = item.path
        return file in windows, -windows[file] - 10 * slow[file], -tests[file], str(file)

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def surroundings(tmp_path_factory):
    """Tests run in one folder wherever they are started, and a user's settings, fonts and sessions are not theirs."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(ROOT)
        for kind in ("CONFIG", "DATA", "STATE"):
            monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path_factory.mktemp(kind.lower())))
        yield


@pytest.fixture(autouse=True)
def state_of_its_own(monkeypatch, tmp_path_factory, request):
    """Have the programs that a test starts keep their sessions where no other test finds them."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / f"state-{abs(hash(request.node.nodeid))}"))


@pytest.fixture
def heard_interrupts():
    """Signals are heard, also where tests run in the background of a script or under nohup, which ignore some."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(scope="session")
def display() -> str:
    """The screen of this process, started when the first widget is wanted; the user's only where there is no Xvfb.

    Gives Qt's platform on it; empty: the one that Qt chooses.
    """
    if virtual_screen.wants_windows() and virtual_screen.can_start():
        virtual_screen.start()
    elif not virtual_screen.has_screen():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"  # without which Qt ends the process
    return os.environ.get("QT_QPA_PLATFORM", "")


@pytest.fixture(scope="session")
def qapp_args(display, pytestconfig):
    """Make the application of pytest-qt on that screen, whatever the environment has become since."""
    from PySide6.QtGui import QGuiApplication

    if QGuiApplication.instance() is not None:
        raise RuntimeError(f"a test has left an application, on {QGuiApplication.platformName()}: the others would be there")
    return [pytestconfig.getini("qt_qapp_name"), *(("-platform", display) if display else ())]


@pytest.fixture
def tmp_path(tmp_path):
    """A folder that lies alone in its own: beside those of other tests a package in it would be one of several in one folder."""
    alone = tmp_path / "here"
    alone.mkdir()
    return alone


class PatientBot(QtBot):
    """That of pytest-qt, which by itself waits for five seconds."""

    def waitSignal(self, signal, *, timeout=PATIENCE, **options):
        return super().waitSignal(signal, timeout=timeout, **options)

    def waitUntil(self, callback, *, timeout=PATIENCE):
        super().waitUntil(callback, timeout=timeout)

    def waitExposed(self, widget, *, timeout=PATIENCE):
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture(scope="session")
def screen(display, request):
    """The application, where it can show a window with OpenGL; asked for late, as Qt aborts without a display."""
    if not virtual_screen.wants_windows() or not virtual_screen.has_screen():
        pytest.skip("no screen: install Xvfb, or set DISPLAY")
    return request.getfixturevalue("qapp")


@pytest.fixture(scope="session")
def garbage(qapp):
    """Garbage is collected in this thread alone, as in the program."""
    from torseur.app.background.garbage import GarbageCollection

    garbage = GarbageCollection(qapp)
    garbage.YOUNG = 1  # a test is many ticks of the event loop
    collections.append(garbage)
    return garbage


@pytest.fixture
def no_collection():
    """No garbage is collected meanwhile, and afterwards as before: see `GarbageCollection`."""
    before = gc.isenabled()
    gc.disable()
    yield
    if before:
        gc.enable()


@pytest.fixture(autouse=True)
def platform_stays():
    """Qt's platform stays that of `display`: on another, views of later tests have no OpenGL, and their programs no screen."""
    before = os.environ.get("QT_QPA_PLATFORM")
    yield
    assert os.environ.get("QT_QPA_PLATFORM") in (before, "xcb"), "a test has changed Qt's platform for those after it"


@pytest.fixture(autouse=True)
def what_is_deleted_goes(request):
    """Delete, after a test, the widgets that are to be deleted later: no event loop of the program's runs, which would.

    Thousands of them would be dressed by every theme, and hear of every change of a font. Garbage goes with them.
    """
    with_widgets = "qapp" in request.fixturenames
    if with_widgets:
        request.getfixturevalue("garbage")
    yield
    if with_widgets:
        from PySide6.QtCore import QEvent

        from torseur.app.background.threads import wait_for_threads

        stays = {"simulation"}  # it waits to play, where a session or a window serves several tests
        end = time.monotonic() + 300.0
        while (left := {thread.name for thread in wait_for_threads(0.0)} - stays) and time.monotonic() < end:
            time.sleep(0.002)
        assert not left, "no thread goes on after its test"
        request.getfixturevalue("qapp").sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not (collections and gc.isenabled()), "a thread would collect garbage of widgets, which ends the process"
    for garbage in collections:  # also after tests that have no widgets: from the first that had on, Python collects no more
        garbage.collect()
