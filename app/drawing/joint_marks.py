"""Axes and limits of joints, as arrays that are prepared once a model."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Joint, JointKind, Model
from torseur.sim.texts import tr
from torseur.ui.look.theme import JOINT, WARNING
from torseur.ui.text.number_text import number_text
from torseur.ui.viewport.many_marks import ArrowField, Field, LineField, SolidField
from torseur.ui.viewport.marks import Label, LegendRow
from torseur.ui.viewport.mesh.color import srgb

PIECES = 40  # of an arc
NEAR = 0.05  # share of its range by which a joint is near a limit
LARGEST, LEAST = 0.05, 0.014  # of the symbol of a joint, as a share of the scene's size
MOST_NAMED = 4  # joints near a limit with a label each; those that follow others have none
WIDTH = 2.2  # of lines [screen unit]
SYMBOLS = {JointKind.PRISMATIC: "block", JointKind.SPHERICAL: "egg"}  # all others: a drum


class JointMarks:
    """Of the joints of one model that move; `size` is the radius of a ball around it [m]."""

    def __init__(self, model: Model, size: float, poses: Array) -> None:
        index = {name: i for i, name in enumerate(model.body_names)}
        self._names = model.body_names
        self._joints = [j for j in model.joints if j.kind.nv > 0 and j.kind is not JointKind.FREE_FLYER]
        self._world = len(model.bodies)
        joints = self._joints
        self._parent = np.array([self._world if j.parent is None else index[j.parent] for j in joints], dtype=int)
        self._child = np.array([index[j.child] for j in joints], dtype=int)
        self._placement = np.array([j.placement for j in joints]).reshape(-1, 4, 4)
        self._axis = np.array([j.axis for j in joints], dtype=float).reshape(-1, 3)
        self._side = _across(self._axis)
        self._symbols = np.array([SYMBOLS.get(j.kind, "drum") for j in joints], dtype=object)
        self._size = _sizes(self._frames(poses)[:, :3, 3], size)
        self._prepare_limits(model)

    # Axes

    def axes(self, poses: Array, hidden: Array) -> list[Field]:
        """An arrow along each axis, and at the joint a drum where it turns, a block where it slides, a ball for any way."""
        visible = ~hidden[self._child] if len(self._child) else np.zeros(0, dtype=bool)
        frames, size = self._frames(poses), self._size
        axis = np.einsum("nij,nj->ni", frames[:, :3, :3], self._axis)
        side = np.einsum("nij,nj->ni", frames[:, :3, :3], self._side)
        origin, color = frames[:, :3, 3], np.array([*srgb(JOINT), 1.0])
        arrows = visible & (self._symbols != "egg")
        count = int(arrows.sum())
        found: list[Field] = [
            ArrowField(
                origin[arrows] - 1.1 * (size[:, None] * axis)[arrows],
                3.4 * (size[:, None] * axis)[arrows],
                np.tile(color, (count, 1)),
                0.09 * size[arrows],
            )
        ]
        turned = np.stack([side, np.cross(axis, side), axis], axis=2)
        for shape, extent in (("drum", (0.42, 0.42, 1.1)), ("block", (0.75, 0.75, 1.1)), ("egg", (0.55, 0.55, 0.55))):
            chosen = visible & (self._symbols == shape)
            if chosen.any():
                maps = np.zeros((int(chosen.sum()), 3, 4))
                maps[:, :, :3] = turned[chosen] * (size[chosen, None] * np.array(extent))[:, None, :]
                maps[:, :, 3] = origin[chosen]
                found.append(SolidField(shape, maps, np.tile(color, (len(maps), 1))))
        return found

    def axes_legend(self) -> list[LegendRow]:
        """The symbols that there are."""
        names = {"drum": tr("Turns about its axis"), "block": tr("Slides along its axis"), "egg": tr("Turns any way")}
        glyphs = {"drum": "drum", "block": "block", "egg": "ball"}
        return [LegendRow(glyphs[key], JOINT, names[key]) for key in names if np.any(self._symbols == key)]

    # Limits

    def limits(self, poses: Array, q: Array, hidden: Array, selected: str, unit: str) -> tuple[list[Field], list[Label]]:
        """For each joint with two limits an arc, or a bar, from one to the other, and where it stands."""
        if not len(self._limited):
            return [], []
        which = self._limited
        frames = self._frames(poses)[which]
        value = self._ratio * q[self._place] + self._offset
        margin = np.minimum(value - self._lower, self._upper - value) / (self._upper - self._lower)
        near = margin < NEAR
        track, ticks = _moved(frames, self._track), _moved(frames, self._ticks)
        pointer = _moved(frames, self._points(value[:, None], np.array([0.0, 1.12]), center=True))
        visible = ~hidden[self._child[which]]
        colors = np.where(near[:, None], (*srgb(WARNING), 1.0), (*srgb(JOINT), 1.0))
        pale = colors * np.array([1.0, 1.0, 1.0, 0.6])
        starts = np.concatenate([track[visible, :-1].reshape(-1, 3), ticks[visible][:, [0, 2]].reshape(-1, 3)])
        ends = np.concatenate([track[visible, 1:].reshape(-1, 3), ticks[visible][:, [1, 3]].reshape(-1, 3)])
        rows = np.concatenate([np.repeat(pale[visible], track.shape[1] - 1, axis=0), np.repeat(colors[visible], 2, axis=0)])
        fields: list[Field] = [
            LineField(starts, ends, rows, 0.7 * WIDTH),
            LineField(pointer[visible, 0], pointer[visible, 1], colors[visible], 1.5 * WIDTH),
        ]
        order = [int(i) for i in np.argsort(margin, kind="stable") if near[i] and visible[i] and not self._follows[i]][
            :MOST_NAMED
        ]
        order += [i for i, k in enumerate(which) if self._names[self._child[k]] == selected and i not in order]
        labels = [Label(pointer[i, 1], self._text(i, float(value[i]), unit), WARNING if near[i] else JOINT) for i in order]
        return fields, labels

    def limits_legend(self) -> list[LegendRow]:
        """What the arcs mean."""
        if not len(self._limited):
            return []
        return [
            LegendRow("arc", JOINT, tr("Range of a joint")),
            LegendRow("arc", WARNING, tr("Near a limit"), tr("< {share:.0%} of the range", share=NEAR)),
        ]

    def _prepare_limits(self, model: Model) -> None:
        slices = model.joint_slices()
        leaders = [j.mimic.joint if j.mimic else j.name for j in self._joints]
        limited = [
            i
            for i, j in enumerate(self._joints)
            if j.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.HELICAL)
            and np.isfinite(j.lower)
            and np.isfinite(j.upper)
            and j.upper > j.lower
        ]
        joints: list[Joint] = [self._joints[i] for i in limited]
        self._limited = np.array(limited, dtype=int)
        self._place = np.array([slices[leaders[i]][0].start for i in limited], dtype=int)
        self._ratio = np.array([j.mimic.ratio if j.mimic else 1.0 for j in joints])
        self._offset = np.array([j.mimic.offset if j.mimic else 0.0 for j in joints])
        self._follows = np.array([j.mimic is not None for j in joints], dtype=bool)
        self._lower = np.array([j.lower for j in joints])
        self._upper = np.array([j.upper for j in joints])
        self._slides = np.array([j.kind is JointKind.PRISMATIC for j in joints], dtype=bool)
        if not limited:
            return
        steps = np.linspace(0.0, 1.0, PIECES + 1)
        values = self._lower[:, None] + (self._upper - self._lower)[:, None] * steps
        self._track = self._points(values, np.ones(PIECES + 1))
        ends = np.stack([self._lower, self._lower, self._upper, self._upper], axis=1)
        self._ticks = self._points(ends, np.array([0.88, 1.12, 0.88, 1.12]))

    def _points(self, values: Array, reach: Array, center: bool = False) -> Array:
        """Points (n, k, 3) in the frames of the joints: at `values` (n, k) or (n, 1) of them, so many radii away.

        An arc of more than a turn is a spiral: it does not cover itself.
        """
        which = self._limited
        axis, side = self._axis[which][:, None], self._side[which][:, None]
        radius = 2.3 * self._size[which][:, None]
        values = np.broadcast_to(values, (len(which), len(reach)))
        turns = np.where(self._upper - self._lower > 2 * np.pi + 1e-6, 0.1 / (2 * np.pi), 0.0)[:, None]
        length = radius * reach * (1.0 + turns * (values - self._lower[:, None]))
        round_ = np.cos(values)[..., None] * side + np.sin(values)[..., None] * np.cross(axis, side)
        turned = length[..., None] * round_
        from_ = np.where(center & (reach == 0.0), 0.4, reach)
        slid = (0.5 * radius * from_)[..., None] * side + values[..., None] * axis
        return np.where(self._slides[:, None, None], slid, turned)

    def _text(self, i: int, value: float, unit: str) -> str:
        joint = self._joints[self._limited[i]]
        sign, factor = ("m", 1.0) if self._slides[i] else ("°", 180 / np.pi) if unit == "deg" else ("rad", 1.0)
        space = "" if sign == "°" else " "
        low, now, high = (number_text(factor * x) for x in (joint.lower, value, joint.upper))
        value_text = f"{joint.name.rsplit('/', 1)[-1]} {now}{space}{sign}"
        return tr("{value}  in {low} … {high}", value=value_text, low=low, high=high)

    def _frames(self, poses: Array) -> Array:
        """Frames (joints, 4, 4) of the joints in the world."""
        bodies = np.concatenate([poses[: self._world], np.eye(4)[None]])
        return np.asarray(bodies[self._parent] @ self._placement)


def _across(axis: Array) -> Array:
    """For each unit axis (n, 3) a unit direction across it: the x axis, or else the y axis, as far as it is across."""
    if not len(axis):
        return axis
    chosen = np.where(np.abs(axis[:, :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    side = chosen - axis * np.einsum("ni,ni->n", axis, chosen)[:, None]
    return np.asarray(side / np.linalg.norm(side, axis=1, keepdims=True))


def _moved(frames: Array, points: Array) -> Array:
    """Points (n, k, 3) of frames (n, 4, 4) in the world."""
    return np.asarray(points @ frames[:, :3, :3].transpose(0, 2, 1) + frames[:, None, :3, 3])


def _sizes(origins: Array, size: float) -> Array:
    """How large the symbol of each joint (n,) is [m]: less where the next one is near."""
    if len(origins) < 2:
        return np.full(len(origins), LARGEST * size)
    from scipy.spatial import cKDTree

    rounded = np.unique(np.round(origins / (1e-3 * size)), axis=0) * (1e-3 * size)
    if len(rounded) < 2:
        return np.full(len(origins), LARGEST * size)
    away = np.asarray(cKDTree(rounded).query(origins, k=2)[0])[:, 1]
    return np.clip(0.3 * away, LEAST * size, LARGEST * size)
