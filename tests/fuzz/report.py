"""What became of all the files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from torseur import robots

from .cases import Case
from .pool import Job
from .verdict import MEGABYTES
from .worker import Result


@dataclass(slots=True)
class Tally:
    """Counts of files, of the rules they break, and of what is wrong with us."""

    files: Counter[str] = field(default_factory=Counter)  # by kind
    refused: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, tuple[float, int]] = field(default_factory=dict)  # of the slowest of each kind, and its number
    rules: Counter[str] = field(default_factory=Counter)  # by how many files are broken
    megabytes: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def add(self, job: Job, result: Result) -> None:
        """Count a file."""
        kind, number = job
        self.files[kind] += 1
        self.refused[kind] += result.verdict.refused
        self.seconds[kind] = max(self.seconds.get(kind, (0.0, 0)), (result.verdict.seconds, number))
        self.rules.update(set(result.verdict.rules))
        self.megabytes = max(self.megabytes, result.megabytes)

    def is_wrong(self, result: Result) -> bool:
        """Whether anything is wrong with what became of a file."""
        return bool(result.verdict.wrong) or result.megabytes > MEGABYTES

    def keep(self, job: Job, result: Result, case: Case, folder: Path) -> None:
        """Keep a file, and what is wrong with what became of it."""
        wrong = result.verdict.wrong or f"{result.megabytes:.0f} MB were taken; {MEGABYTES:g} MB are allowed"
        kept = folder / f"{job[0]}_{job[1]}"
        kept.mkdir(parents=True, exist_ok=True)
        for name, content in {case.name: case.content, **(case.beside or {}), "wrong.txt": wrong.encode()}.items():
            (kept / name).write_bytes(content)
        self.wrong.append(f"{job[0]} {job[1]} ({case.base}): {wrong.strip().splitlines()[-1]}")

    def text(self, took: float, kept: Path) -> str:
        """Return all of it as a text of lines."""
        lines = [f"{'kind':<10}{'files':>7}{'refused':>9}{'slowest':>10}"]
        for kind, count in self.files.items():
            seconds, number = self.seconds[kind]
            lines.append(f"{kind:<10}{count:>7}{self.refused[kind]:>9}{1e3 * seconds:>7.0f} ms  ({kind} {number})")
        lines += ["", f"{len(self.rules)} of {len(robots.RULES)} rules broken, in how many files:"]
        lines += [f"  {rule:<26}{count:>7}" for rule, count in self.rules.most_common()]
        lines += ["", f"{self.files.total()} files in {took:.0f} s, at most {self.megabytes:.0f} MB"]
        if self.wrong:
            lines += ["", f"{len(self.wrong)} WRONG, kept in {kept}:", *(f"  {line}" for line in self.wrong[:40])]
        else:
            lines.append(
                "nothing wrong: no crash, nothing slow, each refusal with its place, `load` as `diagnose`, no state that was"
            )
            lines.append("not recorded")
        return "\n".join(lines)
