"""The file in which the program keeps what went wrong with it: on this machine, and nowhere else."""

from __future__ import annotations

import faulthandler
import logging
import platform
import time
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_log_path
from typing_extensions import override

log = logging.getLogger("torseur.log")

SIZE, KEPT = 1_000_000, 3  # bytes of a file, and how many older ones stay
FORM = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def crash_log_path() -> Path:
    """Where it is: in the user's folder for logs, which XDG_STATE_HOME moves on Linux."""
    return user_log_path("torseur", appauthor=False) / "torseur.log"


def about_this_system() -> str:
    """The system, its kind of processor and its C library, asked of the kernel: `platform.platform()` starts a program for it."""
    return " ".join((platform.system(), platform.release(), platform.machine(), *platform.libc_ver())).strip()


def about_this_program() -> str:
    """Versions and platform, as whoever looks into a failure must know them."""
    from importlib.metadata import version

    import PySide6

    program = f"Torseur {version('torseur')}, Python {platform.python_version()}, Qt {PySide6.__version__}"
    return f"{program}, {about_this_system()}"


class CrashLog(RotatingFileHandler):
    """Takes the messages of `logging`, and the traces of all threads where the process crashes in compiled code."""

    def __init__(self, path: Path) -> None:
        """Open it, to be written at its end. Raises OSError."""
        self.drawn_by = ""  # what draws the view, once it is known
        path.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(path, maxBytes=SIZE, backupCount=KEPT, encoding="utf-8", errors="backslashreplace")
        self.setFormatter(logging.Formatter(FORM))

    def note_graphics(self, drawn_by: str) -> None:
        """Say what draws the view, here and at the head of files to come."""
        self.drawn_by = drawn_by
        log.info("drawn by %s", drawn_by)

    @override
    def close(self) -> None:
        faulthandler.disable()
        super().close()

    def note_threads(self) -> None:
        """Write what each thread is at."""
        if self.stream is not None:
            faulthandler.dump_traceback(self.stream)

    def _open(self) -> TextIOWrapper:
        """Begin a file, or go on with one: with what is running, and for crashes too."""
        stream = super()._open()
        about = f"{about_this_program()}, {self.drawn_by}" if self.drawn_by else about_this_program()
        stream.write(f"\n{time.strftime('%Y-%m-%d %H:%M:%S')} {about}\n")
        stream.flush()
        faulthandler.enable(stream)
        return stream
