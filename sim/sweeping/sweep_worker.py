"""What a worker of a sweep has of it: the scene and the measures, sent once, and whether its versions are those of the client."""

from __future__ import annotations

import signal
from typing import Any

from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin

from ..errors import ArgumentError
from ..texts import tr
from .sweep_plan import SweepPlan, versions
from .sweep_runs import RunRow, take_runs


class SweepShare(WorkerPlugin):  # type: ignore[misc]  # which has no types
    """Set up on each worker, also on those that come later or were started again."""

    def __init__(self, plan: SweepPlan, of_this_machine: bool) -> None:
        self._of_this_machine = of_this_machine
        self.scene, self.measures, self._versions = plan.scene, plan.measures, versions()
        self.fault = ""  # why the worker takes no runs, a sentence

    def setup(self, worker: Any) -> None:
        """Compare versions, and leave Ctrl+C to the client, in whose terminal a worker of this machine is."""
        if self._of_this_machine:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        for name, here in versions().items():
            if (wanted := self._versions[name]) != here:
                self.fault = tr(
                    "the worker {address} has {name} {here} and this machine {wanted}: its numbers could be others; install "
                    "the same there",
                    address=worker.address,
                    name=name,
                    here=here or tr("no version"),
                    wanted=wanted,
                )


def taken(name: str, runs: list[tuple[int, dict[str, Any]]], keep: str, seconds: float, spoken: str) -> list[RunRow]:
    """Rows of runs, in a worker that has the share of this name. Raises ArgumentError."""
    share: SweepShare = get_worker().plugins[name]
    if share.fault:
        raise ArgumentError(share.fault)
    return take_runs(share.scene, share.measures, runs, keep=keep, seconds=seconds, spoken=spoken)
