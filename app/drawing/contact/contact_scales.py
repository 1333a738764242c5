"""How long arrows of contacts are drawn: the scales of a scene, and the steps by which the user has them longer or shorter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor, log10, sqrt

import numpy as np

from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.shapes import Sphere
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.ui.viewport.mesh.bounds import ball_of_balls
from torseur.ui.viewport.view import View

from ..arrow_scale import round_step

GRAVITY = 9.81  # [m/s²], also of scenes without: a weight says how large forces may be
CORNERS = 4  # that share the weight of a body which is no ball
LENGTH, OF_BALL, OF_ROBOT = 1.0, 2.6, 0.45  # of a usual force's arrow: radii of its body, of a ball, of many bodies
OF_SCENE = 0.8  # share of the scene, at most
BALL = 0.9  # what touches with a sphere of this share of its radius is a ball
FIXED = 0.35  # of what moves, where no body is free
CROWD, CROWDED, CROWDED_BALLS = 12, 0.6, 0.45  # more free bodies have arrows so much shorter, to be seen behind them
LONGEST = 3.5  # times the usual length; what is longer is drawn broken


def stepped(x: float, steps: int) -> float:
    """So many steps up (> 0) or down the row 1, 2, 5, 10, ... from x, which is in it."""
    decade = floor(log10(x) + 1e-9)
    digit = min(range(3), key=lambda k: abs(log10(x / 10.0**decade / (1.0, 2.0, 5.0)[k])))
    place = 3 * decade + digit + steps
    return (1.0, 2.0, 5.0)[place % 3] * 10.0 ** (place // 3)


@dataclass(frozen=True, slots=True)
class ContactScales:
    """Lengths of arrows. `force` and `impulse` are 1, 2 or 5 times a power of ten."""

    force: float  # [m/N]
    impulse: float  # [m/(N s)]
    longest: float  # of an arrow [m]; longer ones are drawn broken

    def zoomed(self, steps: int) -> ContactScales:
        """Longer (> 0) or shorter arrows, by steps of 1, 2, 5, 10."""
        force = stepped(self.force, steps)
        longest = self.longest * max(1.0, force / self.force)
        return replace(self, force=force, impulse=stepped(self.impulse, steps), longest=longest)


def _radius_of_a_cube(view: View, body: int, radius: float) -> float:
    """Radius of a cube as large as the box around a body, whose own radius is given [m]: of a plank less than its own."""
    assert view.mesh is not None
    box = np.ptp(view.mesh.corners[body], axis=0)
    return float(np.clip(0.5 * sqrt(3.0) * np.cbrt(np.prod(box)), 0.25 * radius, radius))


def contact_scales(scene: Scene, view: View) -> ContactScales:
    """The scales of a scene; `view` shows it at its first poses.

    A usual force is that of a corner of a free body at rest, a quarter of its weight; it is drawn as long as the body's
    radius. Of many bodies, that of the middle one counts. A usual impulse stops its fall to z = 0.
    """
    model, (_, size) = scene.model, view.bodies_ball()
    rows = np.asarray(model.frame_row[: len(model.bodies)])
    tree = model.table["tree"][rows]
    mass = np.array([body.mass for body in model.bodies])
    centers, radii = view.body_balls()
    is_drawn = view.drawn_bodies()
    drawn = np.flatnonzero(is_drawn)
    place = np.cumsum(is_drawn) - 1  # of a body among those that are drawn
    by_tree = np.argsort(tree, kind="stable")
    begin, end = (np.searchsorted(tree[by_tree], np.arange(tree.max(initial=0) + 2), side) for side in ("left", "right"))
    crowd = sum(joint.kind is JointKind.FREE_FLYER for joint in model.joints) > CROWD
    found: list[tuple[float, float, float]] = []  # force [N], length [m], speed [m/s] of each free body
    for name, (_, in_v) in model.joint_slices().items():
        joint = model.joint(name)
        if joint.kind is not JointKind.FREE_FLYER:
            continue
        its_tree = tree[model.frame_index(joint.child)]
        own = by_tree[begin[its_tree] : end[its_tree]]
        here = place[own[is_drawn[own]]]
        if not len(here) or not mass[own].sum():
            continue
        center, radius = ball_of_balls(centers[here], radii[here])
        shapes = [part.shape for k in own for part in model.bodies[k].collisions]
        tip = shapes[0].radius if len(shapes) == 1 and isinstance(shapes[0], Sphere) else 0.0  # on which it may stand
        force = GRAVITY * float(mass[own].sum()) / (1 if tip else CORNERS)
        is_ball = tip > BALL * radius
        if is_ball:
            length = OF_BALL * radius
        elif len(own) > 1:
            length = OF_ROBOT * radius
        else:
            length = min(LENGTH * _radius_of_a_cube(view, int(own[0]), radius), OF_SCENE * size)
        if crowd:
            length *= CROWDED_BALLS if is_ball else CROWDED
        drop = max(float(center[2]) - radius, 0.05 * radius)
        start = scene.initial.v[in_v][:3]
        found.append((force, length, sqrt(2.0 * GRAVITY * drop + float(start @ start))))
    if not found:
        moving, parts = float(mass[rows > 0].sum()), rows[drawn] > 0
        around = ball_of_balls(centers[parts], radii[parts])[1] if parts.any() else size  # not of the ground below
        found = [(GRAVITY * moving / CORNERS if moving else 1.0, FIXED * around, sqrt(2.0 * GRAVITY * around))]
    force, length, speed = sorted(found)[len(found) // 2]
    impulse = force / GRAVITY * speed
    return ContactScales(round_step(length / force), round_step(length / impulse), LONGEST * length)
