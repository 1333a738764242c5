"""A scene: models placed in a world, with their materials, starting state, controllers and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ....arrays import Array, frozen, frozen_mapping
from ....contact.collision.shape_pairs import listed_pairs
from ....contact.collision.shape_table import CONVEX, ELLIPSOID, HEIGHT_FIELD, shape_table
from ....copies import check_copy, freeze_within
from ....errors import ArgumentError, SceneError, UnknownNameError
from ....multibody.model.checks import checked, checked_gain, checked_gravity
from ....multibody.model.combining import combine_models
from ....multibody.model.model import GRAVITY, Finding, Joint, Model, Severity
from ....multibody.model.neutral import neutral
from ....multibody.model.state import State
from ....size_limits import MOST_BODIES
from ....texts import marked, tr
from ...step_arrays import Control, System, make_control, make_system
from ..control.controller import CONTROL_LAWS, Controller
from ..control.joint_damping import joint_damping
from ..control.torque_playback import TorquePlayback
from ..control.tracking_control import TrackingControl
from .settings import Settings
from .tracked_parts import with_tracking


@dataclass(frozen=True, slots=True)
class Material:
    """Of a contact, friction is the geometric mean of both sides' μ, restitution the larger e."""

    friction: float = 0.5  # μ
    restitution: float = 0.0  # e, of normal velocity


def _identity() -> Array:
    return np.eye(4)


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """One model of a scene: a robot, a free body, an obstacle."""

    name: str
    model: Model
    placement: Array = field(default_factory=_identity)  # (4, 4) of the model's base in the world
    q: Array | None = None  # (nq of the model,); None: neutral
    v: Array | None = None  # (nv of the model,); None: zero
    controller: Controller | TorquePlayback | TrackingControl | None = None
    self_collision: bool = False
    read: Model | None = None  # of a robot of a scene's file: as its own file has it, without what the scene's adds


_CALLS = {
    "parts": marked("with_part for one, or make_scene with all"),
    "model": marked("with_part, with_body or with_joint"),
    "materials": "with_materials",
    "initial": marked("with_part with q or v, or simulate with state"),
    "control": marked("with_part with controller"),
    "system": marked("with_part or with_materials"),
}
"""Fields of a scene that belong together, and what changes them."""


@dataclass(frozen=True, eq=False, slots=True)
class Scene:
    """Everything a simulation starts from. Made by `make_scene` or read by `load_scene`.

    A copy with something changed: `with_values`, `with_materials`, `with_gravity`, `with_part`, `with_body`, `with_joint`.
    `dataclasses.replace` changes settings, gravity, duration and texts, and raises ArgumentError for what belongs together.
    Scenes pickle.
    """

    name: str
    title: str
    description: str
    parts: tuple[Part, ...]
    model: Model  # all parts as one model
    gravity: tuple[float, float, float]  # [m/s²]
    materials: Mapping[str, Material]
    initial: State
    settings: Settings
    duration: float  # how long it is worth watching [s]
    system: System = field(repr=False)  # the same as arrays for kernels
    control: Control = field(repr=False)  # the controllers as arrays; copied by each simulation
    source: str = ""  # text of the file it was read from
    path: str = ""  # of that file
    findings: tuple[Finding, ...] = ()  # what is doubtful about it
    _built: tuple[object, ...] = field(default=(), repr=False)  # what belongs together

    def __post_init__(self) -> None:
        x, y, z = checked_gravity(self.gravity)
        object.__setattr__(self, "gravity", (x, y, z))
        object.__setattr__(self, "_built", check_copy(self, tr("scene {name!r}", name=self.name), self._built, _CALLS))

    def __copy__(self) -> Scene:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        texts = {"title": self.title, "description": self.description, "source": self.source, "path": self.path}
        numbers = {"gravity": self.gravity, "settings": self.settings, "duration": self.duration}
        options = {**texts, **numbers, "materials": dict(self.materials)}
        return _built_again, (self.name, self.parts, options, self.findings)


def _built_again(name: str, parts: tuple[Part, ...], options: dict[str, Any], findings: tuple[Finding, ...]) -> Scene:
    """A scene from what a pickle has of it."""
    freeze_within(parts)
    return replace(make_scene(name, parts, **options), findings=findings)


def make_scene(
    name: str,
    parts: Sequence[Part],
    *,
    title: str = "",
    description: str = "",
    gravity: tuple[float, float, float] = GRAVITY,
    materials: Mapping[str, Material] | None = None,
    settings: Settings | None = None,
    duration: float = 3.0,
    source: str = "",
    path: str = "",
    like: Scene | None = None,
) -> Scene:
    """Put a scene together. Raises SceneError for parts that do not fit, ModelError for names used twice.

    like : a scene; if it has the same models at the same places, and the same materials but for their numbers, only the rest is
           made anew
    """
    count = sum(len(part.model.bodies) for part in parts)
    if count > MOST_BODIES:
        raise SceneError(
            "scene {name!r} has {count} bodies; at most {most_bodies} are taken",
            path or None,
            name=name,
            count=count,
            most_bodies=MOST_BODIES,
        )
    known = {"": Material(), **(materials or {})}
    if like is not None and like.name == name and _is_alike(parts, like.parts):
        model, system = like.model, with_constants(like.model, like.system, known)
    else:
        model = combine_models(name, [(part.name, part.model, part.placement) for part in parts])
        system = _system(name, parts, model, known, path)
    settings = settings or Settings()
    q, v, control = _gather(name, parts, model, path)
    fault = fault_of_settings(system, control, settings)
    if fault:
        raise SceneError("scene {name!r}: {fault}", path or None, name=name, fault=fault)
    return Scene(
        name=name,
        title=title or name,
        description=description,
        parts=tuple(parts),
        model=model,
        gravity=gravity,
        materials=frozen_mapping(known),
        initial=State(0.0, q, v),
        settings=settings,
        duration=duration,
        system=system,
        control=control,
        source=source,
        path=path,
        findings=(*_beyond_limits(model, q, path), *_meshes_on_ridges(model, system.shapes, system.vertices, path)),
    )


def _system(name: str, parts: Sequence[Part], model: Model, materials: Mapping[str, Material], path: str) -> System:
    assembly = [k for k, part in enumerate(parts) for _ in part.model.bodies]
    self_touching = {k for k, part in enumerate(parts) if part.self_collision}
    constants = {key: (value.friction, value.restitution) for key, value in materials.items()}
    shapes, vertices = shape_table(model, constants, assembly)
    if {HEIGHT_FIELD, ELLIPSOID} <= set(shapes["kind"].tolist()):
        raise SceneError(
            "scene {name!r}: ellipsoids and height fields cannot touch each other; use a mesh or a ball",
            path or None,
            name=name,
        )
    return make_system(model, shapes, vertices, listed_pairs(model, shapes, assembly, self_touching))


def _is_alike(parts: Sequence[Part], others: Sequence[Part]) -> bool:
    """Whether parts have the same models as others, at the same places."""
    return len(parts) == len(others) and all(
        a.model is b.model
        and (a.name, a.self_collision) == (b.name, b.self_collision)
        and np.array_equal(a.placement, b.placement)
        for a, b in zip(parts, others, strict=True)
    )


def with_constants(model: Model, system: System, materials: Mapping[str, Material]) -> System:
    """The same system with the friction and restitution of these materials."""
    shapes = system.shapes.copy()
    for row, name in enumerate(material_of_shapes(model, system)):
        shapes["friction"][row], shapes["restitution"][row] = materials[name].friction, materials[name].restitution
    return system._replace(shapes=frozen(shapes))


def material_of_shapes(model: Model, system: System) -> list[str]:
    """Name of the material of each shape."""
    owners, places = (system.shapes[key].tolist() for key in ("body", "index"))
    return [model.bodies[body].collisions[place].material for body, place in zip(owners, places, strict=True)]


def joints_beyond_limits(model: Model, q: Array) -> Iterator[tuple[str, float, Joint]]:
    """Each joint that q (nq,) has beyond its limits, further than a contact may be closed: its name, its q, and itself."""
    for name, (place, _) in model.joint_slices().items():
        joint, values = model.joint(name), q[place]
        if len(values) == 1 and not joint.lower - 1e-9 <= values[0] <= joint.upper + 1e-9:
            yield name, float(values[0]), joint


def _beyond_limits(model: Model, q: Array, path: str) -> Iterator[Finding]:
    for name, value, joint in joints_beyond_limits(model, q):
        message = tr(
            "joint {name!r} starts at {value:.6g}, beyond its limits {lower:.6g} to {upper:.6g}; a simulation would "
            "move it back to them, without a force",
            name=name,
            value=value,
            lower=joint.lower,
            upper=joint.upper,
        )
        yield Finding(Severity.WARNING, message, path)


def _meshes_on_ridges(model: Model, shapes: np.ndarray, vertices: Array, path: str) -> Iterator[Finding]:
    """That ground has ridges, of which a convex mesh that moves feels nothing between its corners."""
    meshes = shapes[(shapes["kind"] == CONVEX) & (shapes["row"] != 0)]
    for ground in shapes[shapes["kind"] == HEIGHT_FIELD]:
        heights = vertices[ground["first"] : ground["last"], 2].reshape(-1, int(ground["dims"][2]))
        bends = [np.diff(heights, 2, axis=axis).min(initial=0.0) for axis in (0, 1)]
        if len(meshes) and min(bends) < -1e-9:
            field, mesh = (model.body_names[int(shape["body"])] for shape in (ground, meshes[0]))
            message = tr(
                "{field!r} has ridges, and of a convex mesh, as {mesh!r} has, only the corners touch a height field: what "
                "stands up between them goes into the mesh; use a box, or cells that are smaller than the mesh",
                field=field,
                mesh=mesh,
            )
            yield Finding(Severity.WARNING, message, path)
            return


def fault_of_settings(system: System, control: Control, settings: Settings) -> str:
    """Why this system cannot be simulated with these settings, a sentence; empty: it can."""
    if settings.compliance > 0.0 and np.any(system.shapes["restitution"] != 0.0):
        return tr("compliant contact bounces by itself; set every restitution to 0, or compliance to 0")
    if len(control.track_times) and settings.scheme != "hybrid":
        return tr(
            "a motion is tracked by the hybrid scheme alone; scheme = {scheme!r} needs another controller",
            scheme=settings.scheme,
        )
    if settings.scheme == "hybrid":
        default = Settings()
        if settings.solving != default.solving:
            return tr('the hybrid scheme solves every event exactly; solving = "interactive" needs scheme = "time_stepping"')
        for name in ("friction_law", "compliance", "regularisation"):
            if getattr(settings, name) != getattr(default, name):
                return tr(
                    "the hybrid scheme has rigid contact with Coulomb's law alone; {name} = {reason!r} needs scheme = "
                    '"time_stepping"',
                    name=name,
                    reason=getattr(settings, name),
                )
    if settings.solving == "interactive" and settings.solver != "newton":
        return tr(
            "the interactive setting sweeps heaps and solves the rest by Newton's method; solver = {solver!r} needs "
            'solving = "exact"',
            solver=settings.solver,
        )
    if settings.restitution_law == "poisson" and settings.friction_law != "coulomb":
        return tr(
            "Poisson's law of restitution goes with Coulomb's law of friction; friction_law = {friction_law!r} needs "
            'restitution_law = "newton"',
            friction_law=settings.friction_law,
        )
    if settings.solver != "active_set":
        return ""
    frictions = {"material": system.shapes["friction"], "joint": system.table["friction"]}
    for owner, friction in frictions.items():
        if np.any(friction != 0.0):
            return tr(
                "the active_set solver is for frictionless contact, and some {owner} has friction; set every friction to 0 "
                'or choose solver = "newton"',
                owner=owner,
            )
    return ""


def _gather(name: str, parts: Sequence[Part], model: Model, path: str) -> tuple[Array, Array, Control]:
    """The parts' states and controllers, in the order of the whole model."""
    q, v = neutral(model), np.zeros(model.nv)
    control = make_control(model)
    iq = iv = 0
    for part in parts:
        in_q, in_v = slice(iq, iq + part.model.nq), slice(iv, iv + part.model.nv)
        iq, iv = in_q.stop, in_v.stop
        for letter, values, target, place in (("q", part.q, q, in_q), ("v", part.v, v, in_v)):
            if values is not None:
                if np.shape(values) != (place.stop - place.start,) or not np.all(np.isfinite(values)):
                    raise SceneError(
                        "scene {name!r}: {letter} of {part!r} must be {stop} finite numbers; given {size}",
                        path or None,
                        name=name,
                        letter=letter,
                        part=part.name,
                        stop=place.stop - place.start,
                        size=np.size(values),
                    )
                target[place] = values
        control.q_target[in_q] = q[in_q]
        if isinstance(part.controller, Controller):
            _control(name, part, part.controller, in_q, in_v, control, path)
    _leave_free_flyers_alone(model, control)
    driven = [(part.name, part.model, part.controller) for part in parts]
    control = with_tracking(name, driven, model, _with_playback(name, parts, control, path), path)
    for array in control:
        array.setflags(write=False)
    return frozen(q), frozen(v), control


def _control(name: str, part: Part, controller: Controller, in_q: slice, in_v: slice, control: Control, path: str) -> None:
    """Write a controller into the arrays."""
    if controller.law not in CONTROL_LAWS:
        raise SceneError(
            str(UnknownNameError("law", str(controller.law), CONTROL_LAWS, tr("scene {name!r}", name=name))), path or None
        )
    try:
        stiffness = checked_gain(part.model, "stiffness", controller.stiffness)
        damping = checked_gain(part.model, "damping", controller.damping)
        if controller.target is not None:
            (control.q_target[in_q],) = checked(part.model, q_target=controller.target)
    except ArgumentError as error:
        raise SceneError(
            "scene {name!r}: the controller of {part!r}: {error}", path or None, name=name, part=part.name, error=error
        ) from None
    if controller.law == "pd":
        control.stiffness[in_v], control.damping[in_v] = stiffness, damping
        control.compensation[in_v] = float(controller.gravity_compensation)
        return
    several = [joint.name for joint in part.model.joints if joint.kind.nv > 1]
    if several:
        raise SceneError(
            "scene {name!r}: computed torque drives joints of one degree of freedom; {several!r} of {part!r} is a {kind} joint",
            path or None,
            name=name,
            several=several[0],
            part=part.name,
            kind=part.model.joint(several[0]).kind.value,
        )
    control.inverse_stiffness[in_v], control.inverse_damping[in_v] = stiffness, damping
    control.inverse[in_v] = 1.0
    control.damping[in_v] = -joint_damping(part.model)  # what the joints' own takes is given, at the same instant


def _with_playback(name: str, parts: Sequence[Part], control: Control, path: str) -> Control:
    """The tables of torques of all parts as one: at the instants of any."""
    tables, iv = [], 0
    for part in parts:
        in_v = slice(iv, iv + part.model.nv)
        iv = in_v.stop
        if isinstance(part.controller, TorquePlayback):
            if part.controller.model.nv != part.model.nv:
                raise SceneError(
                    "scene {name!r}: the torques of {part!r} are for nv = {nv}; its model has {part_nv}",
                    path or None,
                    name=name,
                    part=part.name,
                    nv=part.controller.model.nv,
                    part_nv=part.model.nv,
                )
            tables.append((in_v, part.controller))
    if not tables:
        return control
    times = np.unique(np.concatenate([table.times for _, table in tables]))
    torques, linear = np.zeros((len(times), iv)), np.zeros(iv)
    for in_v, table in tables:
        torques[:, in_v] = [table.at(float(t)) for t in times]
        linear[in_v] = float(table.hold == "linear")
    return control._replace(play_times=times, play_torques=torques, play_linear=linear)


def _leave_free_flyers_alone(model: Model, control: Control) -> None:
    for place, in_v in model.joint_slices().values():
        if place.stop - place.start == 7:
            control.stiffness[in_v] = control.damping[in_v] = control.compensation[in_v] = 0.0
