"""What the program is doing when it is closed. Run as `python -m tests.closing.situations NAME`: says "ready" once it does it."""

from __future__ import annotations

import fcntl
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from torseur.app.background.background_thread import Background
from torseur.app.background.helper_process import HelperProcess
from torseur.app.recovery.session_file import read_session
from torseur.app.recovery.session_folder import SESSION
from torseur.app.sheet.answering import PageQuestions

DEAF = 600.0  # [s] that takes what looks at nothing meanwhile: whoever waited for it would not have closed by `cycle.ENDED`
Step = Callable[[Any], object]  # of the window; what it returns is waited for to be true


def always(window: Any) -> bool:
    return True


@dataclass(frozen=True)
class Situation:
    """What is opened, and what is done then, one after the other."""

    opened: str
    steps: tuple[Step, ...] = ()
    lasts: Step = always  # asked when closing begins
    by_signal: bool = False  # else the window would ask


def kernels_ready(window: Any) -> bool:
    return window.kernels.all_ready


def busy(window: Any) -> bool:
    """A thread looks for numbers."""
    return any(one.running for kind in (Background, PageQuestions) for one in window.findChildren(kind))


def helped(window: Any) -> bool:
    """A process of ours does something."""
    return any(process.running for process in window.findChildren(HelperProcess))


def is_playing(window: Any) -> bool:
    return bool(window.session.playback.playing)


def play(window: Any) -> bool:
    window.session.playback.set_duration(100.0)
    window.session.playback.play()
    return True


def is_live(window: Any) -> bool:
    return window.session.playback.live and window.session.playback.reached > 0.0


def is_kept(window: Any) -> bool:
    """So much of what plays is on the disk that the next start can bring it back."""
    thread = window.file_events.recovery._thread
    session = thread._folder / SESSION
    return thread.has(window.session.recording, 60) and session.exists() and bool(read_session(session).journal)


def is_planning(window: Any) -> bool:
    return bool(window.trajectory.planning.running)


def has_states(count: int) -> Step:
    def simulated(window: Any) -> bool:
        recording = window.session.recording
        return recording is not None and len(recording) >= count

    return simulated


def deaf_step(window: Any) -> bool:
    """From now on a step takes ten minutes and looks at nothing."""
    from torseur.sim.simulation.simulation import Simulation

    Simulation.run = lambda simulation, steps: time.sleep(DEAF) or steps
    return play(window)


def deaf_file(window: Any) -> bool:
    """A file whose pieces take ten minutes each."""
    path = Path(tempfile.gettempdir()).parent / "deaf.csv"
    window.documents.exports.write(path, (time.sleep(DEAF) or (k, 9) for k in range(9)))
    return bool(window.documents.exports.writer.path)


def deaf_journal(window: Any) -> bool:
    """From now on a disk takes ten minutes for what is simulated."""
    from torseur.sim.simulation.recording.journal import Journal

    Journal.append = lambda journal, most=0.0: time.sleep(DEAF)
    return True


def held_settings(window: Any) -> bool:
    """Another instance writes settings, and does not end."""
    path = window.preferences.save()
    lock = path.with_name(f"{path.name}.lock").open("ab")
    fcntl.flock(lock, fcntl.LOCK_EX)
    window.held = lock  # as long as the window is there
    window.use_theme("dark")
    return True


def new_table(window: Any) -> bool:
    """A table that is not saved, and that its thread has kept."""
    window.documents.tables.new()
    window.documents.tables.re_express("modified")
    return bool(window.documents.tables.unsaved)


def table_kept(window: Any) -> bool:
    """It is on the disk, where the next start finds it."""
    session = window.file_events.recovery._thread._folder / SESSION
    return session.exists() and 'convention = "modified"' in (read_session(session).table or "")


def ask_to_save(window: Any) -> bool:
    QTimer.singleShot(0, window.close)
    return True


def asks(window: Any) -> bool:
    return QApplication.activeModalWidget() is not None


def offers(window: Any) -> bool:
    return bool(window.bars.toast.text == "Torseur ended with work that was not saved.")


def recover(window: Any) -> bool:
    window.file_events.recovery.recover()
    return True


def deaf_load(window: Any) -> bool:
    window.documents.files.begin_reading("deaf", lambda *_: time.sleep(DEAF), lambda _: None)
    return window.documents.files.busy


def endless_expansion(window: Any) -> bool:
    """A file whose expansion by its own process takes as long as it may."""
    path = Path(tempfile.gettempdir()).parent / "endless.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="a" '
        'value="${[k for k in range(10**10) if k == -1]}"/><link name="${a}"/></robot>'
    )
    window.documents.files.begin(str(path))
    return window.documents.files.busy


def for_a_while(seconds: float) -> Step:
    begun: list[float] = []

    def over(_: Any) -> bool:
        begun.append(time.monotonic())
        return begun[-1] - begun[0] > seconds

    return over


def save(kind: str, suffix: str) -> Step:
    def begin(window: Any) -> bool:
        window.documents.exports.save(kind, Path(tempfile.gettempdir()).parent / f"saved{suffix}")
        return True

    return begin


def compare(window: Any) -> bool:
    window.use_workspace("compare")
    comparing = window.pages.comparing
    comparing.compare(comparing.state.steps, comparing.state.lecture)
    return bool(comparing.running)


def sweep(window: Any) -> bool:
    vary = (("materials.worn.friction", "0.1:1:100000"),)
    window.pages.sweeping.start(window.session.document.scene, vary, ("final(energy)",))
    return True


def nothing_kept(window: Any) -> bool:
    """From now on nothing that was found before is known: another cycle may have found it."""
    from torseur.app.background.disk_cache import DiskCache

    DiskCache.read = lambda cache, question: None
    return True


def page(key: str) -> Step:
    def open_page(window: Any) -> bool:
        window.commands.run(f"page:{key}")
        return True

    return open_page


def command(key: str) -> Step:
    def run(window: Any) -> bool:
        window.commands.run(key)
        return True

    return run


def fail(window: Any) -> bool:
    """A slot raises."""

    def turn() -> None:
        raise LookupError("no such wheel")

    QTimer.singleShot(0, turn)
    return True


def tells_of_failure(window: Any) -> bool:
    return bool(window.bars.toast.detail == "LookupError: no such wheel" and window.bars.toast.action == "Details")


PLAYED = (kernels_ready, play, has_states(40))  # a heap that lies in contact

SITUATIONS: dict[str, Situation] = {
    "first picture": Situation("ur5"),
    "resting": Situation("ur5", (kernels_ready, for_a_while(1.0))),
    "playing": Situation("kapla_tower", (kernels_ready, play, is_live), is_live),
    "a brick that falls": Situation("falling_brick", (kernels_ready, play, is_kept), is_live),
    "a hybrid scheme that crawls": Situation("arm_pushes_table", (kernels_ready, play, for_a_while(1.5)), is_playing),
    "a step that takes ten minutes": Situation("kapla_tower", (kernels_ready, deaf_step, for_a_while(0.5)), is_playing),
    "a load that does not look": Situation(
        "ur5", (kernels_ready, deaf_load, for_a_while(0.3)), lambda window: window.documents.files.busy
    ),
    "an expansion that does not end": Situation(
        "ur5", (kernels_ready, endless_expansion, for_a_while(1.5)), lambda window: window.documents.files.busy
    ),
    "all that closing waits for, deaf": Situation(
        "kapla_tower",
        (kernels_ready, play, is_live, deaf_journal, deaf_load, deaf_step, deaf_file, held_settings, for_a_while(1.0)),
        lambda window: window.documents.files.busy and is_playing(window) and window.documents.exports.busy,
    ),
    "saving a table": Situation("kapla_tower", (*PLAYED, save("data", ".csv")), lambda window: window.documents.exports.busy),
    "making a video": Situation(
        "kapla_tower", (*PLAYED, save("video", ".mp4"), for_a_while(1.0)), lambda window: window.documents.exports.busy
    ),
    "a table that is not saved": Situation("ur5", (kernels_ready, new_table, table_kept), by_signal=True),
    "a question whether to save": Situation(
        "ur5", (kernels_ready, new_table, table_kept, ask_to_save, asks), asks, by_signal=True
    ),
    "planning": Situation("hop_three", (kernels_ready, command("plan"), is_planning), is_planning),
    "comparing": Situation(
        "falling_brick", (kernels_ready, compare, for_a_while(0.3)), lambda window: window.pages.comparing.running
    ),
    "a sweep": Situation("incline_30", (kernels_ready, sweep, for_a_while(8.0)), lambda window: window.pages.sweeping.running),
    "the programme": Situation("kapla_tower", (*PLAYED, page("programme"), busy), busy),
    "friction": Situation("kapla_tower", (*PLAYED, page("friction"), busy), busy),
    "checks": Situation("kapla_tower", (*PLAYED, page("checks"), busy), busy),
    "what if": Situation("kapla_tower", (*PLAYED, page("what_if"), busy), busy),
    "impact": Situation("falling_brick", (*PLAYED, page("impact"), busy), busy),
    "several contacts": Situation("kapla_tower", (*PLAYED, page("several"), busy), busy),
    "formulas": Situation("scara", (kernels_ready, page("jacobian"), helped), helped),
    "singularities": Situation("scara", (kernels_ready, nothing_kept, page("singularities"), helped), helped),
    "thumbnails": Situation("ur5", (kernels_ready, command("browse"), helped), helped),
    "a failure": Situation("ur5", (fail, tells_of_failure)),
    "compiling": Situation(
        "ur5", (lambda window: window.kernels.compiling, for_a_while(1.0)), lambda window: window.kernels.compiling
    ),
    "the start after": Situation(
        "welcome",
        (kernels_ready, offers, recover, lambda window: window.session.document.name == "falling_brick", has_states(40)),
    ),
}
"""“The start after” is that after another, in the same folder, was killed while it played."""


class Driver:
    """Takes the steps of a situation one after the other, from the event loop."""

    def __init__(self, window: Any, steps: tuple[Step, ...]) -> None:
        self._window, self._steps = window, list(steps)
        window.viewport.set_quality("low")  # pictures take half of the processors where no graphics card draws
        self._clock = QTimer(window, interval=20)
        self._clock.timeout.connect(self._look)
        window.viewport.frame_shown.connect(self._clock.start, Qt.ConnectionType.SingleShotConnection)

    def _look(self) -> None:
        while self._steps:
            if not self._steps[0](self._window):
                return
            self._steps.pop(0)
        self._clock.stop()
        sys.stdout.write("ready\n")
        sys.stdout.flush()


def tell_of_closing(situation: Situation) -> None:
    """Have the window say, when it begins to close, whether the situation lasts."""
    from torseur.app.window.window import Window

    end, close = Window.end, Window.closeEvent
    told: list[bool] = []

    def tell(window: Any) -> None:
        if not told:
            told.append(True)
            sys.stdout.write("it lasts\n" if situation.lasts(window) else "it is over\n")
            sys.stdout.flush()

    def tell_and_end(window: Any) -> None:
        tell(window)
        end(window)

    def tell_and_close(window: Any, event: QCloseEvent) -> None:
        if not situation.by_signal:
            tell(window)
        close(window, event)

    Window.end, Window.closeEvent = tell_and_end, tell_and_close  # type: ignore[method-assign]


def main() -> None:
    """Open the window and bring it into a situation; then it is closed from outside, or where "close" is asked, by itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a script
    from torseur.app.command_line import start

    name, way = sys.argv[1:]
    situation = SITUATIONS[name]
    drivers = []
    tell_of_closing(situation)

    def drive(viewport: Any, _: Any, __: Any, close: Callable[[], object]) -> None:
        def closing(window: Any) -> bool:
            sys.stdout.write("closing\n")
            sys.stdout.flush()
            return bool(close())

        dialogs = viewport.window().dialogs
        ask = dialogs.ask_to_save  # where a run cannot be kept, it is asked about
        dialogs.ask_to_save = lambda name, title, states=0, runs=0: "discard" if states or runs else ask(name, title)
        steps = (*situation.steps, closing) if way == "close" else situation.steps
        drivers.append(Driver(viewport.window(), steps))

    start.measure = drive
    start.end_process(start.start(situation.opened))


if __name__ == "__main__":
    main()
