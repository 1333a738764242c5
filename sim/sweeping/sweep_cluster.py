"""Runs of a sweep on dask.distributed: in processes of this machine, or of the machines of a scheduler whose address is given.

Runs go out in chunks of about two seconds, two for each thread of a worker at a time. A chunk whose worker dies is run again
elsewhere; where that happens again and again it is run alone, for other chunks that the worker had may be the reason, and halved,
until the one run that ends its process is a row that says so.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from logging import CRITICAL
from math import isfinite
from typing import Any

from ..errors import ArgumentError
from ..texts import language, marked, tr
from .sweep_plan import SweepPlan
from .sweep_results import SweepsNotInstalled
from .sweep_runs import FAILED, RunRow

CHUNK_SECONDS = 2.0
_MOST_IN_CHUNK = 1000
_OVERDUE = 5  # times as long as it should take: then a chunk comes back with what it has
_AHEAD = 2  # chunks for each thread of a worker
_WAIT = 30.0  # [s] for a worker
_TLS = "DASK_DISTRIBUTED__COMM__TLS__"
_CERTIFICATES = {
    "tls_ca_file": f"{_TLS}CA_FILE",
    "tls_client_cert": f"{_TLS}CLIENT__CERT",
    "tls_client_key": f"{_TLS}CLIENT__KEY",
}
"""By the name that dask.distributed has for it: the variable that sets it."""
_OF_THIS_MACHINE = {
    "distributed.comm.require-encryption": False,  # which is asked of clusters: here nothing leaves the machine
    "distributed.deploy.lost-worker-timeout": "1 day",  # or what was killed that long ago, and again just now, is given up
}
_GONE = marked("no worker is left; the same sweep goes on with the runs that are not done")
_DIED = marked("the process of this run ended again and again, as it does where memory is not enough")


def rows_of_workers(
    plan: SweepPlan, left: Sequence[range], *, keep: str, scheduler: str, workers: int | None, memory: str, seconds: float
) -> Generator[list[RunRow], None, None]:
    """Rows of all these runs, in lists that follow each other in no order.

    scheduler : its address; empty: `workers` processes of this machine (None: one for each core), each with so much `memory`
    seconds   : that a run takes, about
    """
    name = f"torseur-{plan.question}-{os.getpid()}"
    with _client(scheduler, workers, memory) as client:
        from .sweep_worker import SweepShare

        try:
            client.register_plugin(SweepShare(plan, not scheduler), name=name)
        except Exception as error:  # what a worker cannot import comes as a text
            raise ArgumentError("a worker cannot take runs, as it has no Torseur like this one: {why}", why=error) from error
        try:
            yield from _Chunks(client, plan, left, keep, seconds, name).rows()
        finally:
            with suppress(OSError):  # the scheduler is gone
                client.unregister_worker_plugin(name)


class _Chunks:
    """Chunks of runs that wait, and those that are under way."""

    def __init__(self, client: Any, plan: SweepPlan, left: Sequence[range], keep: str, seconds: float, name: str) -> None:
        self._client, self._plan, self._keep, self._seconds, self._name = client, plan, keep, seconds, name
        self._waiting = deque(left)
        self._under_way: dict[Any, range] = {}
        self._suspects = deque[range]()  # of ending their process
        self._alone = range(0)  # the suspects that are under way
        self._came = self._workers_that_came()

    def rows(self) -> Generator[list[RunRow], None, None]:
        """Rows, chunk after chunk."""
        try:
            self._send()
            while self._under_way:
                for future in self._done():
                    runs = self._under_way.pop(future)
                    rows = self._received(future, runs)
                    if taken := [row.seconds for row in rows if isfinite(row.seconds)]:  # not of one that killed its process
                        self._seconds = sum(taken) / len(taken)
                    if rows:
                        yield rows
                self._send()
        except (CancelledError, OSError) as error:  # the scheduler is gone
            raise ArgumentError(_GONE) from error
        finally:
            with suppress(OSError):
                self._client.cancel(list(self._under_way), force=True)

    def _done(self) -> list[Any]:
        """Chunks that came back. Raises ArgumentError where no worker is left that could do any."""
        from distributed import wait

        while True:
            try:
                return list(wait(list(self._under_way), timeout=_WAIT, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                self._check_workers()

    def _check_workers(self) -> None:
        """That there is one, or that one came since the last look: of one that is killed over and over there is mostly none.

        Raises ArgumentError.
        """
        before, self._came = self._came, self._workers_that_came()
        if not self._client.nthreads() and self._came == before:
            raise ArgumentError(_GONE)

    def _workers_that_came(self) -> int:
        return sum(event["action"] == "add-worker" for _, event in self._client.get_events("all"))

    def _send(self) -> None:
        threads = sum(self._client.nthreads().values())
        if self._suspects:
            if not self._under_way:
                self._alone = self._suspects.popleft()
                self._submit(self._alone)
            return
        while self._waiting and len(self._under_way) < _AHEAD * max(1, threads):
            share = sum(map(len, self._waiting)) // (_AHEAD * max(1, threads))  # so that all end at about the same time
            runs = self._waiting.popleft()
            size = max(1, min(_MOST_IN_CHUNK, share, round(CHUNK_SECONDS / max(self._seconds, 1e-6))))
            if len(runs) > size:
                self._waiting.appendleft(runs[size:])
                runs = runs[:size]
            self._submit(runs)

    def _submit(self, runs: range) -> None:
        from .sweep_worker import taken

        values = [(run, self._plan.values(run)) for run in runs]
        future = self._client.submit(taken, self._name, values, self._keep, _OVERDUE * CHUNK_SECONDS, language(), pure=False)
        self._under_way[future] = runs

    def _received(self, future: Any, runs: range) -> list[RunRow]:
        """Rows of a chunk; what is not done of it waits again. Raises ArgumentError for a worker that cannot take any."""
        from distributed import KilledWorker

        try:
            rows: list[RunRow] = future.result(timeout=_WAIT)
        except TimeoutError:  # its worker died with what it had found, which is found again
            self._check_workers()
            self._under_way[future] = runs
            return []
        except KilledWorker:
            if runs != self._alone:
                self._suspects.append(runs)
                return []
            if len(runs) == 1:
                nan = float("nan")
                return [RunRow(runs[0], (nan,) * len(self._plan.measures), nan, nan, FAILED, tr(_DIED), nan)]
            half = len(runs) // 2
            self._suspects.extendleft((runs[half:], runs[:half]))
            return []
        if len(rows) < len(runs):
            self._waiting.appendleft(runs[len(rows) :])
        return rows


def check_memory(memory: str) -> None:
    """That this is an amount of memory as dask reads it. Raises ArgumentError."""
    if memory == "auto":
        return
    try:
        from dask.utils import parse_bytes

        parse_bytes(memory)
    except ModuleNotFoundError:
        raise SweepsNotInstalled("dask.distributed") from None
    except ValueError:
        raise ArgumentError('memory must be an amount as "2 GiB", or "auto"; given {memory!r}', memory=memory) from None


@contextmanager
def _client(scheduler: str, workers: int | None, memory: str) -> Iterator[Any]:
    """A client of the scheduler at an address, or of processes of this machine that end with it."""
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise SweepsNotInstalled("dask.distributed") from None
    if scheduler:
        if scheduler.startswith("tls://"):
            _check_certificates(scheduler)
        try:
            client = Client(scheduler, timeout=_WAIT)
            client.wait_for_workers(1, timeout=_WAIT)
        except (OSError, ValueError) as error:
            if scheduler.startswith("tls://") and "TLS" in str(error):
                raise ArgumentError(
                    "--scheduler {address}: one side does not trust the other's certificate; "
                    "what signed it must be in the file that {name} names there ({why})",
                    address=scheduler,
                    name=_CERTIFICATES["tls_ca_file"],
                    why=error,
                ) from error
            raise ArgumentError("--scheduler {address}: {why}", address=scheduler, why=error) from error
        with client:
            yield client
        return
    options = {"threads_per_worker": 1, "memory_limit": memory, "dashboard_address": "127.0.0.1:0", "silence_logs": CRITICAL}
    with (
        config.set(_OF_THIS_MACHINE),
        _main_is_not_run_again(),
        LocalCluster(n_workers=workers, **options) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _check_certificates(scheduler: str) -> None:
    """That the configuration of dask names the files that a client needs. Raises ArgumentError."""
    from distributed.security import Security

    security = Security()
    for key, name in _CERTIFICATES.items():
        given = getattr(security, key)
        if not given:
            raise ArgumentError(
                "--scheduler {address}: TLS needs a certificate; set {name} to its file", address=scheduler, name=name
            )
        if "\n" not in given and not os.path.isfile(given):  # or the text of one
            raise ArgumentError(
                "--scheduler {address}: {name} is {file}, where no file is", address=scheduler, name=name, file=given
            )


@contextmanager
def _main_is_not_run_again() -> Iterator[None]:
    """Within, processes that Python starts do not run the user's script, which may have no `if __name__ == "__main__"`.

    They need nothing of it: its functions are sent to them whole.
    """
    main = sys.modules["__main__"]
    hidden: dict[str, Any] = {name: main.__dict__.pop(name) for name in ("__file__", "__spec__") if name in main.__dict__}
    main.__dict__["__spec__"] = None
    try:
        yield
    finally:
        main.__dict__.update(hidden)
