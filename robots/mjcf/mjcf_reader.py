"""From an MJCF file to a `Model`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Model
from torseur.sim.multibody.model.shapes import Mesh
from torseur.sim.texts import marked, tr

from ..faults import fault, finding_of
from ..folders import Readable
from ..options import LoadOptions
from ..poses import with_poses
from .compiled import Compiled, compiled, pose, rotation
from .mjcf_joints import coordinates, efforts_of, joints_of
from .mjcf_unread import never_touching, report_unread
from .shapes import Shapes


@np.errstate(over="ignore", invalid="ignore", divide="ignore")  # what is not finite is said by `build_model`
def read_mjcf(path: str | Path, options: LoadOptions) -> Model:
    """Read the robot that an MJCF file describes, as MuJoCo compiles it. Its q are MuJoCo's, quaternions with w last.

    Sites are frames, keyframes are poses. What has no counterpart here is left out with a finding. Of the options, `free_flyer`
    is whether the one body that stands in the world floats; None: as the file says.
    """
    path = Path(path).absolute()
    readable = Readable.of(path, options)
    source = compiled(path, readable.folders)
    options.report_files(dict.fromkeys((*source.read, *source.named)))
    efforts, shapes = efforts_of(source), Shapes(source, options)
    bodies, joints = _parts(source, shapes, efforts)
    _report_unnamed(source)
    shapes.skins.report()
    report_unread(source)
    excluded = never_touching(source)
    floating = joints if options.free_flyer is None else _based(path, joints, options.free_flyer)
    try:
        model = build_model(source.words["name"] or path.stem, bodies, floating, _frames(source, bodies), source=str(path))
    except ModelError as error:
        raise fault("definition", path, error.message, 1) from None
    findings = [*source.findings, *readable.findings([*source.read, *_mesh_files(bodies)])]
    model = replace(model, findings=tuple(findings), never_touching=excluded)
    return with_poses(model, *_poses(source, model) if floating is joints else ({},))


def _mesh_files(bodies: list[Body]) -> list[Path]:
    shapes = [visual.shape for body in bodies for visual in body.visuals]
    shapes += [collision.shape for body in bodies for collision in body.collisions]
    return [shape.path for shape in shapes if isinstance(shape, Mesh)]


def _parts(source: Compiled, shapes: Shapes, efforts: dict[int, float]) -> tuple[list[Body], list[Joint]]:
    """Return bodies and joints; the world is a body if it holds shapes, or there is nothing else."""
    names = source.names["body"]
    bodies: list[Body] = []
    joints: list[Joint] = []
    if len(names) == 1 and 0 not in source["geom_bodyid"]:
        source.report("mjcf-empty", tr("there is no <body>, and no <geom> in the world: it is the world alone"))
    if len(names) == 1 or 0 in source["geom_bodyid"]:
        visuals, collisions = shapes.of_body(0)
        bodies.append(Body(names[0], visuals=visuals, collisions=collisions))
        joints.append(Joint(f"{names[0]}_fixed", JointKind.FIXED, None, names[0]))
    for i in range(1, len(names)):
        above = int(source["body_parentid"][i])
        for joint, between in joints_of(source, i, names[above] if above else None, efforts):
            joints.append(joint)
            bodies += [between] if between else []
        bodies.append(_body(source, shapes, i))
    return bodies, joints


def _body(source: Compiled, shapes: Shapes, i: int) -> Body:
    principal_axes = rotation(source["body_iquat"][i])
    visuals, collisions = shapes.of_body(i)
    return Body(
        name=source.names["body"][i],
        mass=float(source["body_mass"][i]),
        com=frozen(source["body_ipos"][i].copy()),
        inertia=frozen(principal_axes @ np.diag(source["body_inertia"][i]) @ principal_axes.T),
        visuals=visuals,
        collisions=collisions,
    )


def _frames(source: Compiled, bodies: list[Body]) -> list[Frame]:
    """Return the sites that have names."""
    taken = {body.name for body in bodies}
    frames = []
    for i, name in enumerate(source.words["names"]["site"]):
        if not name:
            continue
        own = int(source["site_bodyid"][i])
        free = name
        while free in taken:
            free += "_site"
        if free != name:
            source.report("mjcf-unused", tr("a body has its name; as a frame it is named {free!r}", free=free), "site", i)
        taken.add(free)
        placement = pose(source["site_pos"][i], source["site_quat"][i])
        frames.append(Frame(free, source.names["body"][own] if own else None, frozen(placement)))
    return frames


def _poses(source: Compiled, model: Model) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the keyframes, and the configuration that the file starts in."""
    order = [source.names["jnt"].index(name) for name in model.joint_names]
    keys = {name: coordinates(source, source["key_qpos"][i], order) for i, name in enumerate(source.names["key"])}
    return keys, coordinates(source, source["qpos0"], order)


def _based(path: Path, joints: list[Joint], free_flyer: bool) -> list[Joint]:
    """Return the joints with the one that carries the base made free or fixed."""
    roots = [joint for joint in joints if joint.parent is None and joint.name != "world_fixed"]
    kind, other = JointKind.FREE_FLYER, JointKind.FIXED
    if not free_flyer:
        kind, other = other, kind
    if all(joint.kind is not other for joint in roots) and (not free_flyer or any(j.kind is kind for j in roots)):
        return joints
    if len(roots) != 1 or roots[0].kind is not other:
        message = tr(
            "{count} bodies stand in the world, not one that is fixed or free; leave free_flyer to the file", count=len(roots)
        )
        raise fault("definition", path, message, 1)
    changed = Joint(roots[0].name, kind, None, roots[0].child)
    return [changed if joint is roots[0] else joint for joint in joints]


def _report_unnamed(source: Compiled) -> None:
    """Record what the file gives no name."""
    for kind, sentence in (
        ("body", marked("bodies without a name are called {named}")),
        ("jnt", marked("joints without a name are called {named}")),
        ("key", marked("keyframes without a name are called {named}")),
    ):
        generated = [name for name, own in zip(source.names[kind], source.words["names"][kind], strict=True) if not own]
        if generated:
            named = ", ".join(map(repr, generated[:8])) + (", …" if len(generated) > 8 else "")
            first = source.words["names"][kind].index("")
            path, line = source.places.of_part(kind, source.words["names"][kind], first)
            source.findings.append(finding_of("mjcf-unused", path or source.path, tr(sentence, named=named), line))
    nameless = sum(not name for name in source.words["names"]["site"])
    if nameless:
        one, several = marked("1 site without a name is left out"), marked("{n} sites without a name are left out")
        source.report("mjcf-unused", tr(one if nameless == 1 else several, n=nameless))
