"""A thin rod whose ends touch the floor: Kane's and Painlevé's."""

import numpy as np

from tests.sim.simulation.parts import GROUND
from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Sphere

HALF = 0.5  # of its length [m]
TIP = 1e-6  # radius of its ends [m]


def rod_on_floor(angle, friction, tip=(0.0, 0.0), spin=0.0, restitution=0.0, gravity=9.81):
    """A uniform rod of 1 kg at `angle` to the floor, its lower end, on the left, there with velocity tip (x, z) [m/s].

    spin : about the world's y axis; positive turns the rod down onto the floor [rad/s]
    """
    ends = []
    for side in (HALF, -HALF):
        placement = np.eye(4)
        placement[2, 3] = side
        ends.append(Collision(Sphere(TIP), placement))
    inertia = np.diag([HALF**2 / 3, HALF**2 / 3, 1e-6])
    body = Body("rod", 1.0, np.zeros(3), inertia, collisions=tuple(ends))
    model = build_model("rod", [body], [Joint("rod", JointKind.FREE_FLYER, None, "rod")])
    lean = np.pi / 2 - angle  # from upright, about y
    c, s = np.cos(lean), np.sin(lean)
    R = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    omega = np.array([0.0, spin, 0.0])
    centre = np.array([tip[0], 0.0, tip[1]]) - np.cross(omega, R @ [0.0, 0.0, -HALF] - [0.0, 0.0, TIP])
    q = np.array([0, 0, HALF * np.sin(angle) + TIP, 0, np.sin(lean / 2), 0, np.cos(lean / 2)])
    part = sim.Part("rod", model, q=q, v=np.concatenate([R.T @ centre, R.T @ omega]))
    materials = {"": sim.Material(friction, restitution)}
    return sim.make_scene("rod", [GROUND, part], gravity=(0.0, 0.0, -gravity), materials=materials)
