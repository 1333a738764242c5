"""What the model tree shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("body", "revolute", "prismatic", "fixed", "helical", "planar", "spherical", "free_flyer", "frame")
JOINTS = KINDS[1:-1]


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One row: a body, the joint that carries it, or a frame on it. Rows come parents first, subtrees together."""

    key: str  # "body:", "joint:" or "frame:" and the name
    kind: str  # one of KINDS
    name: str  # as it is read; the tree shows whose it is
    note: str = ""  # read beside the name: a mass, a kind of joint
    depth: int = 0
    body: str = ""  # whole name of the body that is outlined when the row is selected; empty: none
