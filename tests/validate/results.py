"""Results kept by case in out/validation, so that a run can be taken up again and single cases renewed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from torseur.sim.safe_write import safe_write

from .row import Result

FOLDER = Path(__file__).parents[2] / "out" / "validation"


@dataclass(frozen=True, slots=True)
class Kept:
    """A result, when it was measured, and how long that took [s]."""

    result: Result
    day: str
    took: float


def save(name: str, result: Result, took: float) -> None:
    """Keep the result of a case."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"day": date.today().isoformat(), "took": took, **result.plain()}, ensure_ascii=False, indent=1)
    with safe_write(_file(name), "result", text=True) as stream:
        stream.write(text)


def load(name: str) -> Kept | None:
    """The kept result of a case; None if there is none."""
    if not _file(name).exists():
        return None
    plain = json.loads(_file(name).read_text(encoding="utf-8"))
    return Kept(Result.of(plain), plain["day"], plain["took"])


def _file(name: str) -> Path:
    return FOLDER / f"{re.sub('[^a-z0-9]+', '_', name.lower())}.json"
