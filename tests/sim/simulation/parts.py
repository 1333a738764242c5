"""Simple bodies and scenes for tests."""

from dataclasses import fields, is_dataclass

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Cylinder, HeightField, Plane, Sphere
from torseur.sim.simulation.running.scene.free_body import free_body_state, solid_inertia

GROUND = sim.Part(
    "ground",
    build_model("ground", [Body("ground", collisions=(Collision(Plane()),))], [Joint("g", JointKind.FIXED, None, "ground")]),
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


def moving(shape, rotation, place, v=(0.0, 0.0, 0.0), w=(0.0, 0.0, 0.0)):
    """A free body of 1 kg, and its moment of inertia about y [kg m²]; v of its centre and w in the world."""
    inertia = solid_inertia(shape, 1.0)
    body = Body("body", 1.0, np.zeros(3), inertia, collisions=(Collision(shape),))
    model = build_model("body", [body], [Joint("body", JointKind.FREE_FLYER, None, "body")])
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, place
    q, speeds = free_body_state(pose, np.asarray(v, dtype=np.float64), np.asarray(w, dtype=np.float64))
    return sim.Part("body", model, q=q, v=speeds), float(inertia[1, 1])


def fixed(name, shape, rotation=None):
    """A body of the world."""
    pose = np.eye(4)
    if rotation is not None:
        pose[:3, :3] = rotation
    body = Body(name, collisions=(Collision(shape, pose),))
    return sim.Part(name, build_model(name, [body], [Joint(name, JointKind.FIXED, None, name)]))


def touching(*parts, friction=0.0, restitution=0.0):
    """A scene of these parts."""
    return sim.make_scene("touching", list(parts), materials={"": sim.Material(friction, restitution)})


def euler_disc(restitution=0.0):
    """A disc that rolls round on its rim, steady at 20°, without its centre moving: the contact turns towards it at 35 m/s²."""
    tilt, radius, thickness = np.deg2rad(20.0), 0.1, 0.001
    cosine, sine = np.cos(tilt), np.sin(tilt)
    rotation = np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]])
    height = radius * sine + 0.5 * thickness * cosine
    spin = [0.0, 10.886196221431137, 3.9622513889821374]
    disc, _ = moving(Cylinder(radius, thickness), rotation, [0.0, 0.0, height], w=spin)
    return touching(GROUND, disc, friction=100.0, restitution=restitution)


def arrays(value, path=""):
    """All arrays in a value of frozen dataclasses, tuples and mappings, but the scratch of models."""
    if isinstance(value, np.ndarray):
        yield path, value
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from arrays(item, f"{path}[{i}]")
    elif hasattr(value, "items"):
        yield from arrays(tuple(value.values()), path)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("work", "_built"):
                yield from arrays(getattr(value, field.name), f"{path}.{field.name}")


def numbers(scene):
    """What a scene is made of, without the paths of its files."""
    return [(path, array.tobytes()) for path, array in arrays((scene.parts, scene.model, scene.system, scene.control))]
