"""One cycle: the program is started, brought into a situation, closed, and what is left of it is looked for."""

from __future__ import annotations

import os
import random
import resource
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

WAYS = ("SIGTERM", "SIGINT", "SIGHUP", "close")
MARK = "TORSEUR_CLOSING_CYCLE"  # in the environment of the program and of all that it starts
READY = 300.0  # [s] until it does what is asked; a machine that compiles all kernels first is slow
ENDED = 300.0  # [s] after which it has not closed, also on a machine that is slow and busy


@dataclass(frozen=True)
class Ending:
    """How the program ended."""

    situation: str
    way: str
    seconds: float  # from the signal, or the call that closes, to the end of the process [s]
    processor: float  # time of processors that the program took meanwhile, which other programs do not lengthen [s]
    code: int | None  # exit code; None: it had to be killed
    left: tuple[str, ...]  # processes and files that outlive it
    lasted: bool  # whether the situation still was when closing began
    said: str  # on standard error

    @property
    def well(self) -> bool:
        """Whether nothing is wrong with it but perhaps its time, and what it said."""
        return self.code == 0 and not self.left


def close_in(situation: str, way: str, folder: Path, *, after: float = 0.0) -> Ending:
    """Close the program so, `after` so long [s] in the situation; `folder` is an empty one, or that of a start before.

    way : of `WAYS`, or "SIGKILL", after which there is an exit code and nothing else to tell
    """
    (folder / "tmp").mkdir(parents=True, exist_ok=True)
    (folder / "runtime").mkdir(mode=0o700, exist_ok=True)  # Qt makes one among temporary files where there is none
    mark = f"{os.getpid()}-{random.random()}"
    environment = {
        **os.environ,
        MARK: mark,
        "TMPDIR": str(folder / "tmp"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_RUNTIME_DIR": str(folder / "runtime"),
    }
    if situation == "compiling":
        environment["TORSEUR_CACHE_DIR"] = str(folder / "cache")
    command = [sys.executable, "-m", "tests.closing.situations", situation, way]
    root = Path(__file__).parents[2]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (
        open(folder / "errors", "wb") as errors,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, cwd=root) as process,
    ):
        _read_line(process, READY)
        if way != "close":  # else it has just said that it does
            time.sleep(after)
        begun, used = time.monotonic(), _processor_time(process.pid)
        if way != "close":
            process.send_signal(getattr(signal, way))
        try:
            code: int | None = process.wait(ENDED)
        except subprocess.TimeoutExpired:
            process.kill()
            code = None
        seconds = time.monotonic() - begun
        lasted = b"it lasts\n" in process.stdout.read() if process.stdout is not None else False
    after_all = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after_all.ru_utime + after_all.ru_stime - before.ru_utime - before.ru_stime - used
    left = (*_processes(mark), *(str(path.relative_to(folder)) for path in sorted((folder / "tmp").iterdir())))
    said = (folder / "errors").read_text(errors="replace")
    return Ending(situation, way, seconds, processor, code, left, lasted, said)


def _read_line(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until it says that it is where it is to be; or has ended, which shows in its exit code."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    if not ready:
        process.kill()
        return
    process.stdout.readline()


def _processor_time(process: int) -> float:
    """What it has taken so far, with processes that it waited for [s]; 0 where it has ended."""
    try:
        numbers = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(ticks) for ticks in numbers[11:15]) / os.sysconf("SC_CLK_TCK")


def _processes(mark: str) -> list[str]:
    """What runs with this mark in its environment, once it has had a moment to end."""
    end = time.monotonic() + 1.0
    while True:
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                        found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200])
                except OSError:
                    continue  # it has ended, or is not ours
        if not found or time.monotonic() > end:
            return found
        time.sleep(0.05)
