"""One model of several, each placed in the world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...arrays import Array
from .build import build_model
from .model import Body, Finding, Frame, Joint, Model


def combine_models(name: str, parts: Sequence[tuple[str, Model, Array]], findings: Iterable[Finding] = ()) -> Model:
    """One model of several, each placed in the world.

    parts : (prefix, model, placement) with placement (4, 4) the pose of the model's base in the world. Names become
            "prefix/name"; a model whose only body bears the prefix's own name keeps it unprefixed.
    """
    bodies: list[Body] = []
    joints: list[Joint] = []
    frames: list[Frame] = []
    never_touching: list[tuple[str, str]] = []
    for prefix, model, placement in parts:

        def renamed(name: str, prefix: str = prefix, model: Model = model) -> str:
            return name_in_whole(prefix, model, name)

        bodies += [
            Body(renamed(body.name), body.mass, body.com, body.inertia, body.visuals, body.collisions) for body in model.bodies
        ]
        never_touching += [(renamed(a), renamed(b)) for a, b in model.never_touching]
        for joint in model.joints:
            mimic = replace(joint.mimic, joint=renamed(joint.mimic.joint)) if joint.mimic else None
            parent = renamed(joint.parent) if joint.parent else None
            placed = joint.placement if joint.parent else placement @ joint.placement
            names = renamed(joint.name), joint.kind, parent, renamed(joint.child)
            limits = joint.lower, joint.upper, joint.velocity_limit, joint.effort_limit
            borne = joint.damping, joint.friction, joint.armature, joint.pitch, joint.stiffness, joint.rest
            joints.append(Joint(*names, placed, joint.axis, joint.child_placement, *limits, *borne, mimic))
        frames += [
            replace(
                frame,
                name=renamed(frame.name),
                body=renamed(frame.body) if frame.body else None,
                placement=frame.placement if frame.body else placement @ frame.placement,
            )
            for frame in model.frames
        ]
    return replace(build_model(name, bodies, joints, frames, findings=findings), never_touching=tuple(never_touching))


def name_in_whole(prefix: str, model: Model, name: str) -> str:
    """What a body, joint or frame of a model is called in the whole that it is combined into."""
    return name if model.body_names == (prefix,) else f"{prefix}/{name}"
