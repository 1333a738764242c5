"""Starting the window, and leaving it in good order."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from functools import partial
from typing import NoReturn

from PySide6.QtCore import Qt, QTimer

from torseur.robots.options import LoadOptions
from torseur.sim.errors import ModelError
from torseur.sim.texts import ENGLISH, tr

from ..background.freed_memory import keep_little_freed_memory
from ..background.stop_signals import StopSignals
from ..background.stop_work import end_processes
from ..background.threads import TURN, wait_for_threads
from ..documents.document import WELCOME, Document, open_document
from ..documents.names import check_name
from ..failures.crash_log import CrashLog, crash_log_path
from ..failures.failures import Failures
from ..files.files import with_allowed
from ..preferences.chosen_language import choose_language
from ..preferences.preferences import Preferences
from ..recovery.safe_mode import STOOD, SafeMode, StartMark, safe_mode
from ..window.shown_window import ShownWindow
from .installation.application import make_application
from .installation.display_check import check_display, window_opengl
from .installation.folder_check import tell_of_folders
from .measuring import measure
from .quick_imports import end_by_signals, end_imports

PATIENCE = 0.7  # [s] for threads to look whether they are still wanted, once the window is closed
# when the picture is on the screen, not before
_ONCE_LATER = Qt.ConnectionType(Qt.ConnectionType.SingleShotConnection.value | Qt.ConnectionType.QueuedConnection.value)


def start(
    what: str | None,
    demonstration: str | None = None,
    options: LoadOptions | None = None,
    *,
    safe: bool = False,
    metered: bool = False,
) -> int:
    """Open the window on something, and return the exit code once it is closed; threads may still run: see `end_process`.

    safe    : leave out what may keep the window from opening, as after starts that failed
    metered : print gaps of the event loop at the end
    Raises the errors of `torseur.sim.errors` where that cannot be read, or there is no display or
    OpenGL for a window, before one is made.
    """
    if what is not None:
        check_name(what)  # before the display: it is the nearer fault
    check_display()
    mark = StartMark()
    end_by_signals(mark.remove)  # until there is a window
    with mark:
        return _run(what, demonstration, options, mark, safe_mode(safe, mark.failed, what), metered)


def _run(
    what: str | None,
    demonstration: str | None,
    options: LoadOptions | None,
    mark: StartMark,
    safe: SafeMode | None,
    metered: bool,
) -> int:
    sys.setswitchinterval(TURN)
    keep_little_freed_memory()
    if safe is not None:
        safe.prepare()
    what = WELCOME if safe is not None and safe.not_opened else what or WELCOME
    preferences = Preferences(remembers=safe is None)
    choose_language(preferences.language if demonstration is None else ENGLISH)  # its pictures are those of the guide
    log = _keep_log()
    failures = Failures()
    failures.watch()
    document, forgotten = _first_document(what, options or LoadOptions(), preferences)
    app = make_application()
    window_opengl()
    signals = StopSignals()  # before the window: Qt crashes where Python's own handler raises within what it calls
    shown = ShownWindow(app, preferences, log)
    window = shown.window
    signals.asked.connect(lambda: shown.window.end())
    signals.given_up.connect(lambda: end_processes(shown.window), Qt.ConnectionType.DirectConnection)
    signals.listen()
    failures.told.connect(shown.tell_of_failure, Qt.ConnectionType.QueuedConnection)
    window.show_document(document)
    if safe is not None:
        window.viewport.set_quality("low")
        window.bars.toast.show_message(safe.reason, safe.left_out, "warning")
    elif forgotten:
        window.bars.toast.show_message(
            tr("Arguments that were remembered will not do; it has its defaults."), forgotten, "warning"
        )
    elif preferences.faults:
        window.bars.toast.show_message(tr("Some settings could not be used."), "\n".join(preferences.faults), "warning")
    window.show()
    stood = QTimer(app, singleShot=True, interval=STOOD)
    stood.timeout.connect(mark.stood)
    window.viewport.frame_shown.connect(stood.start, Qt.ConnectionType.SingleShotConnection)
    measure(window.viewport, window.panels.joints, window.session, window.close_unasked)
    if demonstration is not None:
        from .demonstration import Demonstration

        show = Demonstration(window, demonstration)
        show.start()
    else:
        window.viewport.frame_shown.connect(window.file_events.recovery.start, _ONCE_LATER)
    window.viewport.frame_shown.connect(partial(tell_of_folders, window.bars.toast, preferences), _ONCE_LATER)
    end_imports()
    if metered:
        window.meter.start()
    code = app.exec()
    window = shown.window
    window.close()
    if metered:
        sys.stdout.write(f"{window.meter.report()}\n")
    _wait(log, min(PATIENCE, window.closing.left()))
    signals.rest()
    failures.rest()
    return code


def end_process(code: int) -> NoReturn:
    """End with what `start` returned. Python would wait for threads that are in the middle of a long step, and take the whole
    window apart, for a second.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _wait(log: CrashLog | None, patience: float) -> None:
    """Wait so long [s] for the threads of a window that is closed; of one that does not come back, the log has what it was at."""
    left = wait_for_threads(patience)
    if left:
        names = ", ".join(thread.name for thread in left)
        logging.getLogger("torseur.closing").info("closed while these went on: %s", names)
        if log is not None:
            log.note_threads()


def _first_document(what: str, options: LoadOptions, preferences: Preferences) -> tuple[Document, str]:
    """What is opened, and why it does without the arguments that were remembered for it; empty: it does not."""
    remembered = with_allowed(options, what, preferences)
    try:
        return open_document(what, remembered), ""
    except ModelError as error:
        if options.xacro_args or not remembered.xacro_args:
            raise
        return open_document(what, replace(remembered, xacro_args={})), str(error)


def _keep_log() -> CrashLog | None:
    """Have messages in the terminal, and more of them in the log; None where that cannot be written, which is said."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("torseur").setLevel(logging.INFO)
    logging.getLogger().handlers[0].setLevel(logging.WARNING)
    try:
        log = CrashLog(crash_log_path())
    except OSError as error:
        logging.getLogger("torseur.log").warning("no log is kept, as %s cannot be written: %s", crash_log_path(), error)
        return None
    logging.getLogger().addHandler(log)
    return log
