"""Ellipsoids and polytopes of frames as they are drawn: each quantity of a robot to one scale, whatever frame it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.analysis.ellipsoids.polytopes import cut_polytope
from torseur.sim.analysis.ellipsoids.values import Capability
from torseur.sim.arrays import Array
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import ACCELERATION, FORCE, VELOCITY
from torseur.ui.text.capability_text import UNITS, ball_text, ellipsoid_text, frame_text, kind_text
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import EllipsoidMark, LegendRow, PolytopeMark

from .arrow_scale import Scale, scale_text
from .view_switches import ViewSwitches

COLORS = {"velocity": VELOCITY, "force": FORCE, "dynamic": ACCELERATION}
GLYPHS = {
    "velocity": "ellipsoid",
    "force": "dashed_ellipsoid",
    "dynamic": "dotted_ellipsoid",
    "velocity_polytope": "polytope",
    "force_polytope": "dashed_polytope",
}
LONGEST = 0.46  # of a semi-axis of forces, as a share of the scene's size: longer ones are cut
MOST_RATIO = 5.0  # the longest force that is drawn in full, to the shortest: beyond it the long ones are cut
CUT = marked(", cut short")
Key = tuple[str, str, str, bool]  # robot, quantity, rows, whether it is of the joints' limits


@dataclass(eq=False, slots=True)
class CapabilityDrawing:
    """Draws the capabilities of frames. Mutable: it keeps the scales."""

    sizes: Mapping[str, float] = field(default_factory=dict)  # of each robot: radius of a ball around it [m]
    scales: dict[Key, Scale] = field(default_factory=dict)

    def scale(self, capability: Capability, kind: str) -> float:
        """Metres drawn per unit; 0: never drawn."""
        scale = self.scales.get(_key(capability, kind))
        return scale.value if scale is not None else 0.0

    def draw(
        self, switches: ViewSwitches, capabilities: Sequence[Capability], size: float
    ) -> tuple[tuple[EllipsoidMark, ...], tuple[PolytopeMark, ...]]:
        """All there is; `size` is that of a robot that has none of its own [m]."""
        named = len(capabilities) > 1
        ellipsoids, polytopes = [], []
        for robot, of_robot in self._by_robot(capabilities).items():
            self._fit(of_robot, self.sizes.get(robot, size))
        for one in capabilities:
            own = self.sizes.get(_robot(one), size)
            ellipsoids += [self._ellipsoid(switches, one, kind, own, named) for kind in one.ellipsoids]
            polytopes += [self._polytope(switches, one, kind, own, named) for kind in one.polytopes]
        return tuple(x for x in ellipsoids if x is not None), tuple(x for x in polytopes if x is not None)

    def legend(self, capabilities: Sequence[Capability]) -> list[LegendRow]:
        """What each kind that is drawn means, and to which scale."""
        rows = []
        robots = self._by_robot(capabilities)
        for kind, glyph in GLYPHS.items():
            for robot, of_robot in robots.items():
                one = next((one for one in of_robot if kind in one.ellipsoids or kind in one.polytopes), None)
                if one is not None and self.scale(one, kind):
                    quantity = _quantity(kind)
                    value = scale_text(self.scale(one, kind), UNITS[one.rows][quantity])
                    ball = ball_text(kind, one.prismatic, one.weighted)
                    name = kind_text(kind, one.rows)
                    if len(robots) > 1:
                        name = tr("{shape} of {robot}", shape=name, robot=robot)
                    rows.append(LegendRow(glyph, COLORS[quantity], name, value, ball))
        return rows

    def _by_robot(self, capabilities: Sequence[Capability]) -> dict[str, list[Capability]]:
        found: dict[str, list[Capability]] = {}
        for one in capabilities:
            found.setdefault(_robot(one), []).append(one)
        return found

    def _fit(self, capabilities: Sequence[Capability], size: float) -> None:
        """Set each scale by what is longest; of forces by no more than so many times the shortest: they grow without end."""
        reaches: dict[Key, list[float]] = {}
        for one in capabilities:
            for kind, ellipsoid in one.ellipsoids.items():
                reaches.setdefault(_key(one, kind), []).extend(ellipsoid.lengths.tolist())
            for kind, polytope in one.polytopes.items():
                inner = float(polytope.offsets[polytope.offsets > 0.0].min(initial=np.inf))
                reaches.setdefault(_key(one, kind), []).extend((inner, polytope.outer))
        for key, lengths in reaches.items():
            good = [x for x in lengths if x > 0.0]
            if min(good, default=np.inf) == np.inf:
                continue
            if key[1] == "force":
                largest = min(max(good), MOST_RATIO * min(good))
                self.scales.setdefault(key, Scale(0.22, 0.10, 0.36)).fit(largest, size)
            else:
                self.scales.setdefault(key, Scale(0.30, 0.18, 0.55)).fit(max(x for x in good if x < np.inf), size)

    def _ellipsoid(self, switches: ViewSwitches, one: Capability, kind: str, size: float, named: bool) -> EllipsoidMark | None:
        scale, found = self.scale(one, kind), one.ellipsoids[kind]
        if not scale or (kind == "force" and not np.isfinite(found.lengths).any()):
            return None
        longest = LONGEST * size / scale if kind == "force" else np.inf
        unit = UNITS[one.rows][kind]
        texts = tuple(_axis_text(kind, k, float(x), unit, longest) for k, x in enumerate(found.lengths))
        axes, clipped = found.semi_axes(longest)
        label = ""
        if switches.ellipsoid_labels:
            name, longest_text = ellipsoid_text(kind, one.rows), texts[0].removesuffix(tr(CUT))
            label = f"{frame_text(one, named)}{name} {longest_text}"
        return EllipsoidMark(
            one.pose[:3, 3],
            axes * scale,
            COLORS[kind],
            label,
            clipped,
            kind == "force",
            texts,
            kind == "dynamic",
            switches.axis_labels,
        )

    def _polytope(self, switches: ViewSwitches, one: Capability, kind: str, size: float, named: bool) -> PolytopeMark | None:
        scale, found = self.scale(one, kind), one.polytopes[kind]
        if not scale:
            return None
        quantity = _quantity(kind)
        drawn, clipped = cut_polytope(found, LONGEST * size / scale) if quantity == "force" else (found, False)
        unit, center = UNITS[one.rows][quantity], one.pose[:3, 3]
        points, texts = _extremes(drawn.vertices, found.normals, found.offsets, found.inner, unit, clipped)
        reach = f"≤ {quantity_text(found.outer, unit)}" if found.bounded else f"≥ {quantity_text(found.inner, unit)}"
        reach = reach if np.isfinite(found.inner) else tr("unbounded")
        name = kind_text(kind, one.rows).lower()
        label = f"{frame_text(one, named)}{name} {reach}" if switches.ellipsoid_labels else ""
        return PolytopeMark(
            center + scale * drawn.vertices,
            drawn.triangles,
            drawn.edges,
            COLORS[quantity],
            label,
            clipped,
            quantity == "force",
            center + scale * points,
            texts,
            switches.axis_labels,
        )


def _quantity(kind: str) -> str:
    return kind.removesuffix("_polytope")


def _robot(one: Capability) -> str:
    """The part of the scene that a frame is of; empty where there is but one."""
    return one.frame.partition("/")[0] if "/" in one.frame else ""


def _key(one: Capability, kind: str) -> Key:
    return _robot(one), _quantity(kind), one.rows, one.weighted or kind.endswith("_polytope")


def _axis_text(kind: str, k: int, length: float, unit: str, longest: float) -> str:
    sign = {"velocity": f"σ{subscript(k + 1)} ", "force": f"1/σ{subscript(3 - k)} ", "dynamic": ""}[kind]
    if not np.isfinite(length):
        return tr("unbounded")
    return f"{sign}{quantity_text(length, unit)}{tr(CUT) if length > longest else ''}"


def _extremes(
    vertices: Array, normals: Array, offsets: Array, inner: float, unit: str, clipped: bool
) -> tuple[Array, tuple[str, ...]]:
    """The farthest vertex, unless it was cut, and the point of a face that is nearest, with a text each."""
    points, texts = [], []
    if not clipped:
        lengths = np.linalg.norm(vertices, axis=1)
        far = int(np.argmax(np.round(lengths, 9)))
        points.append(vertices[far])
        texts.append(tr("at most {length}", length=quantity_text(float(lengths[far]), unit)))
    if inner > 0.0 and len(offsets):
        near = int(np.argmin(np.round(offsets, 9)))
        points.append(offsets[near] * normals[near])
        texts.append(tr("any way {length}", length=quantity_text(float(offsets[near]), unit)))
    return np.array(points).reshape(-1, 3), tuple(texts)
