"""What --pose says: a pose of the robot by its name, or joints with their values."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import joints_beyond_limits
from torseur.sim.simulation.running.scene.scene_changes import with_part
from torseur.sim.texts import tr

from ...documents.document import Document


def posed(document: Document, text: str) -> Document:
    """The document of a robot, which starts in a pose: see `configuration_of`. Raises ArgumentError for one of another kind."""
    if document.kind != "robot":
        raise ArgumentError(
            "--pose is for a robot; {document} is a {kind}, which says itself how it starts",
            document=document.name,
            kind=tr(document.kind),
        )
    robot = document.scene.parts[-1]  # after its floor
    q = configuration_of(robot.model, text)
    return replace(document, scene=with_part(document.scene, robot.name, q=q))


def doubts_of_pose(document: Document) -> list[str]:
    """What is doubtful about the pose that a robot is drawn in: a sentence for each joint beyond its limits [rad | m]."""
    robot = document.scene.parts[-1]
    q = robot.model.poses["home"] if robot.q is None else robot.q
    return [
        tr(
            "--pose: warning: joint {name!r} is drawn at {value:.6g}, beyond its limits {lower:.6g} to {upper:.6g}",
            name=name,
            value=value,
            lower=joint.lower,
            upper=joint.upper,
        )
        for name, value, joint in joints_beyond_limits(robot.model, q)
    ]


def configuration_of(model: Model, text: str) -> Array:
    """The configuration (nq,) that a text means: the name of a pose, nq numbers, or JOINT=VALUE from the pose home [rad | m].

    Numbers have commas between them. Raises UnknownNameError for a pose or joint that there is not, ArgumentError for what are
    no numbers, or not as many as wanted.
    """
    if text in model.poses:
        return model.poses[text]
    parts = [part.strip() for part in text.split(",")]
    if "=" in text:
        return _of_joints(model, parts)
    if len(parts) == 1 and not _is_number(parts[0]):
        raise UnknownNameError("pose", text, model.poses, tr("model {model!r}", model=model.name))
    q = np.array([_number(part, "--pose") for part in parts])
    if len(q) != model.nq:
        raise ArgumentError(
            "--pose has {count} numbers; {model!r} has nq = {nq}: {joint_names}",
            count=len(q),
            model=model.name,
            nq=model.nq,
            joint_names=", ".join(model.joint_names),
        )
    return q


def _of_joints(model: Model, parts: list[str]) -> Array:
    q, places = np.array(model.poses["home"]), model.joint_slices()
    for part in parts:
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in places:
            raise UnknownNameError("joint", name, places, tr("model {model!r}", model=model.name))
        place = places[name][0]
        if place.stop - place.start != 1:
            raise ArgumentError(
                "--pose: joint {name!r} has {stop} numbers; give all nq = {nq} of q",
                name=name,
                stop=place.stop - place.start,
                nq=model.nq,
            )
        q[place] = _number(value, tr("--pose: joint {name!r}", name=name))
    return q


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _number(text: str, what: str) -> float:
    if not _is_number(text):
        raise ArgumentError("{what}: {text!r} is not a number [rad | m]", what=what, text=text)
    return float(text)
