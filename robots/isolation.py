"""Work on files that are not trusted, in a process of its own that has limits."""

from __future__ import annotations

import json
import math
import os
import resource
import select
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torseur.sim.child_process import child_command
from torseur.sim.definition.folders import PACKAGE_VARIABLES
from torseur.sim.interruption import checkpoint
from torseur.sim.texts import tr

from .faults import Fault, fault

MAX_ANSWER = 512_000_000  # bytes that are read of what such a process writes: as large as a file of it may be
_LOOK = 0.05  # [s] between two looks whether it is still wanted
_PATIENCE = 10  # times its processor time that a process may take on the clock: on a busy machine it waits for others
_KEPT = (*PACKAGE_VARIABLES, "HOME", "TMPDIR")  # of the environment: where packages are, and folders that are none


def run_isolated(
    module: str,
    path: Path,
    request: dict[str, Any],
    *,
    rule: str,
    task: str,
    seconds: float,
    megabytes: int,
    patience: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Run `main` of a module in a new process, in a folder of its own, and return what it wrote to its standard output.

    It has the request as JSON on its standard input, and no environment but where packages are, and what is never one.

    rule, task  : of the error that is raised if it fails, and what it was about to do, such as "expand it"
    seconds     : of processor time, all its threads together
    patience    : seconds that it may take on the clock; `_PATIENCE` times its processor time, if None
    megabytes   : of memory
    environment : that it has beside that

    Raises `ModelError` if it takes too long or too much, writes more than `MAX_ANSWER`, or crashes; Interrupted where nobody
    wants it any more.
    """
    command = child_command(module, flags=("-B",))
    patience = _PATIENCE * seconds if patience is None else patience
    stdin = json.dumps({**request, "path": str(path), "megabytes": megabytes, "seconds": seconds}).encode()
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryDirectory() as folder:
        given.write(stdin)  # into a pipe, `communicate` writes no more after it has timed out once
        given.seek(0)
        process = subprocess.Popen(
            command, stdin=given, stdout=out, stderr=subprocess.PIPE, cwd=folder, env={**kept, **(environment or {})}
        )
        try:
            stderr = _communicate(process, patience)
        except subprocess.TimeoutExpired:
            message = tr("to {task} takes more than {patience:g} s; it was stopped", task=task, patience=patience)
            raise fault(rule, path, message) from None
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        if process.returncode == -signal.SIGXCPU:
            message = tr(
                "to {task} takes more than {seconds:g} s of processor time; it was stopped", task=task, seconds=seconds
            )
            raise fault(rule, path, message)
        if process.returncode:
            raise _failed(rule, task, path, process.returncode, stderr.decode("utf-8", "replace"), megabytes)
        out.seek(0)
        answer = out.read(MAX_ANSWER + 1)
        if len(answer) > MAX_ANSWER:
            raise fault(
                rule,
                path,
                tr("to {task} gives more than {max_answer} MB, which are not read", task=task, max_answer=MAX_ANSWER // 10**6),
            )
        return answer


class Isolated:
    """A process as `run_isolated` starts, that answers one request after another; for what would take long to start each time.

    Its module's `main` takes limits from the first line of its standard input. Each line after it asks for an answer to the file
    `request` in its folder; it writes the file `reply`, and a line to its standard output.
    """

    def __init__(self, module: str, *, seconds: float, megabytes: int, answer: int = MAX_ANSWER) -> None:
        """Start it. seconds: of time on the clock for each answer; megabytes: of memory; answer: bytes of one, at most."""
        self._seconds, self._most = seconds, answer
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            child_command(module, flags=("-B",)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env={},
        )
        self._tell(json.dumps({"megabytes": megabytes, "seconds": 4 * seconds}).encode())

    def ask(self, request: bytes) -> bytes:
        """Return its answer. Raises TimeoutError, ChildProcessError if it has ended, OSError if it is no file or too long,
        and Interrupted where nobody wants it.
        """
        folder, out = Path(self._folder.name), self._process.stdout
        assert out is not None
        (folder / "request").write_bytes(request)
        self._tell(b"")
        end = time.monotonic() + self._seconds
        while not select.select([out], [], [], _LOOK)[0]:
            checkpoint()
            if time.monotonic() > end:
                raise TimeoutError(tr("it takes more than {seconds:g} s", seconds=self._seconds))
        if not os.read(out.fileno(), 1):
            raise ChildProcessError(tr("what was to do it has ended"))
        return self._read(folder / "reply")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def _read(self, reply: Path) -> bytes:
        """Read what it wrote, which is not trusted: neither another file by a link, nor a pipe without end, nor one too long."""
        with open(os.open(reply, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise OSError(tr("its answer is no file"))
            answer = stream.read(self._most + 1)
        if len(answer) > self._most:
            raise OSError(tr("its answer has more than {most:.3g} MB, and is not read", most=self._most / 1000000.0))
        return answer

    def _tell(self, line: bytes) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line + b"\n")
            stdin.flush()
        except OSError:  # it has ended, which `ask` finds out
            pass


def _communicate(process: subprocess.Popen[bytes], seconds: float) -> bytes:
    """What it writes to standard error until it ends; raises TimeoutExpired, Interrupted."""
    end = time.monotonic() + seconds
    while True:
        checkpoint()
        left = end - time.monotonic()
        try:
            return process.communicate(timeout=min(_LOOK, max(0.0, left)))[1]
        except subprocess.TimeoutExpired:
            if left <= _LOOK:
                raise


def limit_this_process(megabytes: int, seconds: float) -> None:
    """Take from this process the right to more memory, processor time or large files than these, and to dump what it holds.

    Processor time ends by SIGXCPU, and a second later whatever it does.
    """
    size, processor = megabytes * 1_000_000, math.ceil(seconds)
    for kind, soft, hard in (
        (resource.RLIMIT_AS, size, size),
        (resource.RLIMIT_CPU, processor, processor + 1),
        (resource.RLIMIT_FSIZE, 512_000_000, 512_000_000),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        most = resource.getrlimit(kind)[1]
        if most != resource.RLIM_INFINITY:
            soft, hard = min(soft, most), min(hard, most)
            if kind == resource.RLIMIT_CPU:
                soft = min(soft, hard - 1)  # where both are one, it is killed without the word why
        resource.setrlimit(kind, (soft, hard))


def _failed(rule: str, task: str, path: Path, code: int, stderr: str, megabytes: int) -> Fault:
    """Return the error about a process that ended badly."""
    last = (stderr.strip().splitlines() or [""])[-1]
    if "MemoryError" in last or "bad_alloc" in stderr:
        return fault(
            rule, path, tr("to {task} takes more than {megabytes} MB of memory; it was stopped", task=task, megabytes=megabytes)
        )
    detail = f": {last}" if last else ""
    how = tr("by signal {code}", code=-code) if code < 0 else tr("with code {code}", code=code)
    return fault(rule, path, tr("what was to {task} ended {how}{detail}", task=task, how=how, detail=detail))
