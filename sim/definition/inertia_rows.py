"""Moments of inertia as definitions in TOML give them."""

from __future__ import annotations

import msgspec
import numpy as np

from ..arrays import Array, frozen
from ..texts import tr


class Inertia(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Moments about the centre of mass, along the axes of what has them [kg m²]."""

    xx: float
    yy: float
    zz: float
    xy: float = 0.0
    xz: float = 0.0
    yz: float = 0.0


def matrix_of(inertia: Inertia) -> Array:
    """Return the inertia as a matrix (3, 3)."""
    xx, yy, zz, xy, xz, yz = inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz
    return frozen(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def inertia_fault(inertia: Array) -> str:
    """Why no body can have this inertia (3, 3), a sentence; empty: one can.

    Moments about the principal axes are positive, and none is greater than the sum of the other two.
    """
    least, middle, most = np.linalg.eigvalsh(inertia)
    if least <= 0.0:
        return tr("the moments about its principal axes must be above 0; the least is {least:.6g} kg m²", least=least)
    if most > (least + middle) * (1.0 + 1e-9):
        return tr(
            "no body has these moments: of {least:.6g}, {middle:.6g} and {most:.6g} kg m² about its principal axes the "
            "greatest is above the sum of the other two",
            least=least,
            middle=middle,
            most=most,
        )
    return ""
