"""From an MJCF file to a `Model`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Model

from ..faults import fault, finding_of
from ..folders import readable_folders
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
    given = compiled(path, readable_folders(path, options))
    options.tell_files(given.read)
    efforts, shapes = efforts_of(given), Shapes(given, options)
    bodies, joints = _parts(given, shapes, efforts)
    _report_unnamed(given)
    report_unread(given)
    apart = never_touching(given)
    floating = joints if options.free_flyer is None else _based(path, joints, options.free_flyer)
    if not bodies:
        raise fault("no-link", path, "there is no <body>, and no <geom> in the world", 1, wanted="<body>")
    try:
        model = build_model(
            given.words["name"] or path.stem, bodies, floating, _frames(given, bodies), source=str(path)
        )
    except ModelError as error:
        raise fault("definition", path, error.message, 1) from None
    model = replace(model, findings=tuple(given.findings), never_touching=apart)
    return with_poses(model, *_poses(given, model) if floating is joints else ({},))


def _parts(given: Compiled, shapes: Shapes, efforts: dict[int, float]) -> tuple[list[Body], list[Joint]]:
    """Return bodies and joints; the world is a body if it holds shapes or sites."""
    names = given.names["body"]
    bodies: list[Body] = []
    joints: list[Joint] = []
    if 0 in given["geom_bodyid"]:
        visuals, collisions = shapes.of_body(0)
        bodies.append(Body(names[0], visuals=visuals, collisions=collisions))
        joints.append(Joint(f"{names[0]}_fixed", JointKind.FIXED, None, names[0]))
    for i in range(1, len(names)):
        above = int(given["body_parentid"][i])
        for joint, between in joints_of(given, i, names[above] if above else None, efforts):
            joints.append(joint)
            bodies += [between] if between else []
        bodies.append(_body(given, shapes, i))
    return bodies, joints


def _body(given: Compiled, shapes: Shapes, i: int) -> Body:
    turned = rotation(given["body_iquat"][i])
    visuals, collisions = shapes.of_body(i)
    return Body(
        name=given.names["body"][i],
        mass=float(given["body_mass"][i]),
        com=frozen(given["body_ipos"][i].copy()),
        inertia=frozen(turned @ np.diag(given["body_inertia"][i]) @ turned.T),
        visuals=visuals,
        collisions=collisions,
    )


def _frames(given: Compiled, bodies: list[Body]) -> list[Frame]:
    """Return the sites that have names."""
    taken = {body.name for body in bodies}
    frames = []
    for i, name in enumerate(given.words["names"]["site"]):
        if not name:
            continue
        own = int(given["site_bodyid"][i])
        free = name
        while free in taken:
            free += "_site"
        if free != name:
            given.report("mjcf-unused", f"a body has its name; as a frame it is named {free!r}", "site", i)
        taken.add(free)
        placement = pose(given["site_pos"][i], given["site_quat"][i])
        frames.append(Frame(free, given.names["body"][own] if own else None, frozen(placement)))
    return frames


def _poses(given: Compiled, model: Model) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the keyframes, and the configuration that the file starts in."""
    order = [given.names["jnt"].index(name) for name in model.joint_names]
    keys = {name: coordinates(given, given["key_qpos"][i], order) for i, name in enumerate(given.names["key"])}
    return keys, coordinates(given, given["qpos0"], order)


def _based(path: Path, joints: list[Joint], free_flyer: bool) -> list[Joint]:
    """Return the joints with the one that carries the base made free or fixed."""
    roots = [joint for joint in joints if joint.parent is None and joint.name != "world_fixed"]
    wanted, other = JointKind.FREE_FLYER, JointKind.FIXED
    if not free_flyer:
        wanted, other = other, wanted
    if all(joint.kind is not other for joint in roots) and (not free_flyer or any(j.kind is wanted for j in roots)):
        return joints
    if len(roots) != 1 or roots[0].kind is not other:
        message = f"{len(roots)} bodies stand in the world, not one that is fixed or free; leave free_flyer to the file"
        raise fault("definition", path, message, 1)
    changed = Joint(roots[0].name, wanted, None, roots[0].child)
    return [changed if joint is roots[0] else joint for joint in joints]


def _report_unnamed(given: Compiled) -> None:
    """Record what the file gives no name."""
    for kind, what in (("body", "bodies"), ("jnt", "joints"), ("key", "keyframes")):
        made = [name for name, own in zip(given.names[kind], given.words["names"][kind], strict=True) if not own]
        if made:
            listed = ", ".join(map(repr, made[:8])) + (", …" if len(made) > 8 else "")
            given.findings.append(finding_of("mjcf-unused", given.path, f"{what} without a name are called {listed}"))
    nameless = sum(not name for name in given.words["names"]["site"])
    if nameless:
        given.report("mjcf-unused", f"{nameless} sites without a name are left out")
