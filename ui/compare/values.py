"""What the workspace Compare shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Dash = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RunLook:
    """How one run is named, and told apart from the others."""

    key: str
    name: str  # "time-stepping, h = 10 ms"
    short: str  # "h = 10 ms"
    color: str  # #RRGGBB
    dash: Dash = ()


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run at the present instant."""

    look: RunLook
    role: str  # "A", "B", "A B" or ""
    apart: float  # of the chosen signal from the reference's, now; NaN where it is not known
    ghost: bool  # whether it is drawn as a ghost
    played: bool  # whether it is what the window plays
    tip: str  # what it took


@dataclass(frozen=True, slots=True)
class IntegratorRow:
    """One integrator for the smooth part, measured on the scene."""

    name: str
    order: int  # that it has by its construction
    between: str  # measured between events: an order, "exact", or why there is none
    through: str  # measured with one contact solve a step
    tip: str = ""


@dataclass(frozen=True, slots=True)
class LimitView:
    """What the lecture says of a scheme, shown on the scene: words with numbers."""

    key: str
    lines: tuple[str, ...]  # a sentence each
    link: str = ""  # the text of a button that leads to where more of it is; empty: none


@dataclass(frozen=True, eq=False, slots=True)
class CornerPoints:
    """Gap of one pair of bodies and force between them after each step of a run, beside the corner 0 ≤ φ ⟂ λ ≥ 0."""

    gap: np.ndarray  # (n,) [m]
    force: np.ndarray  # (n,) [N]
    now: int  # the step at hand; -1: none
    name: str  # of the run
