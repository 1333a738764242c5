"""All there is to say of the masses of a body and of a model, as values to be shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, slots=True)
class MassVerdict:
    """Whether a body keeps a rule, named as the load doctor names it; what was found, and what is wanted."""

    rule: str
    passed: bool
    found: str = ""
    wanted: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class MassReport:
    """The mass of one body, and whether a body can have it. Arrays are read-only; `None`: the shapes do not tell."""

    body: str
    mass: float  # [kg]
    com: Array  # (3,) centre of mass in the body frame [m]
    inertia: Array  # (3, 3) about the centre of mass, along the axes of the body frame [kg m²]
    moments: Array  # (3,) principal moments, least first [kg m²]
    axes: Array  # (3, 3) principal directions as columns, in the body frame
    box: Array  # (3,) edges, along `axes`, of the uniform box of this mass and inertia [m]; 0 where there is none
    bounds: tuple[Array, Array] | None  # lowest and highest corner (3,) of the box about its shapes, body axes [m]
    com_distance: float | None  # from the centre of mass to `bounds`; 0 inside [m]
    volume: float | None  # that its shapes enclose [m³]
    verdicts: tuple[MassVerdict, ...]  # empty: neither mass nor inertia, so nothing to judge

    @property
    def ellipsoid(self) -> Array:
        """Semi-axes (3,), along `axes`, of the uniform ellipsoid of this mass and inertia [m]."""
        return self.box * np.sqrt(5.0 / 12.0)

    @property
    def triangle_margin(self) -> float:
        """(a + b - c) / c of the moments a ≤ b ≤ c: 1 for a ball, 0 for what is flat, below 0 for no body at all."""
        a, b, c = self.moments.tolist()
        return (a + b - c) / c if c > 0.0 else 0.0

    @property
    def condition(self) -> float:
        """Largest over least principal moment; inf if the least is not above 0."""
        return float(self.moments[2] / self.moments[0]) if self.moments[0] > 0.0 else float("inf")

    @property
    def density(self) -> float | None:
        """Mass over volume [kg/m³]."""
        return self.mass / self.volume if self.volume else None

    @property
    def broken(self) -> tuple[MassVerdict, ...]:
        """The rules that it breaks."""
        return tuple(verdict for verdict in self.verdicts if not verdict.passed)
