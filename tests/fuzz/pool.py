"""Processes that try files, and a watchdog: who takes too long, or dies, is replaced."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path

from .verdict import MEGABYTES, Verdict
from .worker import Result, work

PATIENCE = 120.0  # [s] for one file, on the clock: what expands or compiles it has 100 at most
Job = tuple[str, int]  # kind and number
_SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """One process, and what it is at."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=work, args=(theirs, folder, seed), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.since = time.monotonic()

    def give(self, job: Job | None) -> None:
        """Send it a job, or home."""
        self.job, self.since = job, time.monotonic()
        self.connection.send(job)

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def results(jobs: Iterable[Job], processes: int, folder: Path, seed: int) -> Iterator[tuple[Job, Result]]:
    """Do the jobs, and yield each with its result as it comes."""
    waiting, started = iter(jobs), 0
    workers: dict[Connection, Worker] = {}

    def start() -> None:
        nonlocal started
        worker = Worker(folder / str(started), seed)
        workers[worker.connection] = worker
        started += 1

    def end(worker: Worker, wrong: str) -> Iterator[tuple[Job, Result]]:
        worker.end()
        del workers[worker.connection]
        if worker.job is None:
            raise RuntimeError(f"a process that tries files does not start: {wrong}")
        start()
        yield worker.job, Result(Verdict(wrong, (), False, time.monotonic() - worker.since), 0.0)

    for _ in range(processes):
        start()
    try:
        while workers:
            for connection in wait(list(workers), timeout=1.0):
                worker = workers[connection]
                try:
                    result = connection.recv()
                except EOFError:
                    worker.process.join()
                    yield from end(worker, f"the process died with code {worker.process.exitcode}")
                    continue
                if worker.job is not None:
                    yield worker.job, result
                    if result.megabytes > MEGABYTES:  # its peak stays what it is; the next file gets another process
                        worker.end()
                        del workers[connection]
                        start()
                        continue
                job = next(waiting, None)
                worker.give(job)
                if job is None:
                    worker.process.join()
                    del workers[connection]
            for worker in list(workers.values()):
                if time.monotonic() - worker.since > PATIENCE:
                    yield from end(worker, f"it hangs: it was stopped after {PATIENCE:g} s")
    finally:
        for worker in workers.values():
            worker.end()
