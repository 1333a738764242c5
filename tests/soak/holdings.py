"""What a process holds of the machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Holdings:
    """What can grow until the machine has no more of it."""

    megabytes: float  # resident, of 10⁶ bytes
    threads: int  # of Python and of all libraries
    descriptors: int
    temporary: int  # files and folders of this process's in the folder for them

    @classmethod
    def now(cls, temporary: Path) -> Holdings:
        """Those of this process."""
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return cls(
            pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
            len(list(Path("/proc/self/task").iterdir())),
            len(list(Path("/proc/self/fd").iterdir())),
            sum(1 for _ in temporary.rglob("*")),
        )

    def __str__(self) -> str:
        names = sorted(thread.name for thread in threading.enumerate())
        return (
            f"{self.megabytes:7.1f} MB, {self.threads} threads ({', '.join(names)}), {self.descriptors} descriptors, "
            f"{self.temporary} temporary files"
        )


def grown(first: Sequence[Holdings], last: Sequence[Holdings], megabytes: float) -> list[str]:
    """A line for each thing of which there is more after the last rounds than after the first, of memory by so many megabytes.

    The least memory of a day counts: what threads hold for the moment comes and goes.
    """
    before, after = (min(one.megabytes for one in day) for day in (first, last))
    lines = (
        [f"memory grew from {before:.1f} to {after:.1f} MB; {megabytes:g} MB are allowed"] if after > before + megabytes else []
    )
    for name in ("threads", "descriptors", "temporary"):
        before, after = (max(getattr(one, name) for one in day) for day in (first, last))
        if after > before:
            lines.append(f"{name} grew from {before} to {after}")
    return lines
