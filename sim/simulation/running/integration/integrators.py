"""The integrators of smooth motion, as data: names, orders, what they keep, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Integrator:
    """One way of integrating q̇ = v, H(q) v̇ + C(q, v) = τ on the manifold of configurations."""

    name: str
    order: int  # p: the error at a given time goes as dt^p
    source: str  # paper or section of a book
    adaptive: bool = False  # chooses its own steps inside dt, from rtol and atol
    implicit: bool = False  # solves equations in every step, to `tolerance`
    symmetric: bool = False  # run with the velocity turned round, it goes back the way it came
    symplectic: bool = False  # comes from a discrete Lagrangian: keeps momentum, and energy within a band


@dataclass(frozen=True, slots=True)
class Tableau:
    """Butcher's coefficients of an explicit Runge-Kutta method of s stages."""

    A: tuple[tuple[float, ...], ...]  # row i: weights of stages 0 … i - 1
    b: tuple[float, ...]  # (s,) weights of the result
    c: tuple[float, ...]  # (s,) instants, as parts of the step


TABLEAUX = {
    "explicit_euler": Tableau(((),), (1.0,), (0.0,)),
    "rk4": Tableau(((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)), (1 / 6, 1 / 3, 1 / 3, 1 / 6), (0.0, 0.5, 0.5, 1.0)),
}

INTEGRATORS = {
    integrator.name: integrator
    for integrator in (
        Integrator("explicit_euler", 1, "Euler 1768; Hairer, Nørsett & Wanner 1993, §I.7. Gains energy: to be seen, not used"),
        Integrator("semi_implicit_euler", 1, "Hairer, Lubich & Wanner 2006, §I.1.2: velocity first, then position with it"),
        Integrator("rk4", 4, "Kutta 1901; on the manifold as Munthe-Kaas 1999 (RKMK), with the exact dexp⁻¹"),
        Integrator(
            "dop853",
            8,
            "Dormand & Prince, in Hairer, Nørsett & Wanner 1993, chapter II; exponential coordinates renewed at every step",
            adaptive=True,
        ),
        Integrator(
            "implicit_midpoint",
            2,
            "Hairer, Lubich & Wanner 2006, §II.1 and §IV.8 (Lie-group methods): symmetric",
            implicit=True,
            symmetric=True,
        ),
        Integrator(
            "variational",
            2,
            "Marsden & West 2001, parts 1 and 3 (discrete Lagrange-d'Alembert, trapezoidal discrete Lagrangian), on the group "
            "as Bou-Rabee & Marsden 2009, free-flyers by `straight_step`",
            implicit=True,
            symmetric=True,
            symplectic=True,
        ),
    )
}
"""explicit_euler, semi_implicit_euler: one evaluation a step; rk4: four, for most uses; dop853: the reference, its error under
control; implicit_midpoint, variational: for long runs, and for looking at what a discretisation keeps."""
