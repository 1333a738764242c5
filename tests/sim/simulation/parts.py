"""Simple bodies and scenes for tests."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, HeightField, Plane, Sphere
from torseur.sim.simulation.scene.free_body import solid_inertia

GROUND = sim.Part(
    "ground",
    build_model(
        "ground", [Body("ground", collisions=(Collision(Plane()),))], [Joint("g", JointKind.FIXED, None, "ground")]
    ),
)


def ground(heights, size):
    """A height field of the world; heights (rows, columns) [m]."""
    shape = HeightField(size, tuple(tuple(float(height) for height in row) for row in heights))
    body = Body("ground", collisions=(Collision(shape),))
    return sim.Part("ground", build_model("ground", [body], [Joint("g", JointKind.FIXED, None, "ground")]))


def free(name, shape, mass):
    """A free body of one solid."""
    body = Body(name, mass, np.zeros(3), solid_inertia(shape, mass), collisions=(Collision(shape),))
    return build_model(name, [body], [Joint(name, JointKind.FREE_FLYER, None, name)])


def box(name, size, mass):
    return free(name, Box(size), mass)


def ball(name, radius, mass):
    return free(name, Sphere(radius), mass)


def standing(model, height, v=None, x=0.0):
    """A free body with its centre at a height [m]."""
    return sim.Part(model.name, model, q=np.array([x, 0, height, 0, 0, 0, 1.0]), v=v)


def floor_scene(parts, friction=0.5, restitution=0.0, **options):
    """A scene of these parts on a floor."""
    return sim.make_scene("floor", [GROUND, *parts], materials={"": sim.Material(friction, restitution)}, **options)
