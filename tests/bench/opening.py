"""What opening costs: robots that were opened before, a chain of 1000 links in the window, meshes of 2 million triangles, pages.

Robots are those that are known by name (those of the gallery too, where it is installed), and those of a folder of one's own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

from torseur.robots.catalog import names

from .report import show, table
from .window import has_display, screen

REPEATS, OPENED = 9, 7  # of each robot, and of the chain
LOAD, CHAIN, MESH, MEMORY = 150.0, 1000.0, 10.0, 3.0  # what is wanted: [ms], [ms], [s], times the file
SIDE = 1001  # points along each side of the mesh
LINKS = 1000
_ENDINGS = (".urdf", ".sdf", ".xacro")
_SLOWEST = 12  # robots that are shown
_TIME_LIMIT = 1800.0  # of one program [s]
_ROOT = Path(__file__).resolve().parents[2]
_LINK = """<link name="l{i}"><inertial><mass value="1"/>
<inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial>
<visual><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry></visual>
<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry></collision></link>
"""
_JOINT = """<joint name="j{i}" type="revolute"><origin xyz="0 0 0.1"/><parent link="l{above}"/><child link="l{i}"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
"""


class NotMeasured(Exception):
    """A program that did not say what it measured; says what it said instead."""


def run(out: Console, folder: str = "") -> int:
    """Print the tables; 1 if something could not be measured.

    folder : with robots of one's own, and what they name
    """
    ends = []
    for part in (lambda: loads(out, folder), lambda: chain(out), lambda: meshes(out), lambda: visits(out)):
        try:
            part()
        except NotMeasured as error:
            out.print(f"opening: not measured: {error}\n", markup=False)
            ends.append(1)
    return max(ends, default=0)


def loads(out: Console, folder: str) -> None:
    """Print what second loads take."""
    own = [str(path) for path in sorted(Path(folder).rglob("*")) if path.suffix in _ENDINGS] if folder else []
    rows = _lines("second_loads", str(REPEATS), *names(), *own)
    found = sorted(([float(x) for x in row[1:5]], " ".join(row[5:])) for row in rows if row[0] == "load")[::-1]
    made = table(
        f"Second loads, {REPEATS} of each in turns", ("", ">processor, least [ms]", ">median", ">clock, least", ">median")
    )
    for numbers, name in found[:_SLOWEST]:
        made.add_row(_short(name), *(f"{number:.0f}" for number in numbers))
    least, median = (sum(numbers[k] <= LOAD for numbers, _ in found) for k in (0, 1))
    refused = sum(row[0] == "refused" for row in rows)
    show(
        out,
        made,
        f"The slowest of {len(found)}: {least} are read within {LOAD:.0f} ms of processor at least once, {median} by their median"
        + (f"; {refused} files cannot be read.\n" if refused else ".\n"),
    )


def chain(out: Console) -> None:
    """Print how long a chain of many links takes until it is seen."""
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        path = Path(folder, "chain.urdf")
        path.write_text(chain_text(LINKS), encoding="utf-8")
        ((_, *numbers),) = _lines("opened_window", str(path), str(OPENED), "opened", in_window=True)
    made = table(
        f"A chain of {LINKS} links in the window, from the request to the first picture [ms]",
        (">first", ">again, least", ">again, median", ">processor, least", ">processor, median", ">wanted"),
    )
    made.add_row(*numbers, f"{CHAIN:.0f}")
    show(
        out,
        made,
        "Of the processor: again, of all threads. On a virtual screen it draws the picture too, without a graphics card.\n",
    )


def chain_text(count: int) -> str:
    """A URDF of links that each hang on the one before."""
    joints = "".join(_JOINT.format(i=i, above=i - 1) for i in range(1, count))
    return f'<robot name="chain">\n{"".join(_LINK.format(i=i) for i in range(count))}{joints}</robot>'


def meshes(out: Console) -> None:
    """Print what reading a mesh of 2 million triangles takes, in three formats."""
    made = table("A mesh of 2 million triangles", ("", ">file [MB]", ">read in [s]", ">memory [file]", ">wanted"))
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        for ending, write in _WRITERS.items():
            path, small = (Path(folder, f"{name}{ending}") for name in ("large", "small"))
            write(path, SIDE)
            write(small, 10)
            size = 1e-6 * path.stat().st_size
            ((_, seconds, most),) = _lines("large_mesh", str(path), str(small), cache=folder)
            wanted = f"{MESH:.0f} s, {MEMORY:g} ×"
            made.add_row(ending[1:].upper(), f"{size:.0f}", seconds, f"{float(most) / size:.1f} ×", wanted)
            path.unlink()
    show(out, made, "Processor time, and the most memory taken beyond what was taken before, by the file's size.\n")


def visits(out: Console) -> None:
    """Print the window's own work at first visits of its pages, and while something opens in another workspace."""
    made = table("First visits of pages: the longest turn of the window's own work", ("page", ">[ms]"))
    *pages, (_, opened, clock, own_opened) = _lines("opened_window", "arm_6r", "1", "visit", in_window=True)
    for _, page, own in pages:
        made.add_row(page, own)
    show(
        out,
        made,
        "Of the processor, drawing without a graphics card too, once the window has made all pages ahead.\n"
        f"While {opened} opens in another workspace it hears nobody for {clock} ms at most, of its own work {own_opened}.\n",
    )


def _grid(side: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (side², 3) of a wavy sheet, and triangles (2 (side - 1)², 3) between them."""
    x, y = np.meshgrid(np.linspace(0.0, 1.0, side), np.linspace(0.0, 1.0, side))
    points = np.stack([x, y, 0.05 * np.sin(9.0 * x) * np.cos(7.0 * y)], axis=-1).reshape(-1, 3)
    a = np.arange(side * side).reshape(side, side)[:-1, :-1].ravel()
    lower, upper = np.stack([a, a + 1, a + side + 1], axis=1), np.stack([a, a + side + 1, a + side], axis=1)
    return points.astype(np.float32), np.concatenate([lower, upper]).astype(np.int32)


def _write_stl(path: Path, side: int) -> None:
    points, triangles = _grid(side)
    rows = np.zeros(len(triangles), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("other", "<u2")]))
    rows["corners"] = points[triangles]
    path.write_bytes(bytes(80) + len(rows).to_bytes(4, "little") + rows.tobytes())


def _write_obj(path: Path, side: int) -> None:
    points, triangles = _grid(side)
    with path.open("w", encoding="ascii") as file:
        file.writelines("v %.6f %.6f %.6f\n" % tuple(point) for point in points.tolist())  # noqa: UP031 (twice as fast)
        file.writelines("f %d %d %d\n" % tuple(corners) for corners in (triangles + 1).tolist())  # noqa: UP031


def _write_ply(path: Path, side: int) -> None:
    points, triangles = _grid(side)
    rows = np.zeros(len(triangles), np.dtype([("count", "u1"), ("corners", "<i4", 3)]))
    rows["count"], rows["corners"] = 3, triangles
    head = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\n"
        f"property float z\nelement face {len(rows)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    path.write_bytes(head.encode("ascii") + points.tobytes() + rows.tobytes())


_WRITERS: dict[str, Callable[[Path, int], None]] = {".stl": _write_stl, ".obj": _write_obj, ".ply": _write_ply}


def _lines(program: str, *arguments: str, in_window: bool = False, cache: str = "") -> list[Sequence[str]]:
    """Run a program of `programs` in a process of its own; the words of each line that it prints.

    cache : folder for what it keeps of meshes; empty: the user's
    Raises NotMeasured where it prints none, or fails.
    """
    if in_window and not screen() and not has_display():
        raise NotMeasured("there is no display, and no xvfb-run to make one")
    environment = {**os.environ, **({"TORSEUR_CACHE_DIR": cache} if cache else {})}
    if in_window and not has_display():
        environment.setdefault("QT_QPA_PLATFORM", "xcb")
    start = [*(screen() if in_window else ()), sys.executable, "-m", f"tests.bench.programs.{program}"]
    try:
        done = subprocess.run(
            [*start, *arguments], cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=_TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        raise NotMeasured(f"{program} did not end within {_TIME_LIMIT:g} s") from None
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    if done.returncode or not lines:
        said = (done.stderr.strip() or "nothing").splitlines()[-1]
        raise NotMeasured(f"{program} ended with code {done.returncode} and said: {said}")
    return lines


def _short(name: str) -> str:
    return name if len(name) <= 48 else f"…{name[-47:]}"
