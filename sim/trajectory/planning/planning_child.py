"""The process that plans: it does one job after the other, and tells what it is doing.

Its standard input brings ("ask", number, job, task, options) and ("stop", number); when that ends, so does the process, in the
middle of whatever it does. Its standard output takes ("stage", number, text), ("iterate", number, PlanIterate),
("best", number, value), ("result", number, value) and ("refused", number, sentence). A newer job takes the place of the one at
hand.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from ...errors import TorseurError
from ...texts import tr
from ..values import PlanIterate
from .planning_messages import MessageBuffer, packed

Job = Callable[..., Any]
"""(task, tell, **options) -> result. What it raises of our own errors is told as its sentence; anything else ends the process."""


def main() -> int:
    """Serve the jobs that there are."""

    def jobs() -> Mapping[str, Job]:
        from .jobs import Jobs

        return Jobs().by_name

    return serve(jobs, tr("importing CasADi"))


def serve(jobs: Callable[[], Mapping[str, Job]], stage: str = "") -> int:
    """Do jobs until nobody asks for more.

    jobs  : makes them; called once the first is asked for
    stage : what is told meanwhile
    """
    _be_the_first_to_go()
    with _own_output() as output:
        asked = _Asked(output)
        known: Mapping[str, Job] = {}
        while True:
            number, job, task, options = asked.next()
            if not asked.wants(number):
                asked.send("refused", number, "")
                continue
            try:
                if not known and stage:
                    asked.tell(number, stage)
                known = known or jobs()
                result = known[job](task, lambda update, number=number: asked.tell(number, update), **options)
            except TorseurError as error:
                asked.send("refused", number, str(error))
            else:
                asked.send("result", number, result)


def _own_output() -> BinaryIO:
    """Where messages go, which nobody else writes to: what libraries print goes to standard error from now on."""
    own = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return own


def _be_the_first_to_go() -> None:
    """Where memory runs out, this process is ended, and not the window (Linux)."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("500")


class _Asked:
    """What is asked, read by a thread, so that the end of the program is noticed in the middle of a job."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._condition = threading.Condition()
        self._waiting: tuple[int, str, Any, dict[str, Any]] | None = None
        self._newest = 0  # number of the job asked for last
        self._stopped = 0  # jobs up to this number are not wanted
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> tuple[int, str, Any, dict[str, Any]]:
        """The job asked for last; waits for one."""
        with self._condition:
            while self._waiting is None:
                self._condition.wait()
            waiting, self._waiting = self._waiting, None
            return waiting

    def tell(self, number: int, update: Any) -> bool:
        """Tell the program; whether the job is to end."""
        kind = "stage" if isinstance(update, str) else "iterate" if isinstance(update, PlanIterate) else "best"
        self.send(kind, number, update)
        return not self.wants(number)

    def wants(self, number: int) -> bool:
        """Whether a job is still wanted."""
        return self._stopped < number == self._newest

    def send(self, kind: str, number: int, content: Any) -> None:
        """Write a message."""
        left = memoryview(packed((kind, number, content)))
        while left:
            left = left[self._output.write(left) :]

    def _read(self) -> None:
        buffer = MessageBuffer()
        while data := os.read(0, 2**20):  # not through `sys.stdin`, whose lock Python wants when it ends
            for message in buffer.add(data):
                self._take(message)
        os._exit(0)  # the program has gone, or wants this process no more

    def _take(self, message: tuple[Any, ...]) -> None:
        with self._condition:
            if message[0] == "stop":
                self._stopped = max(self._stopped, message[1])
            else:
                _, *waiting = message
                self._waiting = tuple(waiting)
                self._newest = message[1]
                self._condition.notify()
