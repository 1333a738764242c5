"""What is drawn of a rotation at the chosen frame: its axis, a vector that turns, its parts, and angular velocities that add."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.jacobian.small_rotations import small_rotation
from torseur.sim.arrays import Array
from torseur.sim.texts import tr
from torseur.ui.look.theme import ENERGY, JOINT, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.units import unit_text, value_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, LegendRow, Overlays, Trail, joined

from ...drawing.arrow_scale import Scale, round_step, scale_text
from ...sheet.page import Layer, Seen
from .rotation_sections import ACROSS, ALONG, CROSS, added
from .typed_rotation import RotationSettings

ARC, CIRCLE = 48, 96  # points of the way of the vector's tip, and of the circle that it is on
LEAST = 1e-6  # of the vectors' unit: shorter ones are not drawn


class RotationScales:
    """Mutable: a scale stays until what is drawn by it would be too long or too short."""

    def __init__(self) -> None:
        self.speed, self.vector = (Scale(0.55, 0.2, 0.8), Scale(0.16, 0.06, 0.25))  # of ω, and of v and what becomes of it


def origin_of(seen: Seen) -> Array:
    """Where it is drawn (3,): at the chosen frame, or without one in the world's origin."""
    return np.array(seen.poses[seen.model.frame_index(seen.frame)][:3, 3]) if seen.frame else np.zeros(3)


def axis_length(size: float) -> float:
    """How long the axis is drawn in a scene of this size [m]."""
    return round_step(0.25 * size)


def rotation_layer(seen: Seen, typed: RotationSettings, scales: RotationScales) -> Layer:
    """Of the sections that are to be drawn; each with its rows of the legend."""
    origin, length = origin_of(seen), scales.vector.value
    found, rows = Overlays(), list[LegendRow]()
    if "formula" in typed.drawn:
        found = joined(found, _axis(seen, typed, origin))
        rows.append(LegendRow("arrow", JOINT, tr("Axis u"), "", tr("small axes before, large ones after")))
    if "turned" in typed.drawn:
        found = joined(found, _turned(typed, origin, length))
        rows.append(LegendRow("arrow", VELOCITY, tr("v, and R v"), scale_text(length, "")))
        rows.append(LegendRow("arrow", ENERGY, "δθ u × v"))
    if "parts" in typed.drawn:
        found = joined(found, _parts(typed, origin, length))
        rows.append(LegendRow("arrow", ALONG, "vz", "", tr("along the axis")))
        rows.append(LegendRow("arrow", ACROSS, tr("vx, and vx cos θ"), "", tr("perpendicular to it")))
        rows.append(LegendRow("arrow", CROSS, tr("vy, and vy sin θ"), "", "u × v"))
    if typed.drawn & {"rate", "sum"}:
        found = joined(found, Overlays(arrows=_speeds(typed, origin, scales.speed, seen.size)))
        scale = scale_text(scales.speed.value, "rad/s") if scales.speed.value else ""
        rows.append(LegendRow("arrow", WARNING, tr("Angular velocity ω"), scale))
    return found, tuple(rows)


def _axis(seen: Seen, typed: RotationSettings, origin: Array) -> Overlays:
    """u, and the axes of the frame before and after."""
    before, after = np.eye(4), np.eye(4)
    before[:3, 3] = after[:3, 3] = origin
    after[:3, :3] = typed.R
    frames = FrameTriad(before, 0.16 * seen.size), FrameTriad(after, 0.26 * seen.size)
    angle, unit = value_text(typed.angle, True, seen.angle_unit), seen.angle_unit
    turn = f"u, θ {angle}{'' if unit == 'deg' else ' '}{unit_text(True, unit)}"
    return Overlays(arrows=(Arrow(origin, axis_length(seen.size) * typed.u, JOINT, turn),), frames=frames)


def _turned(typed: RotationSettings, origin: Array, length: float) -> Overlays:
    """v, R v with the way there, and the small change of v; `length` : of a vector of length 1 [m]."""
    v, small = typed.v, small_rotation(typed.u, typed.step, typed.v).linear
    arrows = [Arrow(origin, length * v, VELOCITY, "v", "dashed"), Arrow(origin, length * typed.R @ v, VELOCITY, "R v")]
    if np.any(small):
        size = quantity_text(float(np.linalg.norm(small)), "")
        arrows.append(Arrow(origin + length * v, length * small, ENERGY, f"δθ u × v  {size}"))
    return Overlays(arrows=tuple(arrows), trails=(Trail(origin + length * _way(typed, typed.angle, ARC), VELOCITY),))


def _parts(typed: RotationSettings, origin: Array, length: float) -> Overlays:
    """v_z from the origin, v_x and v_y from its tip, there v_x cos θ and v_y sin θ up to the tip of R v, and its circle."""
    parts = typed.parts
    foot = origin + length * parts.along
    pairs = (
        (origin, parts.along, ALONG, "vz", "solid"),
        (foot, parts.across, ACROSS, "vx", "solid"),
        (foot, parts.cross, CROSS, "vy = u × v", "solid"),
        (foot, parts.cosine, ACROSS, "vx cos θ", "dashed"),
        (foot + length * parts.cosine, parts.sine, CROSS, "vy sin θ", "dashed"),
    )
    arrows = [
        Arrow(tail, length * vector, color, text, kind)
        for tail, vector, color, text, kind in pairs
        if float(np.linalg.norm(vector)) > LEAST
    ]
    circle = origin + length * _way(typed, 2.0 * np.pi, CIRCLE)
    return Overlays(arrows=tuple(arrows), trails=(Trail(circle, ACROSS, dashed=True),))


def _way(typed: RotationSettings, angle: float, count: int) -> Array:
    """Points (count, 3) that the tip of v goes through as it is turned by an angle."""
    parts, turns = typed.parts, np.linspace(0.0, angle, count)[:, None]
    return np.asarray(parts.along + np.cos(turns) * parts.across + np.sin(turns) * parts.cross)


def _speeds(typed: RotationSettings, origin: Array, scale: Scale, size: float) -> tuple[Arrow, ...]:
    """ω(p/k), and if wanted ω(i/p) from its head, and their sum."""
    of = added(typed)
    sizes = [float(np.linalg.norm(w)) for w in (of.carrier, of.relative, of.total)]
    by, texts = scale.fit(max(sizes), size), [quantity_text(one, "rad/s") for one in sizes]
    found = []
    if sizes[0] > 0.0:
        found.append(Arrow(origin, by * of.carrier, WARNING, f"ω(p/k)  {texts[0]}"))
    if "sum" in typed.drawn:
        found.append(Arrow(origin + by * of.carrier, by * of.relative, WARNING, f"ω(i/p)  {texts[1]}"))
        found.append(Arrow(origin, by * of.total, WARNING, f"ω(i/k)  {texts[2]}", "dashed"))
    return tuple(found)
