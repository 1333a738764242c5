"""Work on files that are not trusted, in a process of its own that has limits."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torseur.sim.child_process import child_command

from .faults import Fault, fault

_KEPT = ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH")  # of the environment: where packages are


def run_isolated(
    module: str,
    path: Path,
    request: dict[str, Any],
    *,
    rule: str,
    task: str,
    seconds: float,
    megabytes: int,
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Run `main` of a module in a new process, in a folder of its own, and return what it wrote to its standard output.

    It has the request as JSON on its standard input, and no environment but where packages are.

    rule, task  : of the error that is raised if it fails, and what it was about to do, such as "expand it"
    seconds     : of time on the clock
    megabytes   : of memory
    environment : that it has beside that

    Raises `ModelError` if it takes too long or too much, or crashes.
    """
    command = child_command(module, flags=("-B",))
    stdin = json.dumps({**request, "path": str(path), "megabytes": megabytes, "seconds": seconds}).encode()
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**kept, **(environment or {})},
        )
        try:
            _, stderr = process.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise fault(rule, path, f"to {task} takes more than {seconds:g} s; it was stopped") from None
        if process.returncode:
            raise _failed(rule, task, path, process.returncode, stderr.decode("utf-8", "replace"), megabytes)
        out.seek(0)
        return out.read()


def limit_this_process(megabytes: int, seconds: float) -> None:
    """Take from this process the right to more memory, time or large files than these, and to dump what it holds."""
    size = megabytes * 1_000_000
    for kind, limit in (
        (resource.RLIMIT_AS, size),
        (resource.RLIMIT_CPU, int(4 * seconds) + 1),
        (resource.RLIMIT_FSIZE, 512_000_000),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (limit, limit))


def _failed(rule: str, task: str, path: Path, code: int, stderr: str, megabytes: int) -> Fault:
    """Return the error about a process that ended badly."""
    last = (stderr.strip().splitlines() or [""])[-1]
    if "MemoryError" in last or "bad_alloc" in stderr:
        return fault(rule, path, f"to {task} takes more than {megabytes} MB of memory; it was stopped")
    detail = f": {last}" if last else ""
    how = f"by signal {-code}" if code < 0 else f"with code {code}"
    return fault(rule, path, f"what was to {task} ended {how}{detail}")
