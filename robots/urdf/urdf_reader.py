"""From a URDF file to a `Model`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from torseur.sim.definition.folders import folders_stay
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Finding, Joint, JointKind, Model
from torseur.sim.texts import tr

from ..faults import Fault, finding_of, refusal
from ..meshes.pictures import one_decoder
from ..options import LoadOptions
from ..poses import neutral, with_poses
from ..progress import Progress
from .document import Element, UrdfDocument, children, is_xacro
from .mass_rules import MassRules
from .materials import Materials
from .mesh_files import MeshFiles, report_mesh_units
from .mimics import followed
from .packages import Packages
from .parsing import read_document
from .rotors import transmitted_inertias
from .srdf import ROOT, ReferencePoses, read_srdf
from .tree import add_world, by_name, edge_of, free_name, moved_links, name_joints, root_link
from .urdf_joints import joint_of
from .urdf_links import body_of
from .urdf_unread import report_attributes, report_unread, report_xacro


def read_urdf(
    path: str | Path,
    *,
    free_flyer: bool = False,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool = False,
    srdf: str | Path | None = None,
    home: str = "home",
    start: Mapping[str, Sequence[float]] | None = None,
    progress: Progress | None = None,
    on_file: Callable[[str], object] | None = None,
) -> Model:
    """Read the robot that a URDF file describes.

    package_roots   : folders to look for package:// in, after those above the file and before the environment's
    allowed_folders : folders in which meshes may lie beside those, and that of the file
    meshes          : False leaves `Mesh.data` None and reads no mesh file
    apply_up_axis   : turn COLLADA meshes so that the axis they call up is z; RViz does not
    srdf            : file of reference poses, and of links that never touch; without it, one of the same name beside the file or
                      in ../srdf
    home            : which of those poses is "home", if none bears that name
    start           : where joints are that no pose names: their numbers in q; the base is "root_joint"
    progress        : called before each mesh, see `robots.load`
    on_file         : called with the file of reference poses, if there is one
    """
    options = LoadOptions(
        free_flyer, tuple(package_roots), tuple(allowed_folders), meshes, apply_up_axis, progress=progress, on_file=on_file
    )
    poses = ReferencePoses(None if srdf is None else Path(srdf), home, start or {})
    model, findings = examine_urdf(path, options, poses)
    if model is None:
        raise refusal(findings)
    return model


def examine_urdf(
    path: str | Path, options: LoadOptions, poses: ReferencePoses | None = None, content: bytes | None = None
) -> tuple[Model | None, list[Finding]]:
    """Read a URDF file to its end, whatever is wrong with it: the model, or None, and all that there is to say.

    The findings are those of the model when there is one.
    content : read instead of what is in the file
    """
    with folders_stay():
        return _examined(Path(path).absolute(), options, poses or ReferencePoses(), content)


def _examined(
    path: Path, options: LoadOptions, poses: ReferencePoses, content: bytes | None
) -> tuple[Model | None, list[Finding]]:
    files = MeshFiles(Packages(path, options), options)
    try:
        document = read_document(path, content)
    except Fault as fault:
        return None, [fault.finding]
    with one_decoder():
        parts = _parts(document, files, bool(options.free_flyer))
    findings = [*document.findings, *files.notes()]
    if document.errors:
        return None, findings
    try:
        model = build_model(*parts, findings=findings, source=str(path))
    except ModelError as error:
        return None, [*findings, finding_of("definition", path, error.message, error.line or 1)]
    srdf = srdf_of(path) if poses.srdf is None else poses.srdf
    if srdf is not None:
        options.report_files([str(srdf)])
    model = _posed(model, srdf, poses)
    return model, list(model.findings)


def _posed(model: Model, srdf: Path | None, reference: ReferencePoses) -> Model:
    """Return the model with its reference poses, and the pairs that never touch."""
    base = model.joints[0].name
    rest = neutral(model, {base if joint == ROOT else joint: values for joint, values in reference.start.items()})
    poses, never_touching, findings = read_srdf(srdf, model, base, rest)
    return replace(with_poses(model, poses, poses.get(reference.home, rest), findings), never_touching=never_touching)


def _parts(document: UrdfDocument, files: MeshFiles, free_flyer: bool) -> tuple[str, list[Body], list[Joint]]:
    """Read the name, the bodies, the joint that carries the base and the joints of the file.

    They are those of the file only if the document has no error afterwards.
    """
    root = document.root
    name = document.attempt("", _name, document)
    name_joints(document)
    add_world(document)
    links = by_name(document, root.findall("link"), "link")
    elements = by_name(document, root.findall("joint"), "joint")
    edges = [edge_of(document, element) for element in root.findall("joint")]
    base = "" if any(map(is_xacro, children(root))) else root_link(document, links, edges)
    rotors = transmitted_inertias(document)
    read = [
        replace(joint, armature=rotors.get(joint.name, 0.0))
        for joint in (joint_of(document, edge) for edge in edges)
        if joint is not None
    ]
    joints = followed(document, read, elements)
    moving, materials, rules = moved_links(edges), Materials(document), MassRules(document)
    bodies = [
        body_of(document, link, materials, files, link.get("name", "").strip() in moving, rules)
        for link in root.findall("link")
    ]
    rules.report()
    report_xacro(document)
    report_unread(document)
    report_attributes(document)
    if not document.errors:
        report_massless(document, bodies, joints, links)
        report_mesh_units(document, bodies, joints, links)
    if root.find("link") is not None and root.find("link/visual") is None:
        document.report("no-visual", root, tr("no link has a <visual>: there is nothing to see but collisions"))
    kind = JointKind.FREE_FLYER if free_flyer else JointKind.FIXED
    return name, bodies, [Joint(free_name(ROOT, {*links, *elements}), kind, None, base), *joints]


def _name(document: UrdfDocument) -> str:
    """Return the robot's name; without one, that of the file."""
    name = document.text(document.root, "name", "")
    if name:
        return name
    name = document.path.name.removesuffix(".xacro").removesuffix(".urdf") or "robot"
    document.report("name-given", document.root, tr("<robot> has no name; it is called {name!r}", name=name), "", "name")
    return name


def report_massless(
    document: UrdfDocument, bodies: Sequence[Body], joints: Sequence[Joint], links: Mapping[str, Element]
) -> None:
    """Record a finding for each link that a joint of its own moves and that has, with what is fixed to it, no mass."""
    rigid, subtree = _carried_masses(bodies, joints)
    for joint in joints:
        if joint.child not in links or joint.kind.nv == 0 or joint.mimic is not None or rigid[joint.child] > 0:
            continue
        lack = "no <inertial>" if links[joint.child].find("inertial") is None else tr("a mass of 0")
        if subtree[joint.child] > 0:
            message = tr(
                "link {child!r} has {lack}; joint {joint!r} moves only what comes after it",
                child=joint.child,
                lack=lack,
                joint=joint.name,
            )
            document.report("massless-link", links[joint.child], message, lack, tr("a mass above 0"))
        else:
            message = tr(
                "link {child!r} has {lack}: joint {joint!r} moves no mass, its acceleration is undetermined",
                child=joint.child,
                lack=lack,
                joint=joint.name,
            )
            document.report("massless", links[joint.child], message, lack, tr("a mass above 0"))


def _carried_masses(bodies: Sequence[Body], joints: Sequence[Joint]) -> tuple[dict[str, float], dict[str, float]]:
    """Return for each link its mass with what is fixed to it, and with all that comes after it [kg]."""
    rigid = {body.name: body.mass for body in bodies}
    subtree = dict(rigid)
    above = {joint.child: joint for joint in joints}
    below: dict[str | None, list[str]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint.child)
    ordered = [body.name for body in bodies if body.name not in above]
    for link in ordered:  # grows: parents come before children
        ordered += below.pop(link, [])  # once, were it a loop: that it is one is said when the model is built
    for link in reversed(ordered):
        if link in above:
            joint = above[link]
            parent = joint.parent or ""
            subtree[parent] += subtree[link]
            rigid[parent] += rigid[link] if joint.kind.nv == 0 else 0.0
    return rigid, subtree


def srdf_of(path: Path) -> Path | None:
    """Find the file of reference poses where they usually lie."""
    sibling = path.with_suffix(".srdf")
    for candidate in (sibling, path.parent.parent / "srdf" / sibling.name):
        if candidate.is_file():
            return candidate
    return None
