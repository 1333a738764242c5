"""Each shipped scene simulated once, by its own settings, for all tests that look at it."""

from __future__ import annotations

from functools import cache

import numpy as np

from torseur import sim

# Long enough for what is to be seen, where the whole duration would take too long [s]. Others run to their end.
SHORTER = {"balls_666": 0.25, "elastic_666": 0.6, "domino": 0.9, "humanoid_falls": 0.6, "kapla_tower": 0.4, "rolling": 0.6}


@cache
def recording_of(name: str) -> sim.Recording:
    """The scene by its own settings, as long as the tests look at it."""
    scene = sim.load_scene(name)
    return sim.simulate(scene, SHORTER.get(name, scene.duration))


def q_of(recording: sim.Recording, joint: str) -> np.ndarray:
    """Configuration (n, nq of the joint) of a body or joint over time."""
    return recording.q[:, recording.scene.model.joint_slices()[joint][0]]


def v_of(recording: sim.Recording, joint: str) -> np.ndarray:
    """Velocity (n, nv of the joint) of a body or joint over time."""
    return recording.v[:, recording.scene.model.joint_slices()[joint][1]]


def energy_of(recording: sim.Recording) -> np.ndarray:
    """Kinetic and potential energy (n,) [J]."""
    return recording.kinetic + recording.potential


def load_on(recording: sim.Recording, body: str, i: int = -1) -> np.ndarray:
    """Sum of the contact forces (3,) that a body's partners feel from it, in state i [N]."""
    contacts = recording.contacts(i)
    index = recording.scene.model.body_names.index(body)
    forward, backward = contacts.body_a == index, contacts.body_b == index
    return contacts.force[forward].sum(axis=0) - contacts.force[backward].sum(axis=0)
