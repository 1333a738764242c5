"""A process that tries one file after another, and looks at what it opens."""

from __future__ import annotations

import os
import resource
import sys
import warnings
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from torseur.sim.definition.folders import PACKAGE_VARIABLES

from .cases import Case, Cases
from .ground import prepare
from .recordings import SUFFIX, Recordings
from .verdict import LIMIT, Verdict, judged

# Rules of xacro and MJCF that are about the file as a whole: it takes too long, or nobody says where it is wrong.
XACRO = frozenset({"xacro", "xacro-argument"})
WHOLE_FILE = {"robot.urdf": XACRO, "robot.xacro": XACRO, "robot.xml": frozenset({"mjcf", "definition"})}
SLOW_KINDS = {"robot.xacro", "robot.xml"}  # in processes of their own, which have limits of time themselves
SLOW_RULE = "file-kind"  # … as is xacro in a file that is named as if it had none
WAIT = 12.0  # [s] for them
RECORDED = "recorded"  # the folder of the recordings, beside those of the workers


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file, and how much memory this process had taken by then."""

    verdict: Verdict
    megabytes: float


class Watch:
    """Notes what is opened that may not be."""

    def __init__(self, outside: Path) -> None:
        self.outside = os.path.realpath(outside)
        self.seen: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith("socket."):
            self.seen.append(event)
        elif event == "open" and isinstance(arguments[0], str | bytes):
            path = os.path.realpath(os.fsdecode(arguments[0])) if b"\0" not in os.fsencode(arguments[0]) else ""
            if path.startswith((self.outside, "/etc/passwd", "/dev/zero", "/dev/stdin")):
                self.seen.append(f"open {path}")


def tried(case: Case, files: Path, recordings: Recordings | None = None) -> Verdict:
    """Write a file into a folder, and try it."""
    path = files / case.name
    for old in files.iterdir():
        old.unlink()
    path.write_bytes(case.content)
    for name, content in (case.beside or {}).items():
        (files / name).write_bytes(content)
    if recordings is not None and path.suffix == SUFFIX:
        judge = partial(recordings.judged, path, case.base)
    else:
        judge = partial(judged, path, meshes=case.meshes, whole_file=WHOLE_FILE.get(case.name, frozenset()))
    verdict = judge()
    limit = WAIT if case.name in SLOW_KINDS or SLOW_RULE in verdict.rules else LIMIT
    if verdict.seconds > limit:  # others use this machine too
        again = judge()
        verdict = replace(verdict, seconds=min(verdict.seconds, again.seconds))
    if case.opens and not verdict.wrong and (verdict.refused or case.opens not in verdict.rules):
        verdict = replace(verdict, wrong=f"it does not open with a finding {case.opens!r}: {verdict.rules}")
    if verdict.seconds > limit and not verdict.wrong:
        verdict = replace(verdict, wrong=f"it takes {verdict.seconds:.1f} s; {limit:g} s are allowed")
    return verdict


def work(connection: Connection, folder: Path, seed: int) -> None:
    """Try the files whose kind and number come through the connection, until None comes."""
    warnings.simplefilter("error")
    for variable in PACKAGE_VARIABLES:
        os.environ.pop(variable, None)
    os.environ["TORSEUR_CACHE_DIR"] = str(folder / "cache")
    files = prepare(folder)
    outside = folder / "outside"
    recordings = Recordings(folder.parent / RECORDED)
    cases, watch = Cases(seed, outside, recordings), Watch(outside)
    connection.send(None)  # ready
    while (job := connection.recv()) is not None:
        watch.seen.clear()
        verdict = tried(cases.case(*job), files, recordings)
        if watch.seen and not verdict.wrong:
            verdict = replace(verdict, wrong=f"what may not be opened is: {watch.seen}")
        connection.send(Result(verdict, _peak()))


def _peak() -> float:
    """Return the most memory that this process has taken [MB]; those that it starts have limits of their own."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
