"""How much memory this process takes, and may still take."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

_MEMINFO, _STATM, _CGROUP = Path("/proc/meminfo"), Path("/proc/self/statm"), Path("/sys/fs/cgroup")
_STATUS = Path("/proc/self/status")


def free_memory() -> int | None:
    """Bytes that may still be taken without swapping: of the machine, of the group of processes, and of this process's own limit.

    None where the system does not say: it is asked of Linux alone.
    """
    if not sys.platform.startswith("linux"):
        return None
    return min((found for found in (_of_machine(), _of_group(), _of_process()) if found is not None), default=None)


def is_limited() -> bool:
    """Whether what this process asks for counts at once, not only what it writes to: `ulimit -v`."""
    return _limit() is not None


def resident_memory() -> tuple[int, int] | None:
    """(now, at most so far) bytes of this process that lie in memory, with the pages of libraries that were read.

    None where the system does not say: it is asked of Linux alone.
    """
    if not sys.platform.startswith("linux"):
        return None
    facts = dict(line.split(":", 1) for line in _STATUS.read_text(encoding="utf-8").splitlines())
    now, most = (1024 * int(facts[name].split()[0]) for name in ("VmRSS", "VmHWM"))
    return now, most


def _of_machine() -> int | None:
    try:
        lines = _MEMINFO.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")), None)


def _of_group() -> int | None:
    """Of a container: what it is given, less what it has taken and cannot give back at once."""
    try:
        most = (_CGROUP / "memory.max").read_text(encoding="ascii").strip()
        taken = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        cached = (_CGROUP / "memory.stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    if most == "max":
        return None
    returned = next((int(line.split()[1]) for line in cached if line.startswith("inactive_file ")), 0)
    return max(0, int(most) - taken + returned)


def _limit() -> int | None:
    """Bytes of `ulimit -v`; None: it sets none, or the system does not say."""
    if not sys.platform.startswith("linux"):
        return None
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def _of_process() -> int | None:
    limit = _limit()
    if limit is None:
        return None
    pages = int(_STATM.read_text(encoding="ascii").split()[0])
    return max(0, limit - pages * mmap.PAGESIZE)
