"""Two shapes, one of them moving, and the contacts found between them."""

import numpy as np

from tests.sim.from_python import called_from_python
from torseur.sim.contact.collision.narrow_phase import touch
from torseur.sim.contact.collision.penetration import Penetration
from torseur.sim.contact.collision.shape_pairs import all_pairs
from torseur.sim.contact.collision.shape_table import CONTACT, shape_table
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind


@called_from_python
def _touch(shapes, vertices, G, a, b, margin, contacts, clip):
    return touch(shapes, vertices, G, 0, a, b, margin, contacts, 0, clip)


def contacts_of(first, pose_first, second, pose_second, margin=0.01):
    """Contacts of two shapes at poses (4, 4), normals from `first` into `second`."""
    shapes, vertices = table_of(first, second)
    pairs = all_pairs(shapes, np.zeros((0, 2), np.int64))
    (a, b), swapped = pairs[0], pairs[0][0] == 1
    G = np.array([np.concatenate([pose[:3, :3].ravel(), pose[:3, 3]]) for pose in (pose_first, pose_second)])
    contacts = np.zeros(64, CONTACT)
    count = _touch(shapes, vertices, G, a, b, margin, contacts, np.zeros((8, 256, 4)))
    found = contacts[:count].copy()
    if swapped:
        found["normal"] *= -1
    return found


def gap_by_coal(first, pose_first, second, pose_second, margin):
    """What coal says that they are apart [m]."""
    return Penetration(*table_of(first, second)).gap(0, 1, pose_first, pose_second, margin)


def table_of(first, second):
    """`shape_table` of two shapes, the second free."""
    bodies = [
        Body("first", collisions=(Collision(first),)),
        Body("second", 1.0, inertia=np.eye(3), collisions=(Collision(second),)),
    ]
    joints = [Joint("held", JointKind.FIXED, None, "first"), Joint("free", JointKind.FREE_FLYER, None, "second")]
    model = build_model("pair", bodies, joints)
    return shape_table(model, {"": (0.5, 0.0)}, [0, 1])


def at(x=0.0, y=0.0, z=0.0, rotation=None):
    """A pose."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    if rotation is not None:
        pose[:3, :3] = rotation
    return pose


def turned(axis, angle):
    """A rotation about a coordinate axis."""
    c, s = np.cos(angle), np.sin(angle)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    R = np.eye(3)
    R[i, i] = R[j, j] = c
    R[i, j], R[j, i] = -s, s
    return R
