"""How results are printed: plain tables, and the machine and versions they were measured with."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

_PACKAGES = ("numpy", "numba", "pin", "mujoco", "pybullet", "PySide6-Essentials")


def console() -> Console:
    """Where tables go; wide enough not to break lines where the output is not a terminal."""
    return Console(highlight=False, soft_wrap=False, width=None if sys.stdout.isatty() else 160)


def table(title: str, columns: Iterable[str]) -> Table:
    """An empty table; columns whose name starts with ">" are aligned to the right."""
    made = Table(title=escape(title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for name in columns:
        made.add_column(escape(name.lstrip(">")), justify="right" if name.startswith(">") else "left")
    return made


def show(out: Console, made: Table, notes: str = "") -> None:
    """Print a table, and what there is to know about it below."""
    out.print(made)
    if notes:
        out.print(notes, markup=False)


def environment(out: Console) -> None:
    """Say what is measured on."""
    versions = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    out.print(f"Torseur {_version('torseur')}, Python {platform.python_version()}, {versions}")
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    out.print(f"{_processor()}, {os.cpu_count()} cores; load average {load} at the start\n")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
