"""How a verdict looks: its word, its mark and its colour, everywhere the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from torseur.sim.simulation.inspection.checking.values import (
    COMPLEMENTARITY,
    CONE,
    DOUBT,
    ENERGY,
    FAIL,
    MOMENTUM,
    PASS,
    PENETRATION,
    STEP_ERROR,
    UNKNOWN,
    RecordingCheck,
)
from torseur.sim.texts import marked

from ....look.theme import Theme
from ....text.same_value import Value


@dataclass(frozen=True, slots=True)
class VerdictLook:
    """A verdict as it is written and drawn."""

    word: str
    icon: str  # of `SHAPES`
    role: str  # of the theme
    height: int  # of its bar on the time line [px]


@dataclass(frozen=True, eq=False, slots=True)
class CheckedTimes(Value):
    """What the time line shows: the states of a recording that were checked so far."""

    recording: Any
    count: int  # of states that were checked
    end: float  # of the recording [s]
    t: float  # shown [s]
    found: RecordingCheck | None = field(compare=False)  # it has as many states; None: none


TONES = {PASS: "good", DOUBT: "warning", FAIL: "warning", UNKNOWN: "plain"}  # of a badge
FAILED = "#D64545"
LOOKS = {
    UNKNOWN: VerdictLook(marked("not known"), "minus", "text_hint", 1),
    PASS: VerdictLook(marked("passes"), "check", "good", 3),
    DOUBT: VerdictLook(marked("doubt"), "warning", "warning", 7),
    FAIL: VerdictLook(marked("fails"), "error", "sliding_text", 12),
}
TITLES = {
    COMPLEMENTARITY: marked("Complementarity"),
    CONE: marked("Cone"),
    PENETRATION: marked("Penetration"),
    MOMENTUM: marked("Momentum"),
    ENERGY: marked("Energy"),
    STEP_ERROR: marked("Step error"),
}
FORMULAS = {
    COMPLEMENTARITY: "‖r − P_K(r − ρ û)‖ / ρ,   0 ≤ λ ⊥ ζ ≥ 0",
    CONE: "max(‖b‖ − μ n, −n)",
    PENETRATION: "max(0, −φ)",
    MOMENTUM: "‖Δp − Σ r − h (m g + f)‖",
    ENERGY: "max(0, ΔE − W_{motors} − W_{joints})",
    STEP_ERROR: marked("‖one step − two halves‖"),
}


def color_of(verdict: str, theme: Theme) -> str:
    """The colour of a verdict in a theme."""
    return FAILED if verdict == FAIL else str(getattr(theme, LOOKS[verdict].role))
