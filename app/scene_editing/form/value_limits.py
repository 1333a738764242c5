"""How large and how small values may be that are typed into a scene: what is beyond is refused with the limits, or told of."""

from __future__ import annotations

from torseur.sim.analysis.masses.extents import shape_volume
from torseur.sim.multibody.model.shapes import Shape
from torseur.sim.texts import tr
from torseur.ui.text.number_text import number_text

MASS = (1e-9, 1e9)  # [kg] a grain of pollen to a thousand airliners
LENGTH = (1e-6, 1e5)  # [m] of a shape
PLACE = (-1e6, 1e6)  # [m]
SPEED = (-1e5, 1e5)  # [m/s]
SPIN = (-1e6, 1e6)  # in either unit of angle a second
GAIN = (0.0, 1e12)
MOMENT = (0.0, 1e18)  # [kg m²]
DURATION = (1e-6, 1e8)  # [s]
GRAVITY_LIMITS = (-1e4, 1e4)  # [m/s²]
DENSITY = (1e-6, 1e9)  # [kg/m³] that is taken
KNOWN_DENSITY = (0.1, 22_600.0)  # [kg/m³] of matter that people handle: from gases to osmium


def density_fault(mass: float, shape: Shape) -> str:
    """Why no body of this mass [kg] and shape is taken, a sentence that names the limits; empty: it is."""
    density = _density(mass, shape)
    least, most = DENSITY
    if density is None or least <= density <= most:
        return ""
    return tr(
        "its density would be {density} kg/m³; from {least:g} to {most:g} kg/m³ is taken",
        density=number_text(density),
        least=least,
        most=most,
    )


def density_note(mass: float, shape: Shape) -> str:
    """What is doubtful about a body of this mass [kg] and shape, a sentence; empty: nothing."""
    density = _density(mass, shape)
    least, most = KNOWN_DENSITY
    if density is None or least <= density <= most:
        return ""
    shown = number_text(density)
    if density > most:
        return tr("Its density is {density} kg/m³: osmium, the densest element, has {most:g}.", density=shown, most=most)
    return tr("Its density is {density} kg/m³: less than a gas, {least:g}.", density=shown, least=least)


def _density(mass: float, shape: Shape) -> float | None:
    volume = shape_volume(shape)
    return mass / volume if volume else None
