"""What the contact inspector shows, as plain values: contacts, their problem with its solution, and how it was solved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class ContactRow:
    """One contact. Its load is a force [N], or where the velocity jumped an impulse [N s]."""

    name: str  # in the notation of `paint_math`: "c_1"
    pair: str  # "brick · ground", bodies as they are read where room is short
    gap: float  # [m]
    speed: float  # normal relative velocity after the step [m/s]
    normal: float  # [N], [N s] at an impact
    tangential: float  # size of the friction [N], [N s] at an impact
    mode: str  # "sticking", "sliding", "open", or "closed": pressed, and without friction
    impact: bool  # whether the velocity jumped
    friction: float  # coefficient μ
    force: tuple[float, float]  # friction along two tangents [N], [N s] at an impact
    bodies: tuple[str, str] = ("", "")  # by their full names


@dataclass(frozen=True, eq=False, slots=True)
class ProblemView:
    """A contact problem ζ̇ = M λ + d of n contacts and nv velocities, and its solution."""

    names: tuple[str, ...]  # of the contacts, as in their rows
    M: np.ndarray  # (n, n) Delassus matrix [1/kg]
    H: np.ndarray  # (nv, nv) mass matrix [kg, kg m, kg m²]
    T: np.ndarray  # (nv, n) directions of the contacts [1, m]
    H_labels: tuple[str, ...]  # of the velocities: a joint's name, "brick v_x" for a free body
    lam: np.ndarray  # (n,) normal forces [N]
    d: np.ndarray  # (n,) ζ̇ without forces [m/s²]
    rate: np.ndarray  # (n,) ζ̇ [m/s²]
    rank: int  # of M
    condition: float  # of M on its range
    residual: float  # of the natural map [m/s²]
    complementarity: float  # |ζ̇ᵀ λ| [N m/s²]
    cone_margin: float | None  # smallest μ λ_n - |λ_t| [N]; None without friction
    penetration: float  # deepest [m]
    frictional: bool  # whether friction was solved for
    relative_residual: float  # of the contact law, over the largest of forces and accelerations [-]
    method: str  # of the solver that answered
    iterations: int


@dataclass(frozen=True, slots=True)
class SolveFacts:
    """How the last step was solved."""

    solver: str
    iterations: int
    residual: float  # [m/s]
    step: float  # [s]
    scheme: str
