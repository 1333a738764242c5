"""What the page Equation shows of a recorded step, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False, slots=True)
class RecordedStep:
    """Terms (nv,) [N·m | N] of H q̈ + C q̇ + g = τ + τ_p + Tλ as a step or an instant was solved."""

    inertial: np.ndarray
    coriolis: np.ndarray
    gravity: np.ndarray
    tau: np.ndarray
    passive: np.ndarray
    by_contact: np.ndarray  # (contacts, nv) of Tλ, a row a contact
    contacts: tuple[str, ...]  # what touches what, in each
    caption: str  # which step or instant it is

    @property
    def contact(self) -> np.ndarray:
        """Tλ (nv,)."""
        return np.asarray(self.by_contact.sum(axis=0))

    @property
    def residual(self) -> np.ndarray:
        """H q̈ + C q̇ + g - τ - τ_p - Tλ (nv,)."""
        return np.asarray(self.inertial + self.coriolis + self.gravity - self.tau - self.passive - self.contact)
