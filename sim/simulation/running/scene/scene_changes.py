"""A scene, or a model, with something changed: all that follows from it is built anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from ....arrays import Array
from ....errors import UnknownNameError
from ....multibody.model.checks import checked_gravity
from ....multibody.model.combining import name_in_whole
from ....multibody.model.model import Model
from ....multibody.model.model_changes import changed_body, changed_joint, check_name
from ....texts import tr
from .scene import Part, Scene, make_scene

Owner = TypeVar("Owner", Model, Scene)


def with_gravity(scene: Scene, gravity: Sequence[float] | Array) -> Scene:
    """The same scene under another gravity (3,) [m/s²], in the world. Raises ArgumentError unless it is three finite numbers."""
    x, y, z = checked_gravity(gravity)
    return replace(scene, gravity=(x, y, z))


def with_part(scene: Scene, name: str, **changes: Any) -> Scene:
    """The same scene with these fields of one `Part` changed: model, placement, q, v, controller, self_collision, name.

    The text that the scene was read from is not its definition any more: `source` is empty, and a recording of it is read
    with `load_recording(path, scene=…)`.
    Raises UnknownNameError for a part or field that does not exist, and what `make_scene` raises.
    """
    check_name("part", name, "placement=np.eye(4)")
    if name not in [part.name for part in scene.parts]:
        raise UnknownNameError("part", str(name), (part.name for part in scene.parts), tr("scene {scene!r}", scene=scene.name))
    known = [field.name for field in fields(Part)]
    for field in changes:
        if field not in known:
            raise UnknownNameError("field", field, known, tr("part {name!r}", name=name))
    return make_scene(
        scene.name,
        [replace(part, **changes) if part.name == name else part for part in scene.parts],
        title=scene.title,
        description=scene.description,
        gravity=scene.gravity,
        materials=scene.materials,
        settings=scene.settings,
        duration=scene.duration,
        path=scene.path,
    )


def with_body(owner: Owner, name: str, **changes: Any) -> Owner:
    """The same model or scene with these fields of one `Body` changed: mass, com, inertia, visuals, collisions.

    name : of the body in the model or scene, as in `body_names`
    What is not given stays as it is: with another mass, the inertia too. A scene has no `source` then, as of `with_part`.
    Raises UnknownNameError for a body or field that does not exist, ArgumentError and ModelError for values that cannot be.
    """
    if isinstance(owner, Model):
        return changed_body(owner, name, **changes)
    check_name("body", name, "mass=2.0")
    part, own = _part_with(owner, "body", name)
    return with_part(owner, part.name, model=changed_body(part.model, own, **changes))


def with_joint(owner: Owner, name: str, **changes: Any) -> Owner:
    """The same model or scene with these fields of one `Joint` changed, such as damping, friction, limits, axis, placement.

    name : of the joint in the model or scene; names of bodies in the changes are those of the joint's own model
    What is not given stays as it is. A scene has no `source` then, as of `with_part`. `lock_joints` holds a joint where it is.
    Raises UnknownNameError for a joint or field that does not exist, ArgumentError and ModelError for values that cannot be.
    """
    if isinstance(owner, Model):
        return changed_joint(owner, name, **changes)
    check_name("joint", name, "damping=0.1")
    part, own = _part_with(owner, "joint", name)
    return with_part(owner, part.name, model=changed_joint(part.model, own, **changes))


def _part_with(scene: Scene, kind: str, name: str) -> tuple[Part, str]:
    """The part that has a body or a joint, and its name there."""
    known: dict[str, tuple[Part, str]] = {}
    for part in scene.parts:
        for one in part.model.bodies if kind == "body" else part.model.joints:
            known[name_in_whole(part.name, part.model, one.name)] = part, one.name
    if name not in known:
        raise UnknownNameError(kind, str(name), known, tr("scene {scene!r}", scene=scene.name))
    return known[name]
