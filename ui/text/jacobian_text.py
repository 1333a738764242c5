"""How a Jacobian is written: names of its rows, and the points and axes it is given in. Its units: see `units`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from torseur.sim.texts import marked, tr

ROWS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
REFERENCES = {"world_aligned": marked("world axes"), "local": marked("frame axes"), "world": marked("world origin")}
_BASIS = "basis "  # before the name of a frame, in the key of its axes


def reference_options(frames: Sequence[str], *, points: bool = True) -> Mapping[str, str]:
    """What choosers of axes offer, keys to texts: those of `REFERENCES`, then the axes of each of these frames.

    points : also those that are of another point; without them, axes alone
    """
    kept = {key: tr(text) for key, text in REFERENCES.items() if points or key != "world"}
    rests = [name.split("/", 1)[-1] for name in frames]  # without the robot's name, where no other has the same rest
    counts = Counter(rests)
    shown = [rest if counts[rest] == 1 else name for name, rest in zip(frames, rests, strict=True)]
    return {**kept, **{_BASIS + name: tr("axes of {frame}", frame=text) for name, text in zip(frames, shown, strict=True)}}


def reference_of(key: str) -> tuple[str, str | None]:
    """The reference that was chosen, and the frame in whose axes vectors are to be written instead, if any."""
    return ("world_aligned", key.removeprefix(_BASIS)) if key.startswith(_BASIS) else (key, None)


def reference_key(reference: str, basis: str | None) -> str:
    """The key of a choice."""
    return reference if basis is None else _BASIS + basis
