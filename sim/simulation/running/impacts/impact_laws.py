"""Which laws of impact there are, by the names that settings give them."""

from __future__ import annotations

SIMULTANEOUS, SEQUENTIAL = 0, 1

IMPACT_LAWS = {"simultaneous": SIMULTANEOUS, "sequential": SEQUENTIAL}
"""simultaneous: all contacts closed at an instant in one problem; sequential: the pair that approaches fastest by itself, then
the next, until none approaches."""

NEWTON_LAW, POISSON_LAW = 0, 1

RESTITUTION_LAWS = {"newton": NEWTON_LAW, "poisson": POISSON_LAW}
"""newton: e is the ratio of normal velocities after and before; poisson: of the normal impulses of expansion and compression."""
