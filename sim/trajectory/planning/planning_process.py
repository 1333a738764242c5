"""Planning by another Python, which keeps what it has built: its progress is heard, and it stops at any moment in 0.3 s."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from typing import IO, Any

from ...child_process import child_command
from ...texts import language, tr
from ..values import Plan, PlanIterate
from .planning_messages import MessageBuffer, packed
from .values import PlanningEnd, PlanningSoFar, PlanningStage

MODULE = "torseur.sim.trajectory.planning.planning_child"
GRACE = 0.15  # [s] in which a job that is told to stop may hand over what it has; then its process is killed
_PIPE = 2**20  # bytes that wait in it at most
_ERRORS = 8000  # bytes at the end of standard error that are looked at

Heard = PlanningStage | PlanIterate | PlanningSoFar | PlanningEnd


class PlanningProcess:
    """One job at a time. It has no thread: `receive` is to be called until it returns a PlanningEnd. `with` closes it.

    The process is started by the first job and stays for the next, with all that it has built, unless it had to be killed.
    """

    def __init__(self, module: str = MODULE) -> None:
        """Prepare, starting nothing.

        module : whose `main` the process runs
        """
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._language = ""  # that the process has been started in
        self._errors: IO[bytes] | None = None  # what the process writes to standard error
        self._buffer = MessageBuffer()
        self._outgoing = bytearray()
        self._number = 0  # of the job asked for last
        self._asked = 0.0  # when
        self._deadline = 0.0  # when the process is killed if it has not answered; 0: not at all
        self._stage = ""
        self._best: Any = None
        self._iterates: list[PlanIterate] = []  # of the solve at hand
        self.running = False  # a job has not ended yet

    @property
    def process_id(self) -> int:
        """By which the system knows it; 0: there is none."""
        return 0 if self._process is None else self._process.pid

    def __enter__(self) -> PlanningProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """Start the process, so that the first job does not wait for it; returns at once."""
        if self._process is not None and self._process.poll() is None and self._language == language():
            return
        self._discard()
        self._language = language()
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            child_command(self._module),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            cwd=os.path.sep,
            start_new_session=True,  # with what it starts in its turn, it is a group, which is ended as one
        )
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                with suppress(OSError):  # where so much is not allowed, a plan comes in more pieces
                    fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)

    def ask(self, job: str, task: Any, **options: Any) -> None:
        """Have a job done, in the place of the one at hand, of which nothing more is heard.

        job     : of `jobs.Jobs`: "plan", ...
        options : of that job; all this, and the task, must be able to be pickled
        """
        self.prepare()
        self._number += 1
        self._asked, self._deadline, self._best = time.monotonic(), 0.0, None
        self._iterates.clear()
        self._stage = tr("giving up what was asked before") if self.running else tr("starting")
        self.running = True
        self._send(("ask", self._number, job, task, options))

    def stop(self) -> None:
        """Give the job up: what it has comes in a PlanningEnd within 0.3 s."""
        if self.running and not self._deadline:
            self._deadline = time.monotonic() + GRACE
            self._send(("stop", self._number))

    def receive(self, timeout: float = 0.0) -> list[Heard]:
        """What has been heard since the last call.

        timeout : how long to wait for something [s]
        """
        heard: list[Heard] = []
        until = time.monotonic() + timeout
        while self.running and not heard:
            now = time.monotonic()
            limit = min(until, self._deadline or until)
            alive = self._exchange(max(0.0, limit - now), heard)
            if heard:
                break
            if not alive:
                heard.append(self._died())
            elif self._deadline and time.monotonic() >= self._deadline:
                self._discard()
                heard.append(self._end(None, self._stop_sentence(), stopped=True))
            elif time.monotonic() >= until:
                break
        return heard

    def close(self) -> None:
        """End the process and all that it started, and wait for that; of the job at hand nothing more is heard."""
        self.running = False
        self._discard()

    def _exchange(self, timeout: float, heard: list[Heard]) -> bool:
        """Write what waits and read what has come; whether the process is still there."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return False
        writing = [process.stdin] if self._outgoing else []
        ready, writable, _ = select.select([process.stdout], writing, [], timeout)
        if writable:
            self._flush()
        if not ready:
            return True
        while True:
            try:
                data = os.read(process.stdout.fileno(), _PIPE)
            except BlockingIOError:
                return True
            if not data:
                return False
            for message in self._buffer.add(data):
                self._hear(message, heard)

    def _hear(self, message: tuple[str, int, Any], heard: list[Heard]) -> None:
        kind, number, content = message
        if number != self._number or not self.running:
            return  # of a job that another took the place of
        if kind == "stage":
            self._stage = content
            heard.append(PlanningStage(content, self._seconds()))
        elif kind == "iterate":
            if content.iteration == 0:
                self._iterates.clear()
            self._iterates.append(content)
            heard.append(content)
        elif kind == "best":
            self._best = content
            heard.append(PlanningSoFar(content))
        else:
            stopped = self._deadline > 0.0
            result, sentence = (content, "") if kind == "result" else (None, content)
            if stopped and not sentence:
                sentence = self._stop_sentence() if result is None else "Stopped."
            heard.append(self._end(result, sentence, stopped=stopped))

    def _end(self, result: Any, sentence: str, *, stopped: bool = False) -> PlanningEnd:
        """The end of the job; without a result of its own it has the best one that was told of."""
        if result is None and isinstance(self._best, Plan):  # which came without them
            result = replace(self._best, iterates=tuple(self._iterates))
        elif result is None:
            result = self._best
        self.running, self._deadline = False, 0.0
        return PlanningEnd(result, sentence, stopped, self._seconds())

    def _stop_sentence(self) -> str:
        kept = tr("what it had found is kept") if self._best is not None else tr("it had found nothing yet to keep")
        return tr("Stopped after {seconds:.1f} s while {stage}: {kept}.", seconds=self._seconds(), stage=self._stage, kept=kept)

    def _died(self) -> PlanningEnd:
        """The end of a job whose process is gone."""
        code = 0 if self._process is None else self._process.wait()
        why = _reason(code, self._last_error())
        kept = tr(" What it had found is kept.") if self._best is not None else ""
        stopped = self._deadline > 0.0
        self._discard()
        return self._end(
            None,
            tr("The planning process ended while {stage}: {why}.{kept}", stage=self._stage, why=why, kept=kept),
            stopped=stopped,
        )

    def _last_error(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _ERRORS))
        return self._errors.read().decode("utf-8", "replace").strip()

    def _send(self, message: Any) -> None:
        self._outgoing += packed(message)
        self._flush()

    def _flush(self) -> None:
        """Write what the pipe takes; the rest waits for the next time."""
        process = self._process
        if process is None or process.stdin is None:
            return
        try:
            while self._outgoing:
                del self._outgoing[: os.write(process.stdin.fileno(), self._outgoing)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._outgoing.clear()  # it is gone, which is noticed where its output ends

    def _seconds(self) -> float:
        return time.monotonic() - self._asked

    def _discard(self) -> None:
        """Kill the process if it is there, wait for it, and forget what it said."""
        process, self._process = self._process, None
        self._buffer = MessageBuffer()
        self._outgoing.clear()
        if process is None or process.stdin is None or process.stdout is None or self._errors is None:
            return
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, self._errors):
            stream.close()


def _reason(code: int, errors: str) -> str:
    """Why a process ended, in words, by its exit code and what it wrote last."""
    last = errors.splitlines()[-1] if errors else ""
    if "MemoryError" in last or "bad_alloc" in errors:
        return tr("it needed more memory than there is")
    if code == -signal.SIGKILL:
        return tr("it was killed, as the system does where memory runs out")
    if code < 0:
        name = signal.Signals(-code).name
        return tr("it crashed ({name})", name=name)
    last = re.sub(r"^[\w.]+: ", "", last)  # without the name of an exception
    return last.rstrip(".") or tr("it ended with code {code}", code=code)
