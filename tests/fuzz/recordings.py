"""Damage to recordings: bits that flip and files that are cut; what is read then is what was recorded, or it is said."""

from __future__ import annotations

import random
import time
import traceback
from pathlib import Path

import numpy as np

from torseur import sim

from .verdict import Verdict

FLIPS, CUTS = "flips", "cuts"
SCENES = (
    ("falling_brick", "time_stepping", 0.5),
    ("brick_on_corner", "hybrid", 0.6),
    ("arm_pushes_table", "time_stepping", 0.1),
)
COLUMNS = ("t", "q", "v", "tau", "passive", "kinetic", "potential", "residual", "iterations", "normal_impulse")
SUFFIX = ".mcap"


def record(folder: Path) -> None:
    """Write the recordings that are damaged into a new folder."""
    folder.mkdir()
    for name, scheme, duration in SCENES:
        recording = sim.simulate(sim.load_scene(name), duration, scheme=scheme)
        recording.notes.append("made to be damaged")
        path = folder / f"{name}{SUFFIX}"
        sim.save_recording(recording, path)
        if wrong := difference(sim.load_recording(path), recording):
            raise RuntimeError(f"{path}, which nobody has damaged: {wrong}")


class Recordings:
    """The recordings of a folder, what they are damaged to, and what becomes of that."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.iterdir())
        self._files = {path.stem: path.read_bytes() for path in paths}
        self._whole = {path.stem: sim.load_recording(path) for path in paths}

    def damaged(self, kind: str, rng: random.Random) -> tuple[str, bytes]:
        """Return the name of a recording, and its file with one bit flipped, or cut, and sometimes with a flipped bit as well."""
        name = rng.choice(list(self._files))
        content = self._files[name]
        if kind == CUTS:
            content = content[: rng.randrange(1, len(content))]
        if kind == FLIPS or rng.random() < 0.3:
            reach = rng.choice((len(content), len(content), min(1500, len(content))))  # at both ends there is most framing
            at = rng.randrange(reach) if rng.random() < 0.5 else len(content) - 1 - rng.randrange(reach)
            content = content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
        return name, content

    def judged(self, path: Path, name: str) -> Verdict:
        """Read a damaged recording, and compare it with the whole one."""
        start = time.perf_counter()
        refused, wrong = False, ""
        try:
            wrong = difference(sim.load_recording(path), self._whole[name])
        except sim.errors.RecordingError as error:
            refused, text = True, str(error)
            if not text.startswith(f"{path}: ") or not text.isprintable():
                wrong = f"not a sentence with its file: {text!r}"
        except Exception:  # whatever it is, it is what is looked for
            wrong = traceback.format_exc()
        return Verdict(wrong, (), refused, time.perf_counter() - start)


def difference(read: sim.Recording, whole: sim.Recording) -> str:
    """Where a recording is not what was recorded, without having said so; empty: nowhere."""
    n = len(read)
    if n < len(whole) and not any(f"first {n} of {len(whole)} states" in one.message for one in read.findings):
        return f"{n} of {len(whole)} states, and nothing is said: {read.findings}"
    if n > len(whole):
        return f"{n} states of {len(whole)}"
    for column in COLUMNS:
        if getattr(read, column).tobytes() != getattr(whole, column)[:n].tobytes():
            return f"another {column}, silently"
    for i in range(n):
        if problem_bytes(read, i) != problem_bytes(whole, i):
            return f"another problem of state {i}, silently"
        mine, theirs = read.contacts(i), whole.contacts(i)
        for field in mine.__dataclass_fields__:
            if not np.array_equal(getattr(mine, field), getattr(theirs, field), equal_nan=field != "mode"):
                return f"another {field} of the contacts of state {i}, silently"
    if read.events != whole.events[: len(read.events)] or (n == len(whole) and len(read.events) < len(whole.events)):
        return "other events, silently"
    one, other = read.scene, whole.scene
    if (read.settings, read.notes, one.source, one.materials) != (whole.settings, whole.notes, other.source, other.materials):
        return "another scene, settings or notes, silently"
    return ""


def problem_bytes(recording: sim.Recording, i: int) -> tuple[int, bytes]:
    """What is kept of the problem that was solved for state i."""
    kept = recording.problems
    columns = (kept.configuration(i), kept.diagonal(i), *kept.joints(i), *recording.contact_columns(i))
    return kept.level(i), b"".join(column.tobytes() for column in columns)
